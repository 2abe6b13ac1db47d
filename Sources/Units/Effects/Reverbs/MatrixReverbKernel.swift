import AVFDSP
import AVFRender
import CAVFDSP

/// A small and a large room at once, and a filter behind them: Apple's 'mrev'.
///
/// Apple documents names, ranges and addresses, but not the rooms. Here the large size is the large room's
/// decay time, and twenty times the small size the small one's; brightness is the share of it that the highs
/// have.
package struct MatrixReverbKernel: Kernel, ~Copyable {
    package static let symbol = "matrixReverb"
    package static let name = "Matrix Reverb"
    package static let summary = "Places the sound in a small and a large room at once."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("mrev")

    /// Its parameters, in the order of Apple's addresses.
    package enum Parameter: Int, CaseIterable, Sendable {
        case dryWetMix, smallLargeMix, smallSize, largeSize, preDelay, largeDelay, smallDensity, largeDensity
        case largeDelayRange, smallBrightness, largeBrightness, smallDelayRange, modulationRate
        case modulationDepth, filterFrequency, filterBandwidth, filterGain, filterType, filterEnable
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        // Both rooms, and a bell of the least bandwidth and frequency.
        2.2 * Double(max(20 * parameters[.smallSize], parameters[.largeSize])) + 1
            + FilterTail.seconds(
                frequencyHz: parameters[.filterFrequency],
                quality: FilterTail.quality(
                    octaves: parameters[.filterBandwidth], frequencyHz: parameters[.filterFrequency],
                    sampleRateHz: sampleRateHz), sampleRateHz: sampleRateHz)
    }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let pairs: UnsafeMutablePointer<ReverbPair>
    private let buses: UnsafeMutablePointer<AudioBus>
    private let pairCount: Int
    private let channelCount: Int
    private let sampleRateHz: Double
    private let rampFrameCount: Int
    private let blockFrameCount: Int
    private let small: ChannelRows
    private let large: ChannelRows
    private var modulatedDelay: ModulatedDelay
    private var filter: BiquadCascade
    private var dry = GainRamp()
    private var smallGain = GainRamp()
    private var largeGain = GainRamp()
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        channelCount = configuration.channelCount
        sampleRateHz = configuration.sampleRateHz
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        blockFrameCount = max(1, configuration.maximumFrameCount)
        small = ChannelRows(channelCount: channelCount, frameCount: blockFrameCount)
        large = ChannelRows(channelCount: channelCount, frameCount: blockFrameCount)
        modulatedDelay = ModulatedDelay(configuration, maximumSeconds: 0.04)
        filter = BiquadCascade(sectionCount: 1, channelCount: channelCount)
        pairCount = (configuration.channelCount + 1) / 2
        pairs = .allocate(capacity: max(1, 2 * pairCount))
        for pair in 0..<2 * pairCount {
            (pairs + pair).initialize(
                to: ReverbPair(sampleRateHz: configuration.sampleRateHz, seedOffset: UInt32(1000 * pair)))
        }
        buses = .allocate(capacity: 2)
        (buses + 0).initialize(to: AudioBus(channels: UnsafePointer(small.rows), channelCount: channelCount))
        (buses + 1).initialize(to: AudioBus(channels: UnsafePointer(large.rows), channelCount: channelCount))
    }

    deinit {
        pairs.deinitialize(count: 2 * pairCount)
        pairs.deallocate()
        buses.deallocate()
    }

    @_noLocks
    package mutating func reset() {
        for pair in 0..<2 * pairCount { (pairs + pair).pointee.reset() }
        modulatedDelay.reset()
        filter.reset()
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        for channel in 0..<channelCount {
            avf_dsp_copy(small[channel], block.input[channel], block.frameCount)
        }
        delay(parameters, block)
        for channel in 0..<channelCount { avf_dsp_copy(large[channel], small[channel], block.frameCount) }
        reverberate(smallRoom(parameters), bus: 0, block, gain: smallGain)
        reverberate(largeRoom(parameters), bus: 1, block, gain: largeGain)
        for channel in 0..<channelCount { avf_dsp_add(small[channel], large[channel], block.frameCount) }
        filter.process(input: small.rows, output: small.rows, frameCount: block.frameCount)
        for channel in 0..<channelCount {
            dry.apply(to: block.input[channel], into: block.output[channel], block.frameCount)
            avf_dsp_add(block.output[channel], small[channel], block.frameCount)
        }
        dry.advance(block.frameCount)
        smallGain.advance(block.frameCount)
        largeGain.advance(block.frameCount)
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        let frames = isFresh ? 0 : rampFrameCount
        let mix = EqualPowerMix(percent: parameters[.dryWetMix])
        let rooms = EqualPowerMix(percent: parameters[.smallLargeMix])
        dry.follow(mix.dry, over: frames)
        smallGain.follow(mix.wet * rooms.dry, over: frames)
        largeGain.follow(mix.wet * rooms.wet, over: frames)
        isFresh = false
        let coefficients = BiquadCoefficients.design(
            EqualizerKernel.shape(parameters[.filterType]),
            frequencyHz: Double(parameters[.filterFrequency]),
            bandwidthOctaves: Double(parameters[.filterBandwidth]),
            gainDecibels: Double(parameters[.filterGain]), sampleRateHz: sampleRateHz)
        filter.set(0, coefficients, isActive: parameters[.filterEnable] > 0.5)
    }

    @_noLocks
    private func blockOf(_ bus: Int, _ block: RenderBlock) -> RenderBlock {
        RenderBlock(
            inputs: buses + bus, inputCount: 1, outputs: buses + bus, outputCount: 1,
            frameCount: block.frameCount, sampleTime: block.sampleTime)
    }

    /// The time before both rooms, which is modulated.
    @_noLocks
    private mutating func delay(_ parameters: ParameterValues<Parameter>, _ block: RenderBlock) {
        modulatedDelay.process(
            blockOf(0, block),
            ModulatedDelay.Settings(
                rateHz: parameters[.modulationRate], delaySeconds: parameters[.preDelay],
                depthSeconds: 0.0005 * parameters[.modulationDepth], feedback: 0, spreadDegrees: 90,
                mixPercent: 100))
    }

    @_noLocks
    private func reverberate(_ room: ReverbRoom, bus: Int, _ block: RenderBlock, gain: GainRamp) {
        for pair in 0..<pairCount {
            (pairs + (bus * pairCount + pair)).pointee.process(
                blockOf(bus, block), firstChannel: 2 * pair, room, dry: GainRamp(0), wet: gain)
        }
    }
}

