import AVFDevices
import AVFMedia
import AVFRealtime
import CAVFRealtime
import Synchronization

/// Records a capturing device into a file, without an engine.
///
/// The device's thread only copies; a thread of the recorder converts, encodes and writes. What the device
/// does not deliver in time, and what found no room because the disk was too slow, is silence of that
/// length in the file. A killed process leaves a file that opens, as `AudioFileWriter` says. Every function
/// may be called from any thread.
package final class Recorder: @unchecked Sendable {
    // Proof: what changes is behind a Mutex, which is not held while files or devices are worked with.

    /// What a recorder tells.
    package enum Event: Sendable {
        /// The recording has ended, by `stop` or because it is long enough, and the file is closed; false if
        /// it could not be written to its end.
        case finished(isComplete: Bool)
        /// The file could not be written; `finished` follows.
        case failed(EngineError)
        /// The device went away, and silence is recorded in its place, or one has come back.
        case deviceChanged(FailoverChange)
    }

    /// What a recorder does.
    package enum Phase: Sendable, Equatable {
        case new, prepared, recording, paused, stopped
    }

    struct State {
        var phase = Phase.new
        var session: RecordingSession?
        var isMetering = false
        var levels: [ChannelLevel] = []
        var isMeasuringLoudness = false
        var loudness = Loudness.silence
        var keptSeconds = 0.0
    }

    /// Where the file is, or will be.
    package let path: String
    /// What the file holds.
    package let format: AudioFileFormat
    private let encoder: EncoderSettings
    private let byteLimit: Int?
    private let deviceName: String?
    private let backend: any DeviceBackend
    private let clock: HostClock
    private let runsThreads: Bool
    let state = Mutex(State())
    /// Whoever changes the phase holds it; the event handler may change it again.
    private let edits = RecursiveLock()
    private let handler = Mutex<Handler?>(nil)

    private struct Handler {
        let call: @Sendable (Event) -> Void
    }

    private static let writingMilliseconds = 50

    /// A recorder that has touched nothing yet.
    ///
    /// A file that would grow beyond `byteLimit` ends as on a full disk. `deviceName` nil is the default
    /// device. With `runsThreads` false a test calls `write`.
    /// - Throws: `EngineError.notSupported` for Apple Lossless in CAF, which a killed process would lose.
    package init(
        path: String, format: AudioFileFormat, encoder: EncoderSettings = EncoderSettings(),
        byteLimit: Int? = nil, deviceName: String? = nil, backend: any DeviceBackend = FailoverBackend(),
        clock: @escaping HostClock = avf_rt_host_time, runsThreads: Bool = true
    ) throws(EngineError) {
        if format.container == .caf, [.alac16, .alac20, .alac24, .alac32].contains(format.encoding) {
            throw .notSupported(
                node: path,
                reason: "cannot be recorded as Apple Lossless in CAF, which would be lost with the process; "
                    + ".m4a files keep it")
        }
        self.path = path
        self.format = format
        self.encoder = encoder
        self.byteLimit = byteLimit
        self.deviceName = deviceName
        self.backend = backend
        self.clock = clock
        self.runsThreads = runsThreads
    }

    deinit { finish(nil, tells: false) }

    /// Takes events; they come from the thread of the recorder, or from the one that calls `stop`.
    package func setEventHandler(_ call: (@Sendable (Event) -> Void)?) {
        let old = handler.withLock { handler in
            defer { handler = call.map(Handler.init) }
            return handler
        }
        withExtendedLifetime(old) {}
    }

    // MARK: - What it does

    package var phase: Phase { state.withLock { $0.phase } }

    /// Seconds recorded so far; 0 unless it records or pauses.
    package var recordedSeconds: Double {
        guard let session = state.withLock({ [.recording, .paused].contains($0.phase) ? $0.session : nil })
        else { return 0 }
        return Double(session.line.keptFrameCount) / session.stream.format.sampleRateHz
    }

    /// Seconds of the last recording, as it is or was.
    package var lengthSeconds: Double {
        let (session, kept) = state.withLock { ($0.session, $0.keptSeconds) }
        return session?.seconds ?? kept
    }

    /// Frames that the device did not deliver or that found no room so far; they are silence in the file.
    package var missingFrameCount: Int { state.withLock { $0.session }?.line.missingFrameCount ?? 0 }

    /// The capturing device's clock, in seconds.
    package var deviceSeconds: Double { Double(clock()) * 1e-9 }

    /// The format of the device, once it is open.
    package var deviceFormat: DeviceStreamFormat? { state.withLock { $0.session }?.stream.format }

    /// Opens the device and makes the file, over one that is there; nothing happens if that is done.
    ///
    /// - Throws: `EngineError.media`, `.device`, `.noThread`; then there is no new file.
    package func prepare() throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            guard ![.prepared, .recording, .paused].contains(phase) else { return }
            let session = try makeSession()
            state.withLock { state in
                state.session = session
                state.phase = .prepared
                session.line.meter.isEnabled = state.isMetering
                session.line.loudness.isEnabled = state.isMeasuringLoudness
            }
        }
    }

    private func makeSession() throws(EngineError) -> RecordingSession {
        let request = DeviceStreamRequest(
            deviceName: deviceName, sampleRateHz: format.sampleRateHz,
            channelCount: min(format.channelCount, 256), periodFrameCount: 512, periodCount: 8)
        let session = try RecordingSession(
            backend, request, path: path, format: format, encoder: encoder,
            byteLimit: byteLimit)
        guard runsThreads else { return session }
        do throws(NamedThread.Failure) {
            session.thread = try HelperThread(
                .disk, session.wakeup, everyMilliseconds: Self.writingMilliseconds
            ) { [weak self, weak session] in
                guard let self, let session else { return false }
                return write(session)
            }
            session.sync = try FileSync(path)
        } catch {
            session.abandon()
            throw .noThread(error)
        }
        return session
    }

    /// Records, or goes on after a pause: from a host time on if one is given that has not passed, and
    /// until so many more seconds are recorded.
    ///
    /// A recorder that has stopped begins a new file in the place of the old one.
    /// - Throws: As `prepare`; `.badRenderRequest` for a time or duration that is no number or negative.
    package func record(
        atHostTime startTime: UInt64 = 0, durationSeconds: Double? = nil
    ) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            if let durationSeconds, !(durationSeconds >= 0) {
                throw .badRenderRequest(reason: "A recording cannot last \(durationSeconds) seconds.")
            }
            guard phase != .recording else { return }
            try prepare()
            guard let session = state.withLock({ $0.session }) else { return }
            let rateHz = session.stream.format.sampleRateHz
            let limit = durationSeconds.map { min($0 * rateHz, 1e15).rounded() } ?? .infinity
            let former = phase
            state.withLock { $0.phase = .recording }
            // Before the device starts, so that its first frame is the first one.
            session.line.keep(fromHostTime: startTime, frameCount: limit < 1e15 ? Int(limit) : .max)
            do throws(DeviceError) {
                try session.stream.start()
            } catch {
                session.line.pause()
                state.withLock { if $0.session === session { $0.phase = former } }
                throw .device(error)
            }
        }
    }

    /// Keeps what is recorded, and goes on with `record`.
    package func pause() {
        edits.withLock {
            guard phase == .recording, let session = state.withLock({ $0.session }) else { return }
            session.line.pause()
            session.sync?.now()
            state.withLock { $0.phase = .paused }
        }
    }

    /// Ends the recording and closes the file.
    package func stop() { finish(nil) }

    /// Removes the file of a recorder that has stopped or is new; false if it records, or nothing could be
    /// removed.
    package func deleteFile() -> Bool {
        edits.withLock {
            guard [.new, .stopped].contains(phase) else { return false }
            return RecordingSession.remove(path)
        }
    }

    // MARK: - The writing thread

    /// Writes what has been captured: for tests, instead of the recorder's own thread.
    package func write() {
        guard let session = state.withLock({ $0.session }) else { return }
        _ = write(session)
    }

    private func write(_ session: RecordingSession) -> Bool {
        while let change = session.stream.nextChange() { tell(.deviceChanged(change)) }
        while let event = session.stream.nextEvent() {
            if case .lost(let error) = event { tell(.deviceChanged(.lost(error))) }
        }
        do {
            try session.file.withLock { file throws(MediaError) in try file.drain() }
        } catch {
            finish(error)
            return false
        }
        guard session.line.isFull, phase == .recording else { return true }
        finish(nil)
        return false
    }

    private func finish(_ failure: MediaError?, tells: Bool = true) {
        let session = state.withLock { state -> RecordingSession? in
            guard let session = state.session else { return nil }
            state.session = nil
            state.phase = .stopped
            return session
        }
        guard let session else { return }
        let found = session.end(failure)
        state.withLock { $0.keptSeconds = session.seconds }
        guard tells else { return }
        if let found { tell(.failed(.media(found))) }
        tell(.finished(isComplete: found == nil))
    }

    private func tell(_ event: Event) {
        if let handler = handler.withLock({ $0 }) { handler.call(event) }
    }
}
