import CAVFDSP

/// Loudness over 400 ms, over 3 s and over everything so far, from the energy of each tenth of a second.
///
/// ITU-R BS.1770-4 and EBU Tech 3341. The gated loudness is taken from a histogram with steps of 0.1 dB, so
/// that it takes no memory however long it measures.
package struct LoudnessGate: ~Copyable {
    private static var recentCount: Int { @_noLocks get { 30 } }
    private static var momentaryCount: Int { @_noLocks get { 4 } }
    private static var binCount: Int { @_noLocks get { 1000 } }
    private static var lowest: Double { @_noLocks get { -70 } }
    private static var offset: Double { @_noLocks get { -0.691 } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let recent: UnsafeMutablePointer<Double>
    private let sums: UnsafeMutablePointer<Double>
    private let counts: UnsafeMutablePointer<UInt64>
    private var knownCount = 0
    private var place = 0
    /// Over the last 400 ms.
    package private(set) var momentary: Double
    /// Over the last 3 s.
    package private(set) var shortTerm: Double
    /// Over everything, without what is quiet.
    package private(set) var integrated: Double

    /// What is shown for silence.
    package static var silence: Double { @_noLocks get { -120 } }

    /// A meter that has heard nothing. [control]
    package init() {
        recent = .allocate(capacity: Self.recentCount)
        recent.initialize(repeating: 0, count: Self.recentCount)
        sums = .allocate(capacity: Self.binCount)
        sums.initialize(repeating: 0, count: Self.binCount)
        counts = .allocate(capacity: Self.binCount)
        counts.initialize(repeating: 0, count: Self.binCount)
        (momentary, shortTerm, integrated) = (Self.silence, Self.silence, Self.silence)
    }

    deinit {
        recent.deallocate()
        sums.deallocate()
        counts.deallocate()
    }

    /// Forgets everything.
    @_noLocks
    package mutating func reset() {
        (knownCount, place) = (0, 0)
        for bin in 0..<Self.binCount { (sums[bin], counts[bin]) = (0, 0) }
        (momentary, shortTerm, integrated) = (Self.silence, Self.silence, Self.silence)
    }

    /// Takes the weighted mean square of the next 100 ms, all channels added up.
    @_noLocks
    package mutating func add(_ energy: Double) {
        recent[place] = energy
        place = place + 1 == Self.recentCount ? 0 : place + 1
        knownCount = min(knownCount + 1, Self.recentCount)
        let now = mean(Self.momentaryCount)
        momentary = Self.loudness(now)
        shortTerm = Self.loudness(mean(Self.recentCount))
        guard knownCount >= Self.momentaryCount, momentary > Self.lowest else { return }
        let bin = min(Self.binCount - 1, Int((momentary - Self.lowest) * 10))
        sums[bin] += now
        counts[bin] += 1
        integrated = Self.loudness(gatedMean(from: gate))
    }

    /// 10 dB below the mean of what is not silence.
    private var gate: Int {
        @_noLocks get {
            let relative = Self.loudness(gatedMean(from: 0)) - 10
            // Rounded up: a bin that begins below the gate is left out.
            return max(0, Int((relative - Self.lowest) * 10 + 0.999))
        }
    }

    @_noLocks
    private func gatedMean(from first: Int) -> Double {
        var (sum, count) = (0.0, UInt64(0))
        var bin = first
        while bin < Self.binCount {
            sum += sums[bin]
            count += counts[bin]
            bin += 1
        }
        return count == 0 ? 0 : sum / Double(count)
    }

    /// The mean of the newest tenths; before there are so many, silence counts for the rest.
    @_noLocks
    private func mean(_ count: Int) -> Double {
        var sum = 0.0
        for back in 1...count {
            let index = place - back
            sum += recent[index < 0 ? index + Self.recentCount : index]
        }
        return sum / Double(count)
    }

    @_noLocks
    private static func loudness(_ energy: Double) -> Double {
        energy <= 0 ? silence : max(silence, offset + 10 * avf_dsp_log10(energy))
    }
}
