import AVFRender
import CAVFRealtime
import Glibc
import Synchronization

/// An LV2 plugin in a plan: one instance, or one for each channel of a mono plugin on a wider connection.
///
/// The instances share the parameters, the MIDI and the latency.
package final class PluginUnit: AutomatedUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    // What each block needs comes first, and so lies side by side.
    let ensemble: PluginEnsemble
    /// Whether the render thread is in the plugin's audio functions.
    private let isRunning = Atomic<Bool>(false)
    /// Whether a control call keeps it out of them.
    private let isHeld = Atomic<Bool>(false)
    private let blocks = Atomic<Int>(0)
    private let bypass = Atomic<Bool>(false)
    private let offline = Atomic<Bool>(false)
    /// The facts the unit was made from.
    package let facts: PluginFacts
    /// The plugin as every face sees it, at the unit's sample rate.
    let descriptor: UnitDescriptor
    let instances: [PluginInstance]
    let sampleRateHz: Double
    private let muted = TroubledBlocks()
    private let isWorking = Atomic<Bool>(false)
    private let hasToldUnfitOutput = Atomic<Bool>(false)
    private let isSending = Atomic<Bool>(false)
    private let forwarding = Atomic<Bool>(false)
    package let transport = TransportSource()
    /// Where the music is, when another process has asked the program.
    ///
    /// Render thread.
    var givenPosition: TransportPosition?
    /// Messages about properties; nil for a plugin without any.
    let patches: UnsafeMutablePointer<PatchQueues>?
    /// Owns the queues of messages.
    private let memory = ForeignMemory()
    /// The turn to speak about properties, and what is known of them.
    let properties = Mutex(PropertyValues())

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
        self.descriptor = descriptor
        self.instances = instances
        sampleRateHz = configuration.sampleRateHz
        let hasMessages = !facts.properties.isEmpty && facts.patchInput != nil
        patches = hasMessages ? PatchQueues.make(in: memory) : nil
        ensemble = PluginEnsemble(
            instances.map(\.core.pointee), parameters.reader, patches,
            sampleRateHz: configuration.sampleRateHz)
        super.init(
            configuration, parameters: parameters, latencyFrames: instances[0].latencyFrames)
    }

    deinit {
        ensemble.deallocate()
    }

    /// Plugins exist that sound otherwise with shared buffers, and none says so.
    package override var allowsInPlace: Bool { false }

    /// Nobody can promise what a plugin does with its input.
    package override var sparesInputs: Bool { false }

    /// Whether the plugin passes its input through by itself; only plugins with an `lv2:enabled` port can.
    /// [any]
    package var isBypassed: Bool {
        get { bypass.load(ordering: .relaxed) }
        set { bypass.store(newValue, ordering: .relaxed) }
    }

    /// Whether nobody waits for the sound, so that the plugin may take its time. [any]
    package var rendersOffline: Bool {
        get { offline.load(ordering: .relaxed) }
        set { offline.store(newValue, ordering: .relaxed) }
    }

    /// Blocks that were muted because the plugin made NaN, infinity, or nothing. [any]
    package var mutedBlockCount: Int { muted.count }

    /// Sends a MIDI message, in the order of time; false if it does not fit into the queue of 1024 events.
    /// [any]
    package func send(_ events: [MIDIEvent]) -> Bool {
        while isSending.exchange(true, ordering: .acquiring) {}
        defer { isSending.store(false, ordering: .releasing) }
        // Nobody would ever take them out.
        guard !ensemble.isPlain else { return true }
        guard events.count <= ensemble.midi.room else { return false }
        for event in events { _ = ensemble.midi.push(event) }
        return true
    }

    /// Whether messages that the plugin makes are kept for `takeMIDI`. [any]
    package var forwardsMIDI: Bool {
        get { forwarding.load(ordering: .relaxed) }
        set { forwarding.store(newValue, ordering: .relaxed) }
    }

    /// Whether the plugin has made messages that nobody took. [any]
    package var hasMIDI: Bool { ensemble.madeMIDI.count > 0 }

    /// The next event that the plugin has made.
    ///
    /// One thread at a time.
    package func takeMIDI() -> MIDIEvent? { ensemble.madeMIDI.pop() }

    /// What the plugin said since the last call.
    package func takeLog() -> String { instances.map { $0.takeLog() }.joined() }

    package func takeTroubles() -> [PluginTrouble] {
        guard mutedBlockCount > 0, !hasToldUnfitOutput.exchange(true, ordering: .relaxed) else { return [] }
        return [.unfitOutput]
    }

    package override func processPart(_ block: RenderBlock) {
        guard block.frameCount > 0 else { return }
        isRunning.store(true, ordering: .relaxed)
        defer { isRunning.store(false, ordering: .releasing) }
        avf_rt_fence_light()
        guard !isHeld.load(ordering: .acquiring) else { return silence(block) }
        // The only writer, so no dearer addition is needed.
        blocks.store(blocks.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        if takeResetRequest() { ensemble.restart() }
        let isSound = ensemble.isPlain ? ensemble.processSound(block) : processAll(block)
        if !isSound { muted.add() }
    }

    /// Makes a block with all that goes in and out beside the sound.
    private func processAll(_ block: RenderBlock) -> Bool {
        if isBlockStart { ensemble.take(givenPosition ?? transport.ask()) }
        ensemble.prepare(
            block, isEnabled: !bypass.load(ordering: .relaxed),
            isFreeWheeling: offline.load(ordering: .relaxed))
        let isSound = ensemble.processSound(block)
        let isReadable = ensemble.finish(block, forwardsMIDI: forwarding.load(ordering: .relaxed))
        if let frames = PluginCore.latencyFrames(ensemble.latency(), sampleRateHz: sampleRateHz) {
            latencyFrames = frames
        }
        return isSound && isReadable
    }

    /// Blocks that the plugin has made. [any]
    var processedBlockCount: Int { blocks.load(ordering: .relaxed) }

    /// What is heard while a control call keeps the plugin from running.
    @_noLocks
    private func silence(_ block: RenderBlock) {
        for bus in 0..<block.outputCount {
            for channel in 0..<block.outputs[bus].channelCount {
                block.outputs[bus].channels[channel].update(repeating: 0, count: block.frameCount)
            }
        }
    }

    /// Runs a body while the render thread stays out of the plugin; waits for the end of a block, never
    /// longer.
    func withoutRun<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        while isHeld.exchange(true, ordering: .acquiring) { usleep(50) }
        defer { isHeld.store(false, ordering: .releasing) }
        avf_rt_fence_heavy()
        while isRunning.load(ordering: .acquiring) { usleep(50) }
        return try body()
    }

    /// Runs a body while no worker job is being done; waits for the end of one.
    func withoutWork<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        while isWorking.exchange(true, ordering: .acquiring) { usleep(50) }
        defer { isWorking.store(false, ordering: .releasing) }
        return try body()
    }

    package override var latencyCanChange: Bool { facts.latencyPort != nil }

    package override var needsService: Bool { instances.contains(where: \.hasWorker) || patches != nil }

    package override func service() {
        // A job may outlast the call that began it; the next caller must not start a second one beside it.
        guard !isWorking.exchange(true, ordering: .acquiring) else { return }
        for instance in instances { instance.serviceWorker() }
        hearProperties()
        isWorking.store(false, ordering: .releasing)
    }

    /// How many instances serve the channels.
    static func instanceCount(
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
