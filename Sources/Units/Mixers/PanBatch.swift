import AVFRender
import CAVFDSP

/// Mono inputs whose gains stand still, kept until they can be added together: one pass over the sum for
/// several.
struct PanBatch: ~Copyable {
    private let sources: UnsafeMutablePointer<UnsafePointer<Float>>
    private let leftGains: UnsafeMutablePointer<Float>
    private let rightGains: UnsafeMutablePointer<Float>
    private var count = 0

    /// Room for `capacity` inputs.
    init(capacity: Int) {
        sources = .allocate(capacity: capacity)
        leftGains = .allocate(capacity: capacity)
        rightGains = .allocate(capacity: capacity)
    }

    deinit {
        sources.deallocate()
        leftGains.deallocate()
        rightGains.deallocate()
    }

    /// Keeps an input; there must be room.
    @_noLocks
    mutating func append(_ source: UnsafePointer<Float>, _ leftGain: Float, _ rightGain: Float) {
        (sources + count).initialize(to: source)
        (leftGains + count).initialize(to: leftGain)
        (rightGains + count).initialize(to: rightGain)
        count += 1
    }

    /// Adds the inputs to a stereo sum in the order in which they came, and forgets them.
    @_noLocks
    mutating func add(to output: AudioBus, _ frameCount: Int) {
        guard count > 0 else { return }
        avf_dsp_pan_accumulate_all(
            output[0], output[1], sources, leftGains, rightGains, count, frameCount)
        count = 0
    }
}
