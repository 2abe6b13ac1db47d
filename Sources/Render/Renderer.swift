import CAVFDSP
import CAVFRealtime
import Synchronization

/// Runs the newest plan, block by block, on whatever thread calls it: the device's or the offline caller's.
package struct Renderer: @unchecked Sendable {
    // Proof: `sampleTime` belongs to the render thread; the rest is immutable or atomic.
    /// Where plans come in and go out.
    package let slot = PlanSlot()
    /// The time of the newest block.
    package let clock = RenderClock()
    private let sampleTime: UnsafeMutablePointer<Int64>
    private let profiling: UnsafeMutablePointer<Atomic<Bool>>

    /// A renderer at time zero, without a plan.
    package init() {
        sampleTime = .allocate(capacity: 1)
        sampleTime.initialize(to: 0)
        profiling = .allocate(capacity: 1)
        profiling.initialize(to: Atomic(false))
    }

    /// Frees everything, once, when no thread renders any more.
    package func deallocate() {
        slot.deallocate()
        clock.deallocate()
        sampleTime.deallocate()
        profiling.deinitialize(count: 1)
        profiling.deallocate()
    }

    /// Whether units' processing times are booked. [any]
    package var isProfiling: Bool {
        get { profiling.pointee.load(ordering: .relaxed) }
        nonmutating set { profiling.pointee.store(newValue, ordering: .relaxed) }
    }

    /// Frames rendered so far.
    ///
    /// With the renderer stopped, or from its own thread.
    package var position: Int64 {
        get { sampleTime.pointee }
        nonmutating set { sampleTime.pointee = newValue }
    }

    /// Fills `channelCount` channels with `frameCount` frames, from frame `offset` on, behind the real-time door.
    package func render(
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int = 0, channelCount: Int,
        frameCount: Int, hostTime: UInt64
    ) {
        var request = Request(
            renderer: self, output: output, offset: offset, channelCount: channelCount,
            frameCount: frameCount, hostTime: hostTime)
        avf_rt_enter({ $0?.assumingMemoryBound(to: Request.self).pointee.run() }, &request)
    }
}

/// One call of the renderer, as it passes through the door.
private struct Request {
    let renderer: Renderer
    let output: UnsafePointer<UnsafeMutablePointer<Float>>
    let offset: Int
    let channelCount: Int
    let frameCount: Int
    let hostTime: UInt64

    @_noLocks
    func run() {
        renderer.slot.adoptNewestPlan()
        renderer.clock.publish(sampleTime: renderer.position, hostTime: hostTime)
        if let plan = renderer.slot.plan, plan.pointee.outputChannelCount == channelCount {
            run(plan)
        } else {
            for channel in 0..<channelCount { avf_dsp_clear(output[channel] + offset, frameCount) }
        }
        renderer.position += Int64(frameCount)
    }

    /// Runs the plan in slices that it has buffers for.
    @_noLocks
    private func run(_ plan: UnsafeMutablePointer<PlanBody>) {
        let isProfiling = renderer.isProfiling
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, plan.pointee.maximumFrameCount)
            plan.pointee.run(
                output, offset: offset + done, frameCount: count, sampleTime: renderer.position + Int64(done),
                isProfiling: isProfiling)
            done += count
        }
    }
}
