import AVFEngine
import AVFRender
import Synchronization

/// A unit's own side: its parameters, presets, state and events; the same for native units and LV2 plugins.
///
/// It is rendered by the engine that its node is attached to.
open class AUAudioUnit: NSObject, @unchecked Sendable {
    // Sendable: the node takes calls from any thread, and everything else is behind a Mutex.

    /// Who makes the sound.
    private enum Source {
        case library(UnitNode)
        /// A class of the program's own, as it was made known.
        case program(SubclassRegistration)
    }

    private let source: Source
    /// What a class of the program's own sends while it renders.
    let programOutput = CustomUnitOutput()
    let settings = Mutex(Settings())
    private let buses = UnitBuses()

    /// A unit that does nothing, in place of one that is gone.
    static var standIn: AUAudioUnit {
        AUAudioUnit(
            node: UnitNode(
                standInFor: ComponentDescription(type: 0, subtype: 0, manufacturer: 0), isGenerator: false))
    }

    init(node: UnitNode) {
        source = .library(node)
        super.init()
    }

    /// How the program has made its class known; nil for what the library makes.
    var registration: SubclassRegistration? {
        guard case .program(let registration) = source else { return nil }
        return registration
    }

    /// The node that is rendered; that of the program's own class is made on first use, because only
    /// then its buses are there.
    var node: UnitNode {
        switch source {
        case .library(let node): return node
        case .program(let registration):
            if let node = settings.withLock({ $0.programNode }) { return node }
            let made = makeProgramNode(registration)
            return settings.withLock { settings in
                let node = settings.programNode ?? made
                settings.programNode = node
                return node
            }
        }
    }

    /// The unit with that component description.
    ///
    /// - Throws: An `NSError` with the code −3000 if there is none, −10875 if it does not start.
    public convenience init(componentDescription: AudioComponentDescription) throws {
        try self.init(componentDescription: componentDescription, options: [])
    }

