import CoreMedia

/// `value/timescale` with `r` if it was rounded and `eN` for an epoch other than 0, or the name of what is
/// no number.
func name(of time: CMTime) -> String {
    if !time.isValid { return "invalid" }
    if time.isIndefinite { return "indefinite" }
    if time.isPositiveInfinity { return "+inf" }
    if time.isNegativeInfinity { return "-inf" }
    return "\(time.value)/\(time.timescale)" + (time.hasBeenRounded ? " r" : "")
        + (time.epoch == 0 ? "" : " e\(time.epoch)")
}

/// A number.
func time(_ value: Int64, _ timescale: Int32, epoch: Int64 = 0) -> CMTime {
    CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: epoch)
}

/// A calculation, and what it gives by Apple's documentation.
struct CMTimeCase: Sendable {
    let calculation: String
    let result: CMTime
    let expected: String

    private init(_ calculation: String, _ result: CMTime, _ expected: String) {
        self.calculation = calculation
        self.result = result
        self.expected = expected
    }

    private static let largest = Int64.max
    private static let topScale = Int32.max

    static let sums = [
        CMTimeCase("600/600 + 44100/44100", time(600, 600) + time(44_100, 44_100), "176400/88200"),
        CMTimeCase("1/3 + 1/2", time(1, 3) + time(1, 2), "5/6"),
        CMTimeCase("1/44100 + 1/48000", time(1, 44_100) + time(1, 48_000), "307/7056000"),
        CMTimeCase(
            "1/(2³¹−1) + 1/(2³¹−2)", time(1, topScale) + time(1, topScale - 1), "2/2147483647 r"),
        CMTimeCase("1/3 − 1/3", time(1, 3) - time(1, 3), "0/3"),
        CMTimeCase("max/600 + 1/600", time(largest, 600) + time(1, 600), "4611686018427387904/300"),
        CMTimeCase("max/1 + max/1", time(largest, 1) + time(largest, 1), "+inf"),
        CMTimeCase("min/1 − 1/1", time(.min, 1) - time(1, 1), "-inf"),
        CMTimeCase("+inf + 5/1", .positiveInfinity + time(5, 1), "+inf"),
        CMTimeCase("+inf + −inf", .positiveInfinity + .negativeInfinity, "invalid"),
        CMTimeCase("+inf − +inf", .positiveInfinity - .positiveInfinity, "invalid"),
        CMTimeCase("indefinite + 1/1", .indefinite + time(1, 1), "indefinite"),
        CMTimeCase("indefinite + +inf", .indefinite + .positiveInfinity, "+inf"),
        CMTimeCase("invalid + +inf", .invalid + .positiveInfinity, "invalid"),
        CMTimeCase("1/1 e1 + 1/1 e2", time(1, 1, epoch: 1) + time(1, 1, epoch: 2), "invalid"),
        CMTimeCase("1/1 e3 − 1/1 e3", time(1, 1, epoch: 3) - time(1, 1, epoch: 3), "0/1"),
        CMTimeCase("1/1 e3 + 1/2 e0", time(1, 1, epoch: 3) + time(1, 2), "3/2 e3"),
    ]

    static let conversions = [
        CMTimeCase("1/3 in 600", time(1, 3).convertScale(600, method: .default), "200/600"),
        CMTimeCase("1/600 in 44100", time(1, 600).convertScale(44_100, method: .default), "74/44100 r"),
        CMTimeCase("5/2 in 1", time(5, 2).convertScale(1, method: .default), "3/1 r"),
        CMTimeCase("−5/2 in 1", time(-5, 2).convertScale(1, method: .default), "-3/1 r"),
        CMTimeCase("−5/2 to 0", time(-5, 2).convertScale(1, method: .roundTowardZero), "-2/1 r"),
        CMTimeCase("−7/4 up", time(-7, 4).convertScale(1, method: .roundTowardPositiveInfinity), "-1/1 r"),
        CMTimeCase("5/4 down", time(5, 4).convertScale(1, method: .roundTowardNegativeInfinity), "1/1 r"),
        CMTimeCase("1/3 in 10, finer", time(1, 3).convertScale(10, method: .quickTime), "4/10 r"),
        CMTimeCase("29/10 in 1, coarser", time(29, 10).convertScale(1, method: .quickTime), "2/1 r"),
        CMTimeCase("−1/10 in 1, coarser", time(-1, 10).convertScale(1, method: .quickTime), "-1/1 r"),
        CMTimeCase("1/3 away", time(1, 3).convertScale(1, method: .roundAwayFromZero), "1/1 r"),
        CMTimeCase("max/1 in 2", time(largest, 1).convertScale(2, method: .default), "+inf"),
        CMTimeCase("min/1 in 2", time(.min, 1).convertScale(2, method: .default), "-inf"),
        CMTimeCase("1/1 in 0", time(1, 1).convertScale(0, method: .default), "invalid"),
        CMTimeCase("indefinite", CMTime.indefinite.convertScale(600, method: .default), "indefinite"),
    ]

