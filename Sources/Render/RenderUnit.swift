import CAVFRealtime
import Synchronization

/// What processes audio in a plan.
///
/// The control side owns it; the render side calls `process` for each block.
///
/// Its subclasses (`KernelUnit` for everything native, the LV2 host's unit) are reached through one
/// type-erased call in `RenderStep`.
open class RenderUnit: @unchecked Sendable {
    // Proof: `process` runs on one thread at a time (the plan's); everything else that both sides touch is
    // atomic.
    /// Tells it from every other unit of the process; never 0.
    package let serialNumber = serialNumbers.add(1, ordering: .relaxed).newValue
    private let latency: Atomic<Int>
    private let resetRequest = Atomic<Bool>(false)
    private let processingNanoseconds = Atomic<UInt64>(0)

    /// A unit with the given latency in frames.
    package init(latencyFrames: Int = 0) {
        latency = Atomic(latencyFrames)
    }

    /// Whether outputs may share memory with inputs.
    open var allowsInPlace: Bool { true }

    /// Where a unit says after `process` in whose memory each channel of its first output bus lies: nil for
    /// the block's own.
    ///
    /// Only sources that need not copy what they play have such a table; it lives as long as the unit, and
    /// the samples that it lends stay until the plan's block is done.
    open var aliasedChannels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>? { nil }

    /// Whether the unit never writes to its inputs, so that it may read what others have lent.
    open var readsInputsOnly: Bool { true }

    /// Whether `latencyFrames` may change while the unit lives, so that it must be looked at between
    /// blocks.
    open var latencyCanChange: Bool { false }

    #if !hasFeature(Embedded)
        /// Seconds for which the output sounds on after the input has ended, down to −120 dB; may be
        /// infinite. [control]
        ///
        /// LV2 has no word for it.
        open var tailSeconds: Double { 0 }
    #endif

    /// Frames by which the output lags behind the input. [any]
    package final var latencyFrames: Int {
        get { latency.load(ordering: .relaxed) }
        set { latency.store(newValue, ordering: .relaxed) }
    }

    /// Gives the unit another sound, or none; the change fades in while it runs. [control]
    ///
    /// Units that work with no sound do nothing.
    /// - Throws: `UnitSoundError` for a sound that does not fit; nothing has changed then.
    package func use(_ sound: UnitSound?) throws(UnitSoundError) {}

    /// Asks the unit to forget delay lines and filter states before its next block. [any]
    package final func requestReset() { resetRequest.store(true, ordering: .releasing) }

    /// True once after each `requestReset`.
    ///
    /// Render thread.
    package final func takeResetRequest() -> Bool {
        resetRequest.load(ordering: .relaxed) && resetRequest.exchange(false, ordering: .acquiring)
    }

    /// Time spent in `process` so far while the renderer was profiling. [any]
    package final var processingTimeNanoseconds: UInt64 { processingNanoseconds.load(ordering: .relaxed) }

    /// Books time spent in `process`.
    ///
    /// Render thread.
    package final func addProcessingTime(nanoseconds: UInt64) {
        processingNanoseconds.add(nanoseconds, ordering: .relaxed)
    }

    /// Says how many frames of input the unit wants for its next block of `frameCount`.
    ///
    /// Render thread; only units at the end of a domain are asked, before what feeds them is rendered.
    @_noLocks
    open func beginBlock(frameCount: Int) -> Int { frameCount }

    /// Says where the music is at a frame of the output, for a unit that leads the transport.
    ///
    /// Render thread; once for each block, before any unit makes its own.
    open func transport(at sampleTime: Int64, frameCount: Int) -> TransportPosition { TransportPosition() }

    /// Makes one block of output.
    ///
    /// Render thread; subclasses override it.
    open func process(_ block: RenderBlock) {}

    /// Makes one block of output, and books how long that takes.
    ///
    /// Render thread.
    open func processTimed(_ block: RenderBlock) {
        let start = avf_rt_host_time()
        process(block)
        addProcessingTime(nanoseconds: avf_rt_host_time() &- start)
    }

    /// Whether the unit can make its blocks together with units of its kind that follow it in a plan.
    open var formsChains: Bool { false }

    /// One unit that does the work of this one and of those that follow it. [control]
    ///
    /// All have `formsChains`, and each is fed by the one before only. Nil if they cannot work together.
    open func chained(with followers: [RenderUnit]) -> RenderUnit? { nil }

    /// Whether `service` does anything.
    open var needsService: Bool { false }

    /// Does what must not be done while rendering, such as a plugin's worker jobs.
    ///
    /// Called between blocks on the offline caller's thread, on a helper thread otherwise.
    open func service() {}
}

private let serialNumbers = Atomic<UInt64>(0)
