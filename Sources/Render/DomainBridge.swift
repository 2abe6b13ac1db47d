import AVFRealtime
import Synchronization

/// How much input a time effect may want: `rate · (output frames + ahead) + window` frames, counted from its
/// start.
///
/// The fastest rate decides how much memory the calls before it are given.
package struct InputPace: Sendable, Equatable {
    /// The most input frames for each output frame.
    package let maximumRate: Double
    /// How far ahead of its output the unit looks, in seconds of the output.
    package let aheadSeconds: Double
    /// The same in frames, on top, at any sample rate.
    package let aheadFrameCount: Int
    /// How much input around a place the unit looks at, in seconds.
    package let windowSeconds: Double
    /// The same in frames, at any rate.
    package let windowFrameCount: Int

    /// A pace.
    package init(
        maximumRate: Double, aheadSeconds: Double = 0, aheadFrameCount: Int = 0, windowSeconds: Double = 0,
        windowFrameCount: Int = 0
    ) {
        self.maximumRate = maximumRate
        self.aheadSeconds = aheadSeconds
        self.aheadFrameCount = aheadFrameCount
        self.windowSeconds = windowSeconds
        self.windowFrameCount = windowFrameCount
    }

    /// The most frames wanted for a block of `frameCount` while the rate is at most `rate`.
    package func inputFrameBound(
        forOutput frameCount: Int, rate: Double, sampleRateHz: Double
    ) -> Int {
        let ahead = (aheadSeconds * sampleRateHz).rounded(.up) + Double(aheadFrameCount)
        let window = (windowSeconds * sampleRateHz).rounded(.up)
        return Int((rate * (Double(frameCount) + ahead) + window).rounded(.up)) + windowFrameCount + 16
    }
}

/// The time of the domain behind a bridge: it outlives the plans that the bridge is part of.
///
/// Written by the render thread only. All of it is atomic, because to change one part of a struct is to
/// access the whole, and other threads read the block's time meanwhile.
struct DomainClock: ~Copyable {
    /// Sample time of the current block's first frame.
    let blockSampleTime = Atomic<Int64>(0)
    private let nextSampleTime = Atomic<Int64>(0)
    private let primed = Atomic<Int>(0)
    private let ahead = Atomic<Int>(0)
    private let restartRequest = Atomic<Bool>(false)
    /// Whether the time has yet to begin where that of the domain which is fed is.
    private let isAwaited = Atomic<Bool>(false)
    private let beginsAtParentsTime: Bool

    /// A clock at time zero, or one that begins at the time of the domain which is fed.
    init(beginsAtParentsTime: Bool) {
        self.beginsAtParentsTime = beginsAtParentsTime
        isAwaited.store(beginsAtParentsTime, ordering: .relaxed)
    }

    /// Begins the domain's time anew with the next block. [any]
    func restart() { restartRequest.store(true, ordering: .releasing) }

    /// Does what `restart` has asked for.
    @_noLocks
    func takeRestart() {
        guard restartRequest.load(ordering: .relaxed),
            restartRequest.exchange(false, ordering: .acquiring)
        else { return }
        nextSampleTime.store(0, ordering: .relaxed)
        primed.store(0, ordering: .relaxed)
        ahead.store(0, ordering: .relaxed)
        isAwaited.store(beginsAtParentsTime, ordering: .relaxed)
    }

    /// Begins the time, if that was awaited.
    @_noLocks
    func start(at parentsTime: Int64) {
        guard isAwaited.load(ordering: .relaxed) else { return }
        isAwaited.store(false, ordering: .relaxed)
        nextSampleTime.store(parentsTime, ordering: .relaxed)
    }

    /// Takes note of how far the domain has run ahead of what the bridge has put out.
    @_noLocks
    func noteAhead(_ frameCount: Int) { ahead.store(frameCount, ordering: .relaxed) }

    /// The frame that belongs to the first one that the bridge has not put out. [any]
    var heardSampleTime: Int64 {
        guard !restartRequest.load(ordering: .acquiring) else { return 0 }
        return nextSampleTime.load(ordering: .relaxed) - Int64(aheadFrameCount)
    }

    /// Frames of the domain that have been rendered and not been heard. [any]
    var aheadFrameCount: Int {
        @_noLocks get { primed.load(ordering: .relaxed) + ahead.load(ordering: .relaxed) }
    }

    /// Begins a block of so many frames; returns its time.
    @_noLocks
    func begin(frameCount: Int) -> Int64 {
        let time = nextSampleTime.load(ordering: .relaxed)
        blockSampleTime.store(time, ordering: .relaxed)
        nextSampleTime.store(time + Int64(frameCount), ordering: .relaxed)
        return time
    }

    /// Frames that were rendered and thrown away, because what feeds the bridge is so late.
    var primedFrameCount: Int {
        @_noLocks get { primed.load(ordering: .relaxed) }
    }

    /// Takes note of frames that are discarded.
    @_noLocks
    func addPrimed(_ frameCount: Int) {
        primed.store(primed.load(ordering: .relaxed) + frameCount, ordering: .relaxed)
    }
}

/// A unit at the end of a domain: it says before each block how many frames of input it wants for it.
///
/// Everything that feeds it renders that many. It looks ahead instead of lagging behind, so its latency is 0:
/// output frame 0 belongs to input frame 0, and what it needs of the future has been rendered before.
open class DomainBridge: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    private let cell: OwnedCell<DomainClock>

    /// A bridge with its domain at time zero, or at the time that the domain which is fed has in the first
    /// block.
    package init(beginsAtParentsTime: Bool = false) {
        cell = OwnedCell(DomainClock(beginsAtParentsTime: beginsAtParentsTime))
        super.init()
    }

    /// The domain's time; valid as long as the bridge.
    final var clock: UnsafeMutablePointer<DomainClock> { cell.pointer }

    /// Begins the time of the domain behind the bridge anew with the next block. [any]
    package final func restartTime() { clock.pointee.restart() }

    /// Says how many frames of its input lie behind the place that the next output frame has. [render]
    @_noLocks
    package final func noteAhead(_ frameCount: Int) { clock.pointee.noteAhead(frameCount) }

    /// The sample time, in the domain behind the bridge, of the place that the next output frame has. [any]
    package final var heardSampleTime: Int64 { clock.pointee.heardSampleTime }

    /// Frames of the domain behind the bridge that lie behind that place. [any]
    package final var aheadFrameCount: Int { clock.pointee.aheadFrameCount }

    /// Sample time of the newest block in the domain behind the bridge. [any]
    package final var blockSampleTime: Int64 { clock.pointee.blockSampleTime.load(ordering: .relaxed) }

    /// The most frames that `beginBlock` would now ask for. [any]
    open func inputFrameBound(forOutput frameCount: Int) -> Int { frameCount }

    /// Input frames for each output frame: for a time effect, those that its parameters ask for. [any]
    open var targetRate: Double { 1 }

    /// Whether the bridge passes its input on frame by frame; one between two rates always converts. [any]
    open var isBypassed: Bool {
        get { false }
        set {}
    }

    open override var allowsInPlace: Bool { false }
}
