import AVFEngine
import AVFGraph

/// Takes the MIDI messages that a unit makes, as words: when, cable, words.
public typealias AVMIDIEventListBlock = AUMIDIEventListBlock

extension AVAudioEngine {
    /// Lets the MIDI that a unit makes reach another one; see the form with several destinations.
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) {
        connectMIDI(sourceNode, to: [destinationNode], format: format, block: tapBlock)
    }

    /// Lets the MIDI that a unit makes reach others, beside those that it reaches already.
    ///
    /// Messages arrive in the block in which they are made, at their frame, and together with the sound:
    /// where a destination's sound is delayed to compensate latency, its MIDI is too. A destination has one
    /// source: a former one is replaced; what sequencers and `AVAudioMIDIInputNode` play comes beside it. Any
    /// unit that makes MIDI can be the source, not only Apple's 'aumi'.
    /// Refused, with nothing changed, if the source makes no MIDI, a destination takes none, or a cycle would
    /// arise.
    ///
    /// The format's rate must be the destinations'; nil for no such check. The block takes the messages too,
    /// in place of the source's `midiOutputEventBlock`, on a thread of the engine's, until the source has no
    /// MIDI connection left.
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) {
        joinMIDI(sourceNode, destinationNodes, format, tapBlock.map(UnitNode.midiListener))
    }

    /// As `connectMIDI(_:to:format:block:)`, with messages as words.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) {
        joinMIDI(sourceNode, [destinationNode], format, wordListener(sourceNode, tapBlock))
    }

    /// As `connectMIDI(_:to:format:block:)`, with messages as words.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) {
        joinMIDI(sourceNode, destinationNodes, format, wordListener(sourceNode, tapBlock))
    }

    /// As `connectMIDI(_:to:format:block:)`, with messages as words.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        eventListProvider tapBlock: AVMIDIEventListBlock? = nil
    ) {
        joinMIDI(sourceNode, [destinationNode], format, wordListener(sourceNode, tapBlock))
    }

    /// As `connectMIDI(_:to:format:block:)`, with messages as words.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        eventListProvider tapBlock: AVMIDIEventListBlock? = nil
    ) {
        joinMIDI(sourceNode, destinationNodes, format, wordListener(sourceNode, tapBlock))
    }

    /// Breaks the MIDI connection between two nodes; refused if there is none.
    public func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNode: AVAudioNode) {
        disconnectMIDI(sourceNode, from: [destinationNode])
    }

    /// Breaks the MIDI connections between a node and others; refused, with nothing changed, if one of them
    /// does not exist.
    public func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNodes: [AVAudioNode]) {
        editMIDI { () throws(EngineError) in
            try core.disconnectEvents(sourceNode.core, from: destinationNodes.map(\.core))
        }
    }

    /// Breaks the MIDI connection to a node; refused if there is none.
    public func disconnectMIDIInput(_ node: AVAudioNode) {
        editMIDI { () throws(EngineError) in try core.disconnectEventInput(node.core) }
    }

    /// Breaks all MIDI connections from a node; refused if there is none.
    public func disconnectMIDIOutput(_ node: AVAudioNode) {
        editMIDI { () throws(EngineError) in try core.disconnectEventOutputs(node.core) }
    }

    /// Says tempo, meter and position for every unit, once for each block, on the render thread; nil, the
    /// default, for none.
    ///
    /// A unit's own `musicalContextBlock` goes before it. The block must not wait or allocate. (Not in
    /// Apple's API, where a program sets the block of each unit.)
    public final var musicalContextBlock: AUHostMusicalContextBlock? {
        get { transportBlocks.context }
        set { transportBlocks.context = newValue }
    }

    /// Says for every unit whether the transport moves, and where it is; nil, the default, for none.
    ///
    /// As `musicalContextBlock`; with that one alone, time goes on. (Not in Apple's API.)
    public final var transportStateBlock: AUHostTransportStateBlock? {
        get { transportBlocks.state }
        set { transportBlocks.state = newValue }
    }

    // MARK: - How MIDI is connected

    /// A listener for words of the protocol that the program has chosen for the source.
    private func wordListener(
        _ source: AVAudioNode, _ block: AUMIDIEventListBlock?
    ) -> UnitNode.MIDIListener? {
        block.map { UnitNode.midiWordListener($0, source.auAudioUnit.hostMIDIProtocol) }
    }

    private func joinMIDI(
        _ source: AVAudioNode, _ destinations: [AVAudioNode], _ format: AVAudioFormat?,
        _ listener: UnitNode.MIDIListener?
    ) {
        editMIDI { () throws(EngineError) in
            if let format { try checkRates(format, source, destinations) }
            let unit = source.core as? UnitNode
            guard listener == nil || unit != nil || !source.core.graphNode.originatesEvents else {
                throw .notSupported(
                    node: source.core.name, reason: "has no block for its messages: AVMIDIReceiver has one")
            }
            try core.connectEvents(source.core, to: destinations.map(\.core))
            guard let listener, let unit else { return }
            unit.midiListener = listener
            midiTaps.withLock { $0[ObjectIdentifier(unit)] = unit }
        }
    }

    private func checkRates(
        _ format: AVAudioFormat, _ source: AVAudioNode, _ destinations: [AVAudioNode]
    ) throws(EngineError) {
        for destination in destinations {
            guard let present = core.outputFormat(of: destination.core, bus: 0),
                present.sampleRateHz != format.sampleRate
            else { continue }
            let wanted = BusFormat(
                sampleRateHz: format.sampleRate, channelCount: Int(format.channelCount))
            throw .graph(
                .formatMismatch(
                    source: source.core.name, wanted, destination: destination.core.name, present))
        }
    }

    /// Makes an edit, and ends the taps of nodes that have no MIDI connection left.
    private func editMIDI(_ edit: () throws(EngineError) -> Void) {
        core.reportingErrors(edit)
        endUnusedMIDITaps()
    }

    /// Ends the taps of nodes that have no MIDI connection left.
    func endUnusedMIDITaps() {
        let ended = midiTaps.withLock { taps in
            let ended = taps.values.filter { core.eventDestinations(of: $0).isEmpty }
            for node in ended { taps[ObjectIdentifier(node)] = nil }
            return ended
        }
        for node in ended { node.midiListener = nil }
    }
}
