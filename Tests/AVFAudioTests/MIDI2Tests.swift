import AVFAudio
import TestPlugins
import TestSupport
import Testing

/// A MIDI processor of a program's own that takes lists of a protocol, writes down their words, and sends them
/// on.
private class Forwarder: AUAudioUnit, @unchecked Sendable {
    class var subtype: UInt32 { 0x666F_7231 }
    static func description(_ subtype: UInt32) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: kAudioUnitType_MIDIProcessor, componentSubType: subtype,
            componentManufacturer: 0x5445_5354, componentFlags: 0, componentFlagsMask: 0)
    }
    static let register: Void = {
        registerSubclass(
            Forwarder.self, as: description(Forwarder.subtype), name: "Workshop: Forwarder 1", version: 1)
        registerSubclass(
            Forwarder2.self, as: description(Forwarder2.subtype), name: "Workshop: Forwarder 2", version: 1)
    }()

    /// How often each list is sent.
    let copyCount = Locked(1)
    let heard = Locked<[(time: Int64, cable: UInt8, midiProtocol: Int32, words: [UInt32])]>([])

    override var audioUnitMIDIProtocol: MIDIProtocolID { ._1_0 }

    /// The words of all packets, which lie one right behind the other.
    private static func words(of list: UnsafePointer<MIDIEventList>) -> [UInt32] {
        var words: [UInt32] = []
        var place = UnsafeRawPointer(list) + 8
        for _ in 0..<list.pointee.numPackets {
            let count = Int(place.load(fromByteOffset: 8, as: UInt32.self))
            words += (0..<count).map { place.load(fromByteOffset: 12 + 4 * $0, as: UInt32.self) }
            place += 12 + 4 * count
        }
        return words
    }

    override var internalRenderBlock: AUInternalRenderBlock {
        let (send, heard) = (midiOutputEventListBlock, heard)
        let copyCount = copyCount
        return { _, _, _, _, _, events, _ in
            var next = events.map { UnsafeMutablePointer(mutating: $0) }
            while let event = next {
                next = event.pointee.head.next
                guard event.pointee.head.eventType == .midiEventList else {
                    heard.withLock { $0.append((0, 0, -1, [])) }
                    continue
                }
                let place = MemoryLayout<AUMIDIEventList>.offset(of: \.eventList)!
                let list = (UnsafeRawPointer(event) + place).assumingMemoryBound(to: MIDIEventList.self)
                let words = Self.words(of: list)
                let head = event.pointee.MIDIEventsList
                heard.withLock {
                    $0.append((head.eventSampleTime, head.cable, list.pointee.protocol.rawValue, words))
                }
                let count = copyCount.withLock { $0 }
                for _ in 0..<count {
                    _ = send?(head.eventSampleTime, head.cable, list)
                }
            }
            return noErr
        }
    }
}

private final class Forwarder2: Forwarder, @unchecked Sendable {
    override class var subtype: UInt32 { 0x666F_7232 }
    override var audioUnitMIDIProtocol: MIDIProtocolID { ._2_0 }
}

/// MIDI 2.0 between a program, its own units and others.
struct MIDI2Tests {
    init() { Forwarder.register }

