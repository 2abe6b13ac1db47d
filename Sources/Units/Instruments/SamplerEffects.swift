import AVFDSP
import AVFRealtime
import AVFRender
import CAVFDSP

/// The room and the chorus that a sampler's voices send to: those of the units of that name.
///
/// Both begin with the first voice that sends, and rest when no voice has sounded for longer than they
/// ring.
struct SamplerEffects: ~Copyable {
    private static var frameCount: Int { @_noLocks get { AVF_DSP_VOICE_TICK } }
    /// How long both sound on, generously.
    static var tailSeconds: Double { 5 }

    private var reverb: ReverbPair
    private var chorus: ModulatedDelay
    /// Left and right of what an effect has made.
    private let wet = OwnedBuffer<Float>(repeating: 0, count: 2 * frameCount)
    private let channels: OwnedBuffer<UnsafeMutablePointer<Float>>
    private let rampFrameCount: Int
    private let tailFrameCount: Int
    private var reverbLevel = GainRamp()
    private var chorusLevel = GainRamp()
    private var isFresh = true
    private var isReverberating = false
    private var isChorusing = false
    private var quietFrameCount = 0

    init(_ configuration: UnitConfiguration) {
        var stereo = configuration
        stereo.inputChannelCounts = [2]
        stereo.outputChannelCounts = [2]
        reverb = ReverbPair(sampleRateHz: configuration.sampleRateHz, seedOffset: 0)
        chorus = ModulatedDelay(stereo, maximumSeconds: 0.06)
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        tailFrameCount = Int(configuration.sampleRateHz * Self.tailSeconds)
        let first = wet.pointer
        channels = OwnedBuffer(count: 4) { $0 < 2 ? first : first + ($0 - 2) * Self.frameCount }
    }

    @_noLocks
    mutating func reset() {
        rest()
        isFresh = true
    }

    @_noLocks
    private mutating func rest() {
        if isReverberating { reverb.reset() }
        if isChorusing { chorus.reset() }
        isReverberating = false
        isChorusing = false
        quietFrameCount = 0
    }

    /// Levels as linear gains.
    @_noLocks
    mutating func follow(reverb: Float, chorus: Float) {
        reverbLevel.follow(reverb, over: isFresh ? 0 : rampFrameCount)
        chorusLevel.follow(chorus, over: isFresh ? 0 : rampFrameCount)
        isFresh = false
    }

    /// Frames until the effects rest, if no voice sounds until then.
    var framesUntilRest: Int {
        @_noLocks get { isReverberating || isChorusing ? tailFrameCount - quietFrameCount : .max }
    }

    /// Whether anything may sound without a voice.
    var isSounding: Bool { @_noLocks get { isReverberating || isChorusing } }

    /// Begins with the next frame what voices will send to from now on.
    @_noLocks
    mutating func begin(reverb: Bool, chorus: Bool) {
        isReverberating = isReverberating || reverb
        isChorusing = isChorusing || chorus
    }

    /// Adds to left and right what the sends become; at most a tick and `framesUntilRest` frames.
    @_noLocks
    mutating func process(
        _ buses: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int, at time: Int64,
        hasVoices: Bool
    ) {
        if isReverberating {
            run(buses, 2, frameCount, time)
            add(buses, reverbLevel, frameCount)
        }
        if isChorusing {
            run(buses, 3, frameCount, time)
            add(buses, chorusLevel, frameCount)
        }
        reverbLevel.advance(frameCount)
        chorusLevel.advance(frameCount)
        guard isSounding else { return }
        quietFrameCount = hasVoices ? 0 : quietFrameCount + frameCount
        if quietFrameCount >= tailFrameCount { rest() }
    }

    @_noLocks
    private func add(
        _ buses: UnsafePointer<UnsafeMutablePointer<Float>>, _ level: GainRamp, _ frameCount: Int
    ) {
        level.add(channels.pointer[2], to: buses[0], frameCount)
        level.add(channels.pointer[3], to: buses[1], frameCount)
    }

    @_noLocks
    private mutating func run(
        _ buses: UnsafePointer<UnsafeMutablePointer<Float>>, _ bus: Int, _ frameCount: Int, _ time: Int64
    ) {
        channels.pointer[0] = buses[bus]
        channels.pointer[1] = buses[bus]
        var input = AudioBus(channels: channels.pointer, channelCount: 2)
        var output = AudioBus(channels: channels.pointer + 2, channelCount: 2)
        let block = RenderBlock(
            inputs: &input, inputCount: 1, outputs: &output, outputCount: 1, frameCount: frameCount,
            sampleTime: time)
        if bus == 2 { reverberate(block) } else { modulate(block) }
    }

    @_noLocks
    private mutating func reverberate(_ block: RenderBlock) {
        let room = ReverbRoom(
            shape: NetworkShape(0.008, 0.05, seed: 1), zeroHzSeconds: 1.9, nyquistSeconds: 0.9)
        reverb.process(block, firstChannel: 0, room, dry: GainRamp(0), wet: GainRamp(1))
    }

    @_noLocks
    private mutating func modulate(_ block: RenderBlock) {
        chorus.process(
            block,
            ModulatedDelay.Settings(
                rateHz: 0.3, delaySeconds: 0.015, depthSeconds: 0.004, feedback: 0, spreadDegrees: 90,
                mixPercent: 100))
    }
}
