import AVFDevices
import AVFEngine
import AVFGraph
import AVFRealtime
import AVFRender
import AVFSequencing
import AVFUnits
import TestSupport

/// A song, a keyboard and a sampler in one graph, whose events also leave for a port, while another thread edits
/// the song, plays the keyboard and jumps about.
struct MusicRun {
    private static let blockSizes = [512, 64, 128, 17, 256, 1]
    private let engine = AudioEngine()
    private let sequencer: Sequencer
    private let track: Int32
    private let keyboard: MIDIOutput
    /// Kept: what others of the process make goes with them.
    private let others: (client: LoopbackMIDIClient, synth: MIDIInput, node: MIDIInputNode)
    private let system: MIDISystem

    init() throws {
        let bus = try LoopbackMIDI()
        system = try MIDISystem(bus)
        let client = bus.openClient("others")
        keyboard = try client.makeSource("keys", midiProtocol: .midi2)
        let synth = try client.makeDestination("synth", midiProtocol: .midi1) { _ in }
        try engine.enableManualRendering(
            .realtime, format: BusFormat(sampleRateHz: 48_000, channelCount: 2), maximumFrameCount: 512)
        let sampler = UnitNode(native: UnitEntry(SamplerKernel.self))
        let input = try MIDIInputNode(system, midiProtocol: .midi2)
        try engine.attach(sampler)
        try engine.attach(input)
        try engine.connect(sampler, to: engine.mainMixerNode, format: nil)
        try engine.connectEvents(input, to: [sampler])
        try input.connect(system.client.port("keys", side: .source))
        sequencer = try Sequencer(engine: engine)
        track = try sequencer.edit { $0.appendTrack() }
        let loud = try sequencer.edit { $0.appendTrack() }
        try sequencer.setPort(
            system.client.port("synth", side: .destination), ofTrack: loud, system: system)
        others = (client, synth, input)
        for identifier in [track, loud] { try Self.fill(identifier, of: sequencer) }
        try engine.start()
        sequencer.start()
    }

    private static func fill(_ track: Int32, of sequencer: Sequencer) throws {
        try sequencer.edit { (song) throws(SongError) in
            try song.edit(track) { (track) throws(SongError) in
                for step in 0..<64 {
                    let note = MusicEvent.Note(key: UInt8(36 + step % 48), velocity: 90, duration: 0.2)
                    try track.add(.note(note), at: Double(step) / 16)
                    try track.add(
                        .controlChange(channel: 0, controller: 7, value: UInt8(64 + step % 64)),
                        at: Double(step) / 16)
                }
                track.isLooping = true
            }
        }
    }

    /// Renders so many blocks; returns how many changes were made meanwhile.
    func render(blockCount: Int) throws -> Int {
        let isDone = Flag()
        let changes = Counter()
        let thread = try NamedThread(.worker) { [sequencer, keyboard, track] in
            var random = SeededGenerator(seed: 5)
            while !isDone.isSet {
                Self.change(sequencer, keyboard, track, &random)
                changes.add()
            }
        }
        defer {
            isDone.set()
            thread.join()
        }
        let output = SampleBuffer(channelCount: 2, frameCapacity: 512)
        var audibleBlocks = 0
        for block in 0..<blockCount {
            let frameCount = Self.blockSizes[block % Self.blockSizes.count]
            guard engine.renderRealtime(frameCount, to: output.channels, channelCount: 2) else {
                throw CheckFailure.refusedBlock(block)
            }
            guard output.isFinite(frameCount: frameCount) else {
                throw CheckFailure.notFinite("the song", block: block)
            }
            if output.peak(frameCount: frameCount) > 0 { audibleBlocks += 1 }
        }
        guard audibleBlocks > blockCount / 2 else { throw CheckFailure.silent("the song") }
        return changes.count
    }

    /// One thing that a program does while a song plays.
    private static func change(
        _ sequencer: Sequencer, _ keyboard: MIDIOutput, _ track: Int32, _ random: inout SeededGenerator
    ) {
        let key = UInt8.random(in: 30...90, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: sequencer.position = Double.random(in: 0...4, using: &random)
        case 1: sequencer.rate = Double.random(in: 0.5...2, using: &random)
        case 2:
            _ = try? sequencer.edit { (song) throws(SongError) in
                try song.edit(track) { (track) throws(SongError) in track.isMuted.toggle() }
            }
        case 3: try? keyboard.send(bytes: [0x90, key, 100])
        default: try? keyboard.send(bytes: [0x80, key, 64])
        }
    }
}
