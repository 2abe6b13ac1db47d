import AVFGraph
import AVFRender
import AVFSequencing
import Synchronization

/// A song, what its tracks are played to, and where it is: the control side of a sequencer.
///
/// Every function may be called from any thread. An edit is heard with the next block.
package final class Sequencer: @unchecked Sendable {  // Proof: what changes is behind a Mutex.
    /// What is known of the song's way to its destinations.
    struct State {
        var sequence = Song()
        /// The destinations that tracks were given, by the track's identifier.
        var destinations: [Int32: EngineNode] = [:]
        /// The node that each bus plays to; a bus keeps its node.
        var buses: [EngineNode] = []
        /// The nodes that send to the ports which tracks were given.
        var portNodes: [MIDIOutputNode] = []
        /// What a sequencer without an engine of the program's plays in, to ports.
        var ownEngine: AudioEngine?
        /// Whether the render side has an older song than this one.
        var isNews = true
    }

    /// The node that plays.
    package let node = SequencerNode()
    let state = Mutex(State())
    /// Taken before the engine's locks and `state`.
    private var turns: RecursiveLock { node.turns }
    private weak let attachedEngine: AudioEngine?
    /// Whether it was made without an engine.
    let isAlone: Bool

    /// A sequencer that plays to MIDI ports only, by the system's clock.
    package init() {
        attachedEngine = nil
        isAlone = true
    }

    /// A sequencer that plays to nodes of an engine, at that engine's time.
    ///
    /// - Throws: `EngineError` if the engine does not take its node.
    package init(engine: AudioEngine) throws(EngineError) {
        attachedEngine = engine
        isAlone = false
        try engine.attach(node)
    }

    deinit { close() }

    /// Stops for good, and leaves its engine; no listener is called any more.
    package func close() {
        node.setListener(nil)
        node.setEndListener(nil)
        node.leave()
        leavePorts()
    }

    /// The engine that it plays in; nil if that is gone, or there was none.
    package var engine: AudioEngine? { attachedEngine ?? state.withLock { $0.ownEngine } }

    /// Takes what has happened while it played, on a thread of the engine's; nil for none.
    package func setListener(
        _ listener: (@Sendable (_ report: SequencerReport, _ bytes: [UInt8]) -> Void)?
    ) {
        node.setListener(listener)
    }

    // MARK: - The song

    /// The song as it is now.
    package var sequence: Song { state.withLock { $0.sequence } }

    /// Edits the song; while it plays, the edit is heard with the next block.
    ///
    /// The body must not call the sequencer.
    ///
    /// - Throws: What the body throws.
    package func edit<Answer>(
        _ body: (inout Song) throws(SongError) -> Answer
    ) throws(SongError) -> Answer {
        try turns.withLock { () throws(SongError) in
            let answer = try state.withLock { (state) throws(SongError) in
                let answer = try body(&state.sequence)
                state.isNews = true
                return answer
            }
            if node.link.isPlaying { publish() }
            return answer
        }
    }

    /// Removes a track, and gives it back.
    ///
    /// - Throws: `SongError.noSuchTrack`.
    package func removeTrack(_ identifier: Int32) throws(SongError) -> SongTrack {
        let track = try edit { (sequence) throws(SongError) in
            let track = try sequence.track(identifier)
            try sequence.removeTrack(identifier)
            return track
        }
        state.withLock { $0.destinations[identifier] = nil }
        return track
    }

    /// Plays another song from now on, whose tracks have no destinations yet.
    package func use(_ sequence: Song) {
        turns.withLock {
            state.withLock { state in
                state.sequence = sequence
                state.destinations = [:]
                state.isNews = true
            }
            if node.link.isPlaying { publish() }
        }
    }

    /// Hands the song over to the render side, if it has an older one.
    private func publish() {
        assignBuses()
        let timeline = state.withLock { state -> EventTimeline? in
            guard state.isNews else { return nil }
            state.isNews = false
            return state.sequence.makeTimeline()
        }
        if let timeline { node.link.use(timeline) }
    }

    // MARK: - Destinations

    /// The node that a track was given; nil for the engine's first instrument.
    package func destination(ofTrack identifier: Int32) -> EngineNode? {
        state.withLock { $0.destinations[identifier] }
    }

    /// Plays a track to a node; to the engine's first instrument for nil.
    ///
    /// - Throws: `EngineError` if the node is not in the sequencer's engine, takes no events, or all buses
    ///   are taken.
    package func setDestination(
        _ destination: EngineNode?, ofTrack identifier: Int32
    ) throws(EngineError) {
        try turns.withLock { () throws(EngineError) in
            if let destination { _ = try connect(destination) }
            state.withLock { $0.destinations[identifier] = destination }
            if node.link.isPlaying { publish() }
        }
    }

    /// Joins a bus to a node, unless one is; the number of the bus.
    private func connect(_ destination: EngineNode) throws(EngineError) -> Int {
        guard let engine, destination.engine === engine else {
            throw .notAttached(node: destination.name)
        }
        let present = state.withLock { state in
            state.buses.firstIndex { $0 === destination }
                ?? state.buses.firstIndex { $0.engine !== engine }
        }
        let bus = present ?? state.withLock { $0.buses.count }
        guard bus < SequencerNode.busCount else {
            throw .notSupported(
                node: node.name, reason: "plays to \(SequencerNode.busCount) nodes at the most")
        }
        destination.prepareForEvents()
        try engine.connectEvents(node, bus: bus, to: [destination])
        state.withLock { state in
            if bus == state.buses.count {
                state.buses.append(destination)
            } else {
                state.buses[bus] = destination
            }
        }
        return bus
    }

    /// What tracks without a destination play to: the engine's first instrument.
    package var usualDestination: UnitNode? {
        engine?.attachedNodes.lazy.compactMap { $0 as? UnitNode }.first { $0.descriptor.kind == .instrument }
    }

    /// Finds each track its bus.
    private func assignBuses() {
        let usual = usualDestination
        let (sequence, destinations) = state.withLock { ($0.sequence, $0.destinations) }
        for track in sequence.tracks {
            let target = destinations[track.identifier] ?? usual
            let bus = target.flatMap { target in try? connect(target) } ?? -1
            let isKnown = track.bus == bus && (target == nil || track.parameterPlace != nil)
            if !isKnown { setBus(bus, target, ofTrack: track.identifier) }
        }
    }

    private func setBus(_ bus: Int, _ target: EngineNode?, ofTrack identifier: Int32) {
        state.withLock { state in
            _ = try? state.sequence.edit(identifier) { (track) throws(SongError) in
                track.bus = bus
                track.parameterPlace = { [weak target] parameter in
                    guard parameter.scope == 0, parameter.element == 0 else { return nil }
                    return target?.parameterIndex(ofAddress: UInt64(parameter.identifier))
                }
            }
            state.isNews = true
        }
    }
}