extension MatrixReverbKernel {
    @_noLocks
    private func smallRoom(_ parameters: ParameterValues<Parameter>) -> ReverbRoom {
        room(
            longestSeconds: parameters[.smallSize], range: parameters[.smallDelayRange],
            density: parameters[.smallDensity], decaySeconds: 20 * parameters[.smallSize],
            brightness: parameters[.smallBrightness])
    }

    @_noLocks
    private func largeRoom(_ parameters: ParameterValues<Parameter>) -> ReverbRoom {
        room(
            longestSeconds: parameters[.largeDelay], range: parameters[.largeDelayRange],
            density: parameters[.largeDensity], decaySeconds: parameters[.largeSize],
            brightness: parameters[.largeBrightness])
    }

    /// The shortest way is the shorter, the wider the range and the denser the reflections.
    @_noLocks
    private func room(
        longestSeconds: Float, range: Float, density: Float, decaySeconds: Float, brightness: Float
    ) -> ReverbRoom {
        let shortest = longestSeconds * (0.6 - 0.5 * range) * (1 - 0.8 * density)
        return ReverbRoom(
            shape: NetworkShape(Double(max(0.0005, shortest)), Double(longestSeconds), seed: 1),
            zeroHzSeconds: Double(decaySeconds), nyquistSeconds: Double(decaySeconds * brightness))
    }
}