    static let products = [
        CMTimeCase("7/600 · −3", CMTimeMultiply(time(7, 600), multiplier: -3), "-21/600"),
        CMTimeCase("max/4 · 2", CMTimeMultiply(time(largest, 4), multiplier: 2), "9223372036854775807/2"),
        CMTimeCase("min/1 · −1", CMTimeMultiply(time(.min, 1), multiplier: -1), "+inf"),
        CMTimeCase("−inf · −2", CMTimeMultiply(.negativeInfinity, multiplier: -2), "+inf"),
        CMTimeCase("1/600 · 0.5", CMTimeMultiplyByFloat64(time(1, 600), multiplier: 0.5), "64/76800"),
        CMTimeCase("3/48000 · 1.25", CMTimeMultiplyByFloat64(time(3, 48_000), multiplier: 1.25), "8/96000 r"),
        CMTimeCase(
            "43804/600 · 0.25", CMTimeMultiplyByFloat64(time(43_804, 600), multiplier: 0.25), "1401728/76800"),
        CMTimeCase("1/1 · nan", CMTimeMultiplyByFloat64(time(1, 1), multiplier: .nan), "indefinite"),
        CMTimeCase("−1/1 · inf", CMTimeMultiplyByFloat64(time(-1, 1), multiplier: .infinity), "-inf"),
        CMTimeCase("1/1 · 1e300", CMTimeMultiplyByFloat64(time(1, 1), multiplier: 1e300), "+inf"),
        CMTimeCase(
            "1/1 · 5e-324", CMTimeMultiplyByFloat64(time(1, 1), multiplier: .leastNonzeroMagnitude),
            "0/65536 r"),
        CMTimeCase(
            "1/44100 · 1/3", CMTimeMultiplyByRatio(time(1, 44_100), multiplier: 1, divisor: 3), "1/132300"),
        CMTimeCase(
            "43804/600 · 1/4", CMTimeMultiplyByRatio(time(43_804, 600), multiplier: 1, divisor: 4),
            "43804/2400"),
        CMTimeCase("1/1 · −2/0", CMTimeMultiplyByRatio(time(1, 1), multiplier: -2, divisor: 0), "-inf"),
        CMTimeCase("0/1 · 1/0", CMTimeMultiplyByRatio(.zero, multiplier: 1, divisor: 0), "invalid"),
        CMTimeCase("|min/1|", CMTimeAbsoluteValue(time(.min, 1)), "+inf"),
        CMTimeCase("|−inf|", CMTimeAbsoluteValue(.negativeInfinity), "+inf"),
        CMTimeCase("|−3/7|", CMTimeAbsoluteValue(time(-3, 7)), "3/7"),
    ]

    static let seconds = [
        CMTimeCase("0.1 s in 600", CMTime(seconds: 0.1, preferredTimescale: 600), "60/600"),
        CMTimeCase("1.0005 s in 100", CMTime(seconds: 1.0005, preferredTimescale: 100), "100/100 r"),
        CMTimeCase("−0.55 s in 10", CMTime(seconds: -0.55, preferredTimescale: 10), "-6/10 r"),
        CMTimeCase("1 s in 0", CMTime(seconds: 1, preferredTimescale: 0), "invalid"),
        CMTimeCase("1 s in −1", CMTime(seconds: 1, preferredTimescale: -1), "invalid"),
        CMTimeCase("1e18 s in 600", CMTime(seconds: 1e18, preferredTimescale: 600), "9000000000000000000/9"),
        CMTimeCase("1e19 s in 600", CMTime(seconds: 1e19, preferredTimescale: 600), "+inf"),
        CMTimeCase("−inf s", CMTime(seconds: -.infinity, preferredTimescale: 600), "-inf"),
        CMTimeCase("nan s", CMTime(seconds: .nan, preferredTimescale: 600), "indefinite"),
    ]
}
