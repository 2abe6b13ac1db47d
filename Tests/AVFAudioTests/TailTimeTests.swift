import AVFAudio
import AVFEngine
import Foundation
import TestPlugins
import TestSupport
import Testing

/// How long units sound on, as they say it and as it is heard.
struct TailTimeTests {
    /// Seconds from a click to the last frame of its sound that is not below a share of the loudest one.
    private static func heard(_ unit: AVAudioUnit, above shares: [Float]) throws -> [Double] {
        let offline = try OfflineEngine(channels: 1)
        let player = offline.addPlayer()
        offline.engine.attach(unit)
        offline.engine.connect(player, to: unit, format: standardFormat(1))
        offline.engine.connect(unit, to: offline.engine.mainMixerNode, format: standardFormat(1))
        try offline.engine.start()
        player.scheduleBuffer(buffer(64) { frame, _ in frame == 0 ? 0.5 : 0 })
        player.play()
        let seconds = unit.auAudioUnit.tailTime + unit.auAudioUnit.latency + 0.2
        let sound = try offline.render(Int(seconds * 48_000), block: 4096)[0]
        let loudest = try #require(sound.map(abs).max())
        return try shares.map { share in
            Double(try #require(sound.lastIndex { abs($0) > share * loudest })) / 48_000
        }
    }

    private static func unit(_ name: String) -> AVAudioUnit {
        switch name {
        case "delay":
            let delay = AVAudioUnitDelay()
            (delay.delayTime, delay.feedback, delay.wetDryMix, delay.lowPassCutoff) = (0.1, 60, 100, 24_000)
            return delay
        case "short delay":
            let delay = AVAudioUnitDelay()
            (delay.delayTime, delay.feedback) = (0.4, 10)
            return delay
        case "reverb":
            let reverb = AVAudioUnitReverb()
            reverb.loadFactoryPreset(.smallRoom)
            reverb.wetDryMix = 100
            return reverb
        default:
            let equalizer = AVAudioUnitEQ(numberOfBands: 1)
            let band = equalizer.bands[0]
            (band.filterType, band.frequency, band.bandwidth) = (.bandPass, 200, 0.05)
            (band.gain, band.bypass) = (0, false)
            return equalizer
        }
    }

    @Test(arguments: ["delay", "short delay", "reverb", "equalizer"])
    func `nothing is heard behind the tail that a unit declares, and something until then`(
        name: String
    ) throws {
        let unit = Self.unit(name)
        let tail = unit.auAudioUnit.tailTime
        #expect(tail.isFinite && tail > 0)
        let heard = try Self.heard(unit, above: [1e-3, 1e-6])
        // What dies away evenly is 60 dB lower after half of the time.
        #expect(
            heard[0] > tail / 4 && heard[0] < tail * 0.6, "\(name): -60 dB after \(heard[0]) of \(tail) s")
        #expect(heard[1] > tail / 2 && heard[1] < tail, "\(name): -120 dB after \(heard[1]) of \(tail) s")
    }

    @Test func `a room's tail is as long as its response`() throws {
        let folder = try ScratchFolder()
        let response = folder.file("response.wav")
        do {
            let file = try AVAudioFile(forWriting: response, settings: standardFormat(1).settings)
            try file.write(from: buffer(24_000) { frame, _ in Float((frame * 7919) % 1009) / 1009 - 0.5 })
        }
        let unit = AVAudioUnitConvolution()
        try unit.loadImpulseResponse(from: response)
        unit.dryWetMix = 100
        #expect(abs(unit.auAudioUnit.tailTime - 0.5) < 0.01, "before it is part of a graph")
        let heard = try Self.heard(unit, above: [1e-3])
        #expect(abs(heard[0] - unit.auAudioUnit.tailTime) < 0.01)
    }

    @Test func `a tail follows the parameters, may be infinite, and is 0 where nobody can know`() throws {
        let delay = AVAudioUnitDelay()
        let before = delay.auAudioUnit.tailTime
        delay.feedback = 90
        #expect(delay.auAudioUnit.tailTime > 4 * before)
        delay.feedback = 100
        #expect(delay.auAudioUnit.tailTime == .infinity)
        #expect(AVAudioUnitGain().auAudioUnit.tailTime == 0)
        let library = UnitLibrary(plugins: try PluginFixture(names: ["delay"]).catalog)
        let plugin = try AVAudioUnitEffect(lv2URI: BundleFolder.uri("delay"), library: library)
        #expect(plugin.auAudioUnit.tailTime == 0)
    }
}
