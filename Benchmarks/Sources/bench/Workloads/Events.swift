import AVFAudio

/// What MIDI costs on its way to instruments: sixteen of a program's own, which make no sound, so that what is
/// left is the engine's.
func eventWorkloads() -> [Workload] {
    [
        Workload(name: "events-16") {
            [try silentGraph(), try playedGraph(isWired: false), try playedGraph(isWired: true)]
        },
        Workload(name: "events-send", roundCount: 100) { [try sending()] },
    ]
}

private let instrumentCount = 16
private let seconds = 4.0
private let eventsPerSecond = 10_000

/// An instrument that reads its events, and is silent.
private final class SilentInstrument: AUAudioUnit, @unchecked Sendable {
    static let description = AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: 0x7369_6C65,
        componentManufacturer: 0x6265_6E63, componentFlags: 0, componentFlagsMask: 0)
    static let register: Void = registerSubclass(
        SilentInstrument.self, as: description, name: "Bench: Silence", version: 1)

    private var outputs: AUAudioUnitBusArray?

    required init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1) else {
            throw BenchError.noBuffer
        }
        outputs = AUAudioUnitBusArray(
            audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: format)])
    }

    override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }

    override var internalRenderBlock: AUInternalRenderBlock {
        { _, _, _, _, _, events, _ in
            var next = events
            while let event = next { next = event.pointee.head.next.map { UnsafePointer($0) } }
            return noErr
        }
    }
}

/// Sixteen instruments in a mixer, and, where they are wired, a processor that reaches all of them.
private final class InstrumentGraph {
    let offline: OfflineEngine
    private let players: [AUScheduleMIDIEventBlock]
    private var sent = 0
    private let blockFrameCount = 512

    init(isWired: Bool) throws {
        _ = SilentInstrument.register
        offline = try OfflineEngine(blockFrameCount: blockFrameCount, channelCount: 1)
        let instruments = (0..<instrumentCount).map { _ in
            AVAudioUnitMIDIInstrument(audioComponentDescription: SilentInstrument.description)
        }
        for instrument in instruments {
            offline.engine.attach(instrument)
            offline.engine.connect(instrument, to: offline.engine.mainMixerNode, format: nil)
        }
        var played: [AVAudioUnit] = instruments
        if isWired {
            let source = AVAudioUnitMIDITranspose()
            offline.engine.attach(source)
            offline.engine.connectMIDI(source, to: instruments, format: nil)
            played = [source]
        }
        players = played.compactMap { $0.auAudioUnit.scheduleMIDIEventBlock }
        try offline.engine.start()
        try offline.renderBlock()
    }

    /// Renders; `eventsPerSecond` in all, to one after the other.
    func render(isPlayed: Bool) throws {
        let perBlock = eventsPerSecond * blockFrameCount / Int(OfflineEngine.sampleRateHz)
        for _ in 0..<OfflineEngine.blockCount(seconds: seconds, blockFrameCount: blockFrameCount) {
            if isPlayed { for _ in 0..<perBlock { send() } }
            try offline.renderBlock()
        }
    }

    /// A note for the next player.
    func send() {
        let note: [UInt8] = [sent & 1 == 0 ? 0x90 : 0x80, UInt8(sent / 2 % 128), 100]
        players[sent % players.count](AUEventSampleTimeImmediate, 0, 3, note)
        sent += 1
    }
}

private func corePercent(_ cpuSeconds: Double) -> [(String, Double)] {
    [("core_percent", cpuSeconds / seconds * 100)]
}

private func silentGraph() throws -> Contender {
    let graph = try InstrumentGraph(isWired: false)
    return Contender(who: "avfaudio-no-events", values: corePercent) { timed in
        try timed { try graph.render(isPlayed: false) }
    }
}

private func playedGraph(isWired: Bool) throws -> Contender {
    let graph = try InstrumentGraph(isWired: isWired)
    return Contender(who: isWired ? "avfaudio-wired" : "avfaudio-sent", values: corePercent) { timed in
        try timed { try graph.render(isPlayed: true) }
    }
}

/// Sending alone; blocks in between take what was sent.
private func sending() throws -> Contender {
    let graph = try InstrumentGraph(isWired: false)
    let count = 8000
    return Contender(
        who: "avfaudio", values: { [("ns_per_message", $0 / Double(count) * 1e9)] },
        round: { timed in
            try timed { for _ in 0..<count { graph.send() } }
            try graph.offline.renderBlock()
        })
}