// MARK: - Playing

extension Sequencer {
    /// Gets everything ready, so that `start` takes little time.
    package func prepare() { turns.withLock { publish() } }

    /// Plays from where it is: with the next block's first frame, or at a frame of the output.
    ///
    /// Time goes on while the engine runs. One that plays goes on as it does.
    package func start(atFrame frame: Int64 = RenderEvent.immediately) {
        turns.withLock {
            guard !node.link.isPlaying else { return }
            publish()
            node.link.start(atFrame: frame)
        }
    }

    /// Stops with the next block, and stays where it is; all its notes end.
    package func stop() {
        turns.withLock { node.link.stop() }
        // Its notes at ports end with that.
        state.withLock { $0.ownEngine }?.pause()
    }

    /// Whether it was started and not stopped since; the end of the song does not stop it.
    package var isPlaying: Bool { turns.withLock { node.link.isPlaying } }

    /// Rate of playing, 2⁻¹⁶…256, default 1.
    package var rate: Double {
        get { turns.withLock { node.link.rate } }
        set { turns.withLock { node.link.rate = newValue } }
    }

    /// Where it is, in beats from the song's beginning; past the end while it plays on.
    package var position: Double {
        get { turns.withLock { node.link.currentBeat } }
        set {
            turns.withLock {
                publish()
                node.link.seek(toBeat: newValue, of: sequence)
            }
        }
    }

    /// Frames of the render side at which a beat falls; nil while it does not play, and before its start.
    package func frame(ofBeat beat: Double) -> Int64? { turns.withLock { node.link.frame(atBeat: beat) } }

    /// The beat at a frame of the render side; nil while it does not play, and before its start.
    package func beat(ofFrame frame: Int64) -> Double? {
        turns.withLock { node.link.beat(atFrame: frame) }
    }
}
