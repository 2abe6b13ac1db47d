/// A time as a fraction of integers, in seconds: `value / timescale`.
///
/// Sums of such times are exact where those of floating-point numbers are not. Besides numbers there are
/// times that are invalid, indefinite or infinite; a calculation with them gives such a time again, and
/// never ends the program. The layout in memory is that of Apple's C type, 24 bytes.
public struct CMTime: Sendable {
    /// The numerator.
    public var value: CMTimeValue
    /// How many units make a second; above 0 if the time is a number.
    public var timescale: CMTimeScale
    /// What kind of time it is.
    public var flags: CMTimeFlags
    /// Which timeline it is on: 0 unless a program counts, for example, the rounds of a loop.
    ///
    /// Durations have 0.
    public var epoch: CMTimeEpoch

    /// An invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// A time of these parts, which are not checked.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// `value / timescale` seconds; invalid unless the scale is above 0.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self = CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: 0)
    }

    /// The time of the given scale that is nearest to a number of seconds.
    ///
    /// The result `hasBeenRounded` if its `seconds` are not the given ones. A scale with which the value
    /// would not fit is halved until it does; beyond that the result is infinite. It is invalid unless the
    /// scale is above 0, and indefinite if `seconds` is not a number.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
    }

    /// A time that every calculation makes invalid.
    public static let invalid = CMTime()
    /// A time that is not known.
    public static let indefinite = CMTime(implied: .indefinite)
    /// A time after every number.
    public static let positiveInfinity = CMTime(implied: .positiveInfinity)
    /// A time before every number.
    public static let negativeInfinity = CMTime(implied: .negativeInfinity)
    /// 0 seconds.
    public static let zero = CMTime(value: 0, timescale: 1, flags: .valid, epoch: 0)

    private init(implied: CMTimeFlags) {
        self.init(value: 0, timescale: 0, flags: [.valid, implied], epoch: 0)
    }
}

extension CMTime {
    /// Whether it is a number, infinite or indefinite.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is later than every number.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether it is earlier than every number.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether it is not known.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether it is a number.
    public var isNumeric: Bool { flags.intersection([.valid, .impliedValueFlagsMask]) == .valid }
    /// Whether it is a number that is not exact.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }
    /// The time in seconds, to the precision of `Double`: infinite if it is, NaN if it is invalid or
    /// indefinite.
    public var seconds: Double { CMTimeGetSeconds(self) }

    /// The time in another scale; see `CMTimeConvertScale`.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        CMTimeConvertScale(self, timescale: newTimescale, method: method)
    }

    /// What the rules of calculation distinguish, in the order of comparison.
    enum Kind: Int {
        case negativeInfinity
        case numeric
        case indefinite
        case positiveInfinity
        case invalid
    }

    /// A number without a scale is as invalid as one without the flag.
    var kind: Kind {
        if !isValid { return .invalid }
        if isPositiveInfinity { return .positiveInfinity }
        if isNegativeInfinity { return .negativeInfinity }
        if isIndefinite { return .indefinite }
        return timescale > 0 ? .numeric : .invalid
    }
}
