import Foundation
import TestBanks
import TestSupport
import Testing

@testable import AVFSoundBanks

/// Files of every format, damaged at random: nothing crashes or takes long, what is loaded keeps a zone's
/// promises, and no sample takes much more memory than its file.
///
/// `AVF_BANK_MUTATIONS` says how many for each format; 250 unless it is set.
@Suite struct MutationTests {
    private static let count =
        ProcessInfo.processInfo.environment["AVF_BANK_MUTATIONS"].flatMap { Int($0) } ?? 250

    /// A valid file of each format, by its extension.
    private static func original(_ format: String) throws -> [UInt8] {
        switch format {
        case "sf2": try soundFont(isCompressed: false)
        case "sf3": try soundFont(isCompressed: true)
        case "dls": dls
        case "sfz": Array(sfz.utf8)
        case "exs": exs
        case "aupreset": try preset(.xml)
        case "binary.aupreset": try preset(.binary)
        default:
            WaveFiles.wave(
                chunks: WaveFiles.instrument([57, 0, 0, 0, 127, 0, 127])
                    + WaveFiles.sampler(loops: [(0, 10, 20)]))
        }
    }

    private static func soundFont(isCompressed: Bool) throws -> [UInt8] {
        var builder = SoundFontBuilder.simple(
            [(43, 127 << 8), (44, 127 << 8), (0, 1), (3, -1), (8, 9_000), (54, 1)],
            modulators: [(0x0502, 48, 100, 0, 0), (0x0081, 6, 10, 0x0502, 2)], preset: [(17, 20)],
            presetModulators: [(0x0087, 8, 5, 0, 0)])
        builder.instruments.append(builder.instruments[0])
        builder.presets.append(.init(bank: 128, program: 3, zones: [.init(generators: [(41, 1)])]))
        builder.version = (2, 4)
        builder.writesLowBytes = !isCompressed
        builder.samples[0].lowBytes = [UInt8](repeating: 3, count: 100)
        guard isCompressed else { return builder.bytes }
        let wave = WaveFiles.wave()
        builder.sampleData = wave
        builder.samples[0].type = 0x11
        builder.samples[0].addresses = (0, wave.count, 10, 90)
        return builder.bytes
    }

    private static var dls: [UInt8] {
        var builder = DLSBuilder()
        builder.instruments[0].connections = [(0, 0, 4, 0, 65_536), (0x87, 0, 1, 0x8400, -65_536 * 960)]
        builder.instruments[0].regions[0].condition = Build.u16(16) + Build.u32(1)
        builder.instruments[0].regions[0].options?.loop = (0, 10, 80)
        builder.instruments.append(.init(bank: 0x8000_0000, regions: [.init(group: 1), .init(keys: (3, 4))]))
        return builder.bytes
    }

    private static let sfz = """
        <control> default_path=./ note_offset=0
        #define $K 60
        <global> ampeg_release=0.5 // end
        <group> lokey=$K hikey=72 seq_length=2 /* x */
        <region> sample=a.wav offset=3 end=90 loop_mode=loop_continuous loop_start=5 loop_end=50 tune=-5
        <region> sample=a.wav sw_last=c1 locc64=10 amp_veltrack=40 cutoff=500 trigger=release group=1 off_by=1
        """

    private static var exs: [UInt8] {
        var builder = EXSBuilder()
        builder.zones = [.init(loop: (3, 50), loopOptions: 1, group: 0), .init(options: 12, group: 1)]
        builder.groups = [.init(volume: -3, round: 0, condition: 2), .init(round: 1, condition: 2)]
        builder.parameters = [(0x52, 40), (0x55, 60)]
        return builder.bytes
    }

    private static func preset(_ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
        let stages: [[String: Any]] = [["stage": 1, "time": 0.5], ["stage": 4, "level": 0.5]]
        let connection: [String: Any] = [
            "source": 301, "destination": 0x5010_0000, "scale": -96.0, "transform": 2, "inverse": true,
        ]
        let layer: [String: Any] = [
            "Zones": [
                ["waveform": 1, "root key": 60, "loop enabled": true, "loop start": 5] as [String: Any]
            ],
            "Envelopes": [["Stages": stages] as [String: Any]], "Connections": [connection],
        ]
        let preset: [String: Any] = [
            "name": "x", "file-references": ["Sample:1": "a.wav"], "data": Data([0, 1, 2, 3]),
            "Instrument": ["Layers": [layer]] as [String: Any],
        ]
        return Array(try PropertyListSerialization.data(fromPropertyList: preset, format: format, options: 0))
    }

    /// One to four changes: a bit, a byte or a number at its extremes, a cut, a part twice, left out or
    /// moved.
    private static func mutated(_ original: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let length = min(bytes.count - place, Int.random(in: 1...64, using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2:
                let value: UInt8 = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                for index in place..<min(bytes.count, place + [1, 2, 4, 8][length % 4]) {
                    bytes[index] = value
                }
            case 3: bytes.removeSubrange(place...)
            case 4: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            case 5: bytes.removeSubrange(place..<place + length)
            case 6:
                let other = Int.random(in: 0...bytes.count - length, using: &random)
                bytes.replaceSubrange(other..<other + length, with: Array(bytes[place..<place + length]))
            default: bytes[place] = bytes[place] &+ 1
            }
        }
        return bytes
    }

