import AVFDSP
import CAVFDSP

/// Part of a file as a player wants it: at its sample rate, with its channels, one memory block per channel.
///
/// Channels: the file's surplus ones are dropped; mono is copied to both sides of stereo; others that the
/// file lacks are silent. Rates: output frame k is the sound at k / `sampleRateHz` seconds after the start
/// frame. The output does not depend on how it is cut into reads.
///
/// One thread at a time. Calls may block on the disk and must not come from a render thread.
package final class SegmentReader: @unchecked Sendable {
    // Sendable: no state is shared but with the one thread that uses the reader at a time.

    /// Frames that `read` will deliver in all; fewer when a pipe of unknown length ends.
    package private(set) var outputFrameCount: Int
    /// Frames delivered so far.
    package private(set) var framesDelivered = 0
    /// What `read` delivers.
    package let channelCount: Int

    /// What the file lacks, if the segment reaches to its early end.
    ///
    /// Known at once where the header says it; `read` throws it where only decoding shows it.
    package let incompleteness: MediaError?

    private let source: SegmentSource
    private let converter: SegmentRateConverter?

    /// A segment of a file that is opened for it.
    ///
    /// - Throws: What `AudioFileReader` throws, and as `init(reader:…)`.
    package convenience init(
        path: String, startFrame: Int = 0, frameCount: Int? = nil, sampleRateHz: Double? = nil,
        channelCount: Int? = nil
    ) throws(MediaError) {
        let reader = try AudioFileReader(path: path)
        try self.init(
            reader: reader, startFrame: startFrame, frameCount: frameCount, sampleRateHz: sampleRateHz,
            channelCount: channelCount)
    }

    /// A segment of an open file, which must not be read or sought elsewhere meanwhile.
    ///
    /// - Parameters:
    ///   - reader: The file; its position is set before each read.
    ///   - startFrame: The first frame, at the file's rate.
    ///   - frameCount: Frames at the file's rate; cut at the file's end; nil for all that follow.
    ///   - sampleRateHz: The rate to deliver at; nil for the file's.
    ///   - channelCount: The channels to deliver; nil for the file's.
    /// - Throws: `invalidSeek` for a start outside the file or a negative count, `invalidSampleRate`,
    ///   `invalidChannelCount`.
    package init(
        reader: AudioFileReader, startFrame: Int = 0, frameCount: Int? = nil, sampleRateHz: Double? = nil,
        channelCount: Int? = nil
    ) throws(MediaError) {
        var wanted = reader.format
        wanted.sampleRateHz = sampleRateHz ?? wanted.sampleRateHz
        wanted.channelCount = channelCount ?? wanted.channelCount
        try wanted.checkLimits(path: reader.path)
        guard startFrame >= 0, startFrame <= reader.frameCount, frameCount ?? 0 >= 0 else {
            throw .invalidSeek(reader.path, frame: startFrame, frameCount: reader.frameCount)
        }
        let available = reader.frameCount - startFrame
        let inputFrameCount = min(frameCount ?? available, available)
        incompleteness = inputFrameCount == available ? reader.incompleteness : nil
        source = SegmentSource(
            reader: reader, startFrame: startFrame, frameCount: inputFrameCount,
            channelCount: wanted.channelCount)
        self.channelCount = wanted.channelCount
        if wanted.sampleRateHz == reader.format.sampleRateHz {
            converter = nil
            outputFrameCount = inputFrameCount
        } else {
            let converter = try SegmentRateConverter(
                source, path: reader.path, inputRateHz: reader.format.sampleRateHz,
                outputRateHz: wanted.sampleRateHz)
            self.converter = converter
            outputFrameCount = converter.outputFrameCount
        }
    }

    /// Reads the next frames, from `offset` frames into each channel's memory.
    ///
    /// - Returns: The frames delivered: `frameCount` of them, fewer at the end, then 0.
    /// - Throws: `decodingFailed`, `incomplete`, `closed`: the segment has ended; frames before the damage
    ///   have been delivered by earlier calls.
    package func read(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int = 0, frameCount: Int
    ) throws(MediaError) -> Int {
        let wanted = min(frameCount, outputFrameCount - framesDelivered)
        guard wanted > 0 else { return 0 }
        let got =
            if let converter {
                try converter.read(into: channels, offset: offset, frameCount: wanted)
            } else {
                try source.read(into: channels, offset: offset, frameCount: wanted)
            }
        framesDelivered += got
        if got == 0 { outputFrameCount = framesDelivered }
        return got
    }
}
