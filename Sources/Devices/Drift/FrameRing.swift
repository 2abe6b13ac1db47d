import AVFRealtime
import CAVFDSP

/// Planar frames between two threads with clocks of their own, and where the one that follows stands.
///
/// One ring for each channel, filled in the order of the channels and emptied in the same: the last channel
/// says how many whole frames there are.
package final class FrameRing: Sendable {
    /// Channels side by side.
    package let channelCount: Int
    /// CLOCK_MONOTONIC of second 0 of all positions, in nanoseconds.
    package let originNanoseconds: UInt64
    private let channels: OwnedBuffer<Ring<Float>>
    private let positionRing = Ring<StreamPosition>(minimumCapacity: 64)
    private let writers: OwnedBuffer<RingWriter<Float>>
    private let readers: OwnedBuffer<RingReader<Float>>

    /// An empty ring for at least `frameCapacity` frames of at least one channel.
    package init(channelCount: Int, frameCapacity: Int, originNanoseconds: UInt64) {
        self.channelCount = max(1, channelCount)
        self.originNanoseconds = originNanoseconds
        let channels = OwnedBuffer(count: self.channelCount) { _ in
            Ring<Float>(minimumCapacity: frameCapacity)
        }
        writers = OwnedBuffer(count: self.channelCount) { channels.pointer[$0].writer }
        readers = OwnedBuffer(count: self.channelCount) { channels.pointer[$0].reader }
        self.channels = channels
    }

    /// The end that frames go in by; valid as long as the ring.
    package var writer: FrameRingWriter {
        FrameRingWriter(channels: writers.pointer, channelCount: channelCount)
    }

    /// The end that frames come out by; valid as long as the ring.
    package var reader: FrameRingReader {
        FrameRingReader(channels: readers.pointer, channelCount: channelCount)
    }

    /// Where the stream that follows says that it stands.
    package var positions: (writer: RingWriter<StreamPosition>, reader: RingReader<StreamPosition>) {
        (positionRing.writer, positionRing.reader)
    }
}

/// The end of a `FrameRing` that one thread puts frames in by.
package struct FrameRingWriter: BitwiseCopyable, @unchecked Sendable {
    // Proof: see FrameRing, which owns the memory.
    let channels: UnsafeMutablePointer<RingWriter<Float>>
    let channelCount: Int

    /// Frames that fit now, or more.
    package var room: Int { @_noLocks get { channels[channelCount - 1].room } }

    /// Appends the first of `frameCount` frames that fit, from frame `first` of `source` on; returns how
    /// many.
    @_noLocks
    package func push(
        _ source: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int = 0, frameCount: Int
    ) -> Int {
        let taken = min(frameCount, room)
        for channel in 0..<channelCount {
            _ = channels[channel].push(UnsafePointer(source[channel]) + first, count: taken)
        }
        return taken
    }

    /// Appends silence as far as it fits; returns how many frames.
    @_noLocks
    package func pushSilence(frameCount: Int) -> Int {
        let taken = max(0, min(frameCount, room))
        for channel in 0..<channelCount { _ = channels[channel].push(repeating: 0, count: taken) }
        return taken
    }
}

/// The end of a `FrameRing` that one thread takes frames out by.
package struct FrameRingReader: BitwiseCopyable, @unchecked Sendable {
    // Proof: see FrameRing, which owns the memory.
    let channels: UnsafeMutablePointer<RingReader<Float>>
    let channelCount: Int

    /// Whole frames that wait.
    package var count: Int { @_noLocks get { channels[channelCount - 1].count } }

    /// Takes at most `frameCount` frames into `destination`, from frame `first` on; returns how many.
    @_noLocks
    package func pop(
        into destination: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int = 0, frameCount: Int
    ) -> Int {
        let taken = min(frameCount, count)
        for channel in 0..<channelCount {
            _ = channels[channel].pop(into: destination[channel] + first, count: taken)
        }
        return taken
    }

    /// Forgets at most `frameCount` frames; returns how many.
    @_noLocks
    package func drop(frameCount: Int) -> Int {
        let dropped = max(0, min(frameCount, count))
        for channel in 0..<channelCount { _ = channels[channel].drop(count: dropped) }
        return dropped
    }
}
