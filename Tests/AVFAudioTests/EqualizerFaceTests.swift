import AVFAudio
import Testing

struct EqualizerFaceTests {
    @Test func `a new equaliser has Apple's defaults, and clamps what it is given`() throws {
        let equalizer = AVAudioUnitEQ(numberOfBands: 3)
        #expect(equalizer.bands.count == 3 && equalizer.globalGain == 0 && !equalizer.bypass)
        for band in equalizer.bands {
            #expect(band.bypass && band.filterType == .parametric)
            #expect(band.frequency == 1000 && band.bandwidth == 0.5 && band.gain == 0)
        }
        let band = equalizer.bands[1]
        band.frequency = 3
        band.bandwidth = 9
        band.gain = -200
        band.filterType = .resonantHighShelf
        band.bypass = false
        equalizer.globalGain = 50
        #expect(band.frequency == 20 && band.bandwidth == 5 && band.gain == -96)
        #expect(band.filterType == .resonantHighShelf && !band.bypass && equalizer.globalGain == 24)
        #expect(equalizer.bands[0].frequency == 1000 && equalizer.bands[2].bypass)
        #expect(equalizer[parameter: "band2Frequency"] == 20)
        #expect(AVAudioUnitEQ(numberOfBands: -1).bands.isEmpty)
    }

    @Test func `a low-pass band takes 3 dB from its corner frequency and leaves the lows`() throws {
        for (hertz, expected) in [(1000.0, 0.5.squareRoot()), (50.0, 1.0), (8000.0, 0.0)] {
            let offline = try OfflineEngine()
            let player = AVAudioPlayerNode()
            let equalizer = AVAudioUnitEQ(numberOfBands: 2)
            equalizer.bands[1].filterType = .lowPass
            equalizer.bands[1].frequency = 1000
            equalizer.bands[1].bypass = false
            offline.engine.attach(player)
            offline.engine.attach(equalizer)
            offline.engine.connect(player, to: equalizer, format: standardFormat(1))
            offline.engine.connect(equalizer, to: offline.engine.mainMixerNode, format: nil)
            player.scheduleBuffer(
                buffer(48_000) { frame, _ in Float(sin(Double(frame) * hertz * 2 * .pi / 48_000)) })
            try offline.engine.start()
            player.play()
            let settled = try offline.render(48_000, block: 4096)[0].suffix(24_000)
            let power = settled.reduce(0.0) { $0 + Double($1) * Double($1) } / 24_000
            #expect(abs((2 * power).squareRoot() - expected) < 0.02)
        }
    }
}
