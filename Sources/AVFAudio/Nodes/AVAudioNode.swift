import AVFEngine
import AVFGraph
import Synchronization

/// Something that makes, changes or takes audio: a part of an engine's graph.
///
/// A node does something once it is attached to an engine and connected; it belongs to one engine at a time.
/// Every function may be called from any thread. What Apple's classes stop the program for is refused
/// instead: nothing changes, and the engine's `errorHandler` is told why.
open class AVAudioNode: NSObject, @unchecked Sendable {
    // Sendable: the core takes calls from any thread, and everything else is behind a Mutex.
    struct Attachment {
        weak var engine: AVAudioEngine?
        /// The formats that output buses were given, with their channel layouts.
        var formats: [AVAudioNodeBus: AVAudioFormat] = [:]
    }

    let core: EngineNode
    let attachment = Mutex(Attachment())
    /// Made when it is first asked for.
    let ownUnit = Mutex<AUAudioUnit?>(nil)

    /// A node without buses, which does nothing; subclasses make something of it.
    public override init() {
        core = EngineNode(bare: "node")
        super.init()
    }

    init(core: EngineNode) {
        self.core = core
        super.init()
    }

    /// Called when an engine has taken the node in.
    func didAttach(to engine: AVAudioEngine) { attachment.withLock { $0.engine = engine } }

    // MARK: - Buses

    /// The engine that the node is attached to.
    public final var engine: AVAudioEngine? {
        guard let coreEngine = core.engine, let engine = attachment.withLock({ $0.engine }) else {
            return nil
        }
        return engine.core === coreEngine ? engine : nil
    }

    /// The number of input buses; for a mixer, those up to the last connected one, free ones between
    /// included, and at least one.
    ///
    /// A mixer takes connections to any bus, so `nextAvailableInputBus` may be the one behind.
    open var numberOfInputs: Int { core.graphNode.inputBusCount ?? core.engine?.inputBusCount(of: core) ?? 1 }

    /// The number of output buses.
    open var numberOfOutputs: Int { core.graphNode.outputBusCount }

    /// The name of an input bus, if it has one.
    open func name(forInputBus bus: AVAudioNodeBus) -> String? {
        (core as? UnitNode).flatMap { $0.descriptor.inputBuses.element(at: bus)?.name }
    }

    /// The name of an output bus, if it has one.
    open func name(forOutputBus bus: AVAudioNodeBus) -> String? {
        (core as? UnitNode).flatMap { $0.descriptor.outputBuses.element(at: bus)?.name }
    }

    /// The format of what arrives at an input bus; nothing connected, the unit's own channels at the output's
    /// rate, or else the output's format.
    ///
    /// 0 Hz and 0 channels for a bus that does not exist. Before the node is attached: 48 kHz, two channels.
    open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard bus >= 0, core.graphNode.inputBusCount.map({ bus < $0 }) ?? true else { return .none }
        return .standard(core.engine?.inputFormat(of: core, bus: bus) ?? Self.unattachedFormat)
    }

    /// The format of an output bus: the one that it was given, or else what the node passes on or the engine
    /// has.
    ///
    /// 0 Hz and 0 channels for a bus that does not exist. A node that is not attached has the format that it
    /// was last given; one that never was has 48 kHz and two channels.
    open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard bus >= 0, bus < numberOfOutputs else { return .none }
        let given = attachment.withLock { $0.formats[bus] }
        guard let format = core.engine?.outputFormat(of: core, bus: bus) else {
            return given ?? .standard(Self.unattachedFormat)
        }
        return given.flatMap { $0.busFormat == format ? $0 : nil } ?? .standard(format)
    }

    func remember(_ format: AVAudioFormat, forBus bus: AVAudioNodeBus) {
        let plain = AVAudioFormat.standard(format.busFormat)
        let given = format.channelLayout.map {
            AVAudioFormat(standardFormatWithSampleRate: format.sampleRate, channelLayout: $0)
        }
        attachment.withLock { $0.formats[bus] = given ?? plain }
    }

    private static let unattachedFormat = BusFormat(sampleRateHz: 48_000, channelCount: 2)

    // MARK: - Time

    /// The time that rendering has reached; nil unless the engine runs and what the node makes is heard or
    /// tapped.
    ///
    /// In manual rendering that is the number of frames rendered so far, at the node's rate and from
    /// `start()` on, without a host time. With a device it is the time of the newest block, and nil before
    /// the first.
    open var lastRenderTime: AVAudioTime? {
        guard let engine = core.engine, let instant = engine.lastRenderInstant(of: core) else { return nil }
        let rate = (numberOfOutputs > 0 ? outputFormat(forBus: 0) : inputFormat(forBus: 0)).sampleRate
        guard engine.mode == .device else {
            return AVAudioTime(sampleTime: instant.sampleTime, atRate: rate)
        }
        return AVAudioTime(hostTime: instant.hostTime, sampleTime: instant.sampleTime, atRate: rate)
    }

    /// Seconds by which what the node makes lags behind what it gets; 0 before it is part of a running graph.
    open var latency: TimeInterval { (core as? UnitNode)?.latencySeconds ?? 0 }

    /// Seconds from the node's output to the ear, along the slowest way; without a device, to the graph's
    /// end.
    open var outputPresentationLatency: TimeInterval {
        guard let engine = core.engine else { return 0 }
        return engine.downstreamLatencySeconds(of: core) + engine.deviceLatencySeconds
    }

    /// Forgets what the node has processed: delay lines, filter states, what a player has scheduled.
    open func reset() { core.reset() }

    // MARK: - Taps

    /// Lets a block have copies of what an output bus carries, in buffers of exactly `bufferSize` frames.
    ///
    /// The block runs on a thread of the engine's, and may remove the tap. In manual rendering nothing is
    /// dropped: rendering waits for a slow block. A format is for a bus that nothing is connected to; for
    /// another bus it must be the bus's own. Refused if the bus has a tap.
    open func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block tapBlock: @escaping AVAudioNodeTapBlock
    ) {
        refusing { () throws(EngineError) in try addTap(bus, bufferSize, format, tapBlock) }
    }

    /// As `installTap`, with buffers that cannot be changed.
    ///
    /// - Throws: An `NSError` if there is a tap already, no such bus, or the format is not the bus's.
    open func installAudioTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        tapProvider: @escaping @Sendable (AVReadOnlyAudioPCMBuffer, AVAudioTime) -> Void
    ) throws {
        try AVFAudioError.throwing { () throws(EngineError) in
            _ = try addTap(bus, bufferSize, format) { tapProvider(AVReadOnlyAudioPCMBuffer(made: $0), $1) }
        }
    }

    /// Ends a tap; nothing happens where there is none.
    open func removeTap(onBus bus: AVAudioNodeBus) { core.engine?.removeTap(from: core, bus: bus) }

    // MARK: - Refusals

    /// Runs a body; what it throws goes to the engine, or to standard error if there is none.
    ///
    /// False then.
    @discardableResult
    func refusing(_ body: () throws(EngineError) -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            if let engine = core.engine ?? attachment.withLock({ $0.engine?.core }) {
                engine.report(error)
            } else {
                AVAudioEngine.log(AVFAudioError.error(error))
            }
            return false
        }
    }
}

extension Array {
    /// The element with that number, if there is one.
    fileprivate func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
