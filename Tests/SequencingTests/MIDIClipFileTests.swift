import TestSupport
import Testing

@testable import AVFSequencing

/// MIDI clip files, brought down to MIDI 1.0.
struct MIDIClipFileTests {
    private func clip(_ words: UInt32...) -> [UInt8] {
        Array("SMF2CLIP".utf8) + words.flatMap { FileBuilder.number(Int($0), 4) }
    }

    /// 96 ticks in a quarter note, and the start of the clip.
    private let start: [UInt32] = [0x0040_0000, 0x0030_0060, 0x0040_0000, 0xF020_0000, 0, 0, 0]

    private func read(_ words: [UInt32], ends: Bool = true) throws -> MIDIFile {
        let end: [UInt32] = ends ? [0xF021_0000, 0, 0, 0] : []
        return try MIDIFile(
            Array("SMF2CLIP".utf8) + (start + words + end).flatMap { FileBuilder.number(Int($0), 4) })
    }

    private func events(_ file: MIDIFile) -> [MusicEvent] {
        file.tracks.flatMap { track in (0..<track.events.count).map { track.events.event(at: $0) } }
    }

    @Test func `messages of MIDI 2.0 lose their low bits`() throws {
        let file = try read([
            0x4093_3C00, 0xC924_0000, 0x0040_0060, 0x4083_3C00, 0x8000_0000, 0x40B0_0700, 0xFFFF_FFFF,
            0x40E1_0000, 0x8000_0000, 0x40C2_0001, 0x0500_0304, 0x40A0_3C00, 0x8000_0000,
        ])
        let expected: [MusicEvent] = [
            .note(.init(channel: 3, key: 60, velocity: 100, releaseVelocity: 64, duration: 1)),
            .controlChange(channel: 0, controller: 7, value: 127), .pitchBend(channel: 1, value: 8192),
            .programChange(channel: 2, program: 5, bank: 3 * 128 + 4),
            .polyPressure(channel: 0, key: 60, pressure: 64),
        ]
        #expect(events(file) == expected)
        #expect(file.timeBase == .ticksPerQuarter(96) && file.repairs == [])
    }

    @Test func `messages of MIDI 1.0, exclusive ones and groups are read`() throws {
        let file = try read([
            0x2090_3C64, 0x0040_0030, 0x2090_3C00, 0x3016_0102, 0x0304_0506, 0x3031_0700, 0, 0x25B0_0102,
        ])
        let expected: [MusicEvent] = [
            .note(.init(key: 60, velocity: 100, duration: 0.5)),
            .systemExclusive([0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7]),
            .controlChange(channel: 0, controller: 1, value: 2),
        ]
        #expect(events(file) == expected)
        #expect(file.tracks.count == 2)
    }

    @Test func `tempo and meter go to the tempo track`() throws {
        // 0.25 s are 25 000 000 times 10 ns; 6/8.
        let file = try read([
            0xD010_0000, 25_000_000, 0, 0, 0xD010_0001, 0x0603_0800, 0, 0, 0x2090_3C64, 0x0040_0060,
            0x2080_3C40,
        ])
        let song = Song(file)
        #expect(song.tempoMap.seconds(ofBeat: 2) == 0.5)
        #expect(song.tempoTrack.events.count == 2)
    }

    @Test func `what has no place in MIDI 1.0, and a missing end, are reported`() throws {
        let file = try read([0x4060_3C00, 1, 0x5000_0000, 0, 0, 0], ends: false)
        #expect(
            file.repairs.map(\.problem) == [.packet(0x4060_3C00), .packet(0x5000_0000), .noEndOfTrack])
    }

    @Test func `clips with random damage are read, in bounds`() throws {
        var random = SeededGenerator(seed: 31)
        for _ in 0..<500 {
            let words = (0..<40).map { _ in
                // Mostly types that are read.
                UInt32.random(in: 0...(.max), using: &random) & 0x0FFF_FFFF
                    | ([0, 2, 3, 4, 4, 13, 15, 5][Int.random(in: 0..<8, using: &random)] as UInt32) << 28
            }
            let bytes = try read(words).bytes()
            #expect(try MIDIFile(bytes).eventCount < 400)
        }
    }
}
