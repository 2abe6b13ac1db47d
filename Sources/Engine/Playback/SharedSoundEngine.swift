import AVFDevices
import AVFRealtime
import CAVFRealtime
import Synchronization

/// The engine that all sound players of one device share, the clock that they start by, and who feeds them.
///
/// It runs from the first player that is prepared until five seconds after the last one has stopped.
package final class SharedSoundEngine: Sendable {
    private struct State {
        var players: [ObjectIdentifier: WeakPlayer] = [:]
        /// Device seconds of sample time 0; nil before it is known.
        var originSeconds: Double?
        var newestSeconds = 0.0
        /// Start times that had passed already when they were asked for, and what they became.
        var lateStarts: [(seconds: Double, sampleTime: Int64)] = []
        var idleSince: UInt64?
        var feeder: HelperThread?
        /// Why sounds are played silently now.
        var trouble: EngineError?
    }

    private struct WeakPlayer: Sendable {
        weak var player: SoundPlayer?
    }

    /// Where the players' nodes are.
    package let engine: AudioEngine
    /// What opens the device, as its backend names it; nil for the default one.
    package var deviceName: String? { engine.deviceRequest.deviceName }
    private let clock: HostClock
    private let state = Mutex(State())
    private let edits = RecursiveLock()
    private let wakeup = Semaphore()

    private static let sharedEngines = Mutex<[String: SharedSoundEngine]>([:])
    private static let idleNanoseconds: UInt64 = 5_000_000_000
    private static let feedMilliseconds = 20

    /// The engine that players of a device share; nil is the default one.
    package static func shared(device: String?) -> SharedSoundEngine {
        sharedEngines.withLock { sharedEngines in
            if let shared = sharedEngines[device ?? ""] { return shared }
            let engine = AudioEngine()
            let shared = SharedSoundEngine(engine)
            try? engine.setDevice(DeviceStreamRequest(deviceName: device))
            sharedEngines[device ?? ""] = shared
            return shared
        }
    }

    /// One over an engine of its own, such as one whose clock a test drives.
    package init(_ engine: AudioEngine, clock: @escaping HostClock = avf_rt_host_time) {
        self.engine = engine
        self.clock = clock
        // A player begins with its first frame as it is.
        engine.fadesEdits = false
        engine.setEventHandler { [weak self] event in self?.take(event) }
    }

    /// Whether the device can be opened.
    ///
    /// - Throws: `EngineError.device` with the cause.
    func checkDevice() throws(EngineError) {
        guard engine.runState != .running, let deviceName else { return }
        do { _ = try engine.backend.capabilities(ofDevice: deviceName, .playback) } catch {
            throw .device(error)
        }
    }

    // MARK: - Devices that come and go

    /// Why sounds are played silently, in real time; nil while there is a device. [any]
    package var trouble: EngineError? { state.withLock { $0.trouble } }

    /// Says on standard error that sounds are not heard, once for each loss, and tells the players.
    private func take(_ event: AudioEngine.Event) {
        switch event {
        case .deviceMissing(_, let error): lose(error, "sounds are silent until there is one")
        case .deviceChanged(.playback, .lost(let error)):
            lose(.device(error), "sounds go on silently, until there is another")
        case .deviceLost(let error): lose(error, "sounds have stopped")
        case .deviceChanged(.playback, .found(let format)):
            state.withLock { $0.trouble = nil }
            tell(.deviceChanged(.found(format)))
        default: break
        }
    }

    private func lose(_ error: EngineError, _ consequence: String) {
        let isNews = state.withLock { state in
            defer { state.trouble = error }
            return state.trouble == nil
        }
        if isNews { StandardError.writeLine("avf: \(error): \(consequence)") }
        tell(.deviceMissing(error))
    }

    private func tell(_ event: SoundPlayer.Event) {
        let players = state.withLock { $0.players.values.compactMap(\.player) }
        for player in players { player.tell(event) }
    }

    // MARK: - Players

    /// Takes a player in, and lets the engine run.
    func enter(_ player: SoundPlayer) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            _ = engine.mainMixerNode
            try start()
            state.withLock { state in
                state.players[ObjectIdentifier(player)] = WeakPlayer(player: player)
                state.idleSince = nil
            }
        }
        if let trouble { player.tell(.deviceMissing(trouble)) }
    }

    private func start() throws(EngineError) {
        if engine.runState != .running {
            state.withLock { state in
                state.originSeconds = nil
                state.trouble = nil
            }
            try engine.start()
        }
        guard state.withLock({ $0.feeder == nil }) else { return }
        do throws(NamedThread.Failure) {
            let feeder = try HelperThread(.disk, wakeup, everyMilliseconds: Self.feedMilliseconds) {
                [weak self] in self?.feedAll() ?? false
            }
            state.withLock { $0.feeder = feeder }
        } catch {
            throw .noThread(error)
        }
    }

    /// Lets a player go.
    func leave(_ identifier: ObjectIdentifier) {
        state.withLock { state in
            state.players[identifier] = nil
            if state.players.isEmpty { state.idleSince = clock() }
        }
    }

    /// Lets players be fed now.
    func wake() { wakeup.signal() }

    private func feedAll() -> Bool {
        let players = state.withLock { $0.players.values.compactMap(\.player) }
        for player in players { player.feed() }
        return !stopsBecauseIdle()
    }

    /// Stops the engine some time after the last player, and lets the thread that feeds end.
    private func stopsBecauseIdle() -> Bool {
        func isDue() -> Bool {
            let since = state.withLock { $0.idleSince }
            return since.map { clock() > $0 + Self.idleNanoseconds } ?? false
        }
        guard isDue() else { return false }
        return edits.withLock {
            guard isDue() else { return false }
            engine.stop()
            let feeder = state.withLock { state in
                state.idleSince = nil
                return state.feeder.take()
            }
            withExtendedLifetime(feeder) {}
            return true
        }
    }

    // MARK: - Time

    /// Seconds of the device's clock: host time when the engine was started, and on by what is rendered.
    package var deviceSeconds: Double {
        let (origin, now) = (origin, Double(clock()) * 1e-9)
        guard let origin, let instant = engine.host.renderer.clock.now else { return now }
        let rateHz = engine.format.sampleRateHz
        let behind = (Double(clock()) - Double(instant.hostTime)) * 1e-9
        let seconds = origin + Double(instant.sampleTime) / rateHz + behind
        return state.withLock { state in
            state.newestSeconds = max(state.newestSeconds, seconds)
            return state.newestSeconds
        }
    }

    /// Device seconds of sample time 0; settled once after each start.
    private var origin: Double? {
        let instant = engine.runState == .running ? engine.host.renderer.clock.now : nil
        let rateHz = engine.format.sampleRateHz
        return state.withLock { state in
            if state.originSeconds == nil, let instant {
                state.originSeconds = Double(instant.hostTime) * 1e-9 - Double(instant.sampleTime) / rateHz
            }
            return state.originSeconds
        }
    }

    /// The sample at which players start that shall start at a time: one sample for one time, also if it has
    /// passed.
    func sampleTime(atSeconds seconds: Double) -> Int64 {
        let next = engine.renderedFrameCount
        guard let origin, seconds.isFinite else { return next }
        let wanted = ((seconds - origin) * engine.format.sampleRateHz).rounded()
        let soonest = next + Int64(engine.maximumFrameCount)
        guard wanted < Double(soonest) else { return wanted < 0x1p62 ? Int64(wanted) : .max }
        return state.withLock { state in
            if let known = state.lateStarts.first(where: { $0.seconds == seconds }) {
                return known.sampleTime
            }
            if state.lateStarts.count == 8 { state.lateStarts.removeFirst() }
            state.lateStarts.append((seconds, soonest))
            return soonest
        }
    }
}
