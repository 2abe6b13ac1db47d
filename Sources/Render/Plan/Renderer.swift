import CAVFDSP
import CAVFRealtime
import Synchronization

/// Runs the newest plan, block by block, on whatever thread calls it: the device's or the offline caller's.
package struct Renderer: @unchecked Sendable {
    // Proof: the pointers never change, and what they lead to is atomic, or says itself who may touch it.
    /// Where plans come in and go out.
    package let slot = PlanSlot()
    /// The time of the newest block.
    package let clock = RenderClock()
    /// What units took, while profiling.
    package let profile = RenderProfile()
    private let sampleTime: UnsafeMutablePointer<Atomic<Int64>>
    private let restartRequest: UnsafeMutablePointer<Atomic<Bool>>
    private let profiling: UnsafeMutablePointer<Atomic<Bool>>
    private let team: UnsafeMutablePointer<UnsafeMutablePointer<TeamState>?>

    /// A renderer at time zero, without a plan.
    package init() {
        sampleTime = .allocate(capacity: 1)
        sampleTime.initialize(to: Atomic(0))
        restartRequest = .allocate(capacity: 1)
        restartRequest.initialize(to: Atomic(false))
        profiling = .allocate(capacity: 1)
        profiling.initialize(to: Atomic(false))
        team = .allocate(capacity: 1)
        team.initialize(to: nil)
    }

    /// Frees everything, once, when no thread renders any more.
    package func deallocate() {
        slot.deallocate()
        clock.deallocate()
        profile.deallocate()
        sampleTime.deinitialize(count: 1)
        sampleTime.deallocate()
        restartRequest.deinitialize(count: 1)
        restartRequest.deallocate()
        profiling.deinitialize(count: 1)
        profiling.deallocate()
        team.deallocate()
    }

    /// Lets these threads help with plans that can be shared; nobody renders meanwhile, and the team outlives
    /// its use.
    package func setTeam(_ team: RenderTeam?) { self.team.pointee = team?.state }

    /// The threads that help.
    fileprivate var helpers: UnsafeMutablePointer<TeamState>? { @_noLocks get { team.pointee } }

    /// Whether units' processing times are booked and put into the profile, by one thread. [any]
    package var isProfiling: Bool {
        get { profiling.pointee.load(ordering: .relaxed) }
        nonmutating set { profiling.pointee.store(newValue, ordering: .relaxed) }
    }

    /// Frames rendered since the timeline began. [any]
    package var position: Int64 {
        if restartRequest.pointee.load(ordering: .relaxed) { return 0 }
        return sampleTime.pointee.load(ordering: .relaxed)
    }

    /// Begins the timeline anew with the next block. [any]
    package func restart() { restartRequest.pointee.store(true, ordering: .relaxed) }

    /// The time of a block of so many frames.
    ///
    /// Render thread.
    @_noLocks
    fileprivate func takeTime(frameCount: Int) -> Int64 {
        let restarts =
            restartRequest.pointee.load(ordering: .relaxed)
            && restartRequest.pointee.exchange(false, ordering: .relaxed)
        let time = restarts ? 0 : sampleTime.pointee.load(ordering: .relaxed)
        sampleTime.pointee.store(time + Int64(frameCount), ordering: .relaxed)
        return time
    }

    /// Fills `channelCount` channels with `frameCount` frames, from frame `offset` on, behind the real-time
    /// door.
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
        let sampleTime = renderer.takeTime(frameCount: frameCount)
        renderer.clock.publish(sampleTime: sampleTime, hostTime: hostTime)
        if let plan = renderer.slot.plan, plan.pointee.outputChannelCount == channelCount {
            run(plan, from: sampleTime)
        } else {
            for channel in 0..<channelCount { avf_dsp_clear(output[channel] + offset, frameCount) }
        }
    }

    /// Runs the plan in slices that it has buffers for.
    @_noLocks
    private func run(_ plan: UnsafeMutablePointer<PlanBody>, from sampleTime: Int64) {
        let isProfiling = renderer.isProfiling
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, plan.pointee.maximumFrameCount)
            let time = sampleTime + Int64(done)
            if isProfiling {
                plan.pointee.run(
                    output, offset: offset + done, frameCount: count, sampleTime: time, hostTime: hostTime,
                    measuredBy: renderer.profile)
            } else {
                plan.pointee.run(
                    output, offset: offset + done, frameCount: count, sampleTime: time, hostTime: hostTime,
                    team: renderer.helpers)
            }
            done += count
        }
    }
}
