import AVFDSP
import AVFRender
import CAVFDSP

/// What a room sounds like.
struct ReverbRoom {
    var shape: NetworkShape
    var zeroHzSeconds: Double
    var nyquistSeconds: Double

    @_noLocks
    init(shape: NetworkShape, zeroHzSeconds: Double, nyquistSeconds: Double) {
        self.shape = shape
        self.zeroHzSeconds = zeroHzSeconds
        self.nyquistSeconds = nyquistSeconds
    }

    @_noLocks
    func isSame(_ other: ReverbRoom) -> Bool {
        shape.isSame(other.shape) && hasSameDecay(other)
    }

    @_noLocks
    func hasSameDecay(_ other: ReverbRoom) -> Bool {
        zeroHzSeconds == other.zeroHzSeconds && nyquistSeconds == other.nyquistSeconds
    }
}

/// A room for two channels, or for the last one of an odd number of them.
///
/// There are two networks: while one fades out of a room that is left, the other fades into the new one.
struct ReverbPair: ~Copyable {
    private static var blockFrameCount: Int { @_noLocks get { Int(AVF_DSP_NETWORK_FRAMES) } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let networks: UnsafeMutablePointer<FeedbackDelayNetwork>
    private let histories: UnsafeMutablePointer<avf_dsp_delay_ring>
    private let historyFrameCount: Int
    /// Eight blocks: the input as it fades in, what each network makes of it, early reflections, and silence.
    private let scratch: UnsafeMutablePointer<Float>
    private let seedOffset: UInt32
    private let fadeFrameCount: Int
    private var current = 0
    private var room: ReverbRoom?
    private var fadedFrameCount = 0
    private var isFading = false

    init(sampleRateHz: Double, seedOffset: UInt32) {
        self.seedOffset = seedOffset
        fadeFrameCount = Int(0.1 * sampleRateHz)
        networks = .allocate(capacity: 2)
        for index in 0..<2 {
            (networks + index).initialize(to: FeedbackDelayNetwork(sampleRateHz: sampleRateHz))
        }
        // The longest delay is one second.
        historyFrameCount = Int(sampleRateHz) + 2 * Self.blockFrameCount
        histories = .allocate(capacity: 2)
        for index in 0..<2 {
            let samples = UnsafeMutablePointer<Float>.allocate(capacity: historyFrameCount)
            samples.initialize(repeating: 0, count: historyFrameCount)
            (histories + index).initialize(
                to: avf_dsp_delay_ring(samples: samples, length: UInt32(historyFrameCount), position: 0))
        }
        scratch = .allocate(capacity: 8 * Self.blockFrameCount)
        scratch.initialize(repeating: 0, count: 8 * Self.blockFrameCount)
    }

    deinit {
        networks.deinitialize(count: 2)
        networks.deallocate()
        for index in 0..<2 { histories[index].samples.deallocate() }
        histories.deallocate()
        scratch.deallocate()
    }

    @_noLocks
    mutating func reset() {
        room = nil
        isFading = false
        for index in 0..<2 {
            avf_dsp_clear(histories[index].samples, historyFrameCount)
            histories[index].position = 0
        }
    }

    /// Makes a block of two channels, of which the second may be missing.
    @_noLocks
    mutating func process(
        _ block: RenderBlock, firstChannel: Int, _ wanted: ReverbRoom, dry: GainRamp, wet: GainRamp
    ) {
        let channelCount = min(2, block.output.channelCount - firstChannel)
        var (dry, wet) = (dry, wet)
        var done = 0
        while done < block.frameCount {
            enter(wanted)
            let count = frameCount(atMost: block.frameCount - done)
            let left = block.input[firstChannel] + done
            let right = channelCount > 1 ? block.input[firstChannel + 1] + done : silence
            reverberate(left, right, count)
            for channel in 0..<channelCount {
                let output = block.output[firstChannel + channel] + done
                dry.apply(to: block.input[firstChannel + channel] + done, into: output, count)
                wet.add(made(0, channel), to: output, count)
            }
            dry.advance(count)
            wet.advance(count)
            done += count
        }
    }

    // MARK: - Rooms

    @_noLocks
    private mutating func enter(_ wanted: ReverbRoom) {
        guard let room else {
            current = 0
            configure(0, wanted)
            self.room = wanted
            return
        }
        guard !isFading, !room.isSame(wanted) else { return }
        self.room = wanted
        if room.shape.isSame(wanted.shape) {
            networks[current].decay(
                zeroHzSeconds: wanted.zeroHzSeconds, nyquistSeconds: wanted.nyquistSeconds)
        } else {
            configure(1 - current, wanted)
            isFading = true
            fadedFrameCount = 0
        }
    }

    @_noLocks
    private func configure(_ network: Int, _ room: ReverbRoom) {
        var shape = room.shape
        shape.seed &+= seedOffset
        networks[network].configure(
            shape, zeroHzSeconds: room.zeroHzSeconds, nyquistSeconds: room.nyquistSeconds)
    }

    @_noLocks
    private func frameCount(atMost frameCount: Int) -> Int {
        var count = min(frameCount, fits(current))
        if isFading { count = min(count, min(fits(1 - current), fadeFrameCount - fadedFrameCount)) }
        return count
    }

    @_noLocks
    private func fits(_ network: Int) -> Int {
        min(networks[network].maximumFrameCount, networks[network].framesUntilTurn)
    }

    // MARK: - Sound

    @_noLocks
    private func input(_ channel: Int) -> UnsafeMutablePointer<Float> {
        scratch + channel * Self.blockFrameCount
    }

    /// What a network has made: 0 is the present one, and later the sum.
    @_noLocks
    private func made(_ place: Int, _ channel: Int) -> UnsafeMutablePointer<Float> {
        scratch + (2 + 2 * place + channel) * Self.blockFrameCount
    }

    private var early: UnsafeMutablePointer<Float> {
        @_noLocks get { scratch + 6 * Self.blockFrameCount }
    }

    /// What a missing channel is.
    private var silence: UnsafeMutablePointer<Float> {
        @_noLocks get { scratch + 7 * Self.blockFrameCount }
    }

    @_noLocks
    private mutating func reverberate(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int
    ) {
        avf_dsp_ring_push(histories, left, count)
        avf_dsp_ring_push(histories + 1, right, count)
        run(current, left, right, into: 0, count)
        guard isFading else { return }
        let ramp = avf_dsp_ramp(
            start: 0, step: 1 / Float(fadeFrameCount), firstIndex: UInt32(fadedFrameCount))
        // Its input fades in too: in a room that is empty, a tone that begins at once would ring as a click.
        avf_dsp_copy(input(0), left, count)
        avf_dsp_copy(input(1), right, count)
        for channel in 0..<2 { avf_dsp_fade_in(input(channel), ramp, count) }
        run(1 - current, input(0), input(1), into: 1, count)
        for channel in 0..<2 {
            avf_dsp_fade_in(made(1, channel), ramp, count)
            avf_dsp_fade_out(made(0, channel), ramp, count)
            avf_dsp_add(made(0, channel), made(1, channel), count)
        }
        fadedFrameCount += count
        if fadedFrameCount == fadeFrameCount {
            isFading = false
            current = 1 - current
        }
    }

    @_noLocks
    private func run(
        _ network: Int, _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, into place: Int,
        _ count: Int
    ) {
        networks[network].late(
            left, right, left: made(place, 0), right: made(place, 1), frameCount: count)
        for channel in 0..<2 {
            networks[network].early(
                channel: channel, history: histories + channel, output: early, frameCount: count)
            avf_dsp_add(made(place, channel), early, count)
        }
    }
}
