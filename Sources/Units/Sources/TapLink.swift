import AVFRealtime
import AVFRender
import Synchronization

/// A piece of audio that a tap has taken: `frameCount` frames in the slot's memory.
@frozen
public struct TapSlot: BitwiseCopyable, Sendable {
    /// Which slot.
    public let index: Int
    /// Frames in it.
    public let frameCount: Int
    /// Node time of its first frame.
    public let sampleTime: Int64

    @_noLocks
    init(index: Int, frameCount: Int, sampleTime: Int64) {
        self.index = index
        self.frameCount = frameCount
        self.sampleTime = sampleTime
    }
}

/// What a tap's two sides share: a set of slots of exactly the size that the listener asked for.
///
/// The render side fills a slot and sends it; the listener empties it and sends it back. When none is free,
/// frames are dropped and counted, and the next slot begins at its true time.
package final class TapLink: @unchecked Sendable {
    // Proof: a slot belongs to the side that took it from a ring.
    /// Frames of a slot.
    package let slotFrameCount: Int
    /// Channels of a slot.
    package let channelCount: Int
    /// Filled slots, render → control.
    private let filled: Ring<TapSlot>
    /// Slots to fill, control → render.
    private let empty: Ring<Int>
    private let samples: OwnedBuffer<Float>
    let state: OwnedCell<TapState>
    private let dropped = OwnedCell(Atomic<Int64>(0))

    /// A link whose slots hold at least `minimumFrameCount` frames together, and are at least four.
    package init(slotFrameCount: Int, channelCount: Int, minimumFrameCount: Int) {
        self.slotFrameCount = slotFrameCount
        self.channelCount = channelCount
        let slotCount = max(4, (minimumFrameCount + slotFrameCount - 1) / slotFrameCount + 1)
        filled = Ring(minimumCapacity: slotCount)
        empty = Ring(minimumCapacity: slotCount)
        for index in 0..<slotCount { _ = empty.writer.push(index) }
        samples = OwnedBuffer(repeating: 0, count: slotCount * slotFrameCount * channelCount)
        state = OwnedCell(
            TapState(
                filled: filled.writer, empty: empty.reader, samples: samples.pointer,
                slotFrameCount: slotFrameCount, channelCount: channelCount, dropped: dropped.pointer))
    }

    /// One channel of a filled slot.
    ///
    /// Control side, until the slot is sent back.
    package func channel(_ channel: Int, of slot: TapSlot) -> UnsafePointer<Float> {
        UnsafePointer(samples.pointer + (slot.index * channelCount + channel) * slotFrameCount)
    }

    /// Takes the oldest filled slot.
    ///
    /// Control side.
    package func take() -> TapSlot? { filled.reader.pop() }

    /// Sends a slot back to be filled again.
    ///
    /// Control side.
    package func giveBack(_ slot: TapSlot) { _ = empty.writer.push(slot.index) }

    /// Frames that surely fit before anything is dropped.
    ///
    /// Control side, with no block being rendered.
    package var roomInFrames: Int { empty.reader.count * slotFrameCount }

    /// Frames dropped so far because no slot was free. [any]
    package var droppedFrameCount: Int64 { dropped.pointer.pointee.load(ordering: .relaxed) }
}
