import AVFEngine
import AVFGraph
import AVFPluginSandbox
import AVFRender
import AVFUnits
import Synchronization
import TestPlugins
import TestSupport
import Testing

/// MIDI between nodes: every message is heard at its frame, whatever it goes through.
@Suite struct EventWireTests {
    private func instrument() -> UnitNode { UnitNode(native: UnitEntry(HeldNotesKernel.self)) }

    private func transposer(_ semitones: Float) -> UnitNode {
        let node = UnitNode(native: UnitEntry(MIDITransposeKernel.self))
        node.parameters.store(semitones, at: 0)
        return node
    }

    private func attach(_ engine: AudioEngine, _ nodes: EngineNode...) throws(EngineError) {
        for node in nodes { try engine.attach(node) }
    }

    /// transposer → instrument → output.
    private func chain(_ semitones: Float = 12) throws -> (
        engine: AudioEngine, renderer: OfflineRenderer, source: UnitNode, instrument: UnitNode
    ) {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let (source, instrument) = (transposer(semitones), instrument())
        try attach(engine, source, instrument)
        try engine.connect(instrument, to: engine.outputNode, format: format(1))
        try engine.connectEvents(source, to: [instrument])
        return (engine, renderer, source, instrument)
    }

    /// Whether a node's messages reach exactly these.
    private func reached(from node: UnitNode, _ engine: AudioEngine, are nodes: UnitNode...) -> Bool {
        engine.eventDestinations(of: node).elementsEqual(nodes, by: ===)
    }

    private func send(_ node: UnitNode, _ status: UInt8, _ note: Int, _ velocity: Int, at time: Int64) throws
    {
        #expect(try node.sendMIDI([status, UInt8(note), UInt8(velocity)], at: time))
    }

    // MARK: Time

    @Test(arguments: [[1], [7], [64, 3, 100], [512]])
    func `a message is heard at its frame behind a MIDI processor, whatever the block size`(blocks: [Int])
        throws
    {
        let (engine, renderer, source, _) = try chain()
        try send(source, 0x90, 60, 100, at: 10)
        try send(source, 0x90, 64, 50, at: 130)
        try send(source, 0x80, 60, 0, at: 200)
        try engine.start()
        let output = try renderer.render(300, blocks: blocks)[0]
        let first = HeldNotesKernel.level([(72, 100)])
        let both = HeldNotesKernel.level([(72, 100), (76, 50)])
        let last = HeldNotesKernel.level([(76, 50)])
        let expected = (0..<300).map { frame -> Float in
            frame < 10 ? 0 : frame < 130 ? first : frame < 200 ? both : last
        }
        #expect(output == expected)
    }

    @Test func `many processors in a chain act within one block`() throws {
        let (engine, renderer, source, instrument) = try chain(1)
        let others = (0..<20).map { _ in transposer(1) }
        for other in others { try engine.attach(other) }
        let chain = [source] + others
        for (from, to) in zip(chain, others) { try engine.connectEvents(from, to: [to]) }
        try engine.connectEvents(others[19], to: [instrument])
        try send(source, 0x90, 40, 1, at: 3)
        try engine.start()
        let output = try renderer.render(8)[0]
        #expect(output == [0, 0, 0, 61, 61, 61, 61, 61])
    }

    @Test func `parameters and messages of one block act at their frames`() throws {
        let (engine, renderer, source, instrument) = try chain(0)
        try engine.start()
        _ = try renderer.render(64)
        try send(source, 0x90, 10, 1, at: 70)
        #expect(instrument.schedule(address: 0, value: 3, at: 80))
        try send(instrument, 0x90, 5, 1, at: 90)
        #expect(source.schedule(address: 0, value: 1, at: 95))
        try send(source, 0x90, 20, 1, at: 94)
        try send(source, 0x90, 20, 1, at: 95)
        let output = try renderer.render(64)[0]
        let expected = (64..<128).map { time -> Float in
            switch time {
            case ..<70: 0
            case ..<80: 10
            case ..<90: 30
            case ..<94: 45
            case ..<95: 105
            // The second blow is a semitone higher, and the first goes on.
            default: 168
            }
        }
        #expect(output == expected)
    }

