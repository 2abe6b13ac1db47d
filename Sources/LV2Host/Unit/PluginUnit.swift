import AVFPluginCatalog
import AVFRealtime
import AVFRender
import CAVFRealtime
import Glibc
import Synchronization

/// An LV2 plugin in a plan: one instance, or one for each channel of a mono plugin on a wider connection.
///
/// The instances share the parameters, the MIDI and the latency.
package final class PluginUnit: AutomatedUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    // What each block needs comes first, and so lies side by side.
    let pluginInstances: PluginInstances
    /// The way of the render thread into the plugin's audio functions.
    private let gate = Gate()
    private let blocks = Atomic<Int>(0)
    private let bypass = Atomic<Bool>(false)
    private let offline = Atomic<Bool>(false)
    /// The facts the unit was made from.
    package let facts: PluginFacts
    /// The plugin as every face sees it, at the unit's sample rate.
    let descriptor: UnitDescriptor
    let instances: [PluginInstance]
    let sampleRateHz: Double
    private let muted = FaultyBlocks()
    private let workerTurn = TryLock()
    private let unreadable = FaultyBlocks()
    private let hasToldUnfitOutput = Atomic<Bool>(false)
    private let hasToldUnreadableMessages = Atomic<Bool>(false)
    /// Messages about properties have gone in since the plugin was asked for its latency.
    let hasTakenMessages = Atomic<Bool>(false)
    package let transport = TransportSource()
    /// Where the music is, when another process has asked the program.
    ///
    /// Render thread.
    package var givenPosition: TransportPosition?
    /// Messages about properties; nil for a plugin without any.
    let patches: UnsafeMutablePointer<PatchQueues>?
    /// Owns the queues of messages.
    private let memory = ForeignMemory()
    /// The turn to speak about properties, and what is known of them.
    let properties = Mutex(PropertyValues())

    /// A started plugin.
    ///
    /// `parameters` holds the targets of `facts.descriptor(sampleRateHz:)` at the configuration's rate. What
    /// is handed to the plugin may lie in guarded memory, for its validation.
    ///
    /// - Throws: `badConfiguration`, `channelMismatch`, and every error of loading and starting.
    package init(
        _ facts: PluginFacts, _ configuration: UnitConfiguration, parameters: ParameterBlock,
        isGuarded: Bool = false
    ) throws(PluginError) {
        let count = try Self.instanceCount(facts, configuration)
        let descriptor = facts.descriptor(sampleRateHz: configuration.sampleRateHz)
        precondition(
            parameters.count == descriptor.parameters.count, "The parameter block is another plugin's.")
        var instances: [PluginInstance] = []
        for _ in 0..<count {
            instances.append(
                try PluginInstance(
                    facts, descriptor, parameters.reader, sampleRateHz: configuration.sampleRateHz,
                    maximumFrameCount: configuration.maximumFrameCount, isGuarded: isGuarded))
        }
        self.facts = facts
        self.descriptor = descriptor
        self.instances = instances
        sampleRateHz = configuration.sampleRateHz
        let hasMessages = !facts.properties.isEmpty && facts.patchInput != nil
        patches = hasMessages ? PatchQueues.make(in: memory) : nil
        pluginInstances = PluginInstances(
            instances.map(\.core.pointee), parameters.reader, patches,
            sampleRateHz: configuration.sampleRateHz)
        super.init(
            configuration, parameters: parameters, latencyFrames: instances[0].latencyFrames,
            takesMessages: descriptor.acceptsMIDI)
    }

    /// Plugins exist that sound otherwise with shared buffers, and none says so.
    package override var allowsInPlace: Bool { false }

    /// What a plugin does with its input is unknown.
    package override var readsInputsOnly: Bool { false }

    /// Whether the plugin passes its input through by itself; only plugins with an `lv2:enabled` port can.
    /// [any]
    package var isBypassed: Bool {
        get { bypass.load(ordering: .relaxed) }
        set { bypass.store(newValue, ordering: .relaxed) }
    }

    /// Whether rendering is offline, so that the plugin may take its time. [any]
    package var rendersOffline: Bool {
        get { offline.load(ordering: .relaxed) }
        set { offline.store(newValue, ordering: .relaxed) }
    }

    /// Blocks with samples that were muted: NaN, infinity, or noise beyond measure. [any]
    package var mutedBlockCount: Int { muted.count }

    /// Blocks whose messages were dropped because they could not be read. [any]
    package var unreadableBlockCount: Int { unreadable.count }

    /// What the plugin said since the last call.
    package func takeLog() -> String { instances.map { $0.takeLog() }.joined() }

    package func takeFaults() -> [PluginFault] {
        var faults: [PluginFault] = []
        if mutedBlockCount > 0, !hasToldUnfitOutput.exchange(true, ordering: .relaxed) {
            faults.append(.unfitOutput)
        }
        if unreadableBlockCount > 0, !hasToldUnreadableMessages.exchange(true, ordering: .relaxed) {
            faults.append(.unreadableMessages)
        }
        return faults
    }

    package override func processSubBlock(_ block: RenderBlock) {
        guard block.frameCount > 0 else { return }
        guard gate.enter() else { return silence(block) }
        defer { gate.leave() }
        // The only writer, so no atomic addition is needed.
        blocks.store(blocks.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        if takeResetRequest() { pluginInstances.restart() }
        let isSound = pluginInstances.isPlain ? pluginInstances.processSound(block) : processAll(block)
        if !isSound { muted.add() }
    }

    /// Makes a block with all that goes in and out beside the sound.
    private func processAll(_ block: RenderBlock) -> Bool {
        if isBlockStart { pluginInstances.take(givenPosition ?? transport.position(of: block)) }
        pluginInstances.prepare(
            block, isEnabled: !bypass.load(ordering: .relaxed),
            isFreeWheeling: offline.load(ordering: .relaxed))
        let isSound = pluginInstances.processSound(block)
        let isReadable = pluginInstances.finish(block)
        if let frames = PluginCore.latencyFrames(pluginInstances.latency(), sampleRateHz: sampleRateHz) {
            latencyFrames = frames
        }
        if !isReadable { unreadable.add() }
        return isSound
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
        try gate.whileClosed(body)
    }

    /// Runs a body while no worker job is being done; waits for the end of one.
    func withoutWork<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try workerTurn.withLock(body)
    }

    package override var latencyCanChange: Bool { facts.latencyPort != nil }

    package override var needsService: Bool { instances.contains(where: \.hasWorker) || patches != nil }

    package override func service() { service {} }

    /// Does the jobs that the plugin has asked for, and says when each is done.
    package func service(_ afterEachJob: () -> Void) {
        // A job may outlast the call that began it; the next caller must not start a second one beside it.
        guard workerTurn.tryLock() else { return }
        for instance in instances { instance.serviceWorker(afterEachJob) }
        hearProperties()
        workerTurn.unlock()
    }

    /// How many instances serve the channels.
    package static func instanceCount(
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