    /// Seconds for which this thread has run.
    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// What `Zone` promises.
    private static func isSound(_ zone: Zone) -> Bool {
        let count = zone.frames.frameCount
        guard count > 0, zone.start >= 0, zone.start < zone.end, zone.end <= count, zone.rootKey <= 127,
            zone.keys.upperBound <= 127, zone.velocities.upperBound <= 127, zone.tuningCents.isFinite,
            zone.gainDecibels.isFinite, zone.modulators.count <= 64 + 2,
            (100.0...1_000_000).contains(zone.frames.rateHz)
        else { return false }
        guard zone.loopMode != .none else { return zone.loopStart == 0 && zone.loopEnd == 0 }
        return zone.loopStart >= 0 && zone.loopStart + 2 <= zone.loopEnd && zone.loopEnd <= zone.end
            && zone.start < zone.loopEnd
    }

    @Test(arguments: ["sf2", "sf3", "dls", "sfz", "exs", "aupreset", "binary.aupreset", "wav"])
    func `damaged files are refused or loaded as zones that keep their promises`(format: String) throws {
        let original = try Self.original(format)
        let wave = WaveFiles.wave()
        let folder = try TemporaryFile.folder(["a.wav": wave])
        var random = SeededGenerator(seed: format.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        var loadedCount = 0
        var mostSeconds = 0.0
        for mutation in 0...Self.count {
            // The first one is not damaged.
            let bytes = mutation == 0 ? original : Self.mutated(original, &random)
            let name = "\(folder)/test.\(format)"
            let start = Self.threadSeconds
            defer { mostSeconds = max(mostSeconds, Self.threadSeconds - start) }
            guard let bank = try? SoundBank(bytes: bytes, name: name, decoder: WaveFiles.decoder) else {
                continue
            }
            for preset in bank.presets.indices.prefix(4) {
                guard let program = try? bank.program(preset) else { continue }
                loadedCount += 1
                let unsound = program.zones.firstIndex { !Self.isSound($0) }
                #expect(unsound == nil, "\(format), mutation \(mutation), zone \(unsound ?? 0)")
                let mostBytes = 4 * max(bytes.count, wave.count) + 4096
                #expect(program.zones.allSatisfy { $0.frames.byteCount <= mostBytes })
            }
            if mutation == 0 { #expect(loadedCount == bank.presets.count) }
        }
        #expect(loadedCount > Self.count / 20)
        #expect(mostSeconds < 1)
    }

    /// An AIFF and a CAF file with a loop in their metadata.
    private static var metadataFiles: [[UInt8]] {
        var instrument: [UInt8] = [61, 0xF6, 50, 70, 1, 120, 0, 0, 0, 1, 0, 1, 0, 2]
        instrument += [UInt8](repeating: 0, count: 6)
        let markers = Build.big(UInt16(2)) + [0, 1, 0, 0, 0, 5, 0, 0] + [0, 2, 0, 0, 0, 50, 0, 0]
        let aiff = WaveFiles.aiffChunk("MARK", markers) + WaveFiles.aiffChunk("INST", instrument)
        func marker(_ frame: Double) -> [UInt8] {
            Build.big(UInt32(0)) + Build.big(frame.bitPattern) + [UInt8](repeating: 0, count: 16)
        }
        var region = Build.big(UInt32(0)) + Build.big(UInt32(1)) + Build.big(UInt32(1)) + Build.big(UInt32(1))
        region += Build.big(UInt32(2)) + marker(5) + marker(50)
        let base = Build.big(Float(60).bitPattern) + [0, 127, 0, 127] + [UInt8](repeating: 0, count: 20)
        let head = Array("caff".utf8) + Build.big(UInt32(0x0001_0000))
        return [
            WaveFiles.aiffChunk("FORM", Array("AIFF".utf8) + aiff),
            head + WaveFiles.cafChunk("regn", region) + WaveFiles.cafChunk("inst", base),
        ]
    }

    @Test func `damaged metadata of AIFF and CAF files give loops and keys that can be, or none`() {
        var random = SeededGenerator(seed: 11)
        for original in Self.metadataFiles {
            #expect(AudioFileFacts.read(BankBytes(bytes: original, name: "x")).loop == 5..<50)
            for _ in 0..<Self.count {
                let bytes = Self.mutated(original, &random)
                let facts = AudioFileFacts.read(BankBytes(bytes: bytes, name: "x"))
                #expect((facts.loop?.lowerBound ?? 0) >= 0)
                #expect(facts.tuningCents.isFinite && facts.gainDecibels.isFinite)
            }
        }
    }
}
