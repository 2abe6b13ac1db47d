import AVFUnits
import CAVFLV2
import Testing

/// The MIDI of our own plugins, in a host that looks at every byte.
@Suite struct PluginMIDITests {
    private typealias Event = AtomMemory.Event

    private let host: DirectHost
    private let sent = AtomMemory()
    private let answer = AtomMemory()

    init() throws {
        host = try DirectHost(try #require(UnitCatalog["midiTranspose"]))
        try host.connect(host.port("control"), sent.pointer)
        try host.connect(host.port("midi_out"), answer.pointer)
    }

    private func run(_ frameCount: Int, _ events: [Event]) -> [Event] {
        sent.send(events)
        answer.makeRoom()
        host.run(frameCount)
        return answer.events
    }

    @Test func `notes are moved at their frames, and everything else passes, in blocks of any size`() throws {
        try host.set("semitones", 7)
        let exclusive = [0xF0] + [UInt8](0..<40) + [0xF7]
        let answer = run(
            3000,
            [
                Event(0, [0x93, 60, 100]), Event(1023, exclusive), Event(1024, [0xB3, 1, 64]),
                Event(2999, [0x83, 60, 5]), Event(2999, [0xC3, 9]),
            ])
        #expect(
            answer == [
                Event(0, [0x93, 67, 100]), Event(1023, exclusive), Event(1024, [0xB3, 1, 64]),
                Event(2999, [0x83, 67, 5]), Event(2999, [0xC3, 9]),
            ])
        #expect(run(64, []) == [])
    }

    @Test func `a plugin that is switched off ends its notes, and passes what comes`() throws {
        try host.set("semitones", 7)
        #expect(run(64, [Event(3, [0x90, 60, 100])]) == [Event(3, [0x90, 67, 100])])
        try host.set("enabled", 0)
        let ends = (0..<16).map { Event(0, [0xB0 | UInt8($0), 123, 0]) }
        #expect(run(64, [Event(5, [0x90, 60, 100])]) == ends + [Event(5, [0x90, 60, 100])])
        #expect(run(64, [Event(6, [0x80, 60, 0])]) == [Event(6, [0x80, 60, 0])])
    }

    @Test func `frames outside of the block count as its ends, and lengths that lie end the sequence`() throws
    {
        #expect(
            run(64, [Event(-5, [0x90, 60, 1]), Event(1 << 40, [0x80, 60, 0])])
                == [Event(0, [0x90, 60, 1]), Event(63, [0x80, 60, 0])])
        sent.send([Event(0, [0x90, 60, 1]), Event(1, [0x80, 60, 0])])
        // The second message is said to be longer than all that was sent.
        (sent.pointer + 16 + 24 + 8).storeBytes(of: 1000, as: UInt32.self)
        answer.makeRoom()
        host.run(64)
        #expect(answer.events == [Event(0, [0x90, 60, 1])])
    }

    @Test func `an answer without room, or without a place, is left out`() throws {
        let small = AtomMemory(capacity: 16 + 24)
        try host.connect(host.port("midi_out"), small.pointer)
        sent.send([Event(0, [0x90, 60, 1]), Event(1, [0x80, 60, 0])])
        host.run(64)
        #expect(small.events == [Event(0, [0x90, 60, 1])])
        try host.connect(host.port("midi_out"), nil)
        try host.connect(host.port("control"), nil)
        host.run(64)
    }
}
