import AVFAudio
import Synchronization
import TestSupport
import Testing

/// A MIDI processor of a program's own: it sends each message on, and each note an octave higher, too.
private final class Octaver: AUAudioUnit, @unchecked Sendable {
    static let description = AudioComponentDescription(
        componentType: kAudioUnitType_MIDIProcessor, componentSubType: 0x6F63_7476,
        componentManufacturer: 0x5445_5354, componentFlags: 0, componentFlagsMask: 0)
    static let register: Void = registerSubclass(
        Octaver.self, as: description, name: "Workshop: Octaver", version: 1)

    override var internalRenderBlock: AUInternalRenderBlock {
        let send = midiOutputEventBlock
        return { _, _, _, _, _, events, _ in
            var next = events
            while let event = next {
                next = event.pointee.head.next.map { UnsafePointer($0) }
                var message = event.pointee.MIDI
                let count = Int(message.length)
                let place = UnsafeRawPointer(event).advanced(by: dataOffset)
                    .assumingMemoryBound(to: UInt8.self)
                _ = send?(message.eventSampleTime, message.cable, count, place)
                guard event.pointee.head.eventType == .MIDI, count == 3 else { continue }
                message.data.1 += 12
                let higher = [message.data.0, message.data.1, message.data.2]
                _ = send?(message.eventSampleTime, message.cable, 3, higher)
            }
            return noErr
        }
    }
}

private let dataOffset = MemoryLayout<AUMIDIEvent>.offset(of: \.cable)! + 1

/// An instrument of a program's own: its level is the sum of the notes that are held, and it counts the bytes of
/// system exclusive messages.
private final class Level: AUAudioUnit, @unchecked Sendable {
    static let description = AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: 0x6C65_766C,
        componentManufacturer: 0x5445_5354, componentFlags: 0, componentFlagsMask: 0)
    static let register: Void = registerSubclass(
        Level.self, as: description, name: "Workshop: Level", version: 1)

    final class Core: Sendable {
        let sum = Atomic<Int>(0)
        let exclusiveBytes = Atomic<Int>(0)
        let exclusiveTotal = Atomic<Int>(0)
    }

    let core = Core()
    private var outputs: AUAudioUnitBusArray?

    required init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        outputs = AUAudioUnitBusArray(
            audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: standardFormat(1))])
    }

    override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }

    override var internalRenderBlock: AUInternalRenderBlock {
        let core = core
        return { _, time, frameCount, _, output, events, _ in
            var next = events
            for frame in 0..<Int(frameCount) {
                let now = Int64(time.pointee.mSampleTime) + Int64(frame)
                while let event = next, event.pointee.head.eventSampleTime <= now {
                    Self.take(event, core)
                    next = event.pointee.head.next.map { UnsafePointer($0) }
                }
                let level = Float(core.sum.load(ordering: .relaxed))
                for buffer in UnsafeMutableAudioBufferListPointer(output) {
                    buffer.mData?.assumingMemoryBound(to: Float.self)[frame] = level
                }
            }
            return noErr
        }
    }

    private static func take(_ event: UnsafePointer<AURenderEvent>, _ core: Core) {
        let message = event.pointee.MIDI
        if event.pointee.head.eventType == .midiSysEx {
            let bytes = UnsafeRawPointer(event).advanced(by: dataOffset)
            let count = Int(message.length)
            core.exclusiveBytes.add(count, ordering: .relaxed)
            let total = (0..<count).reduce(0) { $0 + Int(bytes.load(fromByteOffset: $1, as: UInt8.self)) }
            core.exclusiveTotal.add(total, ordering: .relaxed)
        } else if message.data.0 & 0xF0 == 0x90 {
            core.sum.add(Int(message.data.1), ordering: .relaxed)
        } else if message.data.0 & 0xF0 == 0x80 {
            core.sum.subtract(Int(message.data.1), ordering: .relaxed)
        }
    }
}

/// `connectMIDI` and its kin, as a program written for Apple's engine uses them.
struct ConnectMIDITests {
    init() { (_, _) = (Octaver.register, Level.register) }

    private func level(_ offline: OfflineEngine) async throws -> AVAudioUnit {
        let node = try await AVAudioUnit.instantiate(with: Level.description)
        offline.engine.attach(node)
        offline.engine.connect(node, to: offline.engine.mainMixerNode, format: standardFormat(1))
        return node
    }

    /// The program's own processor, its own instrument, and the engine.
    private func chain() async throws -> (OfflineEngine, source: AVAudioUnit, instrument: AVAudioUnit) {
        let offline = try OfflineEngine(channels: 1)
        let source = try await AVAudioUnit.instantiate(with: Octaver.description)
        offline.engine.attach(source)
        return (offline, source, try await level(offline))
    }

    private func play(_ node: AVAudioUnit, _ message: [UInt8], at time: AUEventSampleTime) throws {
        let schedule = try #require(node.auAudioUnit.scheduleMIDIEventBlock)
        schedule(time, 0, message.count, message)
    }

    @Test(arguments: [16, 512])
    func `a program's own processor plays its own instrument, at the frame`(block: Int) async throws {
        let (offline, source, instrument) = try await chain()
        offline.engine.connectMIDI(source, to: instrument, format: nil)
        try play(source, [0x90, 20, 100], at: 30)
        try play(source, [0x80, 20, 0], at: 50)
        try offline.engine.start()
        let output = try offline.render(64, block: block)[0]
        #expect(output == (0..<64).map { (30..<50).contains($0) ? 52 : 0 })
        #expect(offline.refused.all.isEmpty)
    }

