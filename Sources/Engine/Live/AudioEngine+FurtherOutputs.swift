import AVFDevices
import AVFGraph

/// What an engine knows of the devices that play beside the one that leads.
struct FurtherOutputs {
    /// The devices that are asked for.
    var deviceNames: [String] = []
    /// The open ones.
    var open: [LiveOutput] = []
}

extension AudioEngine {
    /// The most devices that can play beside the one that leads.
    package static let furtherOutputLimit = 16

    /// The devices that play the same as the engine's device, each with its own clock; none unless asked for.
    package var furtherOutputNames: [String] { state.withLock { $0.furtherOutputs.deviceNames } }

    /// Asks for devices that play the same as the engine's device, before `start`.
    ///
    /// What the devices refuse is thrown by `start`.
    /// - Throws: `EngineError.mustBeStopped`; `.badRenderRequest` for too many devices or one named twice.
    package func setFurtherOutputs(_ names: [String]) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            guard runState == .stopped else { throw .mustBeStopped(call: "setFurtherOutputs") }
            guard names.count <= Self.furtherOutputLimit else {
                throw .badRenderRequest(
                    reason: "\(names.count) further devices are more than \(Self.furtherOutputLimit).")
            }
            if let name = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
                throw .badRenderRequest(reason: "The further device “\(name)” is named twice.")
            }
            closeFurtherOutputs()
            state.withLock { $0.furtherOutputs.deviceNames = names }
        }
    }

    /// Opens the devices beside the stream that leads.
    func openFurtherOutputs() throws(EngineError) {
        let (names, isOpen, stream, request) = state.withLock { state in
            let further = state.furtherOutputs
            return (further.deviceNames, !further.open.isEmpty, state.stream, state.deviceRequest)
        }
        guard let stream, !names.isEmpty, !isOpen else { return }
        var made: [LiveOutput] = []
        do throws(DeviceError) {
            for name in names {
                var wanted = request
                wanted.deviceName = name
                wanted.waitsUntilUsed = false
                wanted.sampleRateHz = stream.format.sampleRateHz
                wanted.channelCount = stream.format.channelCount
                made.append(
                    try LiveOutput(backend: backend, request: wanted, leader: stream, clock: clock))
            }
        } catch {
            for output in made { output.close() }
            throw .device(error)
        }
        let open = made
        state.withLock { $0.furtherOutputs.open = open }
        host.setFurtherOutputs(open)
    }

    func startFurtherOutputs() throws(EngineError) {
        do throws(DeviceError) {
            for output in state.withLock({ $0.furtherOutputs.open }) { try output.start() }
        } catch {
            stopFurtherOutputs()
            throw .device(error)
        }
    }

    func stopFurtherOutputs() {
        for output in state.withLock({ $0.furtherOutputs.open }) { output.stop() }
    }

    func closeFurtherOutputs() {
        let open = state.withLock { state in
            defer { state.furtherOutputs.open = [] }
            return state.furtherOutputs.open
        }
        guard !open.isEmpty else { return }
        host.setFurtherOutputs([])
        for output in open { output.close() }
    }

    /// Tells what the devices beside have told.
    func pollFurtherOutputs() {
        for output in state.withLock({ $0.furtherOutputs.open }) {
            let stream = output.follower.stream
            while let change = stream.nextChange() { emit(.deviceChanged(.playback, change)) }
            while let event = stream.nextEvent() {
                switch event {
                case .xrun(let frameCount): emit(.dropout(frameCount: frameCount))
                case .lost(let error): emit(.deviceChanged(.playback, .lost(error)))
                }
            }
        }
    }
}
