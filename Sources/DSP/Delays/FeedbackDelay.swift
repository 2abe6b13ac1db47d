import CAVFDSP

/// A delay line for each channel, with a low-pass and feedback around it, whose delay changes without a
/// click.
///
/// A new delay fades in while the old one fades out; when it changes again meanwhile, that change waits.
package struct FeedbackDelay: ~Copyable {
    private let lines: UnsafeMutablePointer<avf_dsp_echo_line>
    private let channelCount: Int
    private let ringFrameCount: Int
    private let fadeFrameCount: Int
    private var fadedFrameCount = 0
    private var delay = 0
    private var nextDelay = 0
    private var isFresh = true

    /// Silent lines that can delay by up to `maximumDelayFrameCount`. [control]
    package init(maximumDelayFrameCount: Int, fadeFrameCount: Int, channelCount: Int) {
        var size = 16
        while size <= maximumDelayFrameCount { size *= 2 }
        ringFrameCount = size
        self.fadeFrameCount = max(1, fadeFrameCount)
        self.channelCount = max(0, channelCount)
        lines = .allocate(capacity: max(1, channelCount))
        for channel in 0..<self.channelCount {
            let ring = UnsafeMutablePointer<Float>.allocate(capacity: size)
            ring.initialize(repeating: 0, count: size)
            (lines + channel).initialize(
                to: avf_dsp_echo_line(ring: ring, mask: size - 1, position: 0, smooth: 0))
        }
    }

    deinit {
        for channel in 0..<channelCount { lines[channel].ring.deallocate() }
        lines.deallocate()
    }

    /// Forgets what is under way; the next delay holds at once.
    @_noLocks
    package mutating func reset() {
        isFresh = true
        for channel in 0..<channelCount {
            avf_dsp_clear(lines[channel].ring, ringFrameCount)
            lines[channel].position = 0
            lines[channel].smooth = 0
        }
    }

    /// Takes the delay that is wanted now, and says for how many frames nothing but the echo's ramps changes.
    @_noLocks
    package mutating func head(forDelay frameCount: Int) -> Int {
        let wanted = min(max(0, frameCount), ringFrameCount - 1)
        if isFresh {
            isFresh = false
            delay = wanted
            nextDelay = wanted
        } else if delay == nextDelay, wanted != delay {
            nextDelay = wanted
            fadedFrameCount = 0
        }
        return delay == nextDelay ? .max : fadeFrameCount - fadedFrameCount
    }

    /// Runs all channels over frames that `head` has allowed; input and output may be the same channels.
    ///
    /// The echo's delays and its fade are filled in here.
    @_noLocks
    package mutating func process(
        _ ramps: avf_dsp_echo, input: UnsafePointer<UnsafeMutablePointer<Float>>,
        output: UnsafePointer<UnsafeMutablePointer<Float>>, first: Int, count: Int
    ) {
        var echo = ramps
        echo.delay = delay
        echo.nextDelay = nextDelay
        echo.isFading = delay != nextDelay
        echo.fade = avf_dsp_ramp(
            start: 0, step: 1 / Float(fadeFrameCount), firstIndex: UInt32(fadedFrameCount))
        for channel in 0..<channelCount {
            avf_dsp_echo_run(&echo, lines + channel, output[channel] + first, input[channel] + first, count)
        }
        guard echo.isFading else { return }
        fadedFrameCount += count
        if fadedFrameCount == fadeFrameCount { delay = nextDelay }
    }
}
