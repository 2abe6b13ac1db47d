import AVFAudio
import AVFRender
import AVFUnits
import Foundation
import Testing

/// Apple's effects by their component subtypes.
@Suite struct AppleComponentTests {
    private static func description(_ subtype: String) -> AudioComponentDescription {
        let code = subtype.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: code,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
    }

    static let addresses: [(subtype: String, parameters: [AudioUnitParameterID])] = [
        (
            "dely",
            [
                kDelayParam_WetDryMix,
                kDelayParam_DelayTime,
                kDelayParam_Feedback,
                kDelayParam_LopassCutoff,
            ]
        ),
        (
            "mrev",
            [
                kReverbParam_DryWetMix,
                kReverbParam_SmallLargeMix,
                kReverbParam_SmallSize,
                kReverbParam_LargeSize,
                kReverbParam_PreDelay,
                kReverbParam_LargeDelay,
                kReverbParam_SmallDensity,
                kReverbParam_LargeDensity,
                kReverbParam_LargeDelayRange,
                kReverbParam_SmallBrightness,
                kReverbParam_LargeBrightness,
                kReverbParam_SmallDelayRange,
                kReverbParam_ModulationRate,
                kReverbParam_ModulationDepth,
                kReverbParam_FilterFrequency,
                kReverbParam_FilterBandwidth,
                kReverbParam_FilterGain,
                kReverbParam_FilterType,
                kReverbParam_FilterEnable,
            ]
        ),
        (
            "sdly",
            [
                kSampleDelayParam_DelayFrames
            ]
        ),
        (
            "lpas",
            [
                kLowPassParam_CutoffFrequency,
                kLowPassParam_Resonance,
            ]
        ),
        (
            "hpas",
            [
                kHipassParam_CutoffFrequency,
                kHipassParam_Resonance,
            ]
        ),
        (
            "bpas",
            [
                kBandpassParam_CenterFrequency,
                kBandpassParam_Bandwidth,
            ]
        ),
        (
            "hshf",
            [
                kHighShelfParam_CutOffFrequency,
                kHighShelfParam_Gain,
            ]
        ),
        (
            "lshf",
            [
                kAULowShelfParam_CutoffFrequency,
                kAULowShelfParam_Gain,
            ]
        ),
        (
            "pmeq",
            [
                kParametricEQParam_CenterFreq,
                kParametricEQParam_Q,
                kParametricEQParam_Gain,
            ]
        ),
        (
            "rvb2",
            [
                kReverb2Param_DryWetMix,
                kReverb2Param_Gain,
                kReverb2Param_MinDelayTime,
                kReverb2Param_MaxDelayTime,
                kReverb2Param_DecayTimeAt0Hz,
                kReverb2Param_DecayTimeAtNyquist,
                kReverb2Param_RandomizeReflections,
            ]
        ),
        (
            "lmtr",
            [
                kLimiterParam_AttackTime,
                kLimiterParam_DecayTime,
                kLimiterParam_PreGain,
            ]
        ),
        (
            "dcmp",
            [
                kDynamicsProcessorParam_Threshold,
                kDynamicsProcessorParam_HeadRoom,
                kDynamicsProcessorParam_ExpansionRatio,
                kDynamicsProcessorParam_ExpansionThreshold,
                kDynamicsProcessorParam_AttackTime,
                kDynamicsProcessorParam_ReleaseTime,
                kDynamicsProcessorParam_OverallGain,
                kDynamicsProcessorParam_CompressionAmount,
                kDynamicsProcessorParam_InputAmplitude,
                kDynamicsProcessorParam_OutputAmplitude,
            ]
        ),
        (
            "dist",
            [
                kDistortionParam_Delay,
                kDistortionParam_Decay,
                kDistortionParam_DelayMix,
                kDistortionParam_Decimation,
                kDistortionParam_Rounding,
                kDistortionParam_DecimationMix,
                kDistortionParam_LinearTerm,
                kDistortionParam_SquaredTerm,
                kDistortionParam_CubicTerm,
                kDistortionParam_PolynomialMix,
                kDistortionParam_RingModFreq1,
                kDistortionParam_RingModFreq2,
                kDistortionParam_RingModBalance,
                kDistortionParam_RingModMix,
                kDistortionParam_SoftClipGain,
                kDistortionParam_FinalMix,
            ]
        ),
    ]

    @Test(arguments: addresses.map(\.subtype) + ["greq", "mcmp", "nbeq"])
    func `a component is found by Apple's subtype`(subtype: String) {
        let unit = AVAudioUnitEffect(audioComponentDescription: Self.description(subtype))
        #expect(unit.loadError == nil)
        #expect(unit.audioComponentDescription.componentSubType == Self.description(subtype).componentSubType)
    }

    @Test(arguments: addresses.map(\.subtype))
    func `a unit's parameters are where Apple's constants say`(subtype: String) throws {
        let addresses = try #require(Self.addresses.first { $0.subtype == subtype }).parameters
        let code = Self.description(subtype).componentSubType
        let entry = try #require(UnitCatalog.all.first { $0.descriptor.component.subtype == code })
        #expect(Set(entry.descriptor.parameters.map(\.address)) == Set(addresses.map(UInt64.init)))
    }

    /// Each effect of the catalog between a player and the mixer, bypassed.
    @Test(arguments: UnitCatalog.all.filter { $0.descriptor.kind == .effect }.map(\.descriptor.identifier))
    func `a bypassed effect is transparent to the bit`(symbol: String) throws {
        let component = try #require(UnitCatalog[symbol]).descriptor.component
        let unit = AVAudioUnitEffect(
            audioComponentDescription: AudioComponentDescription(
                componentType: component.type, componentSubType: component.subtype,
                componentManufacturer: component.manufacturer, componentFlags: 0, componentFlagsMask: 0))
        unit.bypass = true
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
        engine.attach(player)
        engine.attach(unit)
        engine.connect(player, to: unit, format: format)
        engine.connect(unit, to: engine.mainMixerNode, format: format)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096))
        buffer.frameLength = 4096
        let samples = try #require(buffer.floatChannelData)
        for frame in 0..<4096 {
            for channel in 0..<2 {
                samples[channel][frame] = Float((frame * 7919 + channel) % 1000) / 1000 - 0.5
            }
        }
        player.scheduleBuffer(buffer)
        try engine.start()
        player.play()
        let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
        for block in 0..<8 {
            #expect(try engine.renderOffline(512, to: output) == .success)
            let rendered = try #require(output.floatChannelData)
            for channel in 0..<2 {
                let wrong = (0..<512).first { rendered[channel][$0] != samples[channel][512 * block + $0] }
                #expect(wrong == nil)
            }
        }
    }
}
