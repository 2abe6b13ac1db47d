import AVFDSP
import CAVFDSP

/// A look-ahead gain whose latency can change: a second one listens until it knows enough, then fades in.
struct LookaheadVoices: ~Copyable {
    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let voices: UnsafeMutablePointer<LookaheadGain>
    private let fadeFrameCount: Int
    private var current = 0
    private var wantedLatency: Int
    private var isFresh = true
    private var isChanging = false
    /// Frames of listening that are left, then frames of the fade that are done.
    private var primingFrameCount = 0
    private var fadedFrameCount = 0

    init(latencyFrameCount: Int, maximumLatencyFrameCount: Int, fadeFrameCount: Int) {
        voices = .allocate(capacity: 2)
        for voice in 0..<2 {
            (voices + voice).initialize(
                to: LookaheadGain(maximumLatencyFrameCount: maximumLatencyFrameCount))
            (voices + voice).pointee.configure(latencyFrameCount: latencyFrameCount)
        }
        wantedLatency = latencyFrameCount
        self.fadeFrameCount = fadeFrameCount
    }

    deinit {
        voices.deinitialize(count: 2)
        voices.deallocate()
    }

    /// The latency that is heard, or that is left during a fade.
    var latencyFrameCount: Int { @_noLocks get { voices[current].latencyFrameCount } }
    /// The latency that takes over.
    var otherLatencyFrameCount: Int { @_noLocks get { voices[1 - current].latencyFrameCount } }

    /// The line of the fade, if there is one.
    var fade: avf_dsp_ramp? {
        @_noLocks get {
            guard isChanging, primingFrameCount == 0 else { return nil }
            return avf_dsp_ramp(
                start: 0, step: 1 / Float(fadeFrameCount), firstIndex: UInt32(fadedFrameCount))
        }
    }

    @_noLocks
    mutating func reset() {
        isFresh = true
        isChanging = false
        (voices + current).pointee.configure(latencyFrameCount: wantedLatency)
    }

    /// Takes the latency that is wanted now, and says for how many frames nothing changes.
    @_noLocks
    mutating func head(forLatency frameCount: Int) -> Int {
        if isFresh {
            isFresh = false
            wantedLatency = frameCount
            (voices + current).pointee.configure(latencyFrameCount: frameCount)
        } else if !isChanging, frameCount != wantedLatency {
            wantedLatency = frameCount
            (voices + (1 - current)).pointee.configure(latencyFrameCount: frameCount)
            isChanging = true
            primingFrameCount = voices[1 - current].primingFrameCount
            fadedFrameCount = 0
        }
        guard isChanging else { return .max }
        return primingFrameCount > 0 ? primingFrameCount : fadeFrameCount - fadedFrameCount
    }

    @_noLocks
    mutating func process(
        needs: UnsafePointer<Float>, releaseWeight: Float, gains: UnsafeMutablePointer<Float>,
        otherGains: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        (voices + current).pointee.process(
            needs: needs, releaseWeight: releaseWeight, gains: gains, frameCount: frameCount)
        guard isChanging else { return }
        (voices + (1 - current)).pointee.process(
            needs: needs, releaseWeight: releaseWeight, gains: otherGains, frameCount: frameCount)
    }

    /// Moves on by frames that `head` has allowed.
    @_noLocks
    mutating func advance(_ frameCount: Int) {
        guard isChanging else { return }
        guard primingFrameCount == 0 else {
            primingFrameCount -= frameCount
            return
        }
        fadedFrameCount += frameCount
        guard fadedFrameCount == fadeFrameCount else { return }
        isChanging = false
        current = 1 - current
    }
}
