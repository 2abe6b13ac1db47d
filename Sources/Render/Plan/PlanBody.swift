import CAVFDSP
import CAVFRealtime

/// The render side's view of a plan: raw tables, no references.
struct PlanBody {
    /// Whose memory this is; used when the plan is handed back.
    let owner: Unmanaged<RenderPlan>
    /// The most frames of one run.
    let maximumFrameCount: Int
    /// Channels that the caller's memory must have.
    let outputChannelCount: Int
    private let steps: UnsafeMutablePointer<RenderStep>?
    private let stepCount: Int
    private let domains: UnsafeMutablePointer<RateDomain>?
    private let domainCount: Int
    private let outputPlaces: UnsafeMutablePointer<OutputPlace>?
    private let outputPlaceCount: Int
    private let writesOutput: Bool
    /// The calls as tasks for several threads; nil for a plan that one thread renders.
    private let board: UnsafeMutablePointer<TaskQueue>?
    /// Who may lead the transport, in the order in which they are asked.
    private let leaders: UnsafePointer<Unmanaged<RenderUnit>>?
    private let leaderCount: Int

    init(
        owner: Unmanaged<RenderPlan>, memory: PlanMemory, maximumFrameCount: Int, outputChannelCount: Int,
        writesOutput: Bool, board: UnsafeMutablePointer<TaskQueue>?,
        leaders: UnsafePointer<Unmanaged<RenderUnit>>?, leaderCount: Int
    ) {
        self.owner = owner
        self.maximumFrameCount = maximumFrameCount
        self.outputChannelCount = outputChannelCount
        self.writesOutput = writesOutput
        self.board = board
        self.leaders = leaders
        self.leaderCount = leaderCount
        steps = memory.steps.baseAddress
        stepCount = memory.steps.count
        domains = memory.domains.baseAddress
        domainCount = memory.domains.count
        outputPlaces = memory.outputPlaces.baseAddress
        outputPlaceCount = memory.outputPlaces.count
    }

    /// Makes one block of at most `maximumFrameCount` frames, from frame `offset` of the caller's memory on.
    @_noLocks
    func run(
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int, frameCount: Int, sampleTime: Int64,
        hostTime: UInt64, team: UnsafeMutablePointer<ThreadPoolState>?
    ) {
        guard let steps, let domains else { return clear(output, offset: offset, frameCount: frameCount) }
        if !writesOutput { clear(output, offset: offset, frameCount: frameCount) }
        place(output, offset: offset)
        if leaderCount > 0 { lead(domains, frameCount: frameCount, sampleTime: sampleTime) }
        prime(steps, domains, sampleTime: sampleTime, hostTime: hostTime, isTimed: false)
        time(domains, frameCount: frameCount, sampleTime: sampleTime)
        let block = SharedBlock(steps: steps, domains: domains, hostTime: hostTime, isTimed: false)
        guard let board, let team else { return callAll(block) }
        if board.pointee.isWorthSharing { return team.pointee.share(block, board) }
        let start = avf_rt_host_time()
        callAll(block)
        board.pointee.note(nanoseconds: avf_rt_host_time() &- start)
    }

    @_noLocks
    @inline(__always)
    private func callAll(_ block: SharedBlock) {
        for index in 0..<stepCount {
            block.steps[index].run(block.domains, hostTime: block.hostTime, isTimed: false)
        }
    }