    /// The unit with that component description; in a class of the program's own that is registered under it,
    /// a unit that renders itself.
    ///
    /// - Throws: An `NSError` with the code −3000 if there is none, −10875 if it does not start.
    public required init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        let registration = SubclassRegistry.registration(for: componentDescription)
        if let registration, Self.self != AUAudioUnit.self {
            source = .program(registration)
        } else {
            source = .library(
                try AVFAudioError.throwing { () throws(EngineError) in
                    let unit = try UnitLibrary.shared.makeNode(
                        component: ComponentDescription(componentDescription),
                        placement: PluginPlacement(options))
                    try unit.tryOut()
                    return unit
                })
        }
        super.init()
    }

    /// Makes a unit on another thread, and hands it to the handler there.
    open class func instantiate(
        with componentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AUAudioUnit?, (any Error)?) -> Void
    ) {
        DispatchQueue.global().async {
            do {
                let own = try SubclassRegistry.registration(for: componentDescription)?.makeUnit(options)
                completionHandler(
                    try own ?? AUAudioUnit(componentDescription: componentDescription, options: options), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Makes a unit on another thread.
    ///
    /// - Throws: As the initialiser.
    open class func instantiate(
        with componentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = []
    ) async throws -> AUAudioUnit {
        try await withCheckedThrowingContinuation { continuation in
            instantiate(with: componentDescription, options: options) { unit, error in
                if let unit {
                    continuation.resume(returning: unit)
                } else {
                    continuation.resume(throwing: error ?? AVFAudioError.error(-1, "The unit was not made."))
                }
            }
        }
    }

    // MARK: - Facts

    /// The unit as a component.
    open var componentDescription: AudioComponentDescription {
        AudioComponentDescription(node.descriptor.component)
    }
    /// A reference that stands for the component.
    open var component: AudioComponent { ComponentReferences.reference(to: node.descriptor.identifier) }
    /// Maker and name, with a colon between them.
    open var componentName: String? { "\(node.descriptor.manufacturer): \(node.descriptor.shownName)" }
    /// What a person reads.
    open var audioUnitName: String? { node.descriptor.shownName }
    /// What a person reads where there is little room.
    open var audioUnitShortName: String? { node.descriptor.shownName }
    /// Who made it.
    open var manufacturerName: String? { node.descriptor.manufacturer }
    /// 0xMMMMmmpp: major, minor, patch.
    open var componentVersion: UInt32 { node.descriptor.version }
    /// Whether it takes notes.
    open var isMusicDeviceOrEffect: Bool { node.descriptor.acceptsMIDI }
    /// Whether it brings a view: none does.
    open var providesUserInterface: Bool { false }
    /// Channels in and out that fit, in pairs; nil if any equal numbers do.
    open var channelCapabilities: [NSNumber]? {
        guard registration == nil else { return nil }
        let inputs = node.descriptor.inputBuses.first.map { $0.channelCount ?? -1 } ?? 0
        let outputs = node.descriptor.outputBuses.first.map { $0.channelCount ?? -1 } ?? 0
        return inputs == -1 && outputs == -1
            ? nil : [NSNumber(value: inputs), NSNumber(value: outputs)]
    }
    /// Seconds by which what it makes lags behind what it gets; 0 before it is part of a running graph. [any]
    open var latency: TimeInterval { registration == nil ? node.latencySeconds : 0 }
    /// Seconds that it sounds on after its input has ended, until it is 120 dB lower.
    ///
    /// It follows the parameters, and is infinite where feedback never dies away. 0 for LV2 plugins, because
    /// none can say it, and for a class of the program's own that does not override it. [control]
    open var tailTime: TimeInterval { registration == nil ? node.tailSeconds : 0 }
    /// Whether it may write where it reads.
    open var canProcessInPlace: Bool { registration == nil && node.processesInPlace }

    // MARK: - Parameters

    /// All parameters; a tree that is set replaces the unit's own.
    open var parameterTree: AUParameterTree? {
        get {
            if let tree = settings.withLock({ $0.tree }) { return tree }
            let made = makeTree()
            return settings.withLock { settings in
                settings.tree = settings.tree ?? made
                return settings.tree
            }
        }
        set { settings.withLock { $0.tree = newValue } }
    }

    /// The addresses of the parameters to show first: the first ones that can be set.
    open func parametersForOverview(withCount count: Int) -> [NSNumber] {
        node.descriptor.parameters.filter { !$0.spec.isReadOnly }.prefix(max(0, count)).map {
            NSNumber(value: $0.address)
        }
    }

    /// Whether all values may have changed at once; always true, because there is no finer notification.
    open var allParameterValues: Bool { true }

    /// Schedules parameters: heard at the sample, or as a ramp from there. [any]
    ///
    /// Times are those of the node's own timeline. Integers and switches step where a ramp is asked for.
    open var scheduleParameterBlock: AUScheduleParameterBlock {
        let node = node
        node.prepareEvents()
        guard registration == nil else {
            return { time, rampFrameCount, address, value in
                _ = node.parameters.events.enqueue(
                    UnitEvent(
                        address: address, value: value, at: UnitNode.sampleTime(of: time),
                        rampFrameCount: Int64(rampFrameCount)))
            }
        }
        return { time, rampFrameCount, address, value in
            _ = node.schedule(
                address: address, value: value, at: UnitNode.sampleTime(of: time),
                rampFrameCount: Int(rampFrameCount))
        }
    }

    /// Schedules MIDI messages of any length; nil for a unit that takes none. [any]
    ///
    /// A message for which there is no room is left out.
    open var scheduleMIDIEventBlock: AUScheduleMIDIEventBlock? { node.midiScheduler }

    /// Schedules MIDI messages as words, such as those of MIDI 2.0; nil for a unit that takes none. [any]
    ///
    /// A unit that takes MIDI 1.0 gets the nearest messages; what MIDI 1.0 has no message for is left out,
    /// and a System Exclusive message without its end. `kAudio_MemFullError` if there was no room for all.
    open var scheduleMIDIEventListBlock: AUMIDIEventListBlock? { node.midiListScheduler }

    /// Which messages a class of the program's own takes in its render block.
    ///
    /// Lists of MIDI 1.0 or of MIDI 2.0, into which everything else is translated; 0, the default, is for
    /// messages in bytes. Read when the unit becomes part of a running graph.
    open var audioUnitMIDIProtocol: MIDIProtocolID { MIDIProtocolID(rawValue: 0) ?? ._1_0 }

    /// Into which messages those that the unit makes are translated; default MIDI 1.0.
    ///
    /// Set it before `midiOutputEventListBlock`.
    open var hostMIDIProtocol: MIDIProtocolID {
        get { settings.withLock { $0.hostMIDIProtocol } }
        set { settings.withLock { $0.hostMIDIProtocol = newValue } }
    }

    /// Forgets delay lines and filter states with the next block.
    open func reset() { node.reset() }

    /// Takes the MIDI messages that the unit makes, on a thread of the engine's; nil for none.
    ///
    /// A class of the program's own that makes MIDI sends it with what it reads here, while it renders.
    open var midiOutputEventBlock: AUMIDIOutputEventBlock? {
        get {
            guard sendsByItself else { return settings.withLock { $0.midiOutput } }
            return { [programOutput] time, cable, length, bytes in
                programOutput.send(bytes, count: length, cable: cable, at: time)
            }
        }
        set {
            settings.withLock { ($0.midiOutput, $0.midiListOutput) = (newValue, nil) }
            node.midiListener = newValue.map(UnitNode.midiListener)
        }
    }

    /// Takes the MIDI messages that the unit makes as words of `hostMIDIProtocol`, on a thread of the
    /// engine's; nil for none.
    ///
    /// It takes the place of `midiOutputEventBlock`, and the other way round. A class of the program's own
    /// that makes MIDI sends lists with what it reads here, while it renders.
    open var midiOutputEventListBlock: AUMIDIEventListBlock? {
        get {
            guard sendsByItself else { return settings.withLock { $0.midiListOutput } }
            return { [programOutput] time, cable, list in programOutput.send(list, cable: cable, at: time) }
        }
        set {
            settings.withLock { ($0.midiListOutput, $0.midiOutput) = (newValue, nil) }
            let midiProtocol = hostMIDIProtocol
            node.midiListener = newValue.map { UnitNode.midiWordListener($0, midiProtocol) }
        }
    }

    /// The names of its MIDI outputs; empty if it makes no MIDI.
    open var midiOutputNames: [String] {
        registration == nil && node.descriptor.makesMIDI ? ["MIDI Out"] : []
    }

    // MARK: - Time

    /// Tells the unit tempo, meter and position; nil, the default, for none.
    ///
    /// It is asked on the render thread, once for each block. LV2 plugins get a `time:Position` when
    /// they cannot know the position by themselves, and their controls that are designated for it follow.
    open var musicalContextBlock: AUHostMusicalContextBlock? {
        get { settings.withLock { $0.musicalContext } }
        set {
            settings.withLock { $0.musicalContext = newValue }
            passTransportOn()
        }
    }

    /// Tells the unit whether the transport moves, and where it is; nil, the default, for none.
    ///
    /// As `musicalContextBlock`. With that one alone, time goes on.
    open var transportStateBlock: AUHostTransportStateBlock? {
        get { settings.withLock { $0.transportState } }
        set {
            settings.withLock { $0.transportState = newValue }
            passTransportOn()
        }
    }

    // MARK: - Rendering without an engine

    /// The input buses; a second one is the side chain.
    ///
    /// They are for `renderBlock`; in an engine, connections decide.
    open var inputBusses: AUAudioUnitBusArray { buses.inputs(of: self) }

    /// The output buses.
    open var outputBusses: AUAudioUnitBusArray { buses.outputs(of: self) }

    /// The unit's own code for a block, which a class of the program's own overrides.
    ///
    /// It is fetched when the resources are allocated. That of a unit of the library answers −10867: its code
    /// is behind `renderBlock`.
    open var internalRenderBlock: AUInternalRenderBlock {
        { _, _, _, _, _, _, _ in kAudioUnitErr_Uninitialized }
    }

    /// Makes everything ready for `renderBlock`: the buses' formats, blocks of `maximumFramesToRender`.
    ///
    /// A class of the program's own makes its memory here, after `super.allocateRenderResources()`; an engine
    /// calls it when the formats are settled.
    ///
    /// - Throws: An `NSError` with the code −10863 if the unit is part of an engine, which renders it, −10868
    ///   if the formats do not fit, −10875 if the unit does not start.
    open func allocateRenderResources() throws {
        guard registration == nil else { return settings.withLock { $0.isAllocated = true } }
        let renderer = try makeRenderer()
        settings.withLock { $0.renderer = renderer }
    }

    /// Gives back what `allocateRenderResources` has made.
    open func deallocateRenderResources() {
        settings.withLock { settings in
            settings.renderer = nil
            settings.isAllocated = false
        }
    }

    /// Whether `renderBlock` may be called.
    open var renderResourcesAllocated: Bool { settings.withLock { $0.renderer != nil || $0.isAllocated } }

    /// Whether rendering is offline, so that the unit may take its time; read when resources are allocated.
    ///
    /// Default false.
    open var isRenderingOffline: Bool {
        get { settings.withLock { $0.isRenderingOffline } }
        set { settings.withLock { $0.isRenderingOffline = newValue } }
    }

    /// Renders the unit outside of an engine: pulls its inputs and gives one bus of its output.
    ///
    /// Fetch it after `allocateRenderResources`; without that it answers −10867. One thread at a time.
    open var renderBlock: AURenderBlock {
        let renderer = programRenderer() ?? settings.withLock { $0.renderer }
        return { flags, time, frameCount, bus, output, pull in
            guard let renderer else { return kAudioUnitErr_Uninitialized }
            return renderer.render(flags, time, Int(frameCount), bus: bus, into: output, pull)
        }
    }

    // MARK: - Settings

    /// Whether the input goes to the output: by the plugin's own switch where it has one.
    ///
    /// Default false.
    open var shouldBypassEffect: Bool {
        get { node.isBypassed }
        set { node.isBypassed = newValue }
    }

    /// The most frames of a block; the engine decides once the unit is part of a graph.
    ///
    /// Default 512.
    open var maximumFramesToRender: AUAudioFrameCount {
        get { settings.withLock { $0.maximumFramesToRender } }
        set { settings.withLock { $0.maximumFramesToRender = newValue } }
    }

    /// What the host calls the place of the unit, such as a track's name.
    open var contextName: String? {
        get { settings.withLock { $0.contextName } }
        set { settings.withLock { $0.contextName = newValue } }
    }

    /// Between quick, 0, and best, 127; kept for the program, because no unit has a choice.
    open var renderQuality: Int {
        get { settings.withLock { $0.renderQuality } }
        set { settings.withLock { $0.renderQuality = min(max(newValue, 0), 127) } }
    }
}