    @Test func `events wait for the sound that a latent branch delays`() throws {
        //  instrument A ─ late (64) ┐
        //  source ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┼┄ A, B
        //  instrument B ────────────┴ mixer
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let (source, a, b) = (transposer(0), instrument(), instrument())
        let late = UnitNode(native: UnitEntry(LatentKernel.self))
        try attach(engine, source, a, b, late)
        let mixer = engine.mainMixerNode
        try engine.connect(a, to: late, format: format(1))
        try engine.connect(late, to: mixer, format: nil)
        try engine.connect(b, to: mixer, format: format(1))
        try engine.connectEvents(source, to: [a, b])
        try send(source, 0x90, 3, 1, at: 20)
        try engine.start()
        let output = try renderer.render(200)[0]
        #expect(output.firstIndex { $0 != 0 } == 84)
        #expect(Set(output[84...]) == [6])
    }

    // MARK: Wires

    @Test func `one source reaches many, and a node has one source`() throws {
        let (engine, renderer, source, first) = try chain(0)
        let (second, other) = (instrument(), transposer(24))
        try attach(engine, second, other)
        let mixer = engine.mainMixerNode
        try engine.connect(first, to: mixer, format: format(1))
        try engine.connect(second, to: mixer, format: format(1))
        try engine.connectEvents(source, to: [second])
        #expect(reached(from: source, engine, are: first, second))
        try engine.connectEvents(other, to: [second])
        #expect(reached(from: source, engine, are: first))
        #expect(engine.eventSource(of: second) === other)
        try send(source, 0x90, 1, 1, at: 0)
        try send(other, 0x90, 1, 1, at: 0)
        try engine.start()
        #expect(try renderer.render(1)[0] == [1 + 25])
    }

    @Test func `wires are broken one by one, all from a node, and with the node`() throws {
        let (engine, renderer, source, first) = try chain(0)
        let second = instrument()
        try attach(engine, second)
        try engine.connectEvents(source, to: [second])
        try engine.disconnectEvents(source, from: [second])
        #expect(reached(from: source, engine, are: first))
        #expect(throws: EngineError.self) { try engine.disconnectEvents(source, from: [second]) }
        try engine.connectEvents(source, to: [second])
        try engine.disconnectEventOutputs(source)
        #expect(engine.eventDestinations(of: source).isEmpty)
        #expect(throws: EngineError.self) { try engine.disconnectEventOutputs(source) }
        #expect(throws: EngineError.self) { try engine.disconnectEventInput(first) }
        try engine.connectEvents(source, to: [first])
        try engine.detach(source)
        #expect(engine.eventSource(of: first) == nil)
        try engine.start()
        #expect(try renderer.render(4)[0] == [0, 0, 0, 0])
    }

