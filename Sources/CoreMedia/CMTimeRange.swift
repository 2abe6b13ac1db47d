/// The times from a start on, for a duration; the end is not among them.
public struct CMTimeRange: Sendable, Codable {
    /// The first time.
    public var start: CMTime
    /// How long it is; not negative, with epoch 0.
    public var duration: CMTime

    /// An invalid range.
    public init() { self.init(unchecked: .invalid, .invalid) }

    /// A range with a start and a duration; invalid unless the duration's epoch is 0.
    public init(start: CMTime, duration: CMTime) {
        self = CMTimeRangeMake(start: start, duration: duration)
    }

    /// A range from a time to another, which is not in it; invalid unless both have the same epoch.
    public init(start: CMTime, end: CMTime) {
        self = CMTimeRangeFromTimeToTime(start: start, end: end)
    }

    /// A range without a start.
    public static let invalid = CMTimeRange()
    /// An empty range at 0.
    public static let zero = CMTimeRange(unchecked: .zero, .zero)

    init(unchecked start: CMTime, _ duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// Whether it has a start and a duration that is not negative.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0
    }
    /// Whether its start or duration is not known.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether there is no time in it.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// The first time after it.
    public var end: CMTime { CMTimeAdd(start, duration) }

    /// The smallest range with all times of both; see `CMTimeRangeGetUnion`.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        CMTimeRangeGetUnion(self, otherRange: otherRange)
    }

    /// The times that are in both; see `CMTimeRangeGetIntersection`.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        CMTimeRangeGetIntersection(self, otherRange: otherRange)
    }

    /// Whether a time is in it.
    public func containsTime(_ time: CMTime) -> Bool { CMTimeRangeContainsTime(self, time: time) }

    /// Whether all times of another range are in it.
    public func containsTimeRange(_ range: CMTimeRange) -> Bool {
        CMTimeRangeContainsTimeRange(self, otherRange: range)
    }
}

extension CMTimeRange: Hashable {
    /// Whether start and duration are equal.
    public static func == (range1: CMTimeRange, range2: CMTimeRange) -> Bool {
        CMTimeRangeEqual(range1, range2)
    }
    /// Whether start or duration differ.
    public static func != (range1: CMTimeRange, range2: CMTimeRange) -> Bool {
        !CMTimeRangeEqual(range1, range2)
    }
}

/// A range with a start and a duration; invalid unless the duration's epoch is 0.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    duration.epoch == 0 ? CMTimeRange(unchecked: start, duration) : .invalid
}

/// A range from a time to another, which is not in it; invalid unless both have the same epoch.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    start.epoch == end.epoch ? CMTimeRangeMake(start: start, duration: CMTimeSubtract(end, start)) : .invalid
}

/// The first time after a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Whether start and duration of two ranges are equal.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
    range1.start == range2.start && range1.duration == range2.duration
}
