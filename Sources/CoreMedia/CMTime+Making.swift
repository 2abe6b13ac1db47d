/// `value / timescale` seconds; invalid unless the scale is above 0.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: 0)
}

/// `value / timescale` seconds of a timeline of its own; invalid unless the scale is above 0.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    timescale > 0 ? CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch) : .invalid
}

/// The time of the given scale that is nearest to a number of seconds.
///
/// As `CMTime.init(seconds:preferredTimescale:)`.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    guard preferredTimescale > 0 else { return .invalid }
    guard !seconds.isNaN else { return .indefinite }
    var scale = preferredTimescale
    while true {
        let value = (seconds * Double(scale)).rounded(.toNearestOrAwayFromZero)
        if let value = Int64(exactly: value) {
            return CMTime(value, scale, rounded: Double(value) / Double(scale) != seconds, 0)
        }
        if scale == 1 || seconds.isInfinite { return seconds < 0 ? .negativeInfinity : .positiveInfinity }
        scale /= 2
    }
}

/// The time in seconds, to the precision of `Double`: infinite if it is, NaN if it is invalid or indefinite.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
    switch time.kind {
    case .numeric: Double(time.value) / Double(time.timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .indefinite, .invalid: .nan
    }
}

/// The time in another scale.
///
/// The result `hasBeenRounded` if it is not exact. It is infinite if the value does not fit, and invalid
/// unless the scale is above 0. Times that are no numbers stay what they are.
public func CMTimeConvertScale(
    _ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod
) -> CMTime {
    guard time.kind == .numeric else { return time.kind == .invalid ? .invalid : time }
    guard newTimescale > 0 else { return .invalid }
    let exact = ExactTime(Int128(time.value), over: Int128(time.timescale))
    let isFiner = newTimescale >= time.timescale
    guard let (value, isExact) = exact.value(timescale: newTimescale, method: method, isFiner: isFiner) else {
        return time.value < 0 ? .negativeInfinity : .positiveInfinity
    }
    return CMTime(value, newTimescale, rounded: time.hasBeenRounded || !isExact, time.epoch)
}
