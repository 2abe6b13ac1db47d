import AVFRealtime
import AVFRender
import CAVFDSP
import Synchronization

/// Copies a bus into the slots of a link.
package final class TapUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// Kept alive for its state.
    private let link: TapLink

    /// A tap that fills `link`.
    package init(_ link: TapLink) {
        self.link = link
        super.init()
    }

    package override func process(_ block: RenderBlock) { link.state.pointer.pointee.process(block) }
}

/// The render side of a tap.
struct TapState: ~Copyable {
    private let dropped: UnsafeMutablePointer<Atomic<Int64>>
    private let filled: RingWriter<TapSlot>
    private let empty: RingReader<Int>
    private let samples: UnsafeMutablePointer<Float>
    private let slotFrameCount: Int
    private let channelCount: Int
    private var slot = -1
    private var slotSampleTime: Int64 = 0
    private var filledFrames = 0

    init(
        filled: RingWriter<TapSlot>, empty: RingReader<Int>, samples: UnsafeMutablePointer<Float>,
        slotFrameCount: Int, channelCount: Int, dropped: UnsafeMutablePointer<Atomic<Int64>>
    ) {
        self.dropped = dropped
        self.filled = filled
        self.empty = empty
        self.samples = samples
        self.slotFrameCount = slotFrameCount
        self.channelCount = channelCount
    }

    @_noLocks
    mutating func process(_ block: RenderBlock) {
        var frame = 0
        while frame < block.frameCount {
            guard slot >= 0 || beginSlot(at: block.sampleTime + Int64(frame)) else {
                dropped.pointee.add(Int64(block.frameCount - frame), ordering: .relaxed)
                return
            }
            let count = min(block.frameCount - frame, slotFrameCount - filledFrames)
            copy(block.input, from: frame, count)
            filledFrames += count
            frame += count
            if filledFrames == slotFrameCount { endSlot() }
        }
    }

    @_noLocks
    private mutating func beginSlot(at sampleTime: Int64) -> Bool {
        guard let next = empty.pop() else { return false }
        slot = next
        slotSampleTime = sampleTime
        filledFrames = 0
        return true
    }

    @_noLocks
    private mutating func endSlot() {
        _ = filled.push(TapSlot(index: slot, frameCount: filledFrames, sampleTime: slotSampleTime))
        slot = -1
    }

    @_noLocks
    private func copy(_ input: AudioBus, from frame: Int, _ count: Int) {
        for channel in 0..<min(channelCount, input.channelCount) {
            let target = samples + (slot * channelCount + channel) * slotFrameCount + filledFrames
            avf_dsp_copy(target, input[channel] + frame, count)
        }
    }
}
