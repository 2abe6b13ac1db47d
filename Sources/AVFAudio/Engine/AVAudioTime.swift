/// One moment, by the host's clock, by a count of frames, or by both.
///
/// Immutable. Host times are nanoseconds of the monotonic clock, as `mach_absolute_time()` gives them.
open class AVAudioTime: NSObject, @unchecked Sendable {
    // Sendable: nothing changes after initialisation.

    private let host: UInt64?
    private let frame: AVAudioFramePosition?
    private let rate: Double

    /// No moment: neither part is valid.
    public override init() {
        host = nil
        frame = nil
        rate = 0
        super.init()
    }

    /// The moment of a time stamp, with those of its fields that its flags declare valid.
    public init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
        let stamp = ts.pointee
        let hasFrame = stamp.mFlags.contains(.sampleTimeValid)
        host = stamp.mFlags.contains(.hostTimeValid) ? stamp.mHostTime : nil
        frame = hasFrame ? AVAudioFramePosition(nearestTo: stamp.mSampleTime) : nil
        rate = sampleRate
        super.init()
    }

    /// A moment by the host's clock.
    public init(hostTime: UInt64) {
        host = hostTime
        frame = nil
        rate = 0
        super.init()
    }

    /// A moment by a count of frames.
    public init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        host = nil
        frame = sampleTime
        rate = sampleRate
        super.init()
    }

    /// A moment by both clocks.
    public init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        host = hostTime
        frame = sampleTime
        rate = sampleRate
        super.init()
    }

    /// The host's clock; meaningful if `isHostTimeValid`.
    open var hostTime: UInt64 { host ?? 0 }

    /// The count of frames; meaningful if `isSampleTimeValid`.
    open var sampleTime: AVAudioFramePosition { frame ?? 0 }

    /// The frames in a second, in hertz; 0 if the moment has no count of frames.
    open var sampleRate: Double { rate }

    /// Whether the moment is known by the host's clock.
    open var isHostTimeValid: Bool { host != nil }

    /// Whether the moment is known by a count of frames.
    open var isSampleTimeValid: Bool { frame != nil }

    /// The moment as a C structure, whose flags name the valid fields.
    open var audioTimeStamp: AudioTimeStamp {
        var stamp = AudioTimeStamp()
        if isHostTimeValid {
            stamp.mHostTime = hostTime
            stamp.mFlags.insert(.hostTimeValid)
        }
        if isSampleTimeValid {
            stamp.mSampleTime = Double(sampleTime)
            stamp.mFlags.insert(.sampleTimeValid)
        }
        return stamp
    }

    /// This moment with the missing part added, by means of a moment at which both clocks are known.
    ///
    /// Nil if the anchor lacks a part or a rate, or if this moment has no rate or no part at all.
    open func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
        guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid, anchorTime.hasRate, hasRate,
            isHostTimeValid || isSampleTimeValid
        else { return nil }
        if isHostTimeValid && isSampleTimeValid { return self }
        let anchorSeconds = Double(anchorTime.sampleTime) / anchorTime.sampleRate
        if isSampleTimeValid {
            let elapsedSeconds = Double(sampleTime) / sampleRate - anchorSeconds
            let host = Self.hostTime(anchorTime.hostTime, movedBySeconds: elapsedSeconds)
            return AVAudioTime(hostTime: host, sampleTime: sampleTime, atRate: sampleRate)
        }
        let elapsedSeconds = Self.seconds(from: anchorTime.hostTime, to: hostTime)
        let frame = AVAudioFramePosition(nearestTo: (anchorSeconds + elapsedSeconds) * sampleRate)
        return AVAudioTime(hostTime: hostTime, sampleTime: frame, atRate: sampleRate)
    }

    /// The host time of so many seconds; 0 for less than none.
    open class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
        UInt64(nearestTo: seconds * 1e9)
    }

    /// The seconds of a host time.
    open class func seconds(forHostTime hostTime: UInt64) -> TimeInterval {
        Double(hostTime) / 1e9
    }

    /// The moment in words, for logs.
    open override var description: String {
        let host = isHostTimeValid ? " (\(Self.seconds(forHostTime: hostTime)) s)" : " invalid"
        let sample = isSampleTimeValid ? "\(sampleTime)/\(sampleRate)" : "invalid"
        return "<\(type(of: self)): mach=\(hostTime)\(host), audio=\(sample)>"
    }

    private var hasRate: Bool {
        sampleRate > 0 && sampleRate.isFinite
    }

    private static func hostTime(_ start: UInt64, movedBySeconds seconds: Double) -> UInt64 {
        let distance = hostTime(forSeconds: abs(seconds))
        let (moved, outOfRange) =
            seconds < 0
            ? start.subtractingReportingOverflow(distance) : start.addingReportingOverflow(distance)
        guard outOfRange else { return moved }
        return seconds < 0 ? 0 : .max
    }

    private static func seconds(from start: UInt64, to end: UInt64) -> Double {
        start <= end ? seconds(forHostTime: end - start) : -seconds(forHostTime: start - end)
    }
}
