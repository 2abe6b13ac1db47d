/// What can go wrong with a media file; every case carries the path and the cause.
package enum MediaError: Error, Equatable, Sendable {
    /// The path cannot name a file: it is empty or has a NUL inside.
    case invalidPath(String)
    /// Nothing is there.
    case notFound(String)
    /// The path names a directory, a FIFO, a socket or a device.
    case notARegularFile(String, kind: String)
    /// The user may not open the file.
    case permissionDenied(String)
    /// The system refused for another reason, which it gives.
    case openFailed(String, reason: String)
    /// The content is no audio that can be read; the decoder says why.
    case unsupportedFormat(String, reason: String)
    /// The extension names no container that can be written.
    case unknownExtension(String)
    /// No such combination of container, encoding, rate and channels can be written.
    case unsupportedEncoding(String, AudioFileFormat)
    /// The file would be larger than its header can say.
    case tooLarge(String, byteCount: Int, byteLimit: Int)
    /// A sample rate outside `AudioFileFormat.sampleRatesHz`, or NaN, or (for writing) with a fraction.
    case invalidSampleRate(String, sampleRateHz: Double)
    /// A channel count outside `AudioFileFormat.channelCounts`.
    case invalidChannelCount(String, channelCount: Int)
    /// A frame outside the file, or a file that cannot seek.
    case invalidSeek(String, frame: Int, frameCount: Int)
    /// The file's data are damaged at a frame.
    case decodingFailed(String, reason: String, frame: Int)
    /// The file holds fewer frames than its header promises, or breaks off; nil for a header that does not
    /// say.
    case incomplete(String, frameCount: Int, expectedFrameCount: Int?)
    /// The disk, the quota or the permitted file size is used up.
    case diskFull(String, framesWritten: Int)
    /// The system refused to write for another reason, which it gives.
    case writeFailed(String, reason: String, framesWritten: Int)
    /// The file was closed before.
    case closed(String)
    /// Memory ran out.
    case outOfMemory
}

extension MediaError: CustomStringConvertible {
    /// One sentence that names the file and the cause.
    package var description: String {
        switch self {
        case .invalidPath(let path):
            "“\(path)” is not a usable file name."
        case .notFound(let path):
            "There is no file “\(path)”."
        case .notARegularFile(let path, let kind):
            "“\(path)” is \(kind), not a file."
        case .permissionDenied(let path):
            "Permission to open “\(path)” was denied."
        case .openFailed(let path, let reason):
            "“\(path)” could not be opened: \(reason)."
        case .unsupportedFormat(let path, let reason):
            "“\(path)” is not an audio file that can be read: \(reason)"
        case .unknownExtension(let path):
            "The name “\(path)” does not end in an extension of an audio format that can be written."
        case .unsupportedEncoding(let path, let format):
            "“\(path)” cannot be written as \(format)."
        case .tooLarge(let path, let byteCount, let byteLimit):
            "“\(path)” would take \(byteCount.grouped) bytes, but no file of its kind has more than "
                + "\(byteLimit.grouped): .wav, .caf, .w64 and .au files have."
        case .invalidSampleRate(let path, let sampleRateHz):
            "The sample rate \(sampleRateHz) Hz of “\(path)” is not one that can be used."
        case .invalidChannelCount(let path, let channelCount):
            "The channel count \(channelCount) of “\(path)” is not one that can be used."
        default: descriptionOfTransfer
        }
    }

    /// The sentences about files that are open already.
    private var descriptionOfTransfer: String {
        switch self {
        case .invalidSeek(let path, let frame, let frameCount):
            "Frame \(frame) of “\(path)” cannot be reached: the file has \(frameCount) frames."
        case .decodingFailed(let path, let reason, let frame):
            "“\(path)” is damaged at frame \(frame): \(reason)"
        case .incomplete(let path, let frameCount, let expectedFrameCount?):
            "“\(path)” is incomplete: it holds \(frameCount.grouped) of \(expectedFrameCount.grouped) frames."
        case .incomplete(let path, let frameCount, nil):
            "“\(path)” is incomplete: it breaks off after \(frameCount.grouped) frames."
        case .diskFull(let path, let framesWritten):
            "No space was left for “\(path)” after \(framesWritten) frames."
        case .writeFailed(let path, let reason, let framesWritten):
            "Writing “\(path)” failed after \(framesWritten) frames: \(reason)."
        case .closed(let path):
            "“\(path)” is closed."
        default:
            "Memory ran out."
        }
    }
}

extension Int {
    /// The digits in groups of three: 12,345.
    package var grouped: String {
        let digits = String(magnitude)
        let groups = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
        }
        return (self < 0 ? "-" : "") + groups.joined()
    }
}
