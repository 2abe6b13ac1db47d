/// How the times of one range become those of another, as in an edit list.
public struct CMTimeMapping: Sendable, Hashable, Codable {
    /// The range of the media; invalid for a gap.
    public var source: CMTimeRange
    /// The range of the track.
    public var target: CMTimeRange

    /// A mapping without ranges.
    public init() { self.init(source: .invalid, target: .invalid) }

    /// A mapping of one range onto another.
    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }

    /// A mapping without ranges.
    public static let invalid = CMTimeMapping()
}

/// A mapping of one range onto another.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: source, target: target)
}

/// A gap: a target without a source.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: .invalid, target: target)
}

/// The time of `toRange` that lies where the given one lies in `fromRange`.
///
/// `(t − fromRange.start) · toRange.duration / fromRange.duration + toRange.start`, exact if a time can be.
/// Between two ranges of infinite duration only the start moves. Invalid if one of the ranges is empty or
/// invalid, or if the time's epoch is not that of the start.
public func CMTimeMapTimeFromRangeToRange(
    _ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
    guard t.epoch == fromRange.start.epoch else { return .invalid }
    let offset = CMTimeSubtract(t, fromRange.start)
    return CMTimeAdd(
        CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange), toRange.start)
}

/// A duration in the proportion of two ranges.
///
/// `dur · toRange.duration / fromRange.duration`, exact if a time can be; unchanged between two ranges of
/// infinite duration. Invalid if one of the ranges is empty or invalid, or unless the duration's epoch is
/// 0.
public func CMTimeMapDurationFromRangeToRange(
    _ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
    guard dur.epoch == 0, fromRange.isValid, !fromRange.isEmpty, toRange.isValid, !toRange.isEmpty else {
        return .invalid
    }
    let (from, to) = (fromRange.duration, toRange.duration)
    if from.isPositiveInfinity, to.isPositiveInfinity { return dur }
    guard dur.kind == .numeric, from.kind == .numeric, to.kind == .numeric else {
        return dur.kind == .invalid ? .invalid : .indefinite
    }
    return product(dur, to, over: from)
}

/// `time · numerator / denominator`, of which neither is 0 or negative but the time.
private func product(_ time: CMTime, _ numerator: CMTime, over denominator: CMTime) -> CMTime {
    // The two values and the other's scale stand above; every common divisor is taken out before they are
    // multiplied.
    var above = [time.value.magnitude, numerator.value.magnitude, UInt64(denominator.timescale.magnitude)]
    var below = [
        UInt64(time.timescale.magnitude), UInt64(numerator.timescale.magnitude), denominator.value.magnitude,
    ]
    for upper in above.indices {
        for lower in below.indices {
            let common = greatestCommonDivisor(above[upper], below[lower])
            above[upper] /= common
            below[lower] /= common
        }
    }
    let divisor = below.reduce(UInt128(1)) { $0 * UInt128($1) }
    let exact = ExactTime(
        negative: time.value < 0, factor: UInt128(above[0]) * UInt128(above[1]), multiplier: above[2],
        divisor: divisor)
    let rounded = time.hasBeenRounded || numerator.hasBeenRounded || denominator.hasBeenRounded
    return exact.time(timescale: Int32(clamping: divisor), rounded: rounded)
}
