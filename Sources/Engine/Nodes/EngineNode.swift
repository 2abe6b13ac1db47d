import AVFGraph
import AVFLV2Host
import AVFRender
import AVFUnits
import Synchronization

/// What a node is asked to build a unit for.
package struct UnitRequest {
    /// The formats of its buses.
    package let formats: NodeFormats
    /// The input buses that `formats.inputs` describes.
    package let inputBuses: [Int]
    /// The most frames of a block.
    package let maximumFrameCount: Int
    /// Whether the program asks for the blocks, as fast as it likes.
    package let isOffline: Bool

    /// The sample rate at which the node runs, in Hz.
    package let sampleRateHz: Double

    /// The request as a unit's configuration.
    package var configuration: UnitConfiguration {
        UnitConfiguration(
            sampleRateHz: sampleRateHz, inputChannelCounts: formats.inputs.map(\.channelCount),
            outputChannelCounts: formats.outputs.map(\.channelCount), maximumFrameCount: maximumFrameCount)
    }
}

/// A node as users connect it: the control side of a unit.
///
/// Made without an engine, attached to one, detached again; safe to use from any thread.
package class EngineNode: @unchecked Sendable {  // Proof: everything that changes is behind a Mutex.
    /// Where a node is attached.
    package struct Place {
        package weak var engine: AudioEngine?
        package let id: NodeID
    }

    private struct State {
        var place: Place?
        var taps: [Int: NodeTap] = [:]
        var mixing = MixingState()
    }

    /// Its name in messages.
    package let name: String
    /// How the graph sees it.
    package let graphNode: GraphNode
    private let state = Mutex(State())

    init(
        name: String, role: GraphNode.Role, inputBusCount: Int?, outputBusCount: Int,
        inputChannelCounts: [Int?] = [], outputFormat: BusFormat? = nil, takesEvents: Bool = false,
        takesParameters: Bool = false, eventOutputCount: Int = 0, originatesEvents: Bool = false
    ) {
        self.name = name
        var node = GraphNode(
            name: name, role: role, inputBusCount: inputBusCount, outputBusCount: outputBusCount,
            inputChannelCounts: inputChannelCounts, takesEvents: takesEvents,
            takesParameters: takesParameters, eventOutputCount: eventOutputCount,
            originatesEvents: originatesEvents)
        if let outputFormat { node.outputFormats[0] = outputFormat }
        graphNode = node
    }

    /// A node without buses, which does nothing.
    package convenience init(bare name: String) {
        self.init(name: name, role: .source, inputBusCount: 0, outputBusCount: 0)
    }

    // MARK: - What subclasses say

    /// How the graph sees the node when it enters: `graphNode`, with what was asked for meanwhile.
    var graphNodeAtEntry: GraphNode { graphNode }

    /// The unit that hears the node's first event output, for a listener; nil without one.
    var eventTap: EventTapUnit? { nil }

    /// Whether the node's unit says where the music is, for all others.
    var leadsTransport: Bool { false }

    /// The unit that processes for the node: the one it has, if that fits, or a new one.
    ///
    /// Under the engine's lock.
    func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit { RenderUnit() }

    /// Whether the node would return this unit for the request for which it has returned it before.
    ///
    /// False where being asked does more than that.
    func stillHas(_ unit: RenderUnit) -> Bool { false }

    /// Gets what the node needs outside of the graph, before something is connected to it or listens.
    ///
    /// Under the engine's edit lock.
    func beginUse() throws(EngineError) {}

    /// Nanoseconds by which the node's sound is older than when it is heard, apart from units' latencies.
    var captureLagNanoseconds: UInt64 { 0 }

    /// Whether volume and pan apply to the mixer input that the node feeds, as Apple's AVAudioMixing says.
    package var isMixingSource: Bool { false }

    /// Whether the engine must call `feed` and `collectReports` between blocks; asked after edits that may
    /// change it.
    var isAttended: Bool { false }

    /// Whether that depends on the unit that the node has.
    var isAttendedForItsUnit: Bool { false }

    /// What tells about a player, without a call of it, whether there is a reason to call `feed` or
    /// `collectReports`; nil for other nodes.
    var signals: PlayerSignals? { nil }

    /// Hands to the render side what waits, such as decoded chunks: enough for `frameCount` frames at least.
    ///
    /// `isOffline` if no other thread does it.
    func feed(frameCount: Int, isOffline: Bool) {}

    /// The user's blocks that are due, taken from what the render side has reported.
    func collectReports(_ context: ReportContext) -> [@Sendable () -> Void] { [] }

    /// Whether `collectReports` would find something new. [any]
    var hasReports: Bool { false }

    /// Whether `takeFaults` must be called now and then.
    var isWatched: Bool { false }

    /// What went wrong in the node's plugin since the last call.
    func takeFaults() -> [PluginFault] { [] }

    /// Takes what the control side has said since the last block, and makes room for more.
    ///
    /// For the thread that renders, between blocks.
    func obey() {}

    /// The engine was paused or stopped: no block is rendered until it is started again.
    ///
    /// Attended nodes are told.
    func renderingDidEnd() {}

    /// Frames that can be rendered before the node must be fed again.
    var framesUntilStarved: Int { .max }

    /// Forgets what has been played or processed so far.
    package func reset() {}

    /// Whether the node may be taken out of its engine.
    var canBeDetached: Bool { true }

    /// Whether sound comes out of a source now; nil for a node that does not know.
    var isSounding: Bool? { nil }

    /// Seconds by which the output lags behind the input. [any]
    package var latencySeconds: Double { 0 }

    /// Takes back a change of the node's bypass that the engine has taken back.
    func restoreBypass(_ isBypassed: Bool) {}

    /// Lets gains start at their targets.
    func settle() {}

    // MARK: - Events

    /// Gets the node ready to be sent events.
    package func prepareForEvents() {}

    /// The number of a parameter in the events of its ramps; nil for one that the node does not have.
    package func parameterIndex(ofAddress address: UInt64) -> Int? { nil }

    // MARK: - Mixing inputs, of nodes that mix

    /// Begins an input with what its source says, and with no ramp from what was there before.
    func beginInput(_ bus: Int, _ mixing: MixingState) {}

    /// Ends an input.
    func endInput(_ bus: Int) {}

    /// The gain, pan and place of an input bus; nil for a node that does not mix, and before anything was
    /// connected to the bus. [any]
    package func input(_ bus: Int) -> MixerInput? { nil }

    /// Gives an input bus back what it was, nil for nothing.
    func restoreInput(_ bus: Int, _ input: MixerInput?) {}

    /// What can fade of a unit of the node's own, by input; empty for a node that does not mix.
    func fadingInputs(of unit: RenderUnit?) -> [any FadingInput] { [] }

    // MARK: - Attachment

    /// The engine that the node is attached to.
    package var engine: AudioEngine? { state.withLock { $0.place?.engine } }

    var place: Place? {
        get { state.withLock { $0.place } }
        set { state.withLock { $0.place = newValue } }
    }

    /// Puts the node into an engine, without the taps of one that is gone; false if it is in one already.
    func enter(_ place: Place) -> Bool {
        // The engine is let go after the lock: it might be the last reference to it.
        let present = state.withLock { state -> AudioEngine? in
            if let engine = state.place?.engine { return engine }
            state.place = place
            state.taps = [:]
            return nil
        }
        return present == nil
    }

    // MARK: - Taps

    var taps: [Int: NodeTap] { state.withLock { $0.taps } }

    func setTap(_ tap: NodeTap?, onBus bus: Int) {
        // The old tap goes outside of the lock: with it may go what the program has given its listener.
        let old = state.withLock { state in
            defer { state.taps[bus] = tap }
            return state.taps[bus]
        }
        withExtendedLifetime(old) {}
    }

    // MARK: - Mixing, of sources

    /// What the mixer inputs that the node feeds begin with; kept while it feeds none. [any]
    package var mixing: MixingState { state.withLock { $0.mixing } }

    /// Linear gain of the mixer inputs that the node feeds, 0…1, default 1. [any]
    package var volume: Float {
        get { mixing.volume }
        set {
            let mixing = changeMixing { $0.volume = newValue }
            engine?.forEachInput(fedBy: self) { $0.volume = mixing.volume }
        }
    }

    /// Place between left (−1) and right (1) in the mixer inputs that the node feeds, default 0. [any]
    package var pan: Float {
        get { mixing.pan }
        set {
            let mixing = changeMixing { $0.pan = newValue }
            engine?.forEachInput(fedBy: self) { $0.pan = mixing.pan }
        }
    }

    /// Changes where the node is in space, for the inputs that it feeds. [any]
    package func changePlacement(_ change: (inout SpatialPlacement) -> Void) {
        let mixing = changeMixing { change(&$0.placement) }
        engine?.forEachInput(fedBy: self) { $0.placement = mixing.placement }
    }

    /// Where the channels of the node's output stand, where that was said; nil for the usual places. [any]
    ///
    /// Counts for connections that are made from then on.
    package var arrangement: ChannelArrangement? {
        get { mixing.arrangement }
        set { _ = changeMixing { $0.arrangement = newValue } }
    }

    private func changeMixing(_ change: (inout MixingState) -> Void) -> MixingState {
        state.withLock { state in
            change(&state.mixing)
            return state.mixing
        }
    }
}
