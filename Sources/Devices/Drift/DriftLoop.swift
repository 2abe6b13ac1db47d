/// What the side that leads does with one block.
package struct DriftStep: BitwiseCopyable, Equatable, Sendable {
    /// Whether the block is silent, and the own position stays where it is.
    package var isSilent = false
    /// Frames of the stream that follows by which the own position jumps before the block.
    package var skipFrameCount = 0.0
    /// Frames of the stream that follows for each frame of the one that leads, at the block's end.
    package var pace = 1.0
}

/// Keeps a stream with its own clock at a constant latency from the stream that leads.
///
/// It compares two filtered times, not the fill at a wake-up: two equal periods that drift past each other
/// would be heard as a frequency modulation. An error that a dropout left is never pulled out by pitch:
/// the position jumps.
package struct DriftLoop: BitwiseCopyable, Sendable {
    /// Which way the frames of the stream that follows go.
    package enum Direction: UInt8, BitwiseCopyable, Sendable {
        /// It writes into the ring (capture), and the leader reads.
        case read
        /// It reads from the ring (playback), and the leader writes.
        case write
    }

    private let settings: DriftSettings
    private let direction: Direction
    private var leader: StreamTimeFilter
    private var controller: DriftController
    private var pace: Double
    private var isRunning = false
    private var wasRunning = false
    private var secondsSinceShortage = 60.0
    private var seenShortageCount = 0
    /// How often there was nothing to read, or the stream that follows had nothing.
    package private(set) var shortageCount = 0
    /// How often the position jumped because there was too much.
    package private(set) var floodCount = 0

    /// After so long without a shortage the latency is believed to be long enough.
    private static var shortageMemorySeconds: Double { @_noLocks get { 10 } }

    /// A loop that begins when the other stream has been seen.
    @_noLocks
    package init(_ settings: DriftSettings, direction: Direction) {
        self.settings = settings
        self.direction = direction
        leader = StreamTimeFilter(
            sampleRateHz: settings.leaderRateHz, blockFrameCount: settings.leaderBlockFrameCount)
        controller = DriftController(targetFrameCount: settings.targetFrameCount)
        pace = settings.nominalPace
    }

    /// The latency that is aimed at, in frames of the stream that follows.
    package var targetFrameCount: Double { @_noLocks get { controller.targetFrameCount } }
    /// Relative difference of the clocks, as far as it is known: positive if the stream that follows is fast.
    package var drift: Double { @_noLocks get { controller.drift } }

    /// Decides about the next block of the stream that leads.
    ///
    /// - Parameters:
    ///   - frameCount: The block's frames.
    ///   - seconds: When the leader woke, since the ring's origin.
    ///   - follower: The newest position of the other stream; nil before its first.
    ///   - fillFrameCount: Frames between that position and the own one, fractions included.
    ///   - availableFrameCount: Frames that can be read now; does not matter when writing.
    /// - Returns: What to do.
    @_noLocks
    package mutating func step(
        frameCount: Int, at seconds: Double, follower: StreamPosition?, fillFrameCount: Double,
        availableFrameCount: Double
    ) -> DriftStep {
        leader.note(frameCount: frameCount, at: seconds)
        let now = leader.seconds
        secondsSinceShortage += Double(frameCount) / settings.leaderRateHz
        guard let follower else { return DriftStep(isSilent: true, pace: pace) }
        let moved = follower.advance(at: now)
        switch direction {
        case .read:
            let error = fillFrameCount + moved - controller.targetFrameCount
            return reading(
                error, frameCount, available: availableFrameCount, isOverdue: follower.isOverdue(at: now))
        case .write:
            let error = controller.targetFrameCount - (fillFrameCount - moved)
            return writing(error, frameCount, follower, isOverdue: follower.isOverdue(at: now))
        }
    }

    /// Tells that the leader was interrupted: its time begins anew, the follower's is still known.
    @_noLocks
    package mutating func restartLeader() {
        leader = StreamTimeFilter(
            sampleRateHz: settings.leaderRateHz, blockFrameCount: settings.leaderBlockFrameCount)
        isRunning = false
    }

    /// Tells that another device has taken the follower's place.
    @_noLocks
    package mutating func restart() {
        controller.restart()
        isRunning = false
        wasRunning = false
    }

    @_noLocks
    private mutating func reading(
        _ error: Double, _ frameCount: Int, available: Double, isOverdue: Bool
    ) -> DriftStep {
        let needed = Double(frameCount) * pace + Double(settings.reachFrameCount)
        if isRunning, available < needed { noteShortage(frameCount) }
        guard isRunning || (error >= 0 && !isOverdue && available - error >= needed) else {
            return DriftStep(isSilent: true, pace: pace)
        }
        // A position that is overdue tells nothing of what came since: the ring was full, or the device is
        // late.
        guard !isOverdue else { return going(on: 0, frameCount, isFlooded: false) }
        return going(on: error, frameCount, isFlooded: error > settings.floodFrameCount)
    }

    @_noLocks
    private mutating func writing(
        _ error: Double, _ frameCount: Int, _ follower: StreamPosition, isOverdue: Bool
    ) -> DriftStep {
        if follower.shortageCount != seenShortageCount {
            seenShortageCount = follower.shortageCount
            if isRunning { noteShortage(frameCount) }
        }
        guard !isOverdue else {
            isRunning = false
            return DriftStep(isSilent: true, pace: pace)
        }
        return going(on: error, frameCount, isFlooded: error < -settings.floodFrameCount)
    }

    @_noLocks
    private mutating func going(on error: Double, _ frameCount: Int, isFlooded: Bool) -> DriftStep {
        var step = DriftStep()
        if isFlooded || !isRunning {
            if isRunning { floodCount += 1 }
            step.skipFrameCount = error
            // The drift is unknown at the very beginning: errors must count at once.
            controller.reseat(accepting: wasRunning)
            (isRunning, wasRunning) = (true, true)
        }
        let seconds = Double(frameCount) / settings.leaderRateHz
        let correction = controller.correction(
            error: step.skipFrameCount == 0 ? error : 0,
            blockFrameCount: Double(frameCount) * settings.nominalPace, blockSeconds: seconds)
        pace = settings.nominalPace * (1 + correction)
        step.pace = pace
        return step
    }

    /// Goes silent; a second shortage within ten seconds makes the latency longer by half a block.
    @_noLocks
    private mutating func noteShortage(_ frameCount: Int) {
        isRunning = false
        shortageCount += 1
        let isRepeated = secondsSinceShortage < Self.shortageMemorySeconds
        let growth = Double(frameCount) * settings.nominalPace / 2
        if isRepeated, controller.targetFrameCount + growth <= settings.longestTargetFrameCount {
            controller.raiseTarget(by: growth)
        }
        secondsSinceShortage = 0
    }
}
