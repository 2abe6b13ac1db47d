import CAVFDSP

/// A room for two channels: early reflections, four all-passes in series, and sixteen lines that feed each
/// other.
///
/// Jot and Chaigne, "Digital delay networks for designing artificial reverberators", 1991: each line loses in
/// one pass what the decay times demand for its length, at 0 Hz and at half of the sample rate, by a
/// first-order filter. The mixing matrix is orthogonal, so that nothing else changes the decay.
package struct FeedbackDelayNetwork: ~Copyable {
    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let arena: UnsafeMutablePointer<Float>
    private let sampleRateHz: Double
    /// Samples for the lines, then for the all-passes.
    private let lineCapacity: Int
    private let allPassCapacity: Int
    private let lines: UnsafeMutablePointer<avf_dsp_delay_ring>
    /// Four for the left channel, four for the right one.
    private let allPasses: UnsafeMutablePointer<avf_dsp_delay_ring>
    private let taps: UnsafeMutablePointer<avf_dsp_tap>
    /// Eight rows of a number for each line, such as its gain.
    private let table: UnsafeMutablePointer<Float>
    private var usedSampleCount = 0
    private var level = NetworkLevel()
    private var movedFrameCount = 0
    private var isMoving = false

    /// The most frames that `process` takes at once.
    package private(set) var maximumFrameCount = 1

    private static var lineCount: Int { @_noLocks get { Int(AVF_DSP_NETWORK_LINES) } }
    private static var stageCount: Int { @_noLocks get { Int(AVF_DSP_DIFFUSER_STAGES) } }
    /// Room behind each ring, and the frames that fill it.
    private static var spareCount: Int { @_noLocks get { Int(AVF_DSP_NETWORK_FRAMES) } }
    private static var tapCount: Int { @_noLocks get { 10 } }
    /// Frames from one pair of decay times to the next.
    private static var moveFrameCount: Int { @_noLocks get { 512 } }
    /// What the early reflections' power is of the sound's, as a gain, and what the rest's is.
    private static var earlyGain: Float { @_noLocks get { 0.4 } }
    private static var lateGain: Float { @_noLocks get { 0.917 } }
    /// Makes a Hadamard matrix of order 16 orthogonal.
    private static var matrixScale: Double { @_noLocks get { 0.25 } }
    /// All lines together: more seconds than that are scaled down.
    private static var capacitySeconds: Double { @_noLocks get { 4 } }

    /// A network without a shape: `configure` gives it one. [control]
    package init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        lineCapacity = Int(Self.capacitySeconds * sampleRateHz) + (64 + Self.spareCount) * Self.lineCount
        allPassCapacity = Int(0.1 * sampleRateHz) + (64 + Self.spareCount) * 2 * Self.stageCount
        arena = .allocate(capacity: lineCapacity + allPassCapacity)
        arena.initialize(repeating: 0, count: lineCapacity + allPassCapacity)
        let none = avf_dsp_delay_ring(samples: arena, length: 1, position: 0)
        lines = .allocate(capacity: Self.lineCount)
        lines.initialize(repeating: none, count: Self.lineCount)
        allPasses = .allocate(capacity: 2 * Self.stageCount)
        allPasses.initialize(repeating: none, count: 2 * Self.stageCount)
        taps = .allocate(capacity: 2 * Self.tapCount)
        taps.initialize(repeating: avf_dsp_tap(delay: 0, gain: 0), count: 2 * Self.tapCount)
        table = .allocate(capacity: 8 * Self.lineCount)
        table.initialize(repeating: 0, count: 8 * Self.lineCount)
    }

    deinit {
        arena.deallocate()
        lines.deallocate()
        allPasses.deallocate()
        taps.deallocate()
        table.deallocate()
    }

    // MARK: - Shape

    /// Takes a shape, forgets all sound, and decays as said from the first frame on.
    @_noLocks
    package mutating func configure(_ shape: NetworkShape, zeroHzSeconds: Double, nyquistSeconds: Double) {
        var numbers = SeededNumbers(seed: shape.seed)
        layLines(shape, &numbers)
        layAllPasses(shape, decaySeconds: min(zeroHzSeconds, nyquistSeconds))
        placeTaps(shape, &numbers)
        reset()
        decay(zeroHzSeconds: zeroHzSeconds, nyquistSeconds: nyquistSeconds, atOnce: true)
    }

    /// Lengths in equal ratios from the shortest to the longest, a little off at random, all prime and
    /// different.
    @_noLocks
    private mutating func layLines(_ shape: NetworkShape, _ numbers: inout SeededNumbers) {
        let ratio = avf_dsp_log(shape.longestSeconds / shape.shortestSeconds) / Double(Self.lineCount)
        let scale = scale(of: shape, ratio: ratio)
        var place = arena
        maximumFrameCount = Self.spareCount
        for line in 0..<Self.lineCount {
            // 7 has no divisor in common with 16: neighbours in the matrix differ in length.
            let step = Double(line * 7 % Self.lineCount) + 0.15 + 0.7 * numbers.next()
            let seconds = scale * shape.shortestSeconds * avf_dsp_exp(ratio * step)
            let length = unusedLength(from: max(17, Int(seconds * sampleRateHz)), before: line)
            lines[line] = avf_dsp_delay_ring(samples: place, length: UInt32(length), position: 0)
            place += length + Self.spareCount
            maximumFrameCount = min(maximumFrameCount, length)
        }
        usedSampleCount = place - arena
    }

    /// What makes the lines fit into the memory: 1 but for extreme shapes.
    @_noLocks
    private func scale(of shape: NetworkShape, ratio: Double) -> Double {
        var most = 0.0
        for step in 1...Self.lineCount { most += shape.shortestSeconds * avf_dsp_exp(ratio * Double(step)) }
        return min(1, Self.capacitySeconds / most)
    }

    @_noLocks
    private func unusedLength(from least: Int, before line: Int) -> Int {
        var length = Primes.next(from: least)
        var other = 0
        while other < line {
            if Int(lines[other].length) == length {
                length = Primes.next(from: length + 2)
                other = 0
            } else {
                other += 1
            }
        }
        return length
    }

    /// Delays that grow by about the golden ratio, to 12 ms; shorter in small rooms, a little longer on the
    /// right.
    ///
    /// The gains let them die in an eighth of the room's time, so that they do not add to it.
    @_noLocks
    private mutating func layAllPasses(_ shape: NetworkShape, decaySeconds: Double) {
        var place = arena + lineCapacity
        var milliseconds = 3.3 * min(1, shape.longestSeconds / 0.05)
        for stage in 0..<Self.stageCount {
            for channel in 0..<2 {
                let seconds = milliseconds * (channel == 0 ? 0.001 : 0.00107)
                let length = Primes.next(from: max(17, Int(seconds * sampleRateHz)))
                allPasses[channel * Self.stageCount + stage] = avf_dsp_delay_ring(
                    samples: place, length: UInt32(length), position: 0)
                place += length + Self.spareCount
                maximumFrameCount = min(maximumFrameCount, length)
            }
            let gain = avf_dsp_pow(10, -24 * 0.001 * milliseconds / decaySeconds)
            allPassGains[stage] = Float(min(0.6, gain))
            milliseconds *= 1.55
        }
    }

    /// Early reflections between the shortest and the longest line, the later the weaker.
    @_noLocks
    private func placeTaps(_ shape: NetworkShape, _ numbers: inout SeededNumbers) {
        for channel in 0..<2 {
            let channelTaps = taps + channel * Self.tapCount
            var energy = 0.0
            for tap in 0..<Self.tapCount {
                let share = (Double(tap) + numbers.next()) / Double(Self.tapCount)
                let seconds =
                    shape.shortestSeconds + share * (shape.longestSeconds - shape.shortestSeconds)
                let gain = (numbers.next() < 0.5 ? -1 : 1) / (1 + 2 * share)
                energy += gain * gain
                channelTaps[tap] = avf_dsp_tap(
                    delay: UInt32(seconds * sampleRateHz), gain: Float(gain))
            }
            let scale = Self.earlyGain * Float(1 / avf_dsp_sqrt(energy))
            for tap in 0..<Self.tapCount { channelTaps[tap].gain *= scale }
        }
    }

    /// Forgets all sound.
    @_noLocks
    package mutating func reset() {
        avf_dsp_clear(arena, usedSampleCount)
        avf_dsp_clear(arena + lineCapacity, allPassCapacity)
        avf_dsp_clear(damped, Self.lineCount)
        for line in 0..<Self.lineCount { lines[line].position = 0 }
        for stage in 0..<2 * Self.stageCount { allPasses[stage].position = 0 }
    }

    // MARK: - Decay

    private var gains: UnsafeMutablePointer<Float> { @_noLocks get { table } }
    private var poles: UnsafeMutablePointer<Float> { @_noLocks get { table + Self.lineCount } }
    private var gainSteps: UnsafeMutablePointer<Float> { @_noLocks get { table + 2 * Self.lineCount } }
    private var poleSteps: UnsafeMutablePointer<Float> { @_noLocks get { table + 3 * Self.lineCount } }
    private var gainTargets: UnsafeMutablePointer<Float> { @_noLocks get { table + 4 * Self.lineCount } }
    private var poleTargets: UnsafeMutablePointer<Float> { @_noLocks get { table + 5 * Self.lineCount } }
    private var damped: UnsafeMutablePointer<Float> { @_noLocks get { table + 6 * Self.lineCount } }
    private var allPassGains: UnsafeMutablePointer<Float> {
        @_noLocks get { table + 7 * Self.lineCount }
    }

    /// Goes over to other times in which the sound falls by 60 dB.
    @_noLocks
    package mutating func decay(zeroHzSeconds: Double, nyquistSeconds: Double, atOnce: Bool = false) {
        holdStill()
        var energy = 0.0
        for line in 0..<Self.lineCount {
            let seconds = Double(lines[line].length) / sampleRateHz
            let low = avf_dsp_pow(10, -3 * seconds / zeroHzSeconds)
            let high = avf_dsp_pow(10, -3 * seconds / nyquistSeconds)
            let pole = (low - high) / (low + high)
            poleTargets[line] = Float(pole)
            gainTargets[line] = Float(Self.matrixScale * low * (1 - pole))
            energy += low * high / Double(Self.lineCount)
        }
        // What circulates with this loss is 1 / (1 − energy) of what comes in.
        level.target = Self.lateGain * Float(avf_dsp_sqrt((1 - energy) / max(energy, 1e-6)))
        movedFrameCount = 0
        if atOnce { movedFrameCount = Self.moveFrameCount }
        setSteps()
    }

    /// Makes where the current move has got to the start of the next one.
    @_noLocks
    private mutating func holdStill() {
        let frames = Float(movedFrameCount)
        for line in 0..<Self.lineCount {
            gains[line] += gainSteps[line] * frames
            poles[line] += poleSteps[line] * frames
        }
        level.start += level.step * frames
    }

    @_noLocks
    private mutating func setSteps() {
        if movedFrameCount == Self.moveFrameCount {
            for line in 0..<Self.lineCount {
                gains[line] = gainTargets[line]
                poles[line] = poleTargets[line]
                gainSteps[line] = 0
                poleSteps[line] = 0
            }
            level.start = level.target
            level.step = 0
            movedFrameCount = 0
            isMoving = false
        } else {
            let share = 1 / Float(Self.moveFrameCount)
            for line in 0..<Self.lineCount {
                gainSteps[line] = (gainTargets[line] - gains[line]) * share
                poleSteps[line] = (poleTargets[line] - poles[line]) * share
            }
            level.step = (level.target - level.start) * share
            isMoving = true
        }
    }

    /// Frames until the decay settles; at least one.
    package var framesUntilTurn: Int {
        @_noLocks get { isMoving ? Self.moveFrameCount - movedFrameCount : .max }
    }

    // MARK: - Sound

    /// Early reflections of a channel's newest frames, from a history that is longer than the longest line.
    @_noLocks
    package func early(
        channel: Int, history: UnsafePointer<avf_dsp_delay_ring>, output: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) {
        avf_dsp_taps_run(history, taps + channel * Self.tapCount, Self.tapCount, output, frameCount)
    }

    /// Late reverberation of at most `maximumFrameCount` and `framesUntilTurn` frames.
    @_noLocks
    package mutating func late(
        _ leftInput: UnsafePointer<Float>, _ rightInput: UnsafePointer<Float>,
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        avf_dsp_diffuse(allPasses, allPassGains, left, leftInput, frameCount)
        avf_dsp_diffuse(allPasses + Self.stageCount, allPassGains, right, rightInput, frameCount)
        var network = avf_dsp_network(
            lines: lines, gains: gains, poles: poles, gainSteps: gainSteps, poleSteps: poleSteps,
            damped: damped, movedFrames: UInt32(movedFrameCount), moves: isMoving)
        avf_dsp_network_run(&network, left, right, frameCount)
        let ramp = avf_dsp_ramp(
            start: level.start, step: level.step, firstIndex: UInt32(movedFrameCount))
        avf_dsp_scale_ramp(left, left, ramp, frameCount)
        avf_dsp_scale_ramp(right, right, ramp, frameCount)
        guard isMoving else { return }
        movedFrameCount += frameCount
        if movedFrameCount == Self.moveFrameCount { setSteps() }
    }
}

/// The gain that keeps the level of steady noise whatever the decay.
private struct NetworkLevel {
    var start: Float = 1
    var step: Float = 0
    var target: Float = 1
}
