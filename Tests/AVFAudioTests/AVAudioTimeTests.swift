import AVFAudio
import Testing

struct AVAudioTimeTests {
    @Test
    func `a time knows the parts that it was made of`() {
        let host = AVAudioTime(hostTime: 7)
        let sample = AVAudioTime(sampleTime: -5, atRate: 48_000)
        let both = AVAudioTime(hostTime: 9, sampleTime: 11, atRate: 44_100)
        #expect(host.isHostTimeValid && !host.isSampleTimeValid && host.hostTime == 7 && host.sampleRate == 0)
        #expect(!sample.isHostTimeValid && sample.isSampleTimeValid && sample.sampleTime == -5)
        #expect(both.isHostTimeValid && both.isSampleTimeValid && both.sampleRate == 44_100)
        #expect(both.audioTimeStamp.mFlags == .sampleHostTimeValid)
        #expect(both.audioTimeStamp.mSampleTime == 11)
        #expect(host.audioTimeStamp.mFlags == .hostTimeValid)
    }

    @Test
    func `a time stamp gives a time with its valid fields only`() {
        var stamp = AudioTimeStamp()
        stamp.mHostTime = 100
        stamp.mSampleTime = 12.6
        stamp.mFlags = .sampleTimeValid
        let time = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 8_000)
        #expect(!time.isHostTimeValid && time.hostTime == 0)
        #expect(time.sampleTime == 13)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `a time stamp of no sense makes no trap`(sampleTime: Double) {
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = sampleTime
        stamp.mFlags = .sampleTimeValid
        let time = AVAudioTime(audioTimeStamp: &stamp, sampleRate: .nan)
        #expect(time.isSampleTimeValid)
        #expect(time.extrapolateTime(fromAnchor: time) == nil)
        #expect(AVAudioTime.hostTime(forSeconds: sampleTime) == (sampleTime > 0 ? .max : 0))
    }

    @Test
    func `seconds and host times convert into each other`() {
        #expect(AVAudioTime.hostTime(forSeconds: 1.5) == 1_500_000_000)
        #expect(AVAudioTime.seconds(forHostTime: 250_000_000) == 0.25)
        #expect(AVAudioTime.hostTime(forSeconds: -1) == 0)
    }

    @Test
    func `extrapolation adds the missing part`() throws {
        let anchor = AVAudioTime(hostTime: 10_000_000_000, sampleTime: 48_000, atRate: 48_000)
        let later = AVAudioTime(sampleTime: 72_000, atRate: 48_000)
        let earlier = AVAudioTime(sampleTime: 0, atRate: 48_000)
        let otherRate = AVAudioTime(sampleTime: 88_200, atRate: 44_100)
        #expect(later.extrapolateTime(fromAnchor: anchor)?.hostTime == 10_500_000_000)
        #expect(earlier.extrapolateTime(fromAnchor: anchor)?.hostTime == 9_000_000_000)
        #expect(otherRate.extrapolateTime(fromAnchor: anchor)?.hostTime == 11_000_000_000)
        #expect(later.extrapolateTime(fromAnchor: anchor)?.sampleTime == 72_000)

        var stamp = AudioTimeStamp()
        stamp.mHostTime = 9_750_000_000
        stamp.mFlags = .hostTimeValid
        let hostOnly = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 48_000)
        #expect(hostOnly.extrapolateTime(fromAnchor: anchor)?.sampleTime == 36_000)
    }

    @Test
    func `extrapolation needs a whole anchor and a rate`() {
        let anchor = AVAudioTime(hostTime: 1, sampleTime: 2, atRate: 48_000)
        let sample = AVAudioTime(sampleTime: 3, atRate: 48_000)
        #expect(sample.extrapolateTime(fromAnchor: AVAudioTime(hostTime: 1)) == nil)
        #expect(sample.extrapolateTime(fromAnchor: sample) == nil)
        #expect(AVAudioTime(hostTime: 1).extrapolateTime(fromAnchor: anchor) == nil)
        #expect(AVAudioTime(sampleTime: 3, atRate: 0).extrapolateTime(fromAnchor: anchor) == nil)
        #expect(anchor.extrapolateTime(fromAnchor: anchor)?.hostTime == 1)
    }

    @Test
    func `host times beyond the clock's range stop at its ends`() {
        let anchor = AVAudioTime(hostTime: 5, sampleTime: 0, atRate: 1)
        let before = AVAudioTime(sampleTime: -1, atRate: 1)
        let after = AVAudioTime(sampleTime: .max, atRate: 1)
        #expect(before.extrapolateTime(fromAnchor: anchor)?.hostTime == 0)
        #expect(after.extrapolateTime(fromAnchor: anchor)?.hostTime == .max)
    }
}
