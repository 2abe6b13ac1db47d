import Foundation
import TestBanks
import Testing

@testable import AVFSoundBanks

/// Presets of Apple's sampler.
@Suite struct SamplerPresetTests {
    /// The layer that every preset has by default, as presets in public repositories have it.
    private static var connections: [[String: Any]] {
        [
            connection(300, 0x30B0_0000, 12_800),
            connection(301, 0x5010_0000, -96, inverse: true, transform: 2),
            connection(7, 0x5010_0000, -96, inverse: true, transform: 2),
            connection(11, 0x5010_0000, -96, inverse: true, transform: 2),
            connection(10, 0x5020_0000, 1, bipolar: true), connection(224, 0x30B0_0000, 12_800, control: 241),
            connection(0x1000_0000, 0x30B0_0000, 200, control: 1),
            connection(0x2000_0000, 0x5010_0000, -96, inverse: true),
        ]
    }

    private static func connection(
        _ source: Int, _ destination: Int, _ scale: Double, control: Int = 0, inverse: Bool = false,
        bipolar: Bool = false, transform: Int = 1
    ) -> [String: Any] {
        [
            "ID": 0, "enabled": true, "source": source, "destination": destination, "scale": scale,
            "control": control, "inverse": inverse, "bipolar": bipolar, "transform": transform,
        ]
    }

    private func preset(
        zones: [[String: Any]], layer: [String: Any] = [:],
        references: [String: String] = ["Sample:1": "a.wav"],
        whole: [String: Any] = [:]
    ) -> [String: Any] {
        var first: [String: Any] = ["ID": 0, "Zones": zones]
        first.merge(layer) { $1 }
        var preset: [String: Any] = [
            "type": 1_635_085_685, "subtype": 1_935_764_848, "manufacturer": 1_634_758_764, "version": 0,
            "name": "Strings", "file-references": references,
            "Instrument": ["name": "Default Instrument", "Layers": [first]] as [String: Any],
        ]
        preset.merge(whole) { $1 }
        return preset
    }

    private func bank(
        _ preset: [String: Any], _ format: PropertyListSerialization.PropertyListFormat = .xml,
        files: [String: [UInt8]] = ["a.wav": WaveFiles.wave()], at place: String = "test.aupreset"
    ) throws -> SoundBank {
        var all = files
        all[place] = Array(
            try PropertyListSerialization.data(fromPropertyList: preset, format: format, options: 0))
        return try SoundBank(path: try TemporaryFile.folder(all) + "/" + place, decoder: WaveFiles.decoder)
    }

    private func zone(_ zone: [String: Any], layer: [String: Any] = [:], whole: [String: Any] = [:]) throws
        -> Zone
    {
        let zone = zone.merging(["waveform": 1]) { $1 }
        return try #require(
            try bank(preset(zones: [zone], layer: layer, whole: whole)).program(0).zones.first)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `a zone has its keys, root, loop and levels`(
        format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let zone: [String: Any] = [
            "ID": 1, "enabled": true, "name": "z", "root key": 62, "min key": 50, "max key": 70,
            "min velocity": 10, "max velocity": 90, "waveform": 1, "loop enabled": true, "loop start": 20,
            "loop end": 80, "fine tune": 12.5, "gain": -3.0, "pan": -0.5, "output": 0,
        ]
        let bank = try bank(
            preset(
                zones: [zone, ["waveform": 1, "enabled": false]],
                whole: ["gain": -2.0, "coarse tune": 1.0, "fine tune": 2.0]), format)
        #expect(bank.format == .samplerPreset && bank.name == "Strings")
        let zones = try bank.program(0).zones
        #expect(zones.count == 1 && bank.notes.isEmpty)
        #expect((zones[0].keys, zones[0].velocities, zones[0].rootKey) == (50...70, 10...90, 62))
        #expect((zones[0].loopStart, zones[0].loopEnd, zones[0].loopMode) == (20, 80, .continuous))
        #expect((zones[0].gainDecibels, zones[0].tuningCents) == (-5, 114.5))
        #expect(zones[0].generators[.pan] == -250)
    }

    @Test func `the default connections are SoundFont's modulators, with 200 cents of vibrato`() throws {
        let zone = try zone([:], layer: ["Connections": Self.connections])
        let expected: Set<Modulator> = Set(
            Modulator.defaults.filter {
                $0.destination == .initialAttenuation || $0.destination == .pitch || $0.destination == .pan
            } + [Modulator(source: 0x0081, destination: .vibratoLFOToPitch, amount: 200)])
        // Pan has the spec's curve with the source's bipolar bit; all others agree bit for bit.
        #expect(Set(zone.modulators) == expected)
        #expect(zone.generators[.scaleTuning] == 100)
    }

