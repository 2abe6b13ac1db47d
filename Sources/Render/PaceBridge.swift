import AVFDSP
import AVFRealtime
import Synchronization

/// The render side of a `PaceBridge`.
struct PaceBridgeState: ~Copyable {
    private var reader: VariableRateResampler
    private let rampFrameCount: Int
    private var inputFrameCount = 0
    /// Output frames before the pace may leave 1.
    private var steadyFrameCount: Int
    private var isFresh = true

    init(channelCount: Int, sampleRateHz: Double, continues: Bool) {
        reader = VariableRateResampler(channelCount: channelCount, reach: PaceBridge.reach)
        rampFrameCount = Int(sampleRateHz * PaceBridge.rampSeconds)
        steadyFrameCount = continues ? 2 * PaceBridge.reach : 0
    }

    /// Says how many frames the domain behind the bridge must make.
    @_noLocks
    mutating func beginBlock(frameCount: Int, pace: Double) -> Int {
        if steadyFrameCount > 0 {
            // What was played before the bridge was there is not known to it: until its filter has a past, it
            // copies.
            steadyFrameCount -= frameCount
        } else {
            reader.follow(pace, over: isFresh ? 0 : rampFrameCount)
        }
        isFresh = false
        inputFrameCount = reader.inputFrameCount(forOutput: frameCount)
        return inputFrameCount
    }

    /// Makes a block; returns how many frames of its input lie behind the place of the next output frame.
    @_noLocks
    mutating func process(_ block: RenderBlock) -> Int {
        _ = reader.process(
            input: block.input.channels, inputFrameCount: inputFrameCount, output: block.output.channels,
            from: 0, outputFrameCount: block.frameCount)
        return reader.aheadFrameCount
    }

    /// Input frames for each output frame, at the place to which the input has been asked for.
    var rate: Double { @_noLocks get { reader.rate } }

    @_noLocks
    mutating func reset() {
        reader.reset()
        steadyFrameCount = 0
        isFresh = true
    }
}

/// Lets a mixer's input take what feeds it faster or slower, as a tape does.
///
/// The domain behind it runs ahead by what the filter sees of the future, so it adds no latency. Its time
/// begins where that of the domain is which it feeds, so that a source which plays already does not notice.
package final class PaceBridge: DomainBridge, @unchecked Sendable {  // Proof: see RenderUnit.
    /// The slowest and the fastest pace, in input frames for each output frame.
    package static let paces = 0.5...2.0
    /// Input frames on each side of an output that the filter reaches: 90.7 % of the band stay as they are.
    static var reach: Int { 96 }
    /// How long a change of the pace takes.
    static var rampSeconds: Double { 0.02 }
    /// What it may ask for.
    package static let inputPace = InputPace(
        maximumRate: paces.upperBound, windowFrameCount: 4 * reach)

    private let state: OwnedCell<PaceBridgeState>
    private let target: Atomic<UInt64>
    private let current: Atomic<UInt64>

    /// A bridge that begins at a pace; or with `continues`, because its input plays already, at 1, from where
    /// it goes over to the pace.
    package init(channelCount: Int, sampleRateHz: Double, pace: Double, continues: Bool) {
        state = OwnedCell(
            PaceBridgeState(channelCount: channelCount, sampleRateHz: sampleRateHz, continues: continues))
        target = Atomic(pace.bitPattern)
        current = Atomic((continues ? 1 : pace).bitPattern)
        super.init(beginsAtParentsTime: true)
    }

    /// Input frames for each output frame; followed within 20 ms from the next block on. [any]
    package var pace: Double {
        get { Double(bitPattern: target.load(ordering: .relaxed)) }
        set {
            let pace = newValue.isNaN ? 1 : min(max(newValue, Self.paces.lowerBound), Self.paces.upperBound)
            target.store(pace.bitPattern, ordering: .relaxed)
        }
    }

    package override var targetRate: Double { pace }

    package override func inputFrameBound(forOutput frameCount: Int) -> Int {
        let current = Double(bitPattern: current.load(ordering: .relaxed))
        return Self.inputPace.inputFrameBound(
            forOutput: frameCount, rate: max(1, current, pace), sampleRateHz: 1)
    }

    package override func beginBlock(frameCount: Int) -> Int {
        if takeResetRequest() { state.pointer.pointee.reset() }
        let pace = Double(bitPattern: target.load(ordering: .relaxed))
        let count = state.pointer.pointee.beginBlock(frameCount: frameCount, pace: pace)
        current.store(state.pointer.pointee.rate.bitPattern, ordering: .relaxed)
        return count
    }

    package override func process(_ block: RenderBlock) { noteAhead(state.pointer.pointee.process(block)) }
}
