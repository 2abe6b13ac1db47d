import AVFRealtime
import CAVFDSP
import CAVFRealtime
import Synchronization

/// Runs the newest plan, block by block, on whatever thread calls it: the device's or the offline caller's.
package final class Renderer: Sendable {
    private let state = OwnedCell(RendererState())

    /// A renderer at time zero, without a plan.
    package init() {}

    /// Where plans come in and go out.
    package var slot: PlanSlot { _read { yield state.pointer.pointee.slot } }
    /// The time of the newest block.
    package var clock: RenderClock { _read { yield state.pointer.pointee.clock } }
    /// What units took, while profiling.
    package var profile: RenderProfile { _read { yield state.pointer.pointee.profile } }

    /// Lets these threads help with plans that can be shared; no block is rendered meanwhile, and the team
    /// outlives its use.
    package func setThreadPool(_ team: RenderThreadPool?) {
        state.pointer.pointee.team.store(UInt(bitPattern: team?.state), ordering: .releasing)
    }

    /// Whether units' processing times are booked and put into the profile, by one thread. [any]
    package var isProfiling: Bool {
        get { state.pointer.pointee.isProfiling.load(ordering: .relaxed) }
        set { state.pointer.pointee.isProfiling.store(newValue, ordering: .relaxed) }
    }

    /// Frames rendered since the timeline began. [any]
    package var position: Int64 { state.pointer.pointee.position }

    /// Begins the timeline anew with the next block. [any]
    package func restart() { state.pointer.pointee.restartRequest.store(true, ordering: .relaxed) }

    /// Fills `channelCount` channels with `frameCount` frames, from frame `offset` on, in the real-time
    /// context.
    package func render(
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int = 0, channelCount: Int,
        frameCount: Int, hostTime: UInt64
    ) {
        var request = Request(
            renderer: state.pointer, output: output, offset: offset, channelCount: channelCount,
            frameCount: frameCount, hostTime: hostTime)
        avf_rt_enter({ $0?.assumingMemoryBound(to: Request.self).pointee.run() }, &request)
    }
}

/// What the renderer's two sides share.
struct RendererState: ~Copyable {
    let slot = PlanSlot()
    let clock = RenderClock()
    let profile = RenderProfile()
    let isProfiling = Atomic<Bool>(false)
    let restartRequest = Atomic<Bool>(false)
    /// The address of the state of the threads that help; 0 for none.
    let team = Atomic<UInt>(0)
    private let sampleTime = Atomic<Int64>(0)

    /// The threads that help.
    var helpers: UnsafeMutablePointer<ThreadPoolState>? {
        @_noLocks get { UnsafeMutablePointer(bitPattern: team.load(ordering: .acquiring)) }
    }

    /// Frames rendered since the timeline began. [any]
    var position: Int64 {
        restartRequest.load(ordering: .relaxed) ? 0 : sampleTime.load(ordering: .relaxed)
    }

    /// The time of a block of so many frames.
    ///
    /// Render thread.
    @_noLocks
    func takeTime(frameCount: Int) -> Int64 {
        let restarts =
            restartRequest.load(ordering: .relaxed)
            && restartRequest.exchange(false, ordering: .relaxed)
        let time = restarts ? 0 : sampleTime.load(ordering: .relaxed)
        sampleTime.store(time + Int64(frameCount), ordering: .relaxed)
        return time
    }
}

/// One call of the renderer, as it passes through the real-time entry.
private struct Request {
    let renderer: UnsafeMutablePointer<RendererState>
    let output: UnsafePointer<UnsafeMutablePointer<Float>>
    let offset: Int
    let channelCount: Int
    let frameCount: Int
    let hostTime: UInt64

    @_noLocks
    func run() {
        renderer.pointee.slot.adoptNewestPlan()
        let sampleTime = renderer.pointee.takeTime(frameCount: frameCount)
        renderer.pointee.clock.publish(sampleTime: sampleTime, hostTime: hostTime)
        if let plan = renderer.pointee.slot.plan, plan.pointee.outputChannelCount == channelCount {
            run(plan, from: sampleTime)
        } else {
            for channel in 0..<channelCount { avf_dsp_clear(output[channel] + offset, frameCount) }
        }
    }

    /// Runs the plan in slices that it has buffers for.
    @_noLocks
    private func run(_ plan: UnsafeMutablePointer<PlanBody>, from sampleTime: Int64) {
        let isProfiling = renderer.pointee.isProfiling.load(ordering: .relaxed)
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, plan.pointee.maximumFrameCount)
            let time = sampleTime + Int64(done)
            if isProfiling {
                plan.pointee.run(
                    output, offset: offset + done, frameCount: count, sampleTime: time, hostTime: hostTime,
                    measuredBy: renderer.pointee.profile)
            } else {
                plan.pointee.run(
                    output, offset: offset + done, frameCount: count, sampleTime: time, hostTime: hostTime,
                    team: renderer.pointee.helpers)
            }
            done += count
        }
    }
}
