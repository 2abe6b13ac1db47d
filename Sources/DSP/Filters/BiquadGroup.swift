import CAVFDSP

/// The tables of sixteen sections as the C loop reads them: one lane for each section.
struct BiquadGroup {
    /// Sections in one group.
    static var laneCount: Int { @_noLocks get { Int(AVF_DSP_BIQUAD_LANES) } }

    /// The last lane that filters plus one.
    private(set) var activeLaneCount = 0

    private var movingLanes: UInt32 = 0
    private let coefficients: UnsafeMutablePointer<Double>
    private let steps: UnsafeMutablePointer<Double>
    private let movedFrames: UnsafeMutablePointer<Double>
    private let active: UnsafeMutablePointer<Int64>
    private let states: UnsafeMutablePointer<Double>

    /// A group whose lanes are all off; freed by `deallocate`.
    init(channelCount: Int) {
        let lanes = Self.laneCount
        coefficients = Self.zeros(5 * lanes)
        steps = Self.zeros(5 * lanes)
        movedFrames = Self.zeros(lanes)
        states = Self.zeros(max(1, 2 * lanes * channelCount))
        active = .allocate(capacity: lanes)
        active.initialize(repeating: 0, count: lanes)
    }

    func deallocate() {
        coefficients.deallocate()
        steps.deallocate()
        movedFrames.deallocate()
        states.deallocate()
        active.deallocate()
    }

    /// Takes a section's coefficients, and where it is on its way, into its lane.
    @_noLocks
    mutating func load(_ section: BiquadTransition, lane: Int) {
        store(section.origin, in: coefficients, lane)
        store(section.step, in: steps, lane)
        movedFrames[lane] = Double(section.movedFrameCount)
        active[lane] = section.isRunning ? -1 : 0
        let bit = UInt32(1) << UInt32(lane)
        movingLanes = section.isMoving ? movingLanes | bit : movingLanes & ~bit
        activeLaneCount = Self.laneCount
        while activeLaneCount > 0, active[activeLaneCount - 1] == 0 { activeLaneCount -= 1 }
    }

    /// Forgets the past of one lane.
    @_noLocks
    func clearStates(lane: Int, channelCount: Int) {
        for row in 0..<2 * channelCount { states[row * Self.laneCount + lane] = 0 }
    }

    /// Filters `count` frames from frame `first` on.
    @_noLocks
    func run(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>,
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, _ channelCount: Int, first: Int, count: Int
    ) {
        var group = avf_dsp_biquad_group(
            coefficients: coefficients, steps: movingLanes == 0 ? nil : UnsafePointer(steps),
            movedFrames: movedFrames, active: active, sectionCount: activeLaneCount)
        avf_dsp_biquad_run(&group, states, input, output, channelCount, first, count)
    }

    @_noLocks
    private func store(_ section: BiquadCoefficients, in table: UnsafeMutablePointer<Double>, _ lane: Int) {
        table[lane] = section.b0
        table[Self.laneCount + lane] = section.b1
        table[2 * Self.laneCount + lane] = section.b2
        table[3 * Self.laneCount + lane] = section.a1
        table[4 * Self.laneCount + lane] = section.a2
    }

    private static func zeros(_ count: Int) -> UnsafeMutablePointer<Double> {
        let memory = UnsafeMutablePointer<Double>.allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        return memory
    }
}
