import AVFGraph
import AVFRender
import AVFUnits
import Synchronization

/// Where sound enters the graph: in manual rendering from the program.
///
/// Recording from a device does not exist yet: edits that name the node are refused while a device renders.
package final class InputNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    private struct Manual {
        let format: BusFormat
        let make: SourceNode.Maker
    }

    private struct State {
        var manual: Manual?
        var unit: (unit: RenderUnit, configuration: UnitConfiguration)?
    }

    private let input = Mutex(State())
    private let flags: FrameFlags

    /// An input from nowhere, which tells `flags` when frames are missing.
    init(flags: FrameFlags) {
        self.flags = flags
        super.init(name: "input", role: .source, inputBusCount: 1, outputBusCount: 1)
    }

    package override var isMixingSource: Bool { true }

    override var canBeDetached: Bool { false }

    package override var unusableReason: EngineError? {
        guard let engine, engine.mode == .device else { return nil }
        return .notSupported(node: name, reason: "cannot be used: recording is not supported yet")
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
            defer { state = State(manual: Manual(format: format, make: make), unit: nil) }
            return state
        }
        do {
            try engine.giveInputFormat(format, former: before.manual?.format, of: self)
        } catch {
            input.withLock { $0 = before }
            throw error
        }
    }

    /// Returns to giving nothing.
    func forgetManualInput() { input.withLock { $0 = State() } }

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        let configuration = request.configuration
        return input.withLock { state in
            if let made = state.unit, made.configuration == configuration { return made.unit }
            let unit = unit(state.manual, configuration)
            state.unit = (unit, configuration)
            return unit
        }
    }

    /// A unit that asks the program, or one that is silent.
    private func unit(_ manual: Manual?, _ configuration: UnitConfiguration) -> RenderUnit {
        guard let manual else { return StandInUnit() }
        return PullUnit(
            manual.make(FrameShape(manual.format, configuration)), sourceRateHz: manual.format.sampleRateHz,
            sourceChannelCount: manual.format.channelCount, flags: flags, configuration: configuration)
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