    @Test func `envelope, LFO and filter have SoundFont's units`() throws {
        let stages: [[String: Any]] = [
            ["stage": 0, "time": 0.0], ["stage": 1, "time": 0.5, "curve": 22], ["stage": 2, "time": 1.0],
            ["stage": 3, "time": 2.0], ["stage": 4, "level": 0.1], ["stage": 5, "time": 4.0],
            ["stage": 6, "time": 0.005],
        ]
        let zone = try zone(
            [:],
            layer: [
                "Envelopes": [["ID": 0, "Stages": stages] as [String: Any]],
                "LFOs": [["ID": 0, "rate": 8.175_798_915_643_707, "delay": 0.5] as [String: Any]],
                "Filters": ["ID": 0, "enabled": true, "cutoff": 440.0, "resonance": 3.0] as [String: Any],
            ])
        let amounts = zone.generators
        #expect(amounts[.delayVolumeEnvelope] == -12_000)
        #expect(amounts[.attackVolumeEnvelope] == -1_200)
        #expect(amounts[.holdVolumeEnvelope] == 0)
        #expect(amounts[.decayVolumeEnvelope] == 1_200)
        #expect(amounts[.sustainVolumeEnvelope] == 200)
        #expect(amounts[.releaseVolumeEnvelope] == 2_400)
        #expect((amounts[.frequencyVibratoLFO], amounts[.delayVibratoLFO]) == (0, -1_200))
        #expect((amounts[.initialFilterCutoff], amounts[.initialFilterQ]) == (6_900, 30))
        #expect(try self.zone([:]).generators == .defaults)
    }

    @Test func `levels may stand in the opaque data alone`() throws {
        var data = Build.big(UInt32(0)) + Build.big(UInt32(0)) + Build.big(UInt32(2))
        data += Build.big(UInt32(900)) + Build.big(Float(-4).bitPattern)
        data += Build.big(UInt32(902)) + Build.big(Float(25).bitPattern)
        let zone = try zone([:], whole: ["data": Data(data)])
        #expect((zone.gainDecibels, zone.tuningCents) == (-4, 25))
    }

    /// Technical Note TN2283: what follows Sounds is looked up elsewhere.
    @Test func `samples are found beside the preset, above it and by their names`() throws {
        let reference = ["Sample:1": "/Users/x/Music/Sounds/Piano/c.wav"]
        for place in [
            "Piano/c.wav", "Sounds/Piano/c.wav", "presets/Piano/c.wav", "presets/c.wav", "PIANO/C.WAV",
        ] {
            let bank = try bank(
                preset(zones: [["waveform": 1]], references: reference), files: [place: WaveFiles.wave()],
                at: "presets/test.aupreset")
            #expect(try bank.program(0).zones.count == 1, "\(place)")
        }
        let bank = try bank(preset(zones: [["waveform": 1]], references: reference), files: [:])
        let error = #expect(throws: SoundBankError.self) { try bank.program(0) }
        #expect(error?.description.contains("/Users/x/Music/Sounds/Piano/c.wav") == true)
    }

    @Test func `unknown keys, connections and references are noted`() throws {
        let bank = try bank(
            preset(
                zones: [["waveform": 1, "sparkle": 1], ["waveform": 1, "sparkle": 2], ["waveform": 2]],
                layer: ["Connections": [Self.connection(300, 12, 5)]]))
        #expect(try bank.program(0).zones.count == 2)
        #expect(bank.notes.count == 3)
    }

    @Test func `lists that are no presets, and values of wrong kinds, do no harm`() throws {
        #expect(throws: SoundBankError.self) { try bank(["type": 1, "name": "x"]) }
        let strange = preset(zones: [["waveform": "x", "root key": "y"]], references: [:])
        #expect(throws: SoundBankError.self) { try bank(strange).program(0) }
        #expect(throws: SoundBankError.self) { try bank(["Instrument": ["Layers": 5]]).program(0) }
        let odd = try zone([
            "root key": "c4", "min key": -1e300, "max key": 1e300, "loop enabled": 1, "gain": 1e308,
        ])
        #expect((odd.rootKey, odd.keys, odd.gainDecibels) == (60, 0...127, 144))
    }
}
