import AVFDevices
import AVFGraph
import AVFRealtime
import AVFRender

extension AudioEngine {
    /// Whether the engine renders, or would if it were asked.
    package var runState: RunState { state.withLock { $0.run } }

    /// Who asks for blocks.
    package var mode: RenderingMode { state.withLock { $0.mode } }

    /// The most frames that the program may ask for at once in manual rendering.
    package var maximumFrameCount: Int { state.withLock { $0.maximumFrameCount } }

    /// The format at the graph's end.
    package var format: BusFormat { state.withLock { $0.model.outputFormat } }

    /// Frames rendered since the timeline began.
    package var renderedFrameCount: Int64 { host.renderer.position }

    /// How many threads share a block, from the next start on: 1…64, 1 unless the program says otherwise.
    /// [any]
    ///
    /// The samples are the same. Only blocks that one thread would work on for 40 µs are shared, and only
    /// where branches of the graph run side by side.
    package var renderThreadCount: Int {
        get { state.withLock { $0.renderThreadCount } }
        set { state.withLock { $0.renderThreadCount = min(max(1, newValue), 64) } }
    }

    /// Interruptions of the device since it was opened.
    package var dropoutCount: Int { state.withLock { $0.stream?.xrunCount ?? 0 } }

    // MARK: - Start and stop

