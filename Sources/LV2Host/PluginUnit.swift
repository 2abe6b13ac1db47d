import AVFRender
import CAVFLilv
import Synchronization

/// An LV2 plugin in a plan: one instance, or one for each channel of a mono plugin on a wider connection.
///
/// The instances share the parameters, the MIDI and the latency.
package final class PluginUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// The facts the unit was made from.
    package let facts: PluginFacts
    /// Kept alive for the ensemble's reader.
    private let parameters: ParameterBlock
    private let instances: [PluginInstance]
    private let ensemble: PluginEnsemble
    private let sampleRateHz: Double
    private let bypass = Atomic<Bool>(false)
    private let offline = Atomic<Bool>(false)
    private let muted = Atomic<Int>(0)
    private let isWorking = Atomic<Bool>(false)

    /// A started plugin.
    ///
    /// `parameters` holds the targets of `facts.descriptor(sampleRateHz:)` at the configuration's rate.
    ///
    /// - Throws: `badConfiguration`, `channelMismatch`, and every error of loading and starting.
    package init(
        _ facts: PluginFacts, _ configuration: UnitConfiguration, parameters: ParameterBlock
    ) throws(PluginError) {
        let count = try Self.instanceCount(facts, configuration)
        let descriptor = facts.descriptor(sampleRateHz: configuration.sampleRateHz)
        precondition(
            parameters.count == descriptor.parameters.count, "The parameter block is another plugin's.")
        var instances: [PluginInstance] = []
        for _ in 0..<count {
            instances.append(
                try PluginInstance(
                    facts, descriptor, sampleRateHz: configuration.sampleRateHz,
                    maximumFrameCount: configuration.maximumFrameCount))
        }
        self.facts = facts
        self.instances = instances
        self.parameters = parameters
        sampleRateHz = configuration.sampleRateHz
        ensemble = PluginEnsemble(instances.map(\.core), parameters.reader)
        super.init(latencyFrames: instances[0].latencyFrames)
    }

    deinit {
        ensemble.deallocate()
    }

    /// Plugins exist that sound otherwise with shared buffers, and none says so.
    package override var allowsInPlace: Bool { false }

    /// Whether the plugin passes its input through by itself; only plugins with an `lv2:enabled` port can. [any]
    package var isBypassed: Bool {
        get { bypass.load(ordering: .relaxed) }
        set { bypass.store(newValue, ordering: .relaxed) }
    }

    /// Whether the plugin can pass its input through by itself.
    package var canBypass: Bool { facts.controlInput(.enabled) != nil }

    /// Whether nobody waits for the sound, so that the plugin may take its time. [any]
    package var rendersOffline: Bool {
        get { offline.load(ordering: .relaxed) }
        set { offline.store(newValue, ordering: .relaxed) }
    }

    /// Blocks that were muted because the plugin made NaN, infinity, or nothing. [any]
    package var mutedBlockCount: Int { muted.load(ordering: .relaxed) }

    /// Sends a MIDI message, in the order of time; false if more than 1024 wait.
    ///
    /// One thread at a time.
    package func send(_ event: MIDIEvent) -> Bool { ensemble.midi.push(event) }

    /// What the plugin said since the last call.
    package func takeLog() -> String { instances.map { $0.takeLog() }.joined() }

    package override func process(_ block: RenderBlock) {
        guard block.frameCount > 0 else { return }
        if takeResetRequest() { ensemble.restart() }
        let isSound = ensemble.process(
            block, isEnabled: !bypass.load(ordering: .relaxed),
            isFreeWheeling: offline.load(ordering: .relaxed))
        if !isSound { muted.wrappingAdd(1, ordering: .relaxed) }
        if let frames = PluginInstance.latencyFrames(ensemble.latency(), sampleRateHz: sampleRateHz) {
            latencyFrames = frames
        }
    }

    package override var latencyCanChange: Bool { facts.latencyPort != nil }

    package override var needsService: Bool { instances.contains(where: \.hasWorker) }

    package override func service() {
        // A job may outlast the call that began it; the next caller must not start a second one beside it.
        guard !isWorking.exchange(true, ordering: .acquiring) else { return }
        for instance in instances { instance.serviceWorker() }
        isWorking.store(false, ordering: .releasing)
    }

    /// How many instances serve the channels.
    private static func instanceCount(
        _ facts: PluginFacts, _ configuration: UnitConfiguration
    ) throws(PluginError) -> Int {
        guard (1000...1_000_000).contains(configuration.sampleRateHz),
            (1...1 << 20).contains(configuration.maximumFrameCount)
        else {
            throw .badConfiguration(
                uri: facts.uri, sampleRateHz: configuration.sampleRateHz,
                maximumFrameCount: configuration.maximumFrameCount)
        }
        let inputs = configuration.inputChannelCounts.first ?? 0
        let outputs = configuration.outputChannelCounts.first ?? 0
        let summary = facts.summary
        if inputs == summary.audioInputCount && outputs == summary.audioOutputCount { return 1 }
        if facts.isMono && inputs == outputs && inputs > 0 { return inputs }
        throw .channelMismatch(
            name: facts.name, pluginInputs: summary.audioInputCount, pluginOutputs: summary.audioOutputCount,
            wantedInputs: inputs, wantedOutputs: outputs)
    }
}
