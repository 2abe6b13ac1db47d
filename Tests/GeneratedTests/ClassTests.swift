import AVFAudio
import AVFUnits
import Testing

/// Generated classes, of which two stand for all: an effect and a generator with an enumeration.
@Suite struct ClassTests {
    @Test func `a property begins at its default, keeps what it is given, and is clamped`() {
        let gain = AVAudioUnitGain()
        #expect(gain.gain == 0)
        gain.gain = -6
        #expect(gain.gain == -6)
        #expect(gain[parameter: "gain"] == -6)
        gain.gain = 100
        #expect(gain.gain == 24)
        #expect(gain.pan == 0)
    }

    @Test func `a choice is an enumeration whose numbers are the parameter's`() {
        let tone = AVAudioUnitTone()
        #expect(tone.waveform == .sine)
        tone.waveform = .triangle
        #expect(tone.waveform == .triangle)
        #expect(tone[parameter: "waveform"] == 3)
        #expect(AVAudioUnitTone.Waveform.allCases.count == ToneKernel.spec(.waveform).namedValues.count)
    }

    @Test func `a class is the component that its unit is`() {
        #expect(AVAudioUnitTone().audioComponentDescription.componentType == kAudioUnitType_Generator)
        #expect(AVAudioUnitGain().audioComponentDescription.componentType == kAudioUnitType_Effect)
        #expect(AVAudioUnitGain().name == "Gain")
    }
}