    /// Gets everything ready so that `start` takes little time.
    ///
    /// - Throws: As `start`.
    package func prepare() throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            if mode == .device { try openDevices() }
            _ = try compiledSchedule()
        }
    }

    /// Starts to render; goes on after a pause.
    ///
    /// - Throws: `EngineError` if the formats do not fit, a plugin does not start, or the device does not
    ///   open; its message names the cause, and the engine stays stopped.
    package func start() throws(EngineError) {
        try edits.withLock { () throws(EngineError) in try startUnlessRunning() }
    }

    private func startUnlessRunning() throws(EngineError) {
        let before = runState
        guard before != .running else { return }
        if mode == .device { try openDevices() }
        state.withLock { $0.run = .running }
        do {
            if before == .stopped { settle() }
            try gatherTeam()
            try publish()
            feedAll(isOffline: mode != .device)
            try startThreads()
            try startDevice()
            let session = state.withLock { $0.mode == .realtime ? $0.session : 0 }
            host.realtimeSession.store(session, ordering: .releasing)
        } catch {
            state.withLock { $0.run = before }
            if before == .stopped { closeDevice() }
            throw error
        }
    }

    private func gatherTeam() throws(EngineError) {
        let priority = mode == .device ? NamedThread.usualRenderPriority : 0
        do {
            try host.setThreadCount(renderThreadCount, priority: priority)
        } catch {
            throw .noThread(error)
        }
    }

    /// Stops rendering and keeps everything as it is.
    package func pause() {
        edits.withLock {
            guard runState == .running else { return }
            let (stream, input) = state.withLock { ($0.stream, $0.input.live) }
            stream?.stop()
            input?.stop()
            stopFurtherOutputs()
            state.withLock { $0.run = .paused }
            host.realtimeSession.store(0, ordering: .releasing)
            state.withLock { $0.servicedNodes }.attended.forEach { $0.renderingDidEnd() }
        }
    }

    /// Stops rendering and gives the device back.
    ///
    /// What players have scheduled stays.
    package func stop() {
        edits.withLock {
            host.realtimeSession.store(0, ordering: .releasing)
            state.withLock { $0.run = .stopped }
            closeDevice()
            host.renderer.slot.collect()
            host.pumpWakeup.signal()
            state.withLock { $0.servicedNodes }.attended.forEach { $0.renderingDidEnd() }
        }
        reportFaults(state.withLock { $0.servicedNodes })
    }

    /// Lets every node forget what it has processed, and in manual rendering begins the timeline anew.
    package func reset() {
        edits.withLock {
            let nodes = attachedNodes
            nodes.forEach { $0.reset() }
            state.withLock { state in state.wireUnits.values.forEach { $0.unit.requestReset() } }
            if mode != .device { restartTime() }
        }
    }

    private func restartTime() {
        host.renderer.restart()
        state.withLock { state in state.domainBridges.forEach { $0?.restartTime() } }
    }

    private func settle() {
        attachedNodes.forEach { $0.settle() }
    }

    // MARK: - Modes

    /// Lets the program ask for blocks instead of a device.
    ///
    /// - Returns: A number for this time of manual rendering, by which calls are refused that belong to an
    ///   earlier one.
    /// - Throws: `EngineError` if the engine is not stopped, or nothing can have that format or block length.
    @discardableResult
    package func enableManualRendering(
        _ mode: RenderingMode, format: BusFormat, maximumFrameCount: Int
    ) throws(EngineError) -> Int {
        try edits.withLock { () throws(EngineError) in
            guard runState == .stopped else { throw .mustBeStopped(call: "enableManualRendering") }
            guard mode != .device, format.isValid else {
                throw .graph(.impossibleFormat(node: outputNode.name, bus: 0, format))
            }
            guard (1...1_048_576).contains(maximumFrameCount) else {
                throw .badRenderRequest(
                    reason: "A maximum of \(maximumFrameCount) frames is not between 1 and 1048576.")
            }
            closeDevice()
            endTapsAtEnds()
            state.withLock { state in
                state.mode = mode
                state.model.outputFormat = format
                state.maximumFrameCount = maximumFrameCount
                state.wireUnits = [:]
                state.session += 1
            }
            beginTimeline()
            return state.withLock { $0.session }
        }
    }

    /// Returns to the device; stops and resets first.
    ///
    /// Nothing happens when a device is what renders already.
    package func disableManualRendering() {
        edits.withLock {
            guard mode != .device else { return }
            stop()
            reset()
            endTapsAtEnds()
            madeInputNode?.forgetManualInput()
            state.withLock { state in
                state.mode = .device
                state.model.outputFormat = state.deviceFormat
                state.maximumFrameCount = 512
                state.wireUnits = [:]
            }
            beginTimeline()
        }
    }

    /// The formats at the graph's ends may change with the mode, so taps there end.
    private func endTapsAtEnds() {
        endTaps(of: outputNode)
        if let input = madeInputNode { endTaps(of: input) }
    }

    private func beginTimeline() {
        restartTime()
        host.renderer.clock.clear()
    }

    // MARK: - The device

    /// What is asked for when a device is opened.
    package var deviceRequest: DeviceStreamRequest { state.withLock { $0.deviceRequest } }

    /// Asks for a device before `start`; nil is the default one.
    ///
    /// - Throws: `EngineError.mustBeStopped`.
    package func setDevice(_ request: DeviceStreamRequest) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            guard runState == .stopped else { throw .mustBeStopped(call: "setDevice") }
            closeDevice()
            state.withLock { state in
                state.deviceRequest = request
                state.deviceFormat = BusFormat(
                    sampleRateHz: request.sampleRateHz, channelCount: request.channelCount)
                if state.mode == .device { state.model.outputFormat = state.deviceFormat }
            }
        }
    }

    /// What the open device granted; nil while none is open.
    package var deviceFormat: DeviceStreamFormat? { state.withLock { $0.stream?.format } }

    private func openDevices() throws(EngineError) {
        try openDevice()
        do {
            try openInput()
            try openFurtherOutputs()
        } catch {
            if runState == .stopped { closeDevice() }
            throw error
        }
    }

    /// Opens the device, if that has not been done, and takes its format.
    private func openDevice() throws(EngineError) {
        guard state.withLock({ $0.stream }) == nil else { return }
        var request = state.withLock { $0.deviceRequest }
        request.waitsUntilUsed = !isOutputUsed
        let rendering = host.deviceRendering
        let stream: any DeviceStream
        do {
            stream = try backend.openPlayback(request, rendering: rendering)
        } catch {
            throw .device(error)
        }
        state.withLock { state in
            state.stream = stream
            state.deviceFormat = BusFormat(
                sampleRateHz: stream.format.sampleRateHz, channelCount: stream.format.channelCount)
            state.model.outputFormat = state.deviceFormat
            state.maximumFrameCount = stream.format.periodFrameCount
        }
        tellMissing(.playback, stream)
    }

    /// Tells of a stream that has found no device when it was opened.
    func tellMissing(_ direction: DeviceDirection, _ stream: any DeviceStream) {
        while let change = stream.nextChange() {
            if case .lost(let error) = change { emit(.deviceMissing(direction, .device(error))) }
        }
    }

    /// Gives the devices back that are open.
    private func closeDevice() {
        let stream = state.withLock { $0.stream.take() }
        stream?.close()
        closeInput()
        closeFurtherOutputs()
    }

    private func startDevice() throws(EngineError) {
        guard let stream = state.withLock({ $0.stream }) else { return }
        try startInput()
        do throws(EngineError) {
            try startFurtherOutputs()
            do { try stream.start() } catch { throw .device(error) }
        } catch {
            state.withLock { $0.input.live }?.stop()
            stopFurtherOutputs()
            throw error
        }
    }
}
