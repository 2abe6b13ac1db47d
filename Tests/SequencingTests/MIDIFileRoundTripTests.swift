import Glibc
import TestSupport
import Testing

@testable import AVFSequencing

/// What is written is what is read, and nothing that is read does harm.
struct MIDIFileRoundTripTests {
    private static let timeBases: [TimeBase] = [
        .usual, .ticksPerQuarter(1), .ticksPerQuarter(32767), .ticksPerQuarter(96),
        .smpte(framesPerSecond: 29, ticksPerFrame: 80), .smpte(framesPerSecond: 25, ticksPerFrame: 40),
    ]

    @Test(arguments: timeBases)
    func `every event of random files comes back`(timeBase: TimeBase) throws {
        var random = SeededGenerator(seed: 7)
        for round in 0..<25 {
            let file = RandomMusic.file(
                trackCount: 1 + round % 3, eventCount: 60, timeBase: timeBase, using: &random)
            let read = try MIDIFile(file.bytes(usesRunningStatus: round % 2 == 0))
            // Not the files themselves: a test that fails would print them.
            let isSame = read == file
            #expect(isSame, "round \(round)")
        }
    }

    @Test func `what is read again gives the same bytes`() throws {
        var random = SeededGenerator(seed: 8)
        let file = RandomMusic.file(trackCount: 2, eventCount: 300, timeBase: .usual, using: &random)
        let bytes = file.bytes()
        #expect(try MIDIFile(bytes).bytes() == bytes)
        #expect(file.bytes(usesRunningStatus: false).count > bytes.count)
    }

    @Test func `a tempo with a fraction is exact here and rounded for others`() throws {
        var track = MIDIFile.Track()
        track.events.insert(.extendedTempo(123.456), at: 1)
        let bytes = MIDIFile(tracks: [track]).bytes()
        let read = try MIDIFile(bytes).tracks[0].events
        #expect(read.count == 1 && read.event(at: 0) == .extendedTempo(123.456))
        // 60 000 000 / 123.456 = 486003.1 µs = 0x076A73.
        let tempo: [UInt8] = [0xFF, 0x51, 3, 0x07, 0x6A, 0x73]
        #expect((0..<(bytes.count - 6)).contains { Array(bytes[$0..<($0 + 6)]) == tempo })
    }

    @Test func `gaps of more than 2^28 ticks come back`() throws {
        var track = MIDIFile.Track()
        track.events.insert(.controlChange(channel: 0, controller: 1, value: 2), at: 3_000_000)
        track.length = 3_000_000
        let file = MIDIFile(tracks: [track], format: .single)
        #expect(try MIDIFile(file.bytes()) == file)
    }

    @Test func `a bank is written before its program`() throws {
        var track = MIDIFile.Track()
        track.events.insert(.programChange(channel: 2, program: 5, bank: 3 * 128 + 4), at: 0)
        let read = try MIDIFile(MIDIFile(tracks: [track]).bytes()).tracks[0].events
        #expect(
            (0..<read.count).map(read.event) == [
                .controlChange(channel: 2, controller: 0, value: 3),
                .controlChange(channel: 2, controller: 32, value: 4), .programChange(channel: 2, program: 5),
            ])
    }

    /// How many files are changed at random: `AVF_MIDI_FUZZ_COUNT`, 2000 if it is not set.
    private static var fuzzCount: Int {
        getenv("AVF_MIDI_FUZZ_COUNT").flatMap { Int(String(cString: $0)) } ?? 2000
    }

    @Test func `files with random damage are read or refused, in bounds`() throws {
        var random = SeededGenerator(seed: 9)
        let sound = (0..<8).map { round in
            RandomMusic.file(
                trackCount: 1 + round % 3, eventCount: 20, timeBase: .usual, using: &random
            ).bytes(usesRunningStatus: round % 2 == 0)
        }
        for round in 0..<Self.fuzzCount {
            var bytes = sound[round % sound.count]
            damage(&bytes, using: &random)
            guard let file = try? MIDIFile(bytes) else { continue }
            // The shortest events have two bytes.
            #expect(file.eventCount <= bytes.count / 2)
            #expect(file.repairs.count <= 256)
            for track in file.tracks {
                #expect(track.length >= track.events.end)
                #expect(track.events.events.allSatisfy { $0.beat >= 0 && $0.duration >= 0 })
            }
            // What has been read can be written, and read again without repairs.
            if round % 16 == 0 { #expect(try MIDIFile(file.bytes()).repairs == []) }
        }
    }

    private func damage(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] = .random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(.random(in: 0...255, using: &random), at: place)
            case 4: bytes[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            default:
                let end = min(bytes.count, place + Int.random(in: 0...40, using: &random))
                if Bool.random(using: &random) {
                    bytes.insert(contentsOf: bytes[place..<end], at: place)
                } else if end - place < bytes.count {
                    bytes.removeSubrange(place..<end)
                }
            }
        }
    }
}
