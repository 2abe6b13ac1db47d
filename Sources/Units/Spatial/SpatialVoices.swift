import AVFRealtime
import AVFSpatial
import CAVFDSP

/// Decides which sources are heard where there are more than the mixer may render.
///
/// Every 16 cells the sources that sound are ranked: by priority, then by what distance and volume leave of
/// them in steps of 2 dB, then by bus. Those behind the limit fade out within 20 ms, and fade in when there
/// is room again. One that is heard counts as 4 dB louder, so that two of one level do not take turns.
struct SpatialVoices: ~Copyable {
    /// Cells from one decision to the next: a power of two.
    private static var period: Int64 { @_noLocks get { 16 } }
    private static var levelCount: Int { @_noLocks get { 64 } }
    private static var scoreCount: Int {
        @_noLocks get { (Int(SpatialSourceSettings.mostPriority) * 2 + 1) * levelCount }
    }

    /// How many sources have each score.
    private let counts: OwnedBuffer<Int32>
    private var isLimited = false

    init() { counts = OwnedBuffer(repeating: 0, count: Self.scoreCount) }

    /// Decides, if that is due in the cell that begins at a time.
    @_noLocks
    mutating func rank(
        _ roster: borrowing SpatialRoster, at time: Int64, _ context: UnsafePointer<SpatialContext>
    ) {
        let limit = Int(context.pointee.settings.voiceLimit)
        guard limit > 0 || isLimited, time & (Self.period * Int64(AVF_DSP_SPATIAL_CELL) - 1) == 0 else {
            return
        }
        isLimited = limit > 0
        let soundingCount = count(roster, context)
        var (threshold, left) = (-1, 0)
        if limit > 0, soundingCount > limit { (threshold, left) = self.threshold(limit) }
        for source in 0..<roster.sourceCount {
            let state = roster.sources[source]
            guard state.pointee.score >= 0 else { continue }
            let isEqual = Int(state.pointee.score) == threshold
            if isEqual { left &-= 1 }
            let isHeard = isEqual ? left >= 0 : Int(state.pointee.score) > threshold
            state.pointee.setHeard(isHeard)
        }
    }

    /// Gives each source that sounds its score; returns how many there are.
    @_noLocks
    private func count(_ roster: borrowing SpatialRoster, _ context: UnsafePointer<SpatialContext>) -> Int {
        for score in 0..<Self.scoreCount { counts.pointer[score] = 0 }
        var total = 0
        for source in 0..<roster.sourceCount {
            let state = roster.sources[source]
            let score = state.pointee.takeScore(context, levelCount: Self.levelCount)
            guard score >= 0 else { continue }
            counts.pointer[min(score, Self.scoreCount &- 1)] &+= 1
            total &+= 1
        }
        return total
    }

    /// The lowest score that is heard, and how many of those that have it.
    @_noLocks
    private func threshold(_ limit: Int) -> (score: Int, count: Int) {
        var left = limit
        var score = Self.scoreCount &- 1
        while score >= 0 {
            let here = Int(counts.pointer[score])
            if here >= left { return (score, left) }
            left &-= here
            score &-= 1
        }
        return (-1, 0)
    }
}

extension SpatialSourceState {
    /// What decides whether the source is heard: −1 for one that is silent.
    @_noLocks
    mutating func takeScore(_ context: UnsafePointer<SpatialContext>, levelCount: Int) -> Int {
        let sounds = isAwake || hasSounded
        hasSounded = false
        score = -1
        guard sounds else { return -1 }
        if !isAwake { takeSettings() }
        let listener = context.pointee.settings.listener
        let distance = listener.direction(of: settings.position).distance
        let gain = context.pointee.settings.attenuation.gain(atDistance: distance) * Double(settings.gain)
        let decibels = gain > 1e-9 ? 20 * avf_dsp_log10(gain) : -180
        let heard = isDropped ? 0 : 2
        let level = max(0, min(levelCount &- 1, 52 &+ Int(decibels / 2) &+ heard))
        let priority = Int(SpatialSourceSettings.mostPriority) &+ Int(settings.priority)
        score = Int32(priority &* levelCount &+ level)
        return Int(score)
    }

    /// Lets the source fade out, or be heard again.
    @_noLocks
    mutating func setHeard(_ isHeard: Bool) {
        guard isDropped == isHeard else { return }
        isDropped = !isHeard
        isUnsettled = true
        if isHeard, !isAwake { beginsInSilence = true }
    }
}
