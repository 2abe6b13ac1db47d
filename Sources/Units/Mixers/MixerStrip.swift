import AVFRender
import CAVFDSP
import Synchronization

/// One input of a mixer: its volume and pan, and the gains that follow them.
///
/// It belongs to the connection's destination bus and outlives every plan.
package final class MixerStrip: @unchecked Sendable {
    // Proof: targets are atomic, and apart from the state, which is the render thread's.
    let state: UnsafeMutablePointer<MixerStripState>
    private let targets: UnsafeMutablePointer<MixerStripTargets>
    /// Of both, side by side: each block reads them together.
    private let memory: UnsafeMutableRawPointer

    /// A strip at full volume, in the middle.
    package init() {
        let stateOffset = 32
        assert(MemoryLayout<MixerStripTargets>.size <= stateOffset)
        memory = .allocate(
            byteCount: stateOffset + MemoryLayout<MixerStripState>.stride, alignment: 128)
        targets = memory.bindMemory(to: MixerStripTargets.self, capacity: 1)
        targets.initialize(to: MixerStripTargets())
        state = (memory + stateOffset).bindMemory(to: MixerStripState.self, capacity: 1)
        state.initialize(to: MixerStripState(targets: targets))
    }

    deinit {
        state.deinitialize(count: 1)
        targets.deinitialize(count: 1)
        memory.deallocate()
    }

    /// Linear gain, 0…1. [any]
    package var volume: Float {
        get { Float(bitPattern: targets.pointee.volume.load(ordering: .relaxed)) }
        set { targets.pointee.volume.store(newValue.bitPattern, ordering: .relaxed) }
    }

    /// Gains of the left and right output channel; `PanLaw` says which gains a pan position has. [any]
    package func setSides(_ gains: PanLaw) {
        let bits = UInt64(gains.left.bitPattern) << 32 | UInt64(gains.right.bitPattern)
        targets.pointee.sides.store(bits, ordering: .relaxed)
    }

    /// How long a strip takes from one gain to another.
    package static var rampSeconds: Double { GainRamp.seconds }

    /// Begins in silence; before any plan has the strip. [control]
    package func fadeIn() {
        targets.pointee.isFresh.store(false, ordering: .relaxed)
        state.pointee.beginInSilence()
    }

    /// Moves to silence, because what feeds the strip is about to be cut. [any]
    package func fadeOut() { targets.pointee.isEnding.store(true, ordering: .relaxed) }

    /// Moves back to its gains: a plan has the strip again. [any]
    package func fadeBack() { targets.pointee.isEnding.store(false, ordering: .relaxed) }

    /// Lets the next block start at the targets instead of moving towards them. [any]
    package func settle() { targets.pointee.isFresh.store(true, ordering: .relaxed) }
}

/// What any thread may ask of a strip.
private struct MixerStripTargets: ~Copyable {
    let volume = Atomic<UInt32>(Float(1).bitPattern)
    /// The left gain's bits in the upper half, the right one's in the lower: they change together.
    let sides = Atomic<UInt64>(UInt64(Float(1).bitPattern) << 32 | UInt64(Float(1).bitPattern))
    let isFresh = Atomic<Bool>(true)
    let isEnding = Atomic<Bool>(false)
}

/// The render side of a strip.
struct MixerStripState: ~Copyable {
    private let targets: UnsafeMutablePointer<MixerStripTargets>
    /// Bits of the targets that the gains follow, or have reached.
    private var followed: (volume: UInt32, sides: UInt64) = (0, 0)
    /// Every gain has reached its target, which is `followed`.
    private(set) var isStill = false
    private(set) var left = GainRamp()
    private(set) var right = GainRamp()
    /// The first channel's gain where the mixer's output is not stereo.
    private(set) var all = GainRamp()

    fileprivate init(targets: UnsafeMutablePointer<MixerStripTargets>) { self.targets = targets }

    /// Takes the targets for a block.
    @_noLocks
    mutating func begin(rampFrameCount: Int) {
        let isEnding = targets.pointee.isEnding.load(ordering: .relaxed)
        let volume = isEnding ? 0 : targets.pointee.volume.load(ordering: .relaxed)
        let sides = targets.pointee.sides.load(ordering: .relaxed)
        let isFresh = takeFreshness()
        if isStill, followed == (volume, sides), !isFresh { return }
        followed = (volume, sides)
        let frames = isFresh ? 0 : rampFrameCount
        let gain = Float(bitPattern: volume)
        left.follow(gain * Float(bitPattern: UInt32(truncatingIfNeeded: sides >> 32)), over: frames)
        right.follow(gain * Float(bitPattern: UInt32(truncatingIfNeeded: sides)), over: frames)
        all.follow(gain, over: frames)
        isStill = left.isSettled && right.isSettled && all.isSettled
    }

    fileprivate mutating func beginInSilence() {
        left = GainRamp(0)
        right = GainRamp(0)
        all = GainRamp(0)
    }

    /// True once after each `settle`; the exchange is expensive, and hardly ever needed.
    @_noLocks
    private func takeFreshness() -> Bool {
        targets.pointee.isFresh.load(ordering: .relaxed)
            && targets.pointee.isFresh.exchange(false, ordering: .relaxed)
    }

    @_noLocks
    mutating func end(_ frameCount: Int) {
        guard !isStill else { return }
        left.advance(frameCount)
        right.advance(frameCount)
        all.advance(frameCount)
        isStill = left.isSettled && right.isSettled && all.isSettled
    }

    /// The gain of an output channel.
    @_noLocks
    func gain(ofChannel channel: Int, of channelCount: Int) -> GainRamp {
        guard channelCount == 2 else { return all }
        return channel == 0 ? left : right
    }
}
