import AVFMedia
import AVFRender
import AVFUnits

/// Planar samples that somebody else owns, kept alive while they are played.
package struct PlayableSamples: @unchecked Sendable {  // Proof: the samples are only read.
    let channels: UnsafePointer<UnsafeMutablePointer<Float>>
    let channelCount: Int
    let frameCount: Int
    let owner: AnyObject

    /// `frameCount` frames of `channels`, which live as long as `owner`.
    package init(
        channels: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, frameCount: Int,
        owner: AnyObject
    ) {
        self.channels = channels
        self.channelCount = channelCount
        self.frameCount = frameCount
        self.owner = owner
    }

    /// The first `frameCount` frames of a buffer.
    package init(_ buffer: SampleBuffer, frameCount: Int) {
        self.init(
            channels: buffer.channels, channelCount: buffer.channelCount, frameCount: frameCount,
            owner: buffer)
    }
}

/// A part of a file, opened when its turn comes near.
final class FileSegment: @unchecked Sendable {  // Proof: used by the one thread that feeds the player.
    /// Frames decoded at a time.
    static let chunkFrameCount = 8192

    let path: String
    let startFrame: Int
    let frameCount: Int
    private var reader: SegmentReader?

    init(path: String, startFrame: Int, frameCount: Int) {
        self.path = path
        self.startFrame = startFrame
        self.frameCount = frameCount
    }

    /// The next chunk at that rate; empty at the end.
    ///
    /// - Throws: `MediaError` if the file went away or is damaged.
    func nextChunk(sampleRateHz: Double, channelCount: Int) throws(MediaError) -> PlayableSamples {
        let reader = try openReader(sampleRateHz: sampleRateHz, channelCount: channelCount)
        let left = reader.outputFrameCount - reader.framesDelivered
        let buffer = SampleBuffer(
            channelCount: reader.channelCount, frameCapacity: min(left, Self.chunkFrameCount))
        let count = try reader.read(into: buffer.channels, frameCount: buffer.frameCapacity)
        return PlayableSamples(buffer, frameCount: count)
    }

    /// Whether the file has been opened.
    var hasBegun: Bool { reader != nil }

    /// Whether everything has been delivered.
    var isAtEnd: Bool {
        guard let reader else { return frameCount == 0 }
        return reader.framesDelivered >= reader.outputFrameCount
    }

    private func openReader(sampleRateHz: Double, channelCount: Int) throws(MediaError) -> SegmentReader {
        if let reader { return reader }
        let opened = try SegmentReader(
            path: path, startFrame: startFrame, frameCount: frameCount, sampleRateHz: sampleRateHz,
            channelCount: channelCount)
        reader = opened
        return opened
    }
}

/// Something that waits for its turn in a player.
struct PendingItem: Sendable {
    enum Source: Sendable {
        case samples(PlayableSamples)
        case segment(FileSegment)
    }

    var source: Source
    var loops = false
    var interruption = PlayerItem.Interruption.never
    /// Player time, or `PlayerItem.afterPrevious`.
    var start = PlayerItem.afterPrevious
    var completion: PlayerCompletion?

    /// Whether a part of it has been sent.
    ///
    /// Under the queue's lock, where nobody decodes it.
    var hasBegun: Bool {
        if case .segment(let segment) = source { segment.hasBegun } else { false }
    }

    /// The frames that it surely has; nothing is known of files.
    var knownFrameCount: Int {
        if case .samples(let samples) = source { samples.frameCount } else { 0 }
    }
}
