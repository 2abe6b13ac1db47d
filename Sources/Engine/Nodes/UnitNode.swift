import AVFGraph
import AVFLV2Host
import AVFPluginCatalog
import AVFPluginSandbox
import AVFRender
import AVFSoundBanks
import AVFUnits
import Synchronization

/// A node around one unit, native or third-party.
package final class UnitNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    /// The seconds that a native unit with these targets sounds on.
    typealias TailRule = @Sendable (_ parameters: ParameterBlock, _ sampleRateHz: Double) -> Double
    /// Makes a unit for a configuration.
    typealias Maker = @Sendable (UnitConfiguration, ParameterBlock) throws(EngineError) -> RenderUnit

    struct Made {
        var unit: (unit: RenderUnit, configuration: UnitConfiguration)?
        var isBypassed = false
        var midiListener: MIDIListener?
        var eventTap: EventTapUnit?
        var sound: UnitSound?
        var programs: SamplerProgramSet?
        /// What they were loaded from: kept so that other samplers share its samples.
        var bank: SoundBank?
        /// What a state says of them; nil for what is in no file.
        var programSource: ProgramSource?
        /// What was repaired or left out when they were loaded.
        var programNotes: [String] = []
        var transport: TransportSource.Callback?
    }

    /// The unit's facts.
    package let descriptor: UnitDescriptor
    /// Where the plugin's code runs; nil for a native unit.
    package let placement: PluginPlacement?
    /// The unit's parameter targets.
    package let parameters: ParameterBlock
    /// What is known about the plugin; nil for a native unit.
    package let plugin: PluginFacts?
    /// The presets that the plugin's bundles list.
    let pluginPresets: [PluginPreset]
    private let make: Maker
    /// The tail of a native unit that was not made yet; nil for others.
    private let tail: TailRule?
    let made = Mutex(Made())
    /// Whether there is a unit, for threads that must not wait.
    let hasUnit = Atomic<Bool>(false)

    init(
        _ descriptor: UnitDescriptor, plugin: PluginFacts? = nil, presets: [PluginPreset] = [],
        placement: PluginPlacement? = nil, tail: TailRule? = nil, make: @escaping Maker
    ) {
        self.descriptor = descriptor
        self.plugin = plugin
        self.placement = placement
        pluginPresets = presets
        self.make = make
        self.tail = tail
        parameters = ParameterBlock(descriptor)
        super.init(
            name: descriptor.name, role: Self.role(of: descriptor),
            inputBusCount: descriptor.inputBuses.count, outputBusCount: descriptor.outputBuses.count,
            inputChannelCounts: descriptor.inputBuses.map(\.channelCount),
            takesEvents: descriptor.acceptsMIDI,
            takesParameters: descriptor.inputPace == nil && !descriptor.parameters.isEmpty,
            eventOutputCount: descriptor.makesMIDI ? 1 : 0)
    }

    override var graphNodeAtEntry: GraphNode {
        var node = graphNode
        node.isBypassed = isBypassed && !bypassesItself
        node.isEventTapped = eventTap != nil
        return node
    }

    private static func role(of descriptor: UnitDescriptor) -> GraphNode.Role {
        if let pace = descriptor.inputPace { return .timeEffect(pace) }
        return descriptor.inputBuses.isEmpty ? .source : .effect
    }

    /// A node around a native unit, with that many sections where its parameters repeat (the bands of an EQ),
    /// perhaps as another component than its own.
    package convenience init(
        native entry: UnitEntry, sectionCount: Int? = nil, as component: ComponentDescription? = nil
    ) {
        let sections = max(1, sectionCount ?? entry.defaultSectionCount)
        let descriptor = entry.descriptorWithSections(sections)
        self.init(
            component.map { descriptor.answering(to: $0) } ?? descriptor,
            tail: { entry.tailSeconds($0, sections, $1) }
        ) { configuration, parameters throws(EngineError) in
            var configuration = configuration
            configuration.sectionCount = sections
            return entry.make(configuration, parameters)
        }
    }

    package override func prepareForEvents() { prepareEvents() }

    package override func parameterIndex(ofAddress address: UInt64) -> Int? {
        descriptor.index(ofAddress: address)
    }

    package override var isMixingSource: Bool {
        descriptor.kind == .generator || descriptor.kind == .instrument
    }

    /// Whether the input goes to the output untouched. [control]
    package var isBypassed: Bool {
        get { made.withLock { $0.isBypassed } }
        set {
            made.withLock { $0.isBypassed = newValue }
            if bypassesItself {
                made.withLock { $0.unit?.unit as? any HostedPlugin }?.isBypassed = newValue
            } else {
                engine?.setBypass(newValue, of: self)
            }
        }
    }

    /// Whether the plugin has a switch of its own, which makes no click and keeps the latency.
    package var bypassesItself: Bool { plugin?.controlInput(.enabled) != nil }

    /// Whether the unit may write where it reads.
    package var processesInPlace: Bool { plugin == nil }

    /// The unit as it is now; nil before it was made.
    var currentUnit: RenderUnit? { made.withLock { $0.unit?.unit } }

    /// The sound that the unit works with, as its file has it.
    var currentSound: UnitSound? {
        get { made.withLock { $0.sound } }
        set { made.withLock { $0.sound = newValue } }
    }

    /// Takes back a change of `isBypassed` that the engine has taken back.
    override func restoreBypass(_ isBypassed: Bool) { made.withLock { $0.isBypassed = isBypassed } }

    /// Frames by which the unit's output lags behind its input; 0 before it is part of a running graph. [any]
    package var latencyFrames: Int { made.withLock { $0.unit?.unit.latencyFrames ?? 0 } }

    /// Seconds by which the unit's output lags behind its input. [any]
    package override var latencySeconds: Double {
        made.withLock { made in
            guard let unit = made.unit else { return 0 }
            return Double(unit.unit.latencyFrames) / unit.configuration.sampleRateHz
        }
    }

    /// Seconds for which the output sounds on after the input has ended, down to −120 dB, with the present
    /// parameters; infinite where feedback never dies away, 0 for a plugin, because LV2 has no word for it.
    /// [control]
    package var tailSeconds: Double {
        if let unit = currentUnit { return unit.tailSeconds }
        return (tail?(parameters, Self.nominalSampleRateHz) ?? 0) + (currentSound?.seconds ?? 0)
    }

    /// Input frames for each output frame that a time effect's parameters ask for; 1 for any other unit, and
    /// before it is part of a running graph. [any]
    package var inputRate: Double {
        made.withLock { ($0.unit?.unit as? DomainBridge)?.targetRate ?? 1 }
    }

    /// Time spent in the unit while the engine was profiling, in nanoseconds. [any]
    package var processingTimeNanoseconds: UInt64 {
        made.withLock { $0.unit?.unit.processingTimeNanoseconds ?? 0 }
    }

    /// Makes the unit now, so that what is wrong with it is known before it is connected.
    ///
    /// - Throws: `EngineError.plugin` with the cause.
    package func probe(sampleRateHz: Double, channelCount: Int, maximumFrameCount: Int) throws(EngineError) {
        let configuration = UnitConfiguration(
            sampleRateHz: sampleRateHz,
            inputChannelCounts: descriptor.inputBuses.map { $0.channelCount ?? channelCount },
            outputChannelCounts: descriptor.outputBuses.map { $0.channelCount ?? channelCount },
            maximumFrameCount: maximumFrameCount)
        _ = try unit(for: configuration)
    }

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        let unit = try unit(for: request.configuration)
        (unit as? any HostedPlugin)?.rendersOffline = request.isOffline
        if let isolated = unit as? IsolatedUnit, let engine {
            isolated.serve(ObjectIdentifier(engine))
            engine.watchEnd(of: isolated, name: name)
        }
        return unit
    }

    /// Plugins are asked each time, because their process, their mode and their latency may have changed.
    override func stillHas(_ unit: RenderUnit) -> Bool {
        plugin == nil && placement == nil && made.withLock { $0.unit?.unit === unit }
    }

    /// The plugin behind the node, started if it was not; nil for a native unit.
    package func hostedPlugin() throws(EngineError) -> (any HostedPlugin)? {
        if made.withLock({ $0.unit == nil }) {
            try probe(sampleRateHz: 48_000, channelCount: 2, maximumFrameCount: 512)
        }
        return made.withLock { $0.unit?.unit as? any HostedPlugin }
    }

    func unit(for configuration: UnitConfiguration) throws(EngineError) -> RenderUnit {
        if let made = made.withLock({ $0.unit }), made.configuration == configuration {
            if plugin != nil { (made.unit as? any HostedPlugin)?.updateLatency() }
            return made.unit
        }
        try checkChannels(configuration)
        let unit = try make(configuration, parameters)
        scaleRanges(to: configuration.sampleRateHz)
        if let old = currentUnit { carryState(from: old, to: unit) }
        if let sound = currentSound { try give(sound, to: unit) }
        givePrograms(to: unit)
        if let plugin = unit as? any HostedPlugin {
            plugin.isBypassed = bypassesItself && isBypassed
            plugin.transport.callback = transportProvider
        }
        made.withLock { $0.unit = (unit, configuration) }
        hasUnit.store(true, ordering: .releasing)
        // Events that were sent meanwhile have seen the former unit only.
        if parameters.events.isMade { (unit as? AutomatedUnit)?.prepareSchedule() }
        return unit
    }

    /// The unit's facts at the rate at which it runs; at 48 kHz before. [control]
    package var presentDescriptor: UnitDescriptor {
        guard let plugin, let configuration = made.withLock({ $0.unit?.configuration }) else {
            return descriptor
        }
        return plugin.descriptor(sampleRateHz: configuration.sampleRateHz)
    }

    /// Ranges that a plugin gives as multiples of the rate follow it.
    private func scaleRanges(to sampleRateHz: Double) {
        for port in plugin?.ports ?? [] where port.isInput && port.flags.contains(.sampleRate) {
            guard let index = descriptor.index(ofAddress: UInt64(port.index)) else { continue }
            parameters.setScale(Float(sampleRateHz / Self.nominalSampleRateHz), at: index)
        }
    }

    private func checkChannels(_ configuration: UnitConfiguration) throws(EngineError) {
        let inputs = zip(descriptor.inputBuses, configuration.inputChannelCounts)
        let outputs = zip(descriptor.outputBuses, configuration.outputChannelCounts)
        let fixedFit = (Array(inputs) + Array(outputs)).allSatisfy { $0.channelCount ?? $1 == $1 }
        let takesAny = descriptor.inputBuses.first?.channelCount == nil && !descriptor.inputBuses.isEmpty
        let sameCount = configuration.inputChannelCounts.first == configuration.outputChannelCounts.first
        guard fixedFit, !takesAny || sameCount else {
            throw .unsupportedChannels(
                node: name, inputs: configuration.inputChannelCounts,
                outputs: configuration.outputChannelCounts)
        }
    }

    override var isAttended: Bool {
        made.withLock { ($0.unit?.unit.needsService ?? false) || $0.midiListener != nil }
    }

    override var isAttendedForItsUnit: Bool { plugin != nil }

    override var eventTap: EventTapUnit? { made.withLock { $0.eventTap } }

    override var hasReports: Bool { eventTap?.hasMessages ?? false }

    override func collectReports(_ context: ReportContext) -> [@Sendable () -> Void] { takeMessages() }

    /// Does the jobs that the unit has put off, such as a plugin's worker's.
    override func feed(frameCount: Int, isOffline: Bool) {
        made.withLock { $0.unit?.unit }?.service()
    }

    override var isWatched: Bool { placement != nil }

    override func takeFaults() -> [PluginFault] {
        let unit = made.withLock { $0.unit?.unit }
        return (unit as? any HostedPlugin)?.takeFaults() ?? []
    }

    package override func reset() { made.withLock { $0.unit?.unit }?.requestReset() }
}
