import AVFDevices
import AVFGraph
import AVFMedia
import AVFRender
import AVFUnits
import Synchronization

/// Plays one sound, without engine code of the program's: a file or bytes in memory, with loops, fades, pan,
/// rate and levels.
///
/// All players of a device share one engine. Every function may be called from any thread.
package final class SoundPlayer: @unchecked Sendable {
    // Proof: what changes is behind a Mutex, which is not held while the graph is edited or files are read.

    /// What a player tells, on a thread that feeds players.
    package enum Event: Sendable {
        /// The sound has ended by itself; false if it could not be decoded to its end.
        case finished(isComplete: Bool)
        /// There is no device: sound goes on in real time, but is not heard.
        case deviceMissing(EngineError)
        /// A device has come, and the sound is heard.
        case deviceChanged(FailoverChange)
        /// The sound is damaged; `finished` follows once what was decoded before has been heard.
        case failed(EngineError)
    }

    /// What is in the graph while the player is prepared.
    struct Strip {
        let source: SourceNode
        let stretch: UnitNode?
        let voice: SoundVoice
        let sampleRateHz: Double
        var waiting: [VoiceCommand] = []
        var feed: SoundFeed
        var isDamaged = false

        var last: EngineNode { stretch ?? source }
    }

    struct State {
        var strip: Strip?
        var isPlaying = false
        /// Where playing begins, in seconds, while there is no strip.
        var restingSeconds = 0.0
        var loopCount = 0
        var volume: Float = 1
        var pan: Float = 0
        var rate: Float = 1
        var changesRate = false
        var isMetering = false
        var levels: [ChannelLevel] = []
        var isMeasuringLoudness = false
        var loudness = Loudness.silence
        /// The device's channels that the sound's channels go to; nil for by their places.
        var outputChannels: [Int]?
        var shared: SharedSoundEngine
    }

    /// The sound.
    package let source: MediaSource
    /// How the file holds it.
    package let format: AudioFileFormat
    /// Its length at rate 1.
    package let durationSeconds: Double
    let state: Mutex<State>
    let edits = RecursiveLock()
    private let handler = Mutex<Handler?>(nil)

    private struct Handler {
        let call: @Sendable (Event) -> Void
    }

    /// A player of a sound, which is opened to know what it is.
    ///
    /// - Throws: `EngineError.media` if it cannot be read.
    package init(_ source: MediaSource, shared: SharedSoundEngine = .shared(device: nil)) throws(EngineError)
    {
        let reader = try Self.open(source)
        self.source = source
        state = Mutex(State(shared: shared))
        format = reader.format
        durationSeconds = Double(reader.frameCount) / reader.format.sampleRateHz
    }

    deinit { takeDown() }

    var shared: SharedSoundEngine { state.withLock { $0.shared } }

    private static func open(_ source: MediaSource) throws(EngineError) -> AudioFileReader {
        do { return try AudioFileReader(source) } catch { throw .media(error) }
    }

    /// Takes events; called on a thread that feeds players.
    package func setEventHandler(_ call: (@Sendable (Event) -> Void)?) {
        let old = handler.withLock { handler in
            defer { handler = call.map(Handler.init) }
            return handler
        }
        withExtendedLifetime(old) {}
    }

    // MARK: - Transport

    /// Whether it plays, or will at the time that it was told.
    package var isPlaying: Bool { state.withLock { $0.isPlaying } }

    /// The device's clock, by which players start together.
    package var deviceSeconds: Double { shared.deviceSeconds }

    /// Lets the device run, and decodes the beginning.
    ///
    /// - Throws: `EngineError` if the file cannot be read, or the device does not open.
    package func prepare() throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            guard state.withLock({ $0.strip == nil }) else { return }
            try shared.enter(self)
            do throws(EngineError) {
                let strip = try makeStrip()
                state.withLock { $0.strip = strip }
                apply()
            } catch {
                shared.leave(ObjectIdentifier(self))
                throw error
            }
        }
    }

    private func makeStrip() throws(EngineError) -> Strip {
        let engine = shared.engine
        let (resting, loops, changesRate) = state.withLock {
            ($0.restingSeconds, $0.loopCount, $0.changesRate)
        }
        let targets = try checkedOutputChannels()
        let sound = BusFormat(
            sampleRateHz: engine.format.sampleRateHz, channelCount: min(format.channelCount, 64))
        var bus = sound
        if targets != nil { bus.channelCount = engine.format.channelCount }
        let feed = try makeFeed(sound, atSeconds: resting, pass: 0, loops: loops)
        let voice = SoundVoice(
            channelCount: sound.channelCount, sampleRateHz: sound.sampleRateHz, targets: targets)
        let source = SourceNode(name: self.source.name, format: bus) { _ in voice }
        let stretch = changesRate ? UnitNode(native: UnitEntry(TimePitchKernel.self)) : nil
        let strip = Strip(
            source: source, stretch: stretch, voice: voice, sampleRateHz: bus.sampleRateHz, feed: feed)
        try engine.attach(source)
        do {
            if let stretch {
                try engine.attach(stretch)
                try engine.connect(source, to: stretch, format: bus)
            }
            try engine.connect(strip.last, to: engine.mainMixerNode, format: bus)
        } catch {
            remove(strip)
            throw error
        }
        _ = voice.send(VoiceCommand(kind: .exchange, feed: .passRetained(feed)))
        return strip
    }

    private func makeFeed(
        _ bus: BusFormat, atSeconds seconds: Double, pass: Int, loops: Int
    ) throws(EngineError) -> SoundFeed {
        let feed = SoundFeed(
            try Self.open(source), sampleRateHz: bus.sampleRateHz, channelCount: bus.channelCount,
            fromFrame: Int((seconds * bus.sampleRateHz).rounded()), firstPass: pass,
            passLimit: loops < 0 ? .max : loops + 1)
        _ = feed.decode(atMost: 8192)
        return feed
    }

    private func remove(_ strip: Strip) {
        try? shared.engine.detach(strip.source)
        if let stretch = strip.stretch { try? shared.engine.detach(stretch) }
    }

    /// Plays from where it stands, at a time of `deviceSeconds` if one is given; one that has passed is now.
    ///
    /// Players that are told the same time begin with the same sample.
    /// - Throws: As `prepare`.
    package func play(atSeconds seconds: Double? = nil) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            try prepare()
            guard !isPlaying || seconds != nil else { return }
            let sampleTime = seconds.map { shared.sampleTime(atSeconds: $0) } ?? .min
            state.withLock { $0.isPlaying = true }
            send(VoiceCommand(kind: .play, sampleTime: sampleTime))
            shared.wake()
        }
    }

    /// Stands still, and stays prepared.
    package func pause() {
        edits.withLock {
            state.withLock { $0.isPlaying = false }
            send(VoiceCommand(kind: .pause))
        }
    }

    /// Stands still and gives up what `prepare` got; the place stays.
    package func stop() {
        edits.withLock {
            state.withLock { $0.isPlaying = false }
            takeDown()
        }
    }

    func takeDown() {
        let strip = state.withLock { state -> Strip? in
            guard let strip = state.strip else { return nil }
            state.restingSeconds = Double(strip.feed.place.fileFrame) / strip.sampleRateHz
            state.strip = nil
            return strip
        }
        guard let strip else { return }
        remove(strip)
        shared.leave(ObjectIdentifier(self))
    }

    /// Where it is, in seconds of the sound; while it plays, setting it goes on there.
    ///
    /// Clamped to 0…`durationSeconds`; what is no number is ignored.
    package var positionSeconds: Double {
        get {
            state.withLock { state in
                guard let strip = state.strip else { return state.restingSeconds }
                return min(durationSeconds, Double(strip.feed.place.fileFrame) / strip.sampleRateHz)
            }
        }
        set {
            guard !newValue.isNaN else { return }
            edits.withLock { seek(to: min(max(0, newValue), durationSeconds)) }
        }
    }

    private func seek(to seconds: Double, pass: Int? = nil) {
        guard let strip = state.withLock({ $0.strip }) else {
            return state.withLock { $0.restingSeconds = seconds }
        }
        let bus = BusFormat(sampleRateHz: strip.sampleRateHz, channelCount: strip.feed.channelCount)
        let loops = state.withLock { $0.loopCount }
        do {
            let feed = try makeFeed(
                bus, atSeconds: seconds, pass: pass ?? strip.feed.place.pass, loops: loops)
            state.withLock { $0.strip?.feed = feed }
            send(VoiceCommand(kind: .exchange, feed: .passRetained(feed)))
            shared.wake()
        } catch {
            tell(.failed(error))
        }
    }

    /// How often it is repeated.
    ///
    /// Less than 0 is without end; default 0. The pass that is heard is finished in any case.
    package var loopCount: Int {
        get { state.withLock { $0.loopCount } }
        set {
            let feed = state.withLock { state in
                state.loopCount = newValue
                return state.strip?.feed
            }
            feed?.setPassLimit(newValue < 0 ? .max : newValue < .max ? newValue + 1 : .max)
            shared.wake()
        }
    }

    // MARK: - Feeding

    /// Sends a command to the voice, behind those that found no room.
    func send(_ command: VoiceCommand) {
        state.withLock { state in
            guard state.strip != nil else { return }
            state.strip?.waiting.append(command)
            Self.flush(&state)
        }
    }

    private static func flush(_ state: inout State) {
        guard let voice = state.strip?.voice else { return }
        while let command = state.strip?.waiting.first, voice.send(command) {
            state.strip?.waiting.removeFirst()
        }
        voice.collect()
    }

    /// Decodes ahead, and notices the end; for the thread that feeds players.
    func feed() {
        let feed = state.withLock { state -> SoundFeed? in
            Self.flush(&state)
            return state.strip?.feed
        }
        guard let feed else { return }
        if let failure = feed.decode() {
            state.withLock { $0.strip?.isDamaged = true }
            tell(.failed(.media(failure)))
        }
        guard feed.isFinished else { return }
        let ended = state.withLock { state -> Bool? in
            guard let strip = state.strip, strip.feed === feed, state.isPlaying else { return nil }
            state.isPlaying = false
            return !strip.isDamaged
        }
        guard let ended else { return }
        edits.withLock {
            guard !isPlaying else { return }
            send(VoiceCommand(kind: .pause))
            seek(to: 0, pass: 0)
        }
        tell(.finished(isComplete: ended))
    }

    /// Hands an event to whoever takes them.
    func tell(_ event: Event) {
        if let handler = handler.withLock({ $0 }) { handler.call(event) }
    }
}
