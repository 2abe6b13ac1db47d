// This file imports nothing but AVFoundation and the test library; that it compiles is the test.
import AVFoundation
import Testing

struct UmbrellaTests {
    @Test
    func `importing AVFoundation alone gives formats, times, C types and Foundation`() {
        let format: AVAudioFormat? = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)
        let description = AudioStreamBasicDescription()
        let error = NSError(domain: NSOSStatusErrorDomain, code: Int(kAudio_ParamError))
        let component = AudioComponentDescription()
        #expect(format != nil)
        #expect(description.mFormatID == 0)
        #expect(error.code == -50)
        #expect(component.componentType == 0)
        #expect(CMTime(seconds: 1.5, preferredTimescale: 600).value == 900)
    }
}
