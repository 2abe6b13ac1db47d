import AVFAudio
import Testing

/// Apple's classes of effects: names, defaults, ranges and presets.
@Suite struct EffectFaceTests {
    @Test func `a delay has Apple's defaults and ranges`() {
        let delay = AVAudioUnitDelay()
        #expect(delay.delayTime == 1)
        #expect(delay.feedback == 50)
        #expect(delay.lowPassCutoff == 15_000)
        #expect(delay.wetDryMix == 100)
        delay.delayTime = 3
        delay.feedback = -200
        delay.lowPassCutoff = 1
        delay.wetDryMix = -1
        #expect(delay.delayTime == 2)
        #expect(delay.feedback == -100)
        #expect(delay.lowPassCutoff == 10)
        #expect(delay.wetDryMix == 0)
        delay.delayTime = .nan
        #expect(delay.delayTime == 2)
    }

    @Test func `a reverb begins as a medium hall, and a preset leaves the mix alone`() {
        let reverb = AVAudioUnitReverb()
        #expect(reverb.wetDryMix == 100)
        let hall = reverb[parameter: "decayTimeAt0Hz"]
        reverb.wetDryMix = 30
        reverb.loadFactoryPreset(.cathedral)
        #expect(reverb.wetDryMix == 30)
        #expect(reverb[parameter: "decayTimeAt0Hz"] != hall)
        reverb.loadFactoryPreset(.mediumHall)
        #expect(reverb[parameter: "decayTimeAt0Hz"] == hall)
        #expect(AVAudioUnitReverbPreset(rawValue: 12) == .largeHall2)
        #expect(AVAudioUnitReverbPreset(rawValue: 13) == nil)
    }

    @Test func `a distortion has Apple's defaults, and a preset leaves gain and mix alone`() {
        let distortion = AVAudioUnitDistortion()
        #expect(distortion.preGain == -6)
        #expect(distortion.wetDryMix == 50)
        #expect(distortion[parameter: "rounding"] != 0)
        distortion.preGain = 40
        distortion.loadFactoryPreset(.speechGoldenPi)
        #expect(distortion.preGain == 20)
        #expect(distortion.wetDryMix == 50)
        #expect(distortion[parameter: "ringModFrequency1"] == 314.159)
        #expect(distortion[parameter: "rounding"] == 0)
        #expect(AVAudioUnitDistortionPreset(rawValue: 21) == .speechWaves)
    }
}