    private func forwarder(_ subtype: UInt32, _ engine: AVAudioEngine) async throws -> (
        node: AVAudioUnit, unit: Forwarder
    ) {
        let node = try await AVAudioUnit.instantiate(with: Forwarder.description(subtype))
        engine.attach(node)
        return (node, try #require(node.auAudioUnit as? Forwarder))
    }

    private func withList<Result>(
        _ words: [UInt32], _ body: (UnsafePointer<MIDIEventList>) -> Result
    ) -> Result {
        let all: [UInt32] = [2, 1, 0, 0, UInt32(words.count)] + words + [UInt32](repeating: 0, count: 80)
        return all.withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: MIDIEventList.self)) }
    }

    /// What reaches two units in a row of what is sent to the first.
    private func path(
        _ first: UInt32, _ second: UInt32, _ words: [UInt32]
    ) async throws -> [[UInt32]] {
        let offline = try OfflineEngine(channels: 1)
        let (one, two) = (
            try await forwarder(first, offline.engine), try await forwarder(second, offline.engine)
        )
        // What nothing listens to is not rendered.
        two.unit.midiOutputEventBlock = { _, _, _, _ in noErr }
        offline.engine.connectMIDI(one.node, to: two.node, format: nil)
        let schedule = try #require(one.node.auAudioUnit.scheduleMIDIEventListBlock)
        #expect(withList(words) { schedule(30, 3, $0) } == noErr)
        try offline.engine.start()
        _ = try offline.render(64, block: 16)
        #expect(offline.refused.all.isEmpty)
        for unit in [one.unit, two.unit] {
            let heard = unit.heard.withLock { $0 }
            #expect(heard.allSatisfy { $0.time == 30 && $0.cable == 3 })
            #expect(heard.allSatisfy { $0.midiProtocol == unit.audioUnitMIDIProtocol.rawValue })
        }
        return [one.unit, two.unit].map { unit in unit.heard.withLock({ $0.flatMap(\.words) }) }
    }

    @Test func `all 32 bits arrive, from the program and from unit to unit`() async throws {
        let words: [UInt32] = [0x4093_3C00, 0x1234_5678, 0x40B3_0700, 0x89AB_CDEF, 0x4063_3C00, 0x8000_0001]
        let heard = try await path(Forwarder2.subtype, Forwarder2.subtype, words)
        #expect(heard == [words, words])
    }

    @Test func `each unit gets the protocol that it asks for`() async throws {
        let note: [UInt32] = [0x4093_3C00, 0xC924_0000]
        #expect(
            try await path(Forwarder2.subtype, Forwarder.subtype, note) == [note, [0x2093_3C64]],
            "the velocity of 100 in 16 bits")
        #expect(
            try await path(Forwarder.subtype, Forwarder2.subtype, [0x2093_3C64]) == [[0x2093_3C64], note])
    }

    @Test func `a System Exclusive message of any length stays whole`() async throws {
        for count in [1, 6, 40, 190, 200] {
            var words: [UInt32] = []
            for packet in 0..<count {
                let form: UInt32 = count == 1 ? 0 : packet == 0 ? 1 : packet == count - 1 ? 3 : 2
                words += [0x3006_0102 | form << 20, 0x0304_0500 | UInt32(packet & 0x7F)]
            }
            let heard = try await path(Forwarder2.subtype, Forwarder.subtype, words)
            #expect(heard == [words, words], "\(count) packets")
        }
    }

    @Test func `a host hears the protocol that it has set`() async throws {
        for (midiProtocol, expected) in [
            (MIDIProtocolID._1_0, [UInt32]([0x2093_4864])), (._2_0, [0x4093_4800, 0xC924_0000]),
        ] {
            let offline = try OfflineEngine(channels: 1)
            let native = AVAudioUnitMIDITranspose()
            native.semitones = 12
            offline.engine.attach(native)
            let got = Locked<[UInt32]>([])
            #expect(native.auAudioUnit.hostMIDIProtocol == ._1_0)
            native.auAudioUnit.hostMIDIProtocol = midiProtocol
            native.auAudioUnit.midiOutputEventListBlock = { _, _, list in
                #expect(list.pointee.protocol == midiProtocol)
                withUnsafeBytes(of: list.pointee.packet.words) { words in
                    let count = Int(list.pointee.packet.wordCount)
                    got.withLock { $0 += words.bindMemory(to: UInt32.self).prefix(count) }
                }
                return noErr
            }
            let schedule = try #require(native.auAudioUnit.scheduleMIDIEventListBlock)
            #expect(withList([0x4093_3C00, 0xC924_0000]) { schedule(0, 0, $0) } == noErr)
            try offline.engine.start()
            _ = try offline.render(64)
            wait(until: { got.withLock { !$0.isEmpty } })
            #expect(got.withLock { $0 } == expected)
        }
    }

    @Test func `a full queue is an answer`() async throws {
        let offline = try OfflineEngine(channels: 1)
        let unit = try await forwarder(Forwarder.subtype, offline.engine)
        let schedule = try #require(unit.node.auAudioUnit.scheduleMIDIEventListBlock)
        let all = (0..<1100).map { _ in withList([0x2093_3C64]) { schedule(0, 0, $0) } }
        #expect(all.prefix(1024).allSatisfy { $0 == noErr })
        #expect(all.suffix(76).allSatisfy { $0 == kAudio_MemFullError })
    }

    @Test func `messages that a unit makes too many of are told, with its name`() async throws {
        let offline = try OfflineEngine(channels: 1)
        let (one, two) = (
            try await forwarder(Forwarder.subtype, offline.engine),
            try await forwarder(Forwarder.subtype, offline.engine)
        )
        // What nothing listens to is not rendered.
        two.unit.midiOutputEventBlock = { _, _, _, _ in noErr }
        offline.engine.connectMIDI(one.node, to: two.node, format: nil)
        try offline.engine.start()
        one.unit.copyCount.withLock { $0 = 2 }
        let schedule = try #require(one.node.auAudioUnit.scheduleMIDIEventListBlock)
        for _ in 0..<562 { #expect(withList([0x2093_3C64]) { schedule(40, 0, $0) } == noErr) }
        _ = try offline.render(64)
        // The pump may look in the middle of the block, and tell of the rest later.
        func droppedCount() -> Int {
            offline.refused.sentences.reduce(0) { sum, sentence in
                let told = sentence.firstMatch(of: /^(\d+) MIDI messages of 'Forwarder 1' were dropped/)
                return sum + (told.flatMap { Int($0.1) } ?? 0)
            }
        }
        wait(until: { droppedCount() == 100 })
        #expect(droppedCount() == 100, "\(offline.refused.sentences)")
        #expect(two.unit.heard.withLock { $0.count } == 1024)
    }
}
