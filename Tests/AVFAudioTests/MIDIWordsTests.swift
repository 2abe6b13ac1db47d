import AVFAudio
import AVFEngine
import Foundation
import TestPlugins
import TestSupport
import Testing

/// MIDI messages as words, as programs hand them over and take them.
struct MIDIWordsTests {
    /// An instrument of the plugin that gives back what it gets, and what came out of it.
    private func messages(
        _ send: (AVAudioUnitMIDIInstrument) throws -> Void
    ) throws -> [[UInt8]] {
        let library = UnitLibrary(plugins: try PluginFixture(names: ["echo"]).catalog)
        let node = try library.makeNode(identifier: BundleFolder.uri("echo"), placement: .inProcess)
        let instrument = AVAudioUnitMIDIInstrument(node: node)
        let got = Locked<[[UInt8]]>([])
        instrument.auAudioUnit.midiOutputEventBlock = { _, _, count, bytes in
            got.withLock { $0.append(Array(UnsafeBufferPointer(start: bytes, count: count))) }
            return noErr
        }
        let offline = try OfflineEngine()
        offline.engine.attach(instrument)
        offline.engine.connect(instrument, to: offline.engine.mainMixerNode, format: standardFormat(1))
        try offline.engine.start()
        try send(instrument)
        // The last message says that all are there: a thread of the engine's hands them over.
        let end: [UInt8] = [0x9F, 1, 2]
        instrument.sendMIDIEvent(end[0], data1: end[1], data2: end[2])
        for _ in 0..<4 { _ = try offline.render(64) }
        wait(until: { got.withLock { $0.last == end } })
        return got.withLock { Array($0.dropLast()) }
    }

    private func withList<Result>(
        _ packets: [[UInt32]], _ body: (UnsafePointer<MIDIEventList>) -> Result
    ) -> Result {
        var words: [UInt32] = [1, UInt32(packets.count)]
        for packet in packets { words += [0, 0, UInt32(packet.count)] + packet }
        words += [UInt32](repeating: 0, count: 80)
        return words.withUnsafeBytes { bytes in
            body(bytes.baseAddress!.assumingMemoryBound(to: MIDIEventList.self))
        }
    }

    private func sent(_ packets: [[UInt32]]) throws -> [[UInt8]] {
        try messages { instrument in withList(packets) { instrument.send($0) } }
    }

    @Test func `words of MIDI 1.0 are the same messages in bytes`() throws {
        let packets: [[UInt32]] = [
            [0x2091_3C64, 0x20C2_0500], [0x10F8_0000],
            [0x3016_0102, 0x0304_0506, 0x3026_0708, 0x090A_0B0C, 0x3031_0D00, 0],
        ]
        let long: [UInt8] = [0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0xF7]
        let messages: [[UInt8]] = [[0x91, 60, 100], [0xC2, 5], [0xF8], long]
        #expect(try sent(packets) == messages)
    }

    @Test func `words of MIDI 2.0 become the nearest messages of MIDI 1.0`() throws {
        let packets: [[UInt32]] = [
            [0x4090_3C00, 0xFFFF_0000, 0x4090_3D00, 0x0001_0000, 0x4080_3C00, 0],
            [0x40C3_0001, 0x0700_0102, 0x40E0_0000, 0x8000_0000, 0x40B0_0700, 0x8000_0000],
            [0x4020_0005, 0x4000_0000],
        ]
        let messages: [[UInt8]] = [
            [0x90, 60, 127], [0x90, 61, 1], [0x80, 60, 0], [0xB3, 0, 1], [0xB3, 32, 2], [0xC3, 7],
            [0xE0, 0, 64], [0xB0, 7, 64], [0xB0, 101, 0], [0xB0, 100, 5], [0xB0, 6, 32], [0xB0, 38, 0],
        ]
        #expect(try sent(packets) == messages)
    }

    @Test func `random words do no harm, and make whole messages`() throws {
        var random = SeededGenerator(seed: 5)
        let packets = (0..<100).map { _ in
            (0..<Int.random(in: 0...9, using: &random)).map { _ in
                UInt32.random(in: 0 ... .max, using: &random)
            }
        }
        for message in try sent(packets) {
            #expect(message[0] >= 0x80)
            #expect(message.dropFirst().allSatisfy { $0 < 0x80 || $0 == 0xF7 }, "\(message)")
        }
    }

    @Test func `a list knows its size`() {
        let packets: [[UInt32]] = [[1, 2, 3], [], [4]]
        let size = withList(packets) { MIDIEventList.sizeInBytes(pktList: $0) }
        #expect(size == 60, "a head of 8 bytes, three of 12, and four words")
    }

    @Test func `what a unit makes can be had as words, and lists be scheduled`() throws {
        let library = UnitLibrary(plugins: try PluginFixture(names: ["echo"]).catalog)
        let node = try library.makeNode(identifier: BundleFolder.uri("echo"), placement: .inProcess)
        let instrument = AVAudioUnitMIDIInstrument(node: node)
        let got = Locked<[UInt32]>([])
        instrument.auAudioUnit.midiOutputEventListBlock = { _, _, list in
            withUnsafeBytes(of: list.pointee.packet.words) { words in
                let count = Int(list.pointee.packet.wordCount)
                got.withLock { $0 += words.bindMemory(to: UInt32.self).prefix(count) }
            }
            return noErr
        }
        let offline = try OfflineEngine()
        offline.engine.attach(instrument)
        offline.engine.connect(instrument, to: offline.engine.mainMixerNode, format: standardFormat(1))
        try offline.engine.start()
        _ = try offline.render(64)
        let block = try #require(instrument.auAudioUnit.scheduleMIDIEventListBlock)
        let words: [UInt32] = [0x2090_3C64, 0x3007_0102, 0x0304_0506]
        #expect(withList([words]) { block(AUEventSampleTimeImmediate, 0, $0) } == noErr)
        for _ in 0..<4 { _ = try offline.render(64) }
        // A count of seven bytes cannot be, so six are taken.
        wait(until: { got.withLock { $0.count > 2 } })
        let expected: [UInt32] = [0x2090_3C64, 0x3006_0102, 0x0304_0506]
        #expect(got.withLock { $0 } == expected)
    }
}
