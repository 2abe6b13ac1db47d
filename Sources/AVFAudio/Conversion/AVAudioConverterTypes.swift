/// Where a call puts the reason for which it failed; nil if the caller does not ask.
///
/// Pass `&error` of a variable of the type `NSError?`.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// What a block that hands input to a converter has.
public enum AVAudioConverterInputStatus: Int, Sendable {
    /// The returned buffer.
    case haveData = 0
    /// Nothing yet; the converter returns what it has made.
    case noDataNow = 1
    /// Nothing any more; the converter makes what is left.
    case endOfStream = 2
}

/// How a conversion ended.
public enum AVAudioConverterOutputStatus: Int, Sendable {
    /// The output buffer holds what was asked for, or the last that there was.
    case haveData = 0
    /// There was not enough input for now; the output buffer holds what could be made of it.
    case inputRanDry = 1
    /// The stream is at its end; nothing was made.
    case endOfStream = 2
    /// It failed; the error says why.
    case error = 3
}

/// What a converter does at the edges of a stream, where a filter of rates reaches beyond them.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
    /// `primeInfo.leadingFrames` of the input are the past of the first output; seek back by so many.
    case pre = 0
    /// Silence lies before the input; more of it is asked for, so that the output is not late.
    case normal = 1
    /// Silence lies before the input, and no more is asked for: the output is late by
    /// `primeInfo.trailingFrames`.
    case none = 2
}

/// Input frames beyond a place of the output that a converter takes into account.
public struct AVAudioConverterPrimeInfo: Sendable {
    /// Frames before it.
    public var leadingFrames: AVAudioFrameCount
    /// Frames after it.
    public var trailingFrames: AVAudioFrameCount

    /// No frames.
    public init() {
        self.init(leadingFrames: 0, trailingFrames: 0)
    }

    /// So many frames.
    public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
        self.leadingFrames = leadingFrames
        self.trailingFrames = trailingFrames
    }
}

/// Hands the next input to a converter: about so many packets, and says whether there are any.
///
/// PCM has a frame in each packet. Fewer are welcome, more too. The buffer must stay as it is until the block
/// is called again or the conversion ends.
public typealias AVAudioConverterInputBlock = (
    AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
