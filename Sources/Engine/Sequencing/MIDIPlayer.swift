import AVFMedia
import AVFRender
import AVFSequencing
import AVFSoundBanks
import AVFUnits
import Synchronization

/// A song with the sounds to play it: a sampler and a sequencer in an engine.
package final class MIDIPlayer: Sendable {
    /// What renders.
    package let engine: AudioEngine
    /// What sounds; every MIDI channel has its own program.
    package let sampler: UnitNode
    /// What plays.
    package let sequencer: Sequencer
    /// What was repaired in the song.
    package let songNotes: [String]
    private let completions = Mutex<[@Sendable () -> Void]>([])
    /// Whether the device is given back when nothing has been played for a while; default false.
    ///
    /// For an engine that nobody else plays in.
    package var givesDeviceBack: Bool {
        get { gives.load(ordering: .relaxed) }
        set { gives.store(newValue, ordering: .relaxed) }
    }
    private let gives = Atomic<Bool>(false)
    /// How long after the end the device is kept: longer than notes sound on.
    package static let idleSeconds = 30.0

    /// A player of a MIDI file, through an engine's main mixer.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - bankPath: The sound bank; nil for the one inside the file, or else `DefaultBank.path`.
    ///   - engine: Whose main mixer it plays into.
    /// - Throws: `EngineError.media`, `.midiFile` or `.soundBank` if a file cannot be used, or there is no
    ///   bank.
    package init(
        _ source: MediaSource, bankPath: String?, engine: AudioEngine = AudioEngine()
    ) throws(EngineError) {
        self.engine = engine
        let file = try Sequencer.file(source)
        let song = Song(file)
        songNotes = file.repairs.map(\.description)
        sampler = UnitNode(native: UnitEntry(SamplerKernel.self))
        let isInside = bankPath == nil && file.bank != nil
        try sampler.loadPrograms(
            of: try Self.bank(bankPath, file, source), isFile: !isInside, for: song)
        try engine.attach(sampler)
        try engine.connect(sampler, to: engine.mainMixerNode, format: nil)
        sequencer = try Sequencer(engine: engine)
        sequencer.use(song)
        sequencer.node.setEndListener { [weak self] in self?.end() }
    }

    deinit { sequencer.close() }

    private static func bank(
        _ path: String?, _ file: MIDIFile, _ source: MediaSource
    ) throws(EngineError) -> SoundBank {
        do throws(SoundBankError) {
            if let path { return try SoundBankCache.shared.bank(path: path, decoder: .files) }
            if let inside = file.bank, let bytes = try? source.allBytes(atMost: Sequencer.fileByteLimit) {
                return try SoundBank(
                    bytes: Array(bytes[inside]), name: "the bank in \(source.name)", decoder: .files)
            }
            guard let usual = DefaultBank.path else { throw .noBank(variable: DefaultBank.variable) }
            return try SoundBankCache.shared.bank(path: usual, decoder: .files)
        } catch {
            throw .soundBank(error)
        }
    }

    // MARK: - Playing

    /// Plays from where it stands, at or behind the end from the beginning.
    ///
    /// `completion` is called once, at the song's end or when it is stopped.
    ///
    /// - Throws: As `AudioEngine.start`.
    package func play(completion: (@Sendable () -> Void)? = nil) throws(EngineError) {
        sequencer.node.setAlarm(nil)
        try engine.start()
        if !isPlaying, positionSeconds >= durationSeconds { positionSeconds = 0 }
        if let completion { completions.withLock { $0.append(completion) } }
        sequencer.start()
    }

    /// Stops, and stays where it is; notes sound on for as long as their releases take.
    package func stop() {
        sequencer.stop()
        complete()
    }

    /// The song has ended: what sounds goes on until it is silent.
    private func end() {
        sequencer.stop()
        complete()
    }

    private func complete() {
        let waiting = completions.withLock { completions in
            defer { completions = [] }
            return completions
        }
        waiting.forEach { $0() }
        guard givesDeviceBack, engine.mode == .device else { return }
        sequencer.node.setAlarm(afterSeconds: Self.idleSeconds) { [weak self] in self?.rest() }
    }

    /// Gives the device back.
    private func rest() {
        guard givesDeviceBack, engine.mode == .device, !isPlaying else { return }
        engine.stop()
    }

    /// Whether it plays: it was started, and has neither ended nor been stopped since.
    package var isPlaying: Bool { sequencer.isPlaying }

    /// Seconds to the end of the last track at rate 1.
    package var durationSeconds: Double { sequencer.sequence.lengthInSeconds }

    /// Where it is, in seconds at rate 1; may be set while it plays.
    package var positionSeconds: Double {
        get { sequencer.sequence.tempoMap.seconds(ofBeat: sequencer.position) }
        set { sequencer.position = sequencer.sequence.tempoMap.beat(ofSeconds: max(0, newValue)) }
    }
}