    /// The same by this thread alone, with a look at the clock around each call.
    ///
    /// Calls that let domains run ahead are booked on their units, and in the block's time, but have no
    /// record.
    @_noLocks
    func run(
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int, frameCount: Int, sampleTime: Int64,
        hostTime: UInt64, measuredBy profile: borrowing RenderProfile
    ) {
        guard let steps, let domains else { return clear(output, offset: offset, frameCount: frameCount) }
        let start = avf_rt_host_time()
        let isRecorded = profile.hasRoom(for: stepCount + 1)
        if !writesOutput { clear(output, offset: offset, frameCount: frameCount) }
        place(output, offset: offset)
        if leaderCount > 0 { lead(domains, frameCount: frameCount, sampleTime: sampleTime) }
        prime(steps, domains, sampleTime: sampleTime, hostTime: hostTime, isTimed: true)
        time(domains, frameCount: frameCount, sampleTime: sampleTime)
        for index in 0..<stepCount {
            let callStart = avf_rt_host_time()
            steps[index].run(domains, hostTime: hostTime, isTimed: true)
            guard isRecorded else { continue }
            profile.append(
                ProfileRecord(
                    unit: steps[index].unitNumber, start: callStart,
                    nanoseconds: avf_rt_host_time() &- callStart, sampleTime: sampleTime,
                    frameCount: frameCount))
        }
        guard isRecorded else { return profile.miss() }
        profile.append(
            ProfileRecord(
                unit: 0, start: start, nanoseconds: avf_rt_host_time() &- start, sampleTime: sampleTime,
                frameCount: frameCount))
    }

    @_noLocks
    private func clear(
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int, frameCount: Int
    ) {
        for channel in 0..<outputChannelCount { avf_dsp_clear(output[channel] + offset, frameCount) }
    }

    /// Points the plan's output channels to the caller's memory.
    @_noLocks
    private func place(_ output: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int) {
        guard let outputPlaces else { return }
        for index in 0..<outputPlaceCount {
            let target = outputPlaces + index
            target.pointee.place.pointee = output[target.pointee.channel] + offset
        }
    }

    /// Asks where the music is: the first who moves says it, or else the first who knows it.
    @_noLocks
    private func lead(
        _ domains: UnsafeMutablePointer<RateDomain>, frameCount: Int, sampleTime: Int64
    ) {
        guard let place = domains[0].transport, let leaders else { return }
        var known = TransportPosition()
        for index in 0..<leaderCount {
            _ = callUnit(
                leaders[index], .transport(into: place, sampleTime: sampleTime, frameCount: frameCount))
            if place.pointee.isMoving { return }
            if !known.isKnown { known = place.pointee }
        }
        place.pointee = known
    }

    /// Gives each domain its frames for this block, from the output's domain outwards.
    @_noLocks
    private func time(_ domains: UnsafeMutablePointer<RateDomain>, frameCount: Int, sampleTime: Int64) {
        domains[0].begin(frameCount: frameCount, sampleTime: sampleTime)
        for index in 1..<max(1, domainCount) { domains[index].follow(domains) }
    }

    // MARK: - Running ahead

    /// Lets each domain run ahead by what its bridge's input lags behind, which is done once: what it renders
    /// is it.
    @_noLocks
    private func prime(
        _ steps: UnsafeMutablePointer<RenderStep>, _ domains: UnsafeMutablePointer<RateDomain>,
        sampleTime: Int64, hostTime: UInt64, isTimed: Bool
    ) {
        domains[0].begin(frameCount: 0, sampleTime: sampleTime)
        // A domain comes after the one that it feeds: the last one must be ahead before others listen to it.
        var root = domainCount - 1
        while root > 0 {
            while domains[root].beginPriming(domains) {
                for index in root + 1..<max(root + 1, domainCount) where isBehind(index, root, domains) {
                    domains[index].follow(domains)
                }
                for index in 0..<stepCount where isBehind(steps[index].domain, root, domains) {
                    steps[index].run(domains, hostTime: hostTime, isTimed: isTimed)
                }
            }
            root -= 1
        }
    }

    /// Whether a domain is `root` or feeds it, perhaps through others.
    @_noLocks
    private func isBehind(
        _ domain: Int, _ root: Int, _ domains: UnsafeMutablePointer<RateDomain>
    ) -> Bool {
        var place = domain
        while place > root { place = domains[place].parent }
        return place == root
    }
}
