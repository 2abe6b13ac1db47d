import AVFDSP
import AVFRealtime
import AVFRender
import AVFSpatial
import CAVFDSP

/// The room that all sources share: that of the unit of that name, on two channels.
///
/// It rests once nothing has come in for longer than it rings.
struct SpatialReverb: ~Copyable {
    private static var cell: Int { @_noLocks get { SpatialContext.cellFrameCount } }

    private var pair: ReverbPair
    private let memory = AlignedFloats(count: 4 * SpatialContext.cellFrameCount)
    private let channels: OwnedBuffer<UnsafeMutablePointer<Float>>
    private let sampleRateHz: Double
    private var level = GainRamp(1)
    private var room = ReverbRoom(
        shape: NetworkShape(0.004, 0.022, seed: 5), zeroHzSeconds: 0.7, nyquistSeconds: 0.28)
    private var cascade = BiquadCascade(sectionCount: 1, channelCount: 2)
    private var filter = SpatialReverbFilter()
    private var isAwake = false
    private var isCellSilent = true
    private var quietCellCount = 0
    private var tailCellCount = 0

    init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        pair = ReverbPair(sampleRateHz: sampleRateHz, seedOffset: 0)
        let first = memory.pointer
        channels = OwnedBuffer(count: 4) { first + $0 * SpatialContext.cellFrameCount }
    }

    /// What comes in: 0 left, 1 right.
    @_noLocks
    func input(_ channel: Int) -> UnsafeMutablePointer<Float> { channels.pointer[channel] }

    @_noLocks
    mutating func reset() {
        if isAwake {
            pair.reset()
            cascade.reset()
        }
        isAwake = false
        quietCellCount = 0
    }

    @_noLocks
    mutating func beginCell(_ settings: SpatialMixerSettings, jumps: Bool) {
        quietCellCount = isCellSilent ? quietCellCount &+ 1 : 0
        isCellSilent = true
        if quietCellCount > tailCellCount { reset() }
        let gain = linearGain(ofDecibels: settings.reverbDecibels)
        level.follow(gain, over: jumps ? 0 : Int(sampleRateHz * GainRamp.seconds))
        if !(filter == settings.reverbFilter) {
            filter = settings.reverbFilter
            cascade.set(
                0, filter.coefficients(sampleRateHz: sampleRateHz), isActive: !filter.isBypassed)
        }
        let low = Self.clamped(settings.room.decayAtZeroHz, 0.001, 20)
        let high = Self.clamped(settings.room.decayAtNyquist, 0.001, 20)
        let shortest = Self.clamped(settings.room.shortestSeconds, 0.0001, 1)
        let longest = Self.clamped(settings.room.longestSeconds, 0.0001, 1)
        room = ReverbRoom(
            shape: NetworkShape(
                shortest, longest, seed: UInt32(Self.clamped(settings.room.number, 1, 1000))),
            zeroHzSeconds: low, nyquistSeconds: high)
        let tail = 2.2 * max(low, high) + 2 * max(shortest, longest) + 0.2
        tailCellCount = Int(tail * sampleRateHz / Double(Self.cell)) + 1
    }

    @_noLocks
    private static func clamped(_ value: Float, _ least: Double, _ most: Double) -> Double {
        max(least, min(most, Double(value)))
    }

    /// Adds the room to the first two channels, or to the only one; what came in is in `input`.
    @_noLocks
    mutating func render(
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, _ frameCount: Int,
        at time: Int64
    ) {
        let isSilent =
            avf_dsp_spatial_is_silent(input(0), frameCount)
            && avf_dsp_spatial_is_silent(input(1), frameCount)
        isCellSilent = isCellSilent && isSilent
        isAwake = isAwake || !isSilent
        if isAwake {
            var from = AudioBus(channels: channels.pointer, channelCount: 2)
            var to = AudioBus(channels: channels.pointer + 2, channelCount: 2)
            let block = RenderBlock(
                inputs: &from, inputCount: 1, outputs: &to, outputCount: 1, frameCount: frameCount,
                sampleTime: time)
            pair.process(block, firstChannel: 0, room, dry: GainRamp(0), wet: level)
            let made = UnsafePointer(channels.pointer + 2)
            cascade.process(input: made, output: made, frameCount: frameCount)
            avf_dsp_add(output[0], channels.pointer[2], frameCount)
            avf_dsp_add(output[channelCount > 1 ? 1 : 0], channels.pointer[3], frameCount)
        }
        level.advance(frameCount)
    }
}
