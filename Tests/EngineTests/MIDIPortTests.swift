import AVFDevices
import AVFGraph
import AVFRender
import AVFSequencing
import AVFUnits
import Synchronization
import TestSupport
import Testing

@testable import AVFEngine

/// MIDI ports in a graph, over a loopback whose clock the test turns, and a device of the same clock.
@Suite final class MIDIPortTests {
    private let clock = MIDIManualClock()
    private let bus: LoopbackMIDI
    private let system: MIDISystem
    private let other: LoopbackMIDIClient
    private let device = VirtualClockDevice()
    private let engine: AudioEngine
    private let period = 480

    init() throws {
        bus = LoopbackMIDI(clock: clock)
        system = try MIDISystem(bus, name: "Engine")
        other = bus.openClient("Keyboard")
        engine = AudioEngine(backend: device)
        var request = DeviceStreamRequest()
        (request.periodFrameCount, request.channelCount) = (period, 1)
        try engine.setDevice(request)
    }

    deinit { engine.shutDown() }

    private func port(_ name: String, _ side: MIDIPortSide) throws -> MIDIPortInfo {
        try system.client.port(name, side: side)
    }

    /// Lets both clocks pass so many frames at 48 kHz, MIDI first, up to each period's end.
    private func advance(periods: Int) {
        for _ in 0..<periods {
            elapsed += period
            bus.advance(to: UInt64(elapsed) * 62_500 / 3)
            device.advance(frameCount: period)
        }
    }

    private var elapsed = 0

    /// keyboard → input → instrument → output.
    private func playable() throws -> (MIDIInputNode, keyboard: MIDIOutput) {
        let keyboard = try other.makeSource("keys", midiProtocol: .midi1)
        let input = try MIDIInputNode(system)
        let instrument = UnitNode(native: UnitEntry(HeldNotesKernel.self))
        try engine.attach(input)
        try engine.attach(instrument)
        try engine.connect(instrument, to: engine.outputNode, format: nil)
        try engine.connectEvents(input, to: [instrument])
        try input.connect(port("Keyboard", .source))
        return (input, keyboard)
    }

    /// The frames at which what the device has played changes, with the new level.
    private var changes: [(frame: Int, level: Float)] {
        let played = device.playedChannels[0]
        var last: Float = 0
        return played.indices.compactMap { frame in
            defer { last = played[frame] }
            return played[frame] == last ? nil : (frame, played[frame])
        }
    }

    @Test func `a key is heard one period after it is struck, to the frame, wherever in a period that is`()
        throws
    {
        let (_, keyboard) = try playable()
        try engine.start()
        // The first block's time is 0, which stands for none.
        advance(periods: 1)
        let frames = [483, 959, 960, 1_180, 2_399, 2_480]
        for (place, frame) in frames.enumerated() {
            // In the middle of a frame, so that rounding to nanoseconds changes nothing.
            let time = (UInt64(frame) * 2 + 1) * 31_250 / 3
            try keyboard.send(bytes: [0x90, UInt8(place + 1), 1], at: time)
        }
        advance(periods: 8)
        #expect(changes.map(\.frame) == frames.map { $0 + period })
        var level: Float = 0
        for (place, change) in changes.enumerated() {
            level += Float(place + 1)
            #expect(change.level == level)
        }
    }

    @Test func `a port that goes away in a note ends it, and plays again when it is back`() throws {
        let (input, keyboard) = try playable()
        try engine.start()
        try keyboard.send(bytes: [0x90, 60, 2])
        advance(periods: 2)
        #expect(changes.last?.level == 120)
        keyboard.close()
        advance(periods: 3)
        #expect(changes.last?.level == 0)
        let again = try other.makeSource("keys", midiProtocol: .midi1)
        bus.advance(to: clock.nowNanoseconds)
        wait { input.sources.map(\.address) == [again.address] }
        try again.send(bytes: [0x90, 50, 1])
        advance(periods: 3)
        #expect(changes.last?.level == 50)
        #expect(engine.lastError == nil)
    }

    @Test func `a disconnected port is heard no more, and its notes end`() throws {
        let (input, keyboard) = try playable()
        try engine.start()
        try keyboard.send(bytes: [0x90, 60, 2])
        advance(periods: 2)
        input.disconnect(try port("Keyboard", .source))
        #expect(input.sources.isEmpty)
        try keyboard.send(bytes: [0x90, 61, 2])
        advance(periods: 3)
        #expect(changes.map(\.level) == [120, 0])
    }

    @Test func `others send to a port that the node has made, which goes with the node`() throws {
        try { () throws in
            let (input, _) = try playable()
            _ = try input.makeDestination("synth")
            try engine.start()
            let sender = try other.openOutput(to: port("Engine:synth", .destination).address)
            try sender.send(bytes: [0x90, 10, 10])
            advance(periods: 3)
            #expect(changes.last?.level == 100)
            try engine.detach(input)
        }()
        wait { (try? self.port("Engine:synth", .destination)) == nil }
        #expect(throws: MIDIError.self) { try port("Engine:synth", .destination) }
    }

