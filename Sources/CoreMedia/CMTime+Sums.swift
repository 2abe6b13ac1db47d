/// The sum of two times.
///
/// Its scale is that of both, or else their least common multiple; above 2³¹ − 1 it is that and the sum is
/// rounded. A scale with which the value would not fit is halved until it does; beyond that the sum is
/// infinite. Invalid wins over all, infinite over indefinite, indefinite over numbers; infinities of both
/// signs are invalid, and so are times of two epochs other than 0. Times of the same epoch have a sum of
/// epoch 0.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    sum(lhs, rhs, rhs.kind, sign: 1)
}

/// The difference of two times; the rules are those of `CMTimeAdd`.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    sum(lhs, rhs, rhs.kind.negated, sign: -1)
}

private func sum(_ first: CMTime, _ second: CMTime, _ secondKind: CMTime.Kind, sign: Int128) -> CMTime {
    if let implied = impliedSum(first.kind, secondKind) { return implied }
    guard first.epoch == 0 || second.epoch == 0 || first.epoch == second.epoch else { return .invalid }
    let (firstScale, secondScale) = (Int128(first.timescale), Int128(second.timescale))
    let divisor = Int128(
        greatestCommonDivisor(UInt32(first.timescale), UInt32(second.timescale)))
    let scale = firstScale / divisor * secondScale
    let value =
        Int128(first.value) * (scale / firstScale) + sign * Int128(second.value) * (scale / secondScale)
    return ExactTime(value, over: scale).time(
        timescale: Int32(clamping: scale), rounded: first.hasBeenRounded || second.hasBeenRounded,
        epoch: first.epoch != 0 && second.epoch != 0 ? 0 : first.epoch | second.epoch)
}

/// The sum if not both are numbers.
private func impliedSum(_ first: CMTime.Kind, _ second: CMTime.Kind) -> CMTime? {
    let kinds = [first, second]
    if kinds.contains(.invalid) { return .invalid }
    switch (kinds.contains(.positiveInfinity), kinds.contains(.negativeInfinity)) {
    case (true, true): return .invalid
    case (true, false): return .positiveInfinity
    case (false, true): return .negativeInfinity
    case (false, false): return kinds.contains(.indefinite) ? .indefinite : nil
    }
}

extension CMTime.Kind {
    /// The kind with the other sign.
    var negated: CMTime.Kind {
        switch self {
        case .positiveInfinity: .negativeInfinity
        case .negativeInfinity: .positiveInfinity
        default: self
        }
    }
}

extension CMTime {
    /// The sum; see `CMTimeAdd`.
    public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { CMTimeAdd(addend1, addend2) }

    /// The difference; see `CMTimeSubtract`.
    public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime {
        CMTimeSubtract(minuend, subtrahend)
    }
}

/// The time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    guard time.kind == .numeric, time.value < 0 else { return time }
    return ExactTime(-Int128(time.value), over: Int128(time.timescale))
        .time(timescale: time.timescale, rounded: time.hasBeenRounded, epoch: time.epoch)
}
