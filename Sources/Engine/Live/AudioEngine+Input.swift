import AVFDevices
import AVFGraph
import AVFRender

/// What an engine knows of its capturing device.
struct InputState {
    /// The device that is asked for; nil is the default one.
    var deviceName: String?
    /// The most channels that are asked for; nil for two, or what the device has.
    var channelCount: Int?
    /// The device's rate and channels, as far as they are known.
    var format: BusFormat?
    /// The format that the input node's bus got from a device.
    var givenFormat: BusFormat?
    /// The open device.
    var live: LiveInput?
}

extension AudioEngine {
    /// The capturing device that is asked for, as its backend names it; nil is the default one.
    package var inputDeviceName: String? { state.withLock { $0.input.deviceName } }

    /// Asks for a capturing device before `start`, with at most so many channels; nil is two.
    ///
    /// - Throws: `EngineError.mustBeStopped`; `.badRenderRequest` for a number that is not in 1…256.
    package func setInputDevice(_ name: String?, channelCount: Int? = nil) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            guard runState == .stopped else { throw .mustBeStopped(call: "setInputDevice") }
            if let channelCount, !(1...256).contains(channelCount) {
                throw .badRenderRequest(reason: "\(channelCount) input channels are not in 1…256.")
            }
            closeInput()
            state.withLock { state in
                state.input.deviceName = name
                state.input.channelCount = channelCount
                state.input.format = nil
            }
        }
    }

    /// The rate and channels of the capturing device: of the open one, or what it would grant.
    ///
    /// - Throws: `EngineError.device` when there is no such device.
    package func inputDeviceFormat() throws(EngineError) -> BusFormat {
        if let known = state.withLock({ $0.input.format }) { return known }
        let (name, wanted, rateHz) = state.withLock {
            ($0.input.deviceName, $0.input.channelCount, $0.deviceRequest.sampleRateHz)
        }
        do {
            let abilities = try backend.capabilities(ofDevice: name, .capture)
            let channelCount = min(
                max(wanted ?? 2, abilities.channelCounts.lowerBound), abilities.channelCounts.upperBound)
            let nearestHz = abilities.sampleRatesHz.min { abs($0 - rateHz) < abs($1 - rateHz) }
            let format = BusFormat(sampleRateHz: nearestHz ?? rateHz, channelCount: channelCount)
            state.withLock { $0.input.format = format }
            return format
        } catch {
            throw .device(error)
        }
    }

    /// Gives the input node's bus the device's channels, unless a connection has given it a format.
    ///
    /// - Throws: `EngineError.device` when there is no device to capture from.
    package func readyInput() throws(EngineError) {
        guard mode == .device, let node = madeInputNode else { return }
        try edits.withLock { () throws(EngineError) in
            let device = try inputDeviceFormat()
            let given = BusFormat(
                sampleRateHz: format.sampleRateHz, channelCount: device.channelCount)
            let former = state.withLock { $0.input.givenFormat }
            guard given != former else { return }
            state.withLock { $0.input.givenFormat = given }
            try giveInputFormat(given, former: former, of: node)
        }
    }

    /// Whether the input node is heard: by a connection or a tap.
    private var isInputUsed: Bool {
        guard let node = madeInputNode, let id = node.place?.id else { return false }
        return state.withLock { state in
            !state.model.destinations(of: Endpoint(id, 0)).isEmpty
                || !(state.model.nodes[id]?.tappedBuses.isEmpty ?? true)
        }
    }

    /// Whether something may be heard of the engine; if not, it needs no playing device.
    var isOutputUsed: Bool {
        guard isInputUsed, let id = outputNode.place?.id else { return true }
        return state.withLock { state in
            state.model.source(of: Endpoint(id, 0)) != nil
                || !(state.model.nodes[id]?.tappedBuses.isEmpty ?? true)
        }
    }

    // MARK: - The device

    /// Opens the capturing device beside the stream that leads, if it is needed and not open.
    func openInput() throws(EngineError) {
        guard isInputUsed, let (stream, input, request) = inputOpening else { return }
        guard input.live == nil else { return }
        let live: LiveInput
        do {
            live = try LiveInput(backend: backend, request: request, leader: stream, clock: clock)
        } catch {
            throw .device(error)
        }
        state.withLock { state in
            state.input.live = live
            state.input.format = BusFormat(
                sampleRateHz: live.format.sampleRateHz, channelCount: live.format.channelCount)
        }
        madeInputNode?.setLiveChannelCount(live.format.channelCount)
        host.setInput(live)
        try readyInput()
    }

    private var inputOpening: (any DeviceStream, InputState, DeviceStreamRequest)? {
        state.withLock { state in
            guard let stream = state.stream else { return nil }
            var request = state.deviceRequest
            request.deviceName = state.input.deviceName
            request.waitsUntilUsed = false
            request.sampleRateHz = state.input.format?.sampleRateHz ?? stream.format.sampleRateHz
            request.channelCount = state.input.format?.channelCount ?? state.input.channelCount ?? 2
            return (stream, state.input, request)
        }
    }

    func startInput() throws(EngineError) {
        guard let live = state.withLock({ $0.input.live }) else { return }
        do { try live.start() } catch { throw .device(error) }
    }

    func closeInput() {
        host.setInput(nil)
        state.withLock { $0.input.live.take() }?.close()
    }

    /// Opens what an edit of the running engine has made necessary.
    ///
    /// - Throws: `EngineError.device` when the capturing device does not open.
    func followUse() throws(EngineError) {
        guard runState == .running, mode == .device, madeInputNode != nil else { return }
        if isOutputUsed { state.withLock { $0.stream }?.use() }
        guard state.withLock({ $0.input.live }) == nil, isInputUsed else { return }
        try openInput()
        try startInput()
    }

    // MARK: - Times

    /// Seconds from the microphone to the graph; 0 while no device is open.
    package var inputLatencySeconds: Double {
        state.withLock { $0.input.live }?.latencySeconds ?? 0
    }

    /// Nanoseconds between the capture of the newest block and when it is heard; 0 without a device.
    var captureLagNanoseconds: UInt64 {
        guard let captured = state.withLock({ $0.input.live })?.captureTimeNanoseconds, captured > 0,
            let heard = host.renderer.clock.now?.hostTime, heard > captured
        else { return 0 }
        return heard - captured
    }
}