    @Test func `a native processor plays a program's instrument, and long messages stay whole`() async throws
    {
        let (offline, _, instrument) = try await chain()
        let native = AVAudioUnitMIDITranspose()
        native.semitones = 5
        offline.engine.attach(native)
        offline.engine.connectMIDI(native, to: [instrument], format: standardFormat(2))
        let long: [UInt8] = [0xF0] + (0..<1000).map { UInt8($0 % 128) } + [0xF7]
        try play(native, [0x90, 10, 100], at: AUEventSampleTimeImmediate + 4)
        try play(native, long, at: 20)
        try offline.engine.start()
        let output = try offline.render(32)[0]
        #expect(output == (0..<32).map { $0 < 4 ? 0 : 15 })
        let core = try #require(instrument.auAudioUnit as? Level).core
        #expect(core.exclusiveBytes.load(ordering: .relaxed) == 1002)
        #expect(core.exclusiveTotal.load(ordering: .relaxed) == long.reduce(0) { $0 + Int($1) })
    }

    @Test func `a tap hears the messages until the last connection is gone`() async throws {
        let (offline, source, instrument) = try await chain()
        let heard = Mutex<[String]>([])
        offline.engine.connectMIDI(source, to: instrument, format: nil) { time, cable, count, bytes in
            let message = Array(UnsafeBufferPointer(start: bytes, count: count))
            heard.withLock { $0.append("\(time) \(cable) \(message)") }
            return noErr
        }
        try play(source, [0x90, 20, 100], at: 3)
        try offline.engine.start()
        _ = try offline.render(16)
        wait { heard.withLock { $0.count == 2 } }
        #expect(heard.withLock { $0 } == ["3 0 [144, 20, 100]", "3 0 [144, 32, 100]"])
        offline.engine.disconnectMIDIInput(instrument)
        try play(source, [0x90, 21, 100], at: 20)
        _ = try offline.render(16)
        offline.engine.stop()
        #expect(heard.withLock { $0.count } == 2)
    }

    @Test func `words come out as words`() async throws {
        let (offline, source, instrument) = try await chain()
        let heard = Mutex<[UInt32]>([])
        offline.engine.connectMIDI(
            source, to: [instrument], format: nil,
            eventListBlock: { _, _, list in
                heard.withLock { $0.append(list.pointee.packet.words.0) }
                return noErr
            })
        try play(source, [0x91, 20, 100], at: 3)
        try offline.engine.start()
        _ = try offline.render(16)
        wait { heard.withLock { $0.count == 2 } }
        #expect(heard.withLock { $0 } == [0x2091_1464, 0x2091_2064])
    }

    @Test func `what cannot be connected is refused with both names, and nothing has changed`() async throws {
        let (offline, source, instrument) = try await chain()
        let player = offline.addPlayer()
        offline.engine.connectMIDI(player, to: instrument, format: nil)
        offline.engine.connectMIDI(source, to: [instrument, player], format: nil)
        offline.engine.connectMIDI(source, to: instrument, format: standardFormat(2, rate: 44_100))
        offline.engine.disconnectMIDI(source, from: instrument)
        offline.engine.disconnectMIDIOutput(source)
        let messages = offline.refused.sentences
        #expect(messages.count == 5)
        #expect(messages[0] == "'player' gives no MIDI, so it cannot send any to 'Level'.")
        #expect(messages[1] == "'player' takes no MIDI, so 'Octaver' cannot send any to it.")
        #expect(messages[2].contains("Octaver") && messages[2].contains("44100 Hz"))
        #expect(messages[3] == "No MIDI connection leads to 'Level'.")
        #expect(messages[4] == "No MIDI connection leads from 'Octaver'.")
    }

    @Test func `a unit's facts say whether it makes MIDI`() async throws {
        let (_, source, instrument) = try await chain()
        #expect(AVAudioUnitMIDITranspose().auAudioUnit.midiOutputNames == ["MIDI Out"])
        #expect(AVAudioUnitGain().auAudioUnit.midiOutputNames == [])
        #expect(source.auAudioUnit.scheduleMIDIEventBlock != nil)
        #expect(instrument is AVAudioUnitMIDIInstrument)
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_MIDIProcessor, componentSubType: 0x6D74_7270,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        let node = try await AVAudioUnit.instantiate(with: description)
        #expect(node.name == "MIDI Transpose")
        #expect(node.numberOfOutputs == 0 && node.numberOfInputs == 0)
    }

    @Test func `the engine's musical context reaches plugins and units alike`() async throws {
        let offline = try OfflineEngine(channels: 1)
        let asked = Atomic<Int>(0)
        _ = offline.addPlayer()
        offline.engine.musicalContextBlock = { tempo, _, _, beat, _, _ in
            asked.add(1, ordering: .relaxed)
            tempo?.pointee = 120
            beat?.pointee = 4
            return true
        }
        try offline.engine.start()
        _ = try offline.render(1000, block: 100)
        #expect(asked.load(ordering: .relaxed) == 10)
        offline.engine.musicalContextBlock = nil
        _ = try offline.render(100)
        #expect(asked.load(ordering: .relaxed) == 10)
    }
}