    @Test func `ten thousand messages a second come through without loss`() throws {
        let (_, keyboard) = try playable()
        try engine.start()
        advance(periods: 1)
        for message in 0..<10_000 {
            let time = 10_000_000 + UInt64(message) * 100_000
            try keyboard.send(bytes: [message % 2 == 0 ? 0x90 : 0x80, 64, 1], at: time)
        }
        advance(periods: 103)
        #expect(changes.count == 10_000)
        #expect(engine.lastError == nil)
    }

    @Test func `what cannot be connected is refused by its name`() throws {
        let (input, _) = try playable()
        let port = try port("Keyboard", .source)
        #expect(throws: EngineError.self) { try MIDIOutputNode(system).connect(port) }
        let gone = MIDIPortInfo(
            address: MIDIPortAddress(client: 99, port: 9), name: "out", clientName: "Nobody", isSource: true,
            isDestination: false)
        #expect(throws: EngineError.self) { try input.connect(gone) }
        #expect(input.sources == [port])
    }

    // MARK: - To ports

    /// What a port got: when each message was due, and its bytes.
    private final class Heard: Sendable {
        private let kept = Mutex<[(nanoseconds: UInt64, bytes: [UInt8])]>([])
        var all: [(nanoseconds: UInt64, bytes: [UInt8])] { kept.withLock { $0 } }
        /// When notes began.
        var struck: [UInt64] { all.filter { $0.bytes[0] == 0x90 }.map(\.nanoseconds) }

        func receive(_ batch: MIDIBatch) {
            for packet in batch.packets {
                let bytes = packet.messagesInBytes.flatMap { $0 }
                kept.withLock { $0.append((batch.timeNanoseconds, bytes)) }
            }
        }
    }

    /// A sequencer whose track is played to another client's port.
    private func sequenced(_ beats: [Double]) throws -> (Sequencer, Heard) {
        let heard = Heard()
        _ = try other.makeDestination("synth", midiProtocol: .midi1, receiver: heard.receive)
        let sequencer = try Sequencer(engine: engine)
        let track = try sequencer.edit { $0.appendTrack() }
        let port = try port("Keyboard:synth", .destination)
        try sequencer.setPort(port, ofTrack: track, system: system)
        #expect(sequencer.port(ofTrack: track) == port)
        try sequencer.edit { (song) throws(SongError) in
            try song.edit(track) { (track) throws(SongError) in
                for beat in beats {
                    try track.add(.note(MusicEvent.Note(key: 60, velocity: 99, duration: 0.25)), at: beat)
                }
            }
        }
        return (sequencer, heard)
    }

    /// Lets time pass, and what was rendered leave.
    private func play(_ sequencer: Sequencer, periods: Int) {
        let outputs = sequencer.state.withLock { $0.portNodes }
        for _ in 0..<periods {
            advance(periods: 1)
            outputs.forEach { $0.deliver() }
        }
        bus.advance(to: clock.nowNanoseconds + 1)
    }

    @Test func `a message leaves at the time at which its frame is heard`() throws {
        // Half a second a beat; the first block has no time yet.
        let (sequencer, heard) = try sequenced([0, 0.5, 0.501, 3])
        try engine.start()
        advance(periods: 1)
        sequencer.start()
        play(sequencer, periods: 200)
        let milliseconds = heard.struck.map { Double($0) / 1e6 }
        #expect(milliseconds == [10, 260, 260.5, 1_510])
    }

    @Test func `a message leaves with the sound that a latent unit has delayed`() throws {
        let (sequencer, heard) = try sequenced([1])
        let late = UnitNode(native: UnitEntry(LatentKernel.self))
        try engine.attach(late)
        try engine.connect(late, to: engine.outputNode, format: nil)
        try engine.start()
        advance(periods: 1)
        sequencer.start()
        play(sequencer, periods: 60)
        #expect(heard.struck == [510_000_000 + UInt64(LatentKernel.frameCount) * 62_500 / 3])
    }

    @Test(arguments: ["pause", "stop", "close", "other destination"])
    func `a note that sounds ends when its source falls silent`(way: String) throws {
        let (sequencer, heard) = try sequenced([0])
        try engine.start()
        advance(periods: 1)
        sequencer.start()
        play(sequencer, periods: 2)
        #expect(heard.all.map(\.bytes) == [[0x90, 60, 99]])
        switch way {
        case "pause": engine.pause()
        case "stop": engine.stop()
        case "close": sequencer.close()
        default: try sequencer.setPort(nil, ofTrack: 1)
        }
        bus.advance(to: clock.nowNanoseconds + 1_000)
        #expect(heard.all.last.map { [$0.bytes[0], $0.bytes[1]] } == [0x80, 60])
    }

    @Test func `in manual rendering messages leave as soon as they are rendered, in their order`() throws {
        let (sequencer, heard) = try sequenced([0, 1, 2])
        let renderer = try OfflineRenderer(engine, channels: 1)
        try engine.start()
        sequencer.start()
        _ = try renderer.render(65_536)
        sequencer.state.withLock { $0.portNodes }.forEach { $0.deliver() }
        bus.advance(to: 1_000)
        #expect(heard.all.map { $0.bytes[0] } == [0x90, 0x80, 0x90, 0x80, 0x90, 0x80])
    }
}
