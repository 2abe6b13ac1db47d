/// The place of a song's times on the line of samples: an anchor, a sample rate and a rate of playing.
///
/// A frame is rounded half up from the exact quotient, so frames depend on the anchor only, never on blocks.
package struct SampleClock: BitwiseCopyable, Sendable {
    /// Rate 1.
    package static var unityRate: UInt64 { @_noLocks get { 1 << 32 } }

    /// The frame that the anchor's time falls on.
    package private(set) var anchorFrame: Int64 = 0
    /// The anchor's time.
    package private(set) var anchorTime: SongTime = 0
    /// Rate of playing, in 2⁻³².
    package private(set) var rate: UInt64 = SampleClock.unityRate
    // Frames in a second, over parts of a `SongTime` in a second, without common factors.
    private var numerator: UInt128 = 1
    private var denominator: UInt128 = 1
    /// About 1 / `denominator`, to guess quotients.
    private var reciprocal = 1.0

    /// A clock whose frame 0 is the song's beginning.
    ///
    /// Sample rates are rounded to 1/256 Hz, those above 131072 Hz to 1 Hz; they are 1…2²⁶ Hz.
    package init(sampleRateHz: Double, denominator: UInt128) {
        use(denominator: denominator, sampleRateHz: sampleRateHz)
    }

    /// Goes over to times with another denominator.
    @_noLocks
    package mutating func use(denominator: UInt128, sampleRateHz: Double) {
        let limited = sampleRateHz.isNaN ? 1 : max(1, min(sampleRateHz, 131_072))
        let most = min(max(1, sampleRateHz), 0x1p26)
        let frames =
            most > 131_072
            ? UInt128(truncatingIfNeeded: Int64(most + 0.5)) &* 256
            : UInt128(truncatingIfNeeded: Int64(limited * 256 + 0.5))
        let factor = Self.greatestCommonDivisor(frames, denominator &* 256)
        numerator = frames / factor
        self.denominator = denominator &* 256 / factor
        reciprocal = 1 / Self.double(self.denominator)
    }

    @_noLocks
    private static func double(_ number: UInt128) -> Double {
        Double(UInt64(truncatingIfNeeded: number >> 64)) * 0x1p64 + Double(UInt64(truncatingIfNeeded: number))
    }

    /// The exact quotient and remainder of a number and the denominator.
    ///
    /// A guess in floating point is off by one at most where it is less than 2^48; one multiplication finds
    /// out. That takes a fraction of a division's time.
    @_noLocks
    private func divided(_ number: UInt128) -> (whole: UInt128, rest: UInt128) {
        let guess = Self.double(number) * reciprocal
        guard guess < 0x1p48 else {
            let (whole, rest) = number.quotientAndRemainder(dividingBy: denominator)
            return (whole, rest)
        }
        var whole = UInt128(truncatingIfNeeded: Int64(guess))
        var product = whole &* denominator
        if product > number {
            whole &-= 1
            product &-= denominator
        }
        var rest = number &- product
        if rest >= denominator {
            whole &+= 1
            rest &-= denominator
        }
        return (whole, rest)
    }

    @_noLocks
    private static func greatestCommonDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
        var (large, small) = (first, second)
        while small != 0 { (large, small) = (small, large % small) }
        return max(1, large)
    }

    /// A rate of playing as the clock holds it: 2⁻¹⁶…2⁸, in 2⁻³².
    package static func rate(_ rate: Double) -> UInt64 {
        rate.isNaN ? unityRate : UInt64((max(0x1p-16, min(rate, 256)) * 0x1p32).rounded())
    }

    /// Puts a time on a frame, with a rate of playing from there on.
    @_noLocks
    package mutating func anchor(_ time: SongTime, at frame: Int64, rate: UInt64) {
        anchorTime = time
        anchorFrame = frame
        self.rate = rate
    }

    /// The frame of a time; the anchor's for times before it.
    @_noLocks
    package func frame(of time: SongTime) -> Int64 {
        guard time > anchorTime else { return anchorFrame }
        let (whole, rest) = divided((time &- anchorTime) &* numerator)
        let most = UInt128(1) << 60
        if rate == Self.unityRate {
            let rounded = whole &+ (rest &+ rest >= denominator ? 1 : 0)
            return anchorFrame &+ Int64(truncatingIfNeeded: min(rounded, most))
        }
        // Frames at rate 1 with 32 bits after the point, which hold every half frame of a rate in 2⁻³².
        let exact = min(whole, most) << 32 | (rest << 32) / denominator
        let rounded = ((exact << 32) / UInt128(truncatingIfNeeded: rate) &+ (1 << 31)) >> 32
        return anchorFrame &+ Int64(truncatingIfNeeded: min(rounded, most))
    }

    /// The time at the beginning of a frame, rounded down; the anchor's for frames before it.
    @_noLocks
    package func time(ofFrame frame: Int64) -> SongTime { time(ofHalfFrames: (frame &- anchorFrame) &* 2) }

    /// The first time of those that are rounded to a frame or a later one, rounded down.
    @_noLocks
    package func firstTime(ofFrame frame: Int64) -> SongTime {
        time(ofHalfFrames: (frame &- anchorFrame) &* 2 &- 1)
    }

    /// The time so many half frames behind the anchor.
    @_noLocks
    private func time(ofHalfFrames count: Int64) -> SongTime {
        guard count > 0 else { return anchorTime }
        // In 2⁻³³ frames at rate 1.
        let played = UInt128(truncatingIfNeeded: count) &* UInt128(truncatingIfNeeded: rate)
        let (seconds, rest) = played.quotientAndRemainder(dividingBy: numerator << 33)
        let (high, low) = (rest >> 33, rest & (1 << 33 &- 1))
        let (parts, left) = (high &* denominator).quotientAndRemainder(dividingBy: numerator)
        let lowParts = ((left << 33) &+ low &* denominator) / (numerator << 33)
        return anchorTime &+ seconds &* denominator &+ parts &+ lowParts
    }
}
