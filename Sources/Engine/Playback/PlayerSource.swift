import AVFMedia
import AVFRender
import AVFUnits

/// Planar samples of another owner, kept alive while they are played.
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
    /// The same of a pipe, which gives its bytes as time goes by.
    private static let pipedChunkFrameCount = 512

    let place: MediaSource
    let startFrame: Int
    let frameCount: Int
    /// Whether it comes through a pipe: nothing is read of it before it is needed.
    let isPiped: Bool
    private let source: AudioFileReader?
    private var reader: SegmentReader?
    /// What chunks are decoded into, again and again: memory that is taken and given back for hours in pieces
    /// of this size ends as a sieve.
    private var buffers: [SampleBuffer] = []

    /// All of an open file, which has no other reader.
    init(_ reader: AudioFileReader) {
        place = reader.source
        startFrame = 0
        frameCount = .max
        source = reader
        isPiped = true
    }

    init(_ place: MediaSource, startFrame: Int, frameCount: Int) {
        self.place = place
        self.startFrame = startFrame
        self.frameCount = frameCount
        source = nil
        isPiped = false
    }

    /// The next chunk at that rate; empty at the end.
    ///
    /// - Throws: `MediaError` if the file went away or is damaged.
    func nextChunk(sampleRateHz: Double, channelCount: Int) throws(MediaError) -> PlayableSamples {
        let reader = try openReader(sampleRateHz: sampleRateHz, channelCount: channelCount)
        let left = reader.outputFrameCount - reader.framesDelivered
        let wanted = min(left, isPiped ? Self.pipedChunkFrameCount : Self.chunkFrameCount)
        let buffer = freeBuffer(channelCount: reader.channelCount, frameCount: wanted)
        let count = try reader.read(into: buffer.channels, frameCount: wanted)
        return PlayableSamples(buffer, frameCount: count)
    }

    /// A buffer that is no longer played, or a new one.
    ///
    /// The queue holds a buffer until its report is back, and that is sent when the last frame has been
    /// copied: a block borrows the memory only of an item that goes on after the block.
    private func freeBuffer(channelCount: Int, frameCount: Int) -> SampleBuffer {
        for index in buffers.indices
        where isKnownUniquelyReferenced(&buffers[index]) && buffers[index].frameCapacity >= frameCount {
            return buffers[index]
        }
        let buffer = SampleBuffer(channelCount: channelCount, frameCapacity: frameCount)
        buffers.append(buffer)
        return buffer
    }

    /// What the file lacks, once everything that is there has been delivered.
    var incompleteness: MediaError? { isAtEnd ? reader?.incompleteness : nil }

    /// Whether everything has been delivered.
    var isAtEnd: Bool {
        guard let reader else { return frameCount == 0 }
        return reader.framesDelivered >= reader.outputFrameCount
    }

    private func openReader(sampleRateHz: Double, channelCount: Int) throws(MediaError) -> SegmentReader {
        if let reader { return reader }
        let file: AudioFileReader
        if let source { file = source } else { file = try AudioFileReader(place) }
        let opened = try SegmentReader(
            reader: file, startFrame: startFrame, frameCount: frameCount,
            sampleRateHz: sampleRateHz,
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

    /// Frames that had been sent before its first part; nil before that.
    var frameCountBefore: Int64?

    /// The frames that it surely has; nothing is known of files.
    var knownFrameCount: Int {
        if case .samples(let samples) = source { samples.frameCount } else { 0 }
    }
}
