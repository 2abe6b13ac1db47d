/// −1, 0 or 1, as the first time is before, at or after the second.
///
/// Numbers are compared exactly, whatever their scales; a lower epoch is before a higher one. Negative
/// infinity is before all numbers, after them come indefinite, positive infinity and invalid; each of these
/// equals itself.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    let (first, second) = (time1.kind, time2.kind)
    guard first == second else { return first.rawValue < second.rawValue ? -1 : 1 }
    guard first == .numeric else { return 0 }
    if time1.epoch != time2.epoch { return time1.epoch < time2.epoch ? -1 : 1 }
    let left = Int128(time1.value) * Int128(time2.timescale)
    let right = Int128(time2.value) * Int128(time1.timescale)
    return left == right ? 0 : left < right ? -1 : 1
}

/// The earlier of two times; the first if they are equal.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
    CMTimeCompare(time2, time1) < 0 ? time2 : time1
}

/// The later of two times; the first if they are equal.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
    CMTimeCompare(time2, time1) > 0 ? time2 : time1
}

extension CMTime: Comparable {
    /// Whether two times are equal; see `CMTimeCompare`.
    public static func == (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) == 0 }
    /// Whether two times differ; see `CMTimeCompare`.
    public static func != (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) != 0 }
    /// Whether a time is before another; see `CMTimeCompare`.
    public static func < (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) < 0 }
    /// Whether a time is before another or equal; see `CMTimeCompare`.
    public static func <= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) <= 0 }
    /// Whether a time is after another; see `CMTimeCompare`.
    public static func > (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) > 0 }
    /// Whether a time is after another or equal; see `CMTimeCompare`.
    public static func >= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) >= 0 }
}

extension CMTime: Hashable {
    /// Equal times have equal hashes, whatever their scales.
    public func hash(into hasher: inout Hasher) {
        let kind = kind
        hasher.combine(kind.rawValue)
        guard kind == .numeric else { return }
        let size = value.magnitude
        let common = greatestCommonDivisor(size, UInt64(UInt32(timescale)))
        hasher.combine(value < 0)
        hasher.combine(size / common)
        hasher.combine(size == 0 ? 1 : UInt64(UInt32(timescale)) / common)
        hasher.combine(epoch)
    }
}
