/// How many units of a time's value make a second.
public typealias CMTimeScale = Int32
/// The numerator of a time.
public typealias CMTimeValue = Int64
/// Which of several timelines a time is on.
public typealias CMTimeEpoch = Int64

/// The largest time scale, 2³¹ − 1.
public var kCMTimeMaxTimescale: Int { 0x7fff_ffff }

/// What kind of time a `CMTime` is.
public struct CMTimeFlags: OptionSet, Sendable {
    /// The bits as Apple's C type has them.
    public let rawValue: UInt32

    /// Flags with these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Must be set, or the time is invalid.
    public static var valid: CMTimeFlags { CMTimeFlags(rawValue: 1) }
    /// The time, or one that it was computed from, is not exact.
    public static var hasBeenRounded: CMTimeFlags { CMTimeFlags(rawValue: 2) }
    /// The time is later than every number.
    public static var positiveInfinity: CMTimeFlags { CMTimeFlags(rawValue: 4) }
    /// The time is earlier than every number.
    public static var negativeInfinity: CMTimeFlags { CMTimeFlags(rawValue: 8) }
    /// The time is not known, such as the duration of a live stream.
    public static var indefinite: CMTimeFlags { CMTimeFlags(rawValue: 16) }
    /// The three flags of times that are no numbers.
    public static var impliedValueFlagsMask: CMTimeFlags { CMTimeFlags(rawValue: 28) }
}

/// What becomes of a fraction of a unit when a time gets another scale.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest unit; from the middle away from zero.
    case roundHalfAwayFromZero = 1
    /// Toward zero.
    case roundTowardZero = 2
    /// Away from zero.
    case roundAwayFromZero = 3
    /// Away from zero into a finer scale, toward zero into a coarser one; a negative time never becomes zero.
    case quickTime = 4
    /// Upwards.
    case roundTowardPositiveInfinity = 5
    /// Downwards.
    case roundTowardNegativeInfinity = 6

    /// `roundHalfAwayFromZero`.
    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}
