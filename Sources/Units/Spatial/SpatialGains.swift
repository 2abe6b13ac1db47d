import AVFRealtime
import AVFSpatial
import CAVFDSP

/// The gains with which one signal goes into the channels of a bus.
///
/// They move along straight lines from one cell's end to the next one's. A line begins at the stored target
/// of the one before, so that rounding does not add up.
struct SpatialGains: BitwiseCopyable {
    private let current: UnsafeMutablePointer<Float>
    private let steps: UnsafeMutablePointer<Float>
    private let targets: UnsafeMutablePointer<Float>
    /// Numbers that there is room for: a multiple of 16.
    let capacity: Int
    /// Numbers in use: a multiple of 16.
    private(set) var count: Int
    private(set) var isMoving = false
    /// Whether nothing goes through.
    private(set) var isZero = true

    /// Floats that gains take.
    static func floatCount(_ capacity: Int) -> Int { 3 * capacity }

    /// Gains in memory that is zero.
    init(_ memory: UnsafeMutablePointer<Float>, capacity: Int) {
        current = memory
        steps = memory + capacity
        targets = memory + 2 * capacity
        self.capacity = capacity
        count = capacity
    }

    /// Ends the line of the last cell.
    @_noLocks
    mutating func begin() {
        guard isMoving else { return }
        avf_dsp_copy(current, targets, count)
        isMoving = false
        isZero = avf_dsp_spatial_is_silent(targets, count)
    }

    /// Takes new gains: at the end of this cell, or at once.
    @_noLocks
    mutating func aim(at gains: UnsafePointer<Float>, _ count: Int, jumps: Bool) {
        if count != self.count {
            avf_dsp_clear(targets, capacity)
            avf_dsp_clear(current, capacity)
            self.count = min(count, capacity)
        }
        avf_dsp_copy(targets, gains, self.count)
        if jumps {
            avf_dsp_copy(current, gains, self.count)
            isMoving = false
            isZero = avf_dsp_spatial_is_silent(targets, self.count)
            return
        }
        avf_dsp_spatial_aim(steps, current, targets, self.count)
        isMoving = !avf_dsp_spatial_is_silent(steps, self.count)
        isZero = isZero && !isMoving
    }

    /// Closes at once.
    @_noLocks
    mutating func close() {
        avf_dsp_clear(targets, capacity)
        avf_dsp_clear(current, capacity)
        isMoving = false
        isZero = true
    }

    /// The signal on its way into the bus.
    @_noLocks
    func feed(_ input: UnsafePointer<Float>) -> avf_dsp_spatial_feed {
        avf_dsp_spatial_feed(
            input: input, gains: current, steps: isMoving ? UnsafePointer(steps) : nil,
            rowCount: count / Int(AVF_DSP_SPATIAL_LANES))
    }

    /// Moves on by frames in which there was nothing to hear.
    @_noLocks
    func skip(_ frameCount: Int) {
        guard isMoving else { return }
        var feed = feed(current)
        avf_dsp_spatial_skip(&feed, frameCount)
    }
}
