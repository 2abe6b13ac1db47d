import AVFSpatial
import CAVFDSP

/// A one-pole low-pass whose pole moves along a straight line within a cell.
struct SpatialPole: BitwiseCopyable {
    private var start: Float = 0
    private var step: Float = 0
    private var end: Float = 0
    private var last: Float = 0

    @_noLocks
    init() {}

    @_noLocks
    mutating func begin() {
        start = end
        step = 0
    }

    @_noLocks
    mutating func aim(at pole: Double, jumps: Bool) {
        end = Float(pole)
        if jumps { start = end }
        step = (end - start) / Float(AVF_DSP_SPATIAL_CELL)
    }

    /// Whether everything goes through in this cell.
    var isOpen: Bool { @_noLocks get { start == 0 && step == 0 } }

    /// Remembers what went by.
    @_noLocks
    mutating func follow(_ sample: Float) { last = sample }

    @_noLocks
    mutating func run(
        _ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, _ cellFrame: Int,
        _ frameCount: Int
    ) {
        if isOpen {
            avf_dsp_copy(output, input, frameCount)
            last = input[frameCount &- 1]
        } else {
            last = avf_dsp_spatial_low_pass(output, input, last, start, step, cellFrame, frameCount)
        }
    }

    @_noLocks
    mutating func reset() { last = 0 }

    /// Whether nothing is left that could be heard: −180 dB.
    var isQuiet: Bool { @_noLocks get { abs(last) < 1e-9 } }
}

/// The shadow of the sphere for one ear, whose coefficients move along straight lines within a cell.
struct SpatialHeadShadow: BitwiseCopyable {
    private var start = avf_dsp_spatial_shelf(b0: 1, b1: 0, a1: 0)
    private var step = avf_dsp_spatial_shelf(b0: 0, b1: 0, a1: 0)
    private var end = avf_dsp_spatial_shelf(b0: 1, b1: 0, a1: 0)
    private var memory: (Float, Float) = (0, 0)

    @_noLocks
    init() {}

    @_noLocks
    mutating func begin() {
        start = end
        step = avf_dsp_spatial_shelf(b0: 0, b1: 0, a1: 0)
    }

    @_noLocks
    mutating func aim(at shelf: SphericalHead.Shelf, jumps: Bool) {
        end = avf_dsp_spatial_shelf(b0: Float(shelf.b0), b1: Float(shelf.b1), a1: Float(shelf.a1))
        if jumps { start = end }
        let share = 1 / Float(AVF_DSP_SPATIAL_CELL)
        step = avf_dsp_spatial_shelf(
            b0: (end.b0 - start.b0) * share, b1: (end.b1 - start.b1) * share, a1: (end.a1 - start.a1) * share)
    }

    @_noLocks
    mutating func run(_ block: UnsafeMutablePointer<Float>, _ cellFrame: Int, _ frameCount: Int) {
        let (start, step) = (start, step)
        withUnsafeMutablePointer(to: &memory) { memory in
            memory.withMemoryRebound(to: Float.self, capacity: 2) { memory in
                avf_dsp_spatial_shelf_run(block, block, memory, start, step, cellFrame, frameCount)
            }
        }
    }

    @_noLocks
    mutating func reset() { memory = (0, 0) }

    /// Whether nothing is left that could be heard.
    var isQuiet: Bool { @_noLocks get { abs(memory.0) < 1e-9 && abs(memory.1) < 1e-9 } }
}

/// All filters of a source that remember.
struct SpatialShadowFilters: BitwiseCopyable {
    var occlusion = SpatialPole()
    var obstruction = SpatialPole()
    var left = SpatialHeadShadow()
    var right = SpatialHeadShadow()

    @_noLocks
    init() {}

    @_noLocks
    mutating func begin() {
        occlusion.begin()
        obstruction.begin()
        left.begin()
        right.begin()
    }

    /// Remembers a sample that went by.
    @_noLocks
    mutating func follow(_ sample: Float) {
        occlusion.follow(sample)
        obstruction.follow(sample)
    }

    @_noLocks
    mutating func reset() {
        occlusion.reset()
        obstruction.reset()
        left.reset()
        right.reset()
    }

    var isQuiet: Bool {
        @_noLocks get { occlusion.isQuiet && obstruction.isQuiet && left.isQuiet && right.isQuiet }
    }
}
