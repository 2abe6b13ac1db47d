/// A multiple of a time, in its scale.
///
/// A scale with which the value would not fit is halved until it does; beyond that the result is infinite.
/// Infinite times stay infinite, with the sign of the product.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    guard time.kind == .numeric else { return impliedProduct(time, isNegative: multiplier < 0) }
    return ExactTime(Int128(time.value) * Int128(multiplier), over: Int128(time.timescale))
        .time(timescale: time.timescale, rounded: time.hasBeenRounded, epoch: time.epoch)
}

/// A time multiplied and divided by integers, exact if a time can be.
///
/// The scale is multiplied by the divisor; only if it or the value would not fit, the fraction is reduced,
/// and rounded if that does not help. Divided by 0 a time is infinite, and nothing divided by 0 is invalid.
/// Infinite times stay.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    guard time.kind == .numeric else {
        return impliedProduct(time, isNegative: (multiplier < 0) != (divisor < 0))
    }
    let numerator = Int128(time.value) * Int128(multiplier)
    guard divisor != 0 else {
        if numerator == 0 { return .invalid }
        return numerator < 0 ? .negativeInfinity : .positiveInfinity
    }
    let sign: Int128 = divisor < 0 ? -1 : 1
    return exactProduct(
        sign * numerator, over: sign * Int128(time.timescale) * Int128(divisor), rounded: time.hasBeenRounded,
        epoch: time.epoch)
}

/// A fraction as it is, else reduced, else rounded.
private func exactProduct(_ numerator: Int128, over divisor: Int128, rounded: Bool, epoch: Int64) -> CMTime {
    if let value = Int64(exactly: numerator), let scale = Int32(exactly: divisor) {
        return CMTime(value, scale, rounded: rounded, epoch)
    }
    let common = greatestCommonDivisor(numerator.magnitude, divisor.magnitude)
    let scale = divisor.magnitude / common
    return ExactTime(negative: numerator < 0, factor: numerator.magnitude / common, divisor: scale)
        .time(timescale: Int32(clamping: scale), rounded: rounded, epoch: epoch)
}

/// A time multiplied by a floating-point number, of which every bit counts.
///
/// The scale is doubled until it is 65,536 or more. A scale with which the value would not fit is halved
/// until it does; beyond that the result is infinite. It is indefinite if the multiplier is not a number,
/// and so is 0 times infinity.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard !multiplier.isNaN || !time.isValid else { return .indefinite }
    guard time.kind == .numeric else { return impliedProduct(time, isNegative: multiplier < 0) }
    guard multiplier.isFinite else {
        if time.value == 0 { return .indefinite }
        return (time.value < 0) != (multiplier < 0) ? .negativeInfinity : .positiveInfinity
    }
    var scale = time.timescale
    while scale < 65_536 { scale *= 2 }
    let size = UInt128(time.value.magnitude) * UInt128(multiplier.integerSignificand)
    guard size != 0 else { return CMTime(0, scale, rounded: time.hasBeenRounded, time.epoch) }
    let product = BinaryProduct(
        isNegative: (time.value < 0) != (multiplier < 0), size: size, exponent: multiplier.integerExponent)
    return product.time(time, scale)
}

extension Double {
    /// The significand as an integer of 53 bits at most.
    fileprivate var integerSignificand: UInt64 {
        significandBitPattern | (isNormal ? 1 << UInt64(Self.significandBitCount) : 0)
    }

    /// The power of 2 that goes with `integerSignificand`.
    fileprivate var integerExponent: Int {
        max(1, Int(exponentBitPattern)) - 1023 - Self.significandBitCount
    }
}

/// `size · 2^exponent`; size is below 2¹¹⁶ and not 0.
private struct BinaryProduct {
    let isNegative: Bool
    let size: UInt128
    let exponent: Int

    /// The product, still to be divided by a time's scale, in a new scale.
    func time(_ time: CMTime, _ newScale: Int32) -> CMTime {
        guard exponent < 0 else {
            // A number beyond 128 bits is beyond every time.
            guard exponent < size.leadingZeroBitCount else {
                return isNegative ? .negativeInfinity : .positiveInfinity
            }
            return ExactTime(
                negative: isNegative, factor: size << UInt128(exponent), divisor: divisor(time, 0)
            )
            .time(timescale: newScale, rounded: time.hasBeenRounded, epoch: time.epoch)
        }
        let shift = -exponent
        guard shift > 96 else {
            return ExactTime(negative: isNegative, factor: size, divisor: divisor(time, shift))
                .time(timescale: newScale, rounded: time.hasBeenRounded, epoch: time.epoch)
        }
        return smallTime(time, newScale, shift: shift)
    }

    /// The product by so small a number that it fits the new scale, which is the time's own, doubled some
    /// times.
    private func smallTime(_ time: CMTime, _ newScale: Int32, shift: Int) -> CMTime {
        let doublings = (newScale / time.timescale).trailingZeroBitCount
        // The size is below 2¹¹⁶, so with 127 bits it is below half a unit.
        let divisor = UInt128(1) << UInt128(min(127, shift - doublings))
        let exact = ExactTime(negative: isNegative, factor: size, divisor: divisor)
        guard let (value, isExact) = exact.value(timescale: 1) else { return .invalid }
        return CMTime(value, newScale, rounded: time.hasBeenRounded || !isExact, time.epoch)
    }

    private func divisor(_ time: CMTime, _ shift: Int) -> UInt128 {
        UInt128(UInt32(time.timescale)) << UInt128(shift)
    }
}

/// The product of a time that is no number.
private func impliedProduct(_ time: CMTime, isNegative: Bool) -> CMTime {
    switch isNegative ? time.kind.negated : time.kind {
    case .positiveInfinity: .positiveInfinity
    case .negativeInfinity: .negativeInfinity
    case .indefinite: .indefinite
    case .invalid, .numeric: .invalid
    }
}
