import AVFGraph
import AVFRender
import AVFUnits
import Synchronization

/// Where sound enters the graph: from a device, or in manual rendering from the program.
package final class InputNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    private struct Manual {
        let format: BusFormat
        let make: SourceNode.Maker
    }

    private struct State {
        var manual: Manual?
        var unit: (unit: RenderUnit, configuration: UnitConfiguration)?
        /// Channels of the open device.
        var liveChannelCount: Int?
        /// What the unit gets; nil for one that is silent.
        var source: BusFormat?

        /// What a unit gets now: captured frames come at the pace of the graph's end.
        func source(deviceRateHz: Double?) -> BusFormat? {
            guard let deviceRateHz else { return manual?.format }
            return liveChannelCount.map { BusFormat(sampleRateHz: deviceRateHz, channelCount: $0) }
        }
    }

    private let input = Mutex(State())
    private let flags: FrameFlags
    private let port: InputPort

    /// An input that gets captured frames from `port`, and tells `flags` when the program's are missing.
    init(flags: FrameFlags, port: InputPort) {
        self.flags = flags
        self.port = port
        super.init(name: "input", role: .source, inputBusCount: 1, outputBusCount: 1)
    }

    package override var isMixingSource: Bool { true }

    override var canBeDetached: Bool { false }

    override func beginUse() throws(EngineError) { try engine?.readyInput() }

    override var captureLagNanoseconds: UInt64 { engine?.captureLagNanoseconds ?? 0 }

    /// Gets frames with so many channels from now on, once a unit is asked for.
    func setLiveChannelCount(_ channelCount: Int) {
        input.withLock { state in
            guard state.liveChannelCount != channelCount else { return }
            state.liveChannelCount = channelCount
            state.unit = nil
        }
    }

    /// The format in which the program gives frames; nil before it has said so.
    package var manualFormat: BusFormat? { input.withLock { $0.manual?.format } }

    /// Lets a source of that format feed the graph in manual rendering.
    ///
    /// The bus takes the format too, unless a connection gave it another one: then it is converted.
    /// - Throws: `EngineError` outside of manual rendering, for an impossible format, and if the graph does
    ///   not fit it while the engine runs.
    package func setManualInput(format: BusFormat, make: @escaping SourceNode.Maker) throws(EngineError) {
        guard let engine else { throw .notAttached(node: name) }
        guard engine.mode != .device else {
            throw .wrongMode(call: "setManualRenderingInputPCMFormat", mode: engine.mode.name)
        }
        guard format.isValid else { throw .graph(.impossibleFormat(node: name, bus: 0, format)) }
        let before = input.withLock { state in
            let former = state
            state.manual = Manual(format: format, make: make)
            state.unit = nil
            return former
        }
        do {
            try engine.giveInputFormat(format, former: before.manual?.format, of: self)
        } catch {
            input.withLock { $0 = before }
            throw error
        }
    }

    /// Returns to giving nothing.
    func forgetManualInput() {
        input.withLock { state in
            state.manual = nil
            state.unit = nil
        }
    }

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        let configuration = request.configuration
        let deviceRateHz = engine.flatMap { $0.mode == .device ? $0.format.sampleRateHz : nil }
        return input.withLock { state in
            let source = state.source(deviceRateHz: deviceRateHz)
            if let made = state.unit, made.configuration == configuration, state.source == source {
                return made.unit
            }
            let unit = unit(source, deviceRateHz == nil ? state.manual : nil, configuration)
            state.unit = (unit, configuration)
            state.source = source
            return unit
        }
    }

    /// A unit that gives captured frames or asks the program, or one that is silent.
    private func unit(
        _ source: BusFormat?, _ manual: Manual?, _ configuration: UnitConfiguration
    ) -> RenderUnit {
        guard let source else { return StandInUnit() }
        return PullUnit(
            manual?.make(FrameShape(source, configuration)) ?? port, sourceRateHz: source.sampleRateHz,
            sourceChannelCount: source.channelCount, flags: flags, configuration: configuration)
    }

    package override func reset() { input.withLock { $0.unit?.unit }?.requestReset() }
}

extension AudioEngine {
    /// Gives the input's bus the format of what enters, if it has that of what entered before, or none.
    func giveInputFormat(
        _ format: BusFormat, former: BusFormat?, of node: InputNode
    ) throws(EngineError) {
        let id = try id(of: node)
        try edit { (state) throws(EngineError) in
            let given = state.model.nodes[id]?.outputFormats[0]
            guard given == nil || given == former else { return }
            state.model.update(id) { $0.outputFormats[0] = format }
        }
    }
}
