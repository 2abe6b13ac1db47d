import AVFRender
import AVFUnits
import Glibc
import Synchronization

/// A piece of audio that a tap hands to its listener; valid inside the listener's block only.
package struct TapBlock {
    /// One pointer for each channel.
    package let channels: [UnsafePointer<Float>]
    /// Number of frames.
    package let frameCount: Int
    /// Sample time of the first frame, at the node's rate.
    package let sampleTime: Int64
    /// Nanoseconds of CLOCK_MONOTONIC when the first frame is heard; 0 offline.
    package let hostTime: UInt64
    /// Frames a second.
    package let sampleRateHz: Double
}

/// A listener on an output bus.
final class NodeTap: Sendable {
    typealias Listener = @Sendable (TapBlock) -> Void

    private struct Made {
        var link: TapLink
        var unit: TapUnit
        var sampleRateHz: Double
    }

    let slotFrameCount: Int
    private let listener: Listener
    private let made = Mutex<Made?>(nil)
    /// Held while the listener runs, so that it is called once at a time and in order.
    private let delivery = RecursiveLock()
    /// The thread that runs the listener; 0 for none.
    private let delivering = Atomic<pthread_t>(0)
    /// What is rendered from now on is not waited for.
    private let isEnded = Atomic<Bool>(false)
    /// The listener ended its own tap and wants nothing more.
    private let isRefused = Atomic<Bool>(false)

    init(slotFrameCount: Int, listener: @escaping Listener) {
        self.slotFrameCount = slotFrameCount
        self.listener = listener
    }

    /// The unit that listens to a bus of that format; blocks have at most `maximumFrameCount` frames.
    func unit(sampleRateHz: Double, channelCount: Int, maximumFrameCount: Int) -> RenderUnit {
        made.withLock { made in
            if let made, made.link.channelCount == channelCount, made.sampleRateHz == sampleRateHz {
                return made.unit
            }
            // Half a second, so that a listener may be slow without losing anything; two blocks at the least.
            let room = max(Int(sampleRateHz / 2), 2 * maximumFrameCount)
            let link = TapLink(
                slotFrameCount: slotFrameCount, channelCount: channelCount, minimumFrameCount: room)
            let unit = TapUnit(link)
            made = Made(link: link, unit: unit, sampleRateHz: sampleRateHz)
            return unit
        }
    }

    /// Frames that can be rendered before something would be dropped that a listener waits for.
    var roomInFrames: Int {
        isEnded.load(ordering: .acquiring) ? .max : made.withLock { $0?.link.roomInFrames ?? .max }
    }

    /// Lets the renderer wait no more; a listener that ends its own tap gets nothing more.
    func end() {
        isEnded.store(true, ordering: .releasing)
        if delivering.load(ordering: .relaxed) == pthread_self() { isRefused.store(true, ordering: .relaxed) }
    }

    /// Takes back an end.
    func resume() {
        isEnded.store(false, ordering: .releasing)
        isRefused.store(false, ordering: .relaxed)
    }

    /// Hands all filled slots to the listener, oldest first; waits while another thread does, but a listener
    /// cannot call itself.
    func deliver(_ context: ReportContext) {
        guard delivering.load(ordering: .relaxed) != pthread_self(), let made = made.withLock({ $0 }) else {
            return
        }
        delivery.withLock {
            delivering.store(pthread_self(), ordering: .relaxed)
            defer { delivering.store(0, ordering: .relaxed) }
            deliver(made, context)
        }
    }

    private func deliver(_ made: Made, _ context: ReportContext) {
        while !isRefused.load(ordering: .relaxed), let slot = made.link.take() {
            listener(
                TapBlock(
                    channels: (0..<made.link.channelCount).map { made.link.channel($0, of: slot) },
                    frameCount: slot.frameCount, sampleTime: slot.sampleTime,
                    hostTime: context.hostTime(
                        ofSampleTime: slot.sampleTime, sampleRateHz: made.sampleRateHz),
                    sampleRateHz: made.sampleRateHz))
            made.link.giveBack(slot)
        }
    }
}
