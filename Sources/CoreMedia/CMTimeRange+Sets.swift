/// Whether a time, which must be a number, is in a range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
    range.isValid && time.kind == .numeric && range.start <= time && time < range.end
}

/// Whether all times of another range are in a range, its end included.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.isValid && otherRange.isValid && range.start <= otherRange.start && otherRange.end <= range.end
}

/// The smallest range that has all times of two ranges.
///
/// Invalid if one of them is, or if their epochs differ. An empty range has no times; of two the first is
/// the result.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    guard canCombine(range, otherRange) else { return .invalid }
    if otherRange.isEmpty { return range }
    if range.isEmpty { return otherRange }
    return CMTimeRangeFromTimeToTime(
        start: CMTimeMinimum(range.start, otherRange.start), end: CMTimeMaximum(range.end, otherRange.end))
}

/// The times that are in both of two ranges.
///
/// Invalid if one of them is, or if their epochs differ; `zero` if they have no time in common.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    guard canCombine(range, otherRange) else { return .invalid }
    let start = CMTimeMaximum(range.start, otherRange.start)
    let end = CMTimeMinimum(range.end, otherRange.end)
    return start < end ? CMTimeRangeFromTimeToTime(start: start, end: end) : .zero
}

private func canCombine(_ range: CMTimeRange, _ otherRange: CMTimeRange) -> Bool {
    range.isValid && otherRange.isValid && range.start.epoch == otherRange.start.epoch
}

/// The time of a range that is nearest to a time.
///
/// After the range that is its end. Invalid if the range is empty or invalid, or if the time is.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard range.isValid, !range.isEmpty, time.kind != .invalid else { return .invalid }
    return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// The time in a range that a loop over it is at, when the time has run on since the range's start.
///
/// Invalid if the range is empty or invalid, or if the time, the start or the duration is no number; the
/// time must have the epoch of the start.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    guard foldRange.isValid, !foldRange.isEmpty, time.epoch == foldRange.start.epoch else { return .invalid }
    let offset = CMTimeSubtract(time, foldRange.start)
    guard offset.kind == .numeric, foldRange.duration.kind == .numeric else { return .invalid }
    return CMTimeAdd(foldRange.start, remainder(of: offset, by: foldRange.duration))
}

/// What is left of a time after whole durations, from 0 up to the duration.
private func remainder(of time: CMTime, by duration: CMTime) -> CMTime {
    let (scale, other) = (Int128(time.timescale), Int128(duration.timescale))
    let common = Int128(greatestCommonDivisor(scale.magnitude, other.magnitude))
    let (value, period) = (Int128(time.value) * (other / common), Int128(duration.value) * (scale / common))
    let rest = value % period
    let multiple = scale / common * other
    return ExactTime(rest < 0 ? rest + period : rest, over: multiple).time(
        timescale: Int32(clamping: multiple), rounded: time.hasBeenRounded || duration.hasBeenRounded)
}
