/// A fraction of integers that is wide enough for every product of two times, before it is rounded into one.
///
/// Its size is `factor · multiplier / divisor`: 128 bits hold the product of two values, and 64 those of
/// two scales.
struct ExactTime {
    let isNegative: Bool
    var factor: UInt128
    var multiplier: UInt64 = 1
    var divisor: UInt128

    init(negative: Bool, factor: UInt128, multiplier: UInt64 = 1, divisor: UInt128) {
        isNegative = negative
        self.factor = factor
        self.multiplier = multiplier
        self.divisor = divisor
    }

    /// `numerator / divisor` seconds.
    init(_ numerator: Int128, over divisor: Int128) {
        self.init(
            negative: (numerator < 0) != (divisor < 0), factor: numerator.magnitude,
            divisor: divisor.magnitude)
    }

    /// The value in a scale, and whether it is exact; nil if it does not fit.
    ///
    /// `multiplier · timescale` must fit 64 bits, as the product of two scales does.
    func value(
        timescale: Int32, method: CMTimeRoundingMethod = .default, isFiner: Bool = true
    ) -> (value: Int64, isExact: Bool)? {
        let product = factor.multipliedFullWidth(by: UInt128(multiplier) * UInt128(UInt32(timescale)))
        guard product.high < divisor else { return nil }
        var (size, remainder) = divisor.dividingFullWidth(product)
        if remainder != 0, roundsAway(method, size, remainder, isFiner) { size += 1 }
        let limit = UInt128(Int64.max) + (isNegative ? 1 : 0)
        guard size <= limit else { return nil }
        let value = isNegative ? -Int128(size) : Int128(size)
        return (Int64(truncatingIfNeeded: value), remainder == 0)
    }

    private func roundsAway(
        _ method: CMTimeRoundingMethod, _ size: UInt128, _ remainder: UInt128, _ isFiner: Bool
    ) -> Bool {
        switch method {
        case .roundHalfAwayFromZero: remainder >= divisor - remainder
        case .roundTowardZero: false
        case .roundAwayFromZero: true
        case .quickTime: isFiner || (isNegative && size == 0)
        case .roundTowardPositiveInfinity: !isNegative
        case .roundTowardNegativeInfinity: isNegative
        }
    }

    /// The time in a scale, which is halved until the value fits; infinite if no scale will do.
    func time(timescale: Int32, rounded: Bool, epoch: Int64 = 0) -> CMTime {
        var scale = timescale
        while true {
            if let (value, isExact) = value(timescale: scale) {
                return CMTime(value, scale, rounded: rounded || !isExact, epoch)
            }
            if scale == 1 { return isNegative ? .negativeInfinity : .positiveInfinity }
            scale /= 2
        }
    }
}

extension CMTime {
    /// A number.
    init(_ value: Int64, _ timescale: Int32, rounded: Bool, _ epoch: Int64) {
        self.init(
            value: value, timescale: timescale, flags: rounded ? [.valid, .hasBeenRounded] : .valid,
            epoch: epoch)
    }
}

/// The greatest number that divides both; 1 if both are 0.
func greatestCommonDivisor<Number: UnsignedInteger>(_ first: Number, _ second: Number) -> Number {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return max(first, 1)
}