    @Test func `a wire that cannot be is refused with both names, and nothing has changed`() throws {
        let (engine, _, source, instrument) = try chain()
        let back = transposer(0)
        let player = PlayerNode()
        try attach(engine, back, player)
        try engine.connectEvents(back, to: [source])
        func message(_ body: () throws(EngineError) -> Void) -> String {
            do { try body() } catch { return error.description }
            return ""
        }
        #expect(
            message { () throws(EngineError) in try engine.connectEvents(source, to: [back]) }.contains(
                "cycle: 'MIDI Transpose' → 'MIDI Transpose' → 'MIDI Transpose'"))
        #expect(
            message { () throws(EngineError) in try engine.connectEvents(instrument, to: [back]) }
                == "'Held Notes' gives no MIDI, so it cannot send any to 'MIDI Transpose'.")
        #expect(
            message { () throws(EngineError) in try engine.connectEvents(source, to: [instrument, player]) }
                == "'player' takes no MIDI, so 'MIDI Transpose' cannot send any to it.")
        #expect(engine.eventSource(of: back) == nil && reached(from: source, engine, are: instrument))
        #expect(
            message { () throws(EngineError) in try engine.connectEvents(transposer(0), to: [back]) }
                == "'MIDI Transpose' is not attached to this engine.")
    }

    @Test func `a bypassed processor passes its messages on`() throws {
        let (engine, renderer, source, instrument) = try chain(0)
        let middle = transposer(24)
        try attach(engine, middle)
        try engine.connectEvents(source, to: [middle])
        try engine.connectEvents(middle, to: [instrument])
        middle.isBypassed = true
        try engine.start()
        try send(source, 0x90, 9, 1, at: 1)
        #expect(try renderer.render(3)[0] == [0, 9, 9])
    }

    @Test func `edits that fail give the wires back`() throws {
        let (engine, _, source, instrument) = try chain()
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try engine.performChanges {
                try engine.disconnectEventInput(instrument)
                throw Stop()
            }
        }
        #expect(engine.eventSource(of: instrument) === source)
    }

    // MARK: Determinism

    /// Sixteen instruments, each behind two processors of one source, mixed.
    @Test func `a graph of many wires makes the same samples with any number of threads`() throws {
        func render(threads: Int, blocks: [Int]) throws -> [Float] {
            let engine = AudioEngine()
            engine.renderThreadCount = threads
            let renderer = try OfflineRenderer(engine, channels: 1)
            let source = transposer(0)
            try attach(engine, source)
            for index in 0..<16 {
                let (one, two, voice) = (transposer(Float(index)), transposer(1), instrument())
                try attach(engine, one, two, voice)
                try engine.connectEvents(source, to: [one])
                try engine.connectEvents(one, to: [two])
                try engine.connectEvents(two, to: [voice])
                try engine.connect(voice, to: engine.mainMixerNode, format: format(1))
            }
            var random = SeededGenerator(seed: 8)
            for _ in 0..<400 {
                let time = Int64.random(in: 0..<20_000, using: &random)
                let status: UInt8 = Bool.random(using: &random) ? 0x90 : 0x80
                try send(source, status, Int.random(in: 0...90, using: &random), 3, at: time)
            }
            try engine.start()
            return try renderer.render(20_000, blocks: blocks)[0]
        }
        let expected = try render(threads: 1, blocks: [512])
        #expect(Set(expected).count > 100)
        #expect(try render(threads: 1, blocks: [1, 700, 33]) == expected)
        #expect(try render(threads: 3, blocks: [512]) == expected)
    }

    // MARK: Plugins

    @Test(arguments: [false, true])
    func `a plugin's messages reach an instrument at their frames`(isolated: Bool) throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let echo = UnitNode(
            plugin: try PluginFixture.facts("echo"), isolation: isolated ? IsolationOptions() : nil)
        let instrument = instrument()
        try attach(engine, echo, instrument)
        let mixer = engine.mainMixerNode
        try engine.connect(instrument, to: mixer, format: format(1))
        try engine.connectEvents(echo, to: [instrument])
        try engine.start()
        for (index, note) in [60, 61, 62].enumerated() {
            try send(echo, 0x90, note, 1, at: Int64(100 * index + 7))
        }
        let output = try renderer.render(300, blocks: [64])[0]
        let expected = (0..<300).map { frame -> Float in
            (frame >= 7 ? 60 : 0) + (frame >= 107 ? 61 : 0) + (frame >= 207 ? 62 : 0)
        }
        #expect(output == expected)
    }

    @Test(arguments: [false, true])
    func `a plugin is played through a wire as by its own queue`(isolated: Bool) throws {
        func render(wired: Bool) throws -> [Float] {
            let engine = AudioEngine()
            let renderer = try OfflineRenderer(engine, channels: 1)
            let synth = UnitNode(
                plugin: try PluginFixture.facts("synth"), isolation: isolated ? IsolationOptions() : nil)
            let source = transposer(0)
            try attach(engine, synth, source)
            try engine.connect(synth, to: engine.mainMixerNode, format: format(1))
            if wired { try engine.connectEvents(source, to: [synth]) }
            let played = wired ? source : synth
            try send(played, 0x90, 60, 127, at: 33)
            try send(played, 0x80, 60, 0, at: 140)
            try engine.start()
            return try renderer.render(200, blocks: [64, 3])[0]
        }
        let wired = try render(wired: true)
        #expect(wired == (0..<200).map { $0 >= 33 && $0 < 140 ? 1 : 0 })
        #expect(try render(wired: false) == wired)
    }

    // MARK: Listeners

    @Test func `a listener hears what a processor makes, whether it is wired or not`() throws {
        for wired in [false, true] {
            let (engine, renderer, source, instrument) = try chain(2)
            if !wired { try engine.disconnectEventInput(instrument) }
            let heard = Mutex<[String]>([])
            source.midiListener = { message in
                heard.withLock { $0.append("\(message.sampleTime) \(message.bytes)") }
            }
            try engine.start()
            let long: [UInt8] = [0xF0] + [UInt8](repeating: 5, count: 100) + [0xF7]
            try send(source, 0x90, 60, 100, at: 5)
            #expect(try source.sendMIDI(long, at: 9))
            _ = try renderer.render(16)
            wait { heard.withLock { $0.count == 2 } }
            #expect(heard.withLock { $0 } == ["5 [144, 62, 100]", "9 \(long)"], "wired: \(wired)")
        }
    }

    // MARK: Transport

    @Test func `every unit reads the transport of whoever leads it, at its own frame`() throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let beats = UnitNode(native: UnitEntry(BeatKernel.self))
        try attach(engine, beats)
        try engine.connect(beats, to: engine.mainMixerNode, format: format(1))
        let time = Atomic<Int>(0)
        engine.transportProvider = {
            var position = TransportPosition()
            (position.isKnown, position.isMoving, position.tempo) = (true, true, 60)
            position.beat = Double(time.load(ordering: .relaxed)) / 48_000
            return position
        }
        try engine.start()
        var output: [Float] = []
        for count in [100, 28, 64] {
            // The change cuts the block, so that its second part begins later in the music, too.
            #expect(beats.schedule(address: 0, value: 1, at: Int64(output.count + 20)))
            #expect(beats.schedule(address: 0, value: 0, at: Int64(output.count + 25)))
            output += try renderer.render(count)[0]
            time.store(output.count, ordering: .relaxed)
        }
        for (frame, value) in output.enumerated() {
            #expect(abs(value - Float(frame) / 48_000) < 1e-7, "\(frame)")
        }
        engine.transportProvider = nil
        #expect(Set(try renderer.render(8)[0]) == [-1])
    }
}

/// A generator whose samples are the beat at each frame; −1 where nobody leads.
private struct BeatKernel: Kernel, ~Copyable {
    static let symbol = "beat"
    static let name = "Beat"
    static let summary = "Plays the beat as a level."
    static let kind = UnitKind.generator
    static let subtype = fourCharacterCode("beat")

    enum Parameter: Int, CaseIterable, Sendable { case unused }

    static func spec(_ parameter: Parameter) -> ParameterSpec {
        ParameterSpec("Unused", 0...1, default: 0, .generic, "Does nothing.")
    }

    private let sampleRateHz: Double

    init(_ configuration: UnitConfiguration) { sampleRateHz = configuration.sampleRateHz }

    @_noLocks
    mutating func reset() {}

    @_noLocks
    mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        for frame in 0..<block.frameCount {
            var beat = -1.0
            if let position = block.transport?.pointee, position.isKnown {
                beat = position.beat + Double(frame) * position.tempo / 60 / sampleRateHz
            }
            for channel in 0..<block.output.channelCount { block.output[channel][frame] = Float(beat) }
        }
    }
}
