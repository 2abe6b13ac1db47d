import AVFDevices
import CAVFALSA
import Glibc
import Synchronization

/// A card behind `ALSACalls` that does what its script says, on a clock of its own.
///
/// It runs at 50 kHz, so a frame lasts exactly 20 µs. Its time passes while the stream polls or sleeps, and
/// nowhere else. The device name carries the card's address, and its PCM handle is that address, held
/// from `open` to `close`.
final class FakeCard: Sendable {
    /// The calls that can be scripted.
    enum Call: Hashable, CaseIterable {
        case open, close, type
        case anyHardware, setAccess, testFormat, setFormat, setChannels, setRate, setPeriodSize, setBufferSize
        case installHardware, grantedSizes
        case currentSoftware, setStartThreshold, setAvailableMinimum, installSoftware
        case prepare, start, resume, drop, updateRoom, delay, write, read
        case fillDescriptors, poll, readEvents
    }

    /// A scripted result that lets the call work.
    static let works = Int.max

    struct State {
        /// Results to return, oldest first; when there are none left the card works.
        var script: [Call: [Int]] = [:]
        var counts: [Call: Int] = [:]
        var formats: Set<UInt32> = [UInt32(bitPattern: SND_PCM_FORMAT_FLOAT_LE.rawValue)]
        var channelCount: UInt32?
        var rateHz: UInt32?
        var periodFrameCount: UInt?
        var bufferFrameCount: UInt?
        var type = SND_PCM_TYPE_HW
        /// What `state` says.
        var pcmState = SND_PCM_STATE_RUNNING
        /// What `readEvents` says.
        var events = UInt16(POLLOUT)
        /// Time that passes before a scripted failure is returned.
        var lateNanoseconds: UInt64 = 0
        /// The most frames one write takes.
        var writeLimit = Int.max
        var isStalled = false
        /// Whether frames are taken as fast as they come, as by a file.
        var hasNoClock = false
        /// What happens while the stream's thread sleeps between two attempts.
        var whileAsleep: (@Sendable () -> Void)?
        /// `finished` is posted when so many frames were taken; nil posts it when the script is used up.
        var frameLimit: Int? = 1_000

        var hostTime: UInt64 = 1_000_000_000
        var sleptNanoseconds: UInt64 = 0
        var fill = 0
        var fillAtFailure = 0
        var startThreshold: UInt = 0
        var availableMinimum: UInt = 0
        var played: [Float] = []
        var isFinished = false
        var isRunning = false
        var channels = 0
        var period = 0
        var buffer = 0

        /// Whether it was opened for capture: then `fill` is what waits to be read.
        var isCapture = false
        /// How the card lets samples be moved, as ALSA numbers it.
        var accesses = [SND_PCM_ACCESS_RW_INTERLEAVED.rawValue]
        var access = SND_PCM_ACCESS_RW_INTERLEAVED.rawValue
        /// Frames that have reached the card; frame n of channel c is n + c / 8.
        var capturedFrameCount = 0
        var readFrameCount = 0
        /// The most frames one read gives.
        var readLimit = Int.max
        /// Whether the card has overrun since it was prepared.
        var isOverrun = false
        /// Whether poll wakes although nothing has moved.
        var wakesForNothing = false
        /// The rates that the card says it has.
        var ratesHz: Set<UInt32> = []
    }

    private let state = Mutex(State())
    /// Posted once, as `frameLimit` says.
    let finished = Signal()
    /// Posted when the stream's thread lets go of a card that is not lost.
    let dropped = Signal()

    init(_ prepare: (inout State) -> Void = { _ in }) { state.withLock { prepare(&$0) } }

    var name: String { "card-\(Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()))" }

    func read<Value: Sendable>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func count(_ call: Call) -> Int { state.withLock { $0.counts[call] ?? 0 } }

    static func card(_ pcm: OpaquePointer) -> Unmanaged<FakeCard> {
        Unmanaged.fromOpaque(UnsafeRawPointer(pcm))
    }

    /// Runs `works` on the card that owns `pcm`, after its script had its say.
    static func call(
        _ call: Call, _ pcm: OpaquePointer?, _ works: (inout State) -> Int = { _ in 0 }
    ) -> Int {
        guard let pcm else { return Int(-EBADF) }
        return card(pcm).takeUnretainedValue().run(call, works)
    }

    private func run(_ call: Call, _ works: (inout State) -> Int) -> Int {
        state.withLock { state in
            state.counts[call, default: 0] += 1
            let result = scripted(call, &state) ?? works(&state)
            if !state.isFinished, isDone(state) {
                state.isFinished = true
                finished.post()
            }
            return result
        }
    }

    private func scripted(_ call: Call, _ state: inout State) -> Int? {
        guard var results = state.script[call], !results.isEmpty else { return nil }
        let result = results.removeFirst()
        state.script[call] = results
        // A poll that times out: the card stood still meanwhile.
        if call == .poll, result == 0 { state.hostTime += 180_000_000 }
        guard result < 0 else {
            return (call == .write || call == .read || call == .poll) && result != Self.works ? result : nil
        }
        state.fillAtFailure = state.fill
        state.pass(nanoseconds: state.lateNanoseconds)
        return result
    }

    private func isDone(_ state: State) -> Bool {
        if state.isCapture, let limit = state.frameLimit { return state.readFrameCount >= limit }
        guard let limit = state.frameLimit else { return state.script.values.allSatisfy(\.isEmpty) }
        return state.channels > 0 && state.played.count >= limit * state.channels
    }
}

extension FakeCard.State {
    mutating func pass(nanoseconds: UInt64) {
        hostTime += nanoseconds
        guard !isCapture else { return capture(frameCount: Int(nanoseconds / 20_000)) }
        if isRunning, !isStalled { fill = max(0, fill - Int(nanoseconds / 20_000)) }
    }

    // Wakes when there is room for a period, or when time is up.
    fileprivate mutating func poll(milliseconds: Int32) -> Int {
        let missing = isCapture ? period - fill : fill + period - buffer
        let wantedNanoseconds = wakesForNothing ? 0 : UInt64(max(0, missing)) * 20_000
        let givenNanoseconds = UInt64(milliseconds) * 1_000_000
        pass(nanoseconds: min(wantedNanoseconds, givenNanoseconds))
        if (isRunning || hasNoClock) && !isStalled || wakesForNothing { return 1 }
        hostTime += givenNanoseconds
        return 0
    }

    mutating func write(_ samples: UnsafeRawPointer?, _ frameCount: UInt) -> Int {
        let taken = min(Int(frameCount), writeLimit, buffer - fill)
        guard let samples, taken > 0 else { return Int(-EAGAIN) }
        fill += hasNoClock ? 0 : taken
        if fill >= Int(startThreshold) { isRunning = true }
        if played.count < (frameLimit ?? 100_000) * channels {
            played += UnsafeBufferPointer(
                start: samples.assumingMemoryBound(to: Float.self), count: taken * channels)
        }
        return taken
    }
}

extension FakeCard {
    /// alsa-lib as this card pretends it to be.
    var calls: ALSACalls {
        var calls = ALSACalls()
        Self.pretendOpening(&calls)
        Self.pretendHardware(&calls)
        Self.pretendSoftware(&calls)
        Self.pretendRunning(&calls)
        Self.pretendWaiting(&calls)
        Self.pretendCapturing(&calls)
        return calls
    }

    private static func pretendOpening(_ calls: inout ALSACalls) {
        calls.open = { pcm, name, direction, _ in
            let address = name.flatMap { Int(String(cString: $0).dropFirst("card-".count)) } ?? 0
            let handle = OpaquePointer(bitPattern: address)
            let code = FakeCard.call(.open, handle) { state in
                state.isCapture = direction == SND_PCM_STREAM_CAPTURE
                return 0
            }
            pcm?.pointee = code < 0 ? nil : handle
            if code >= 0, let handle { _ = FakeCard.card(handle).retain() }
            return Int32(code)
        }
        calls.close = { pcm in
            defer { if let pcm { FakeCard.card(pcm).release() } }
            return Int32(FakeCard.call(.close, pcm))
        }
        calls.type = { pcm in
            var type = SND_PCM_TYPE_HW
            _ = FakeCard.call(.type, pcm) { state in
                type = state.type
                return 0
            }
            return type
        }
    }

    private static func pretendHardware(_ calls: inout ALSACalls) {
        calls.anyHardware = { pcm, _ in Int32(FakeCard.call(.anyHardware, pcm)) }
        calls.setAccess = { pcm, _, access in
            Int32(
                FakeCard.call(.setAccess, pcm) { state in
                    guard state.accesses.contains(access.rawValue) else { return -Int(EINVAL) }
                    state.access = access.rawValue
                    return 0
                })
        }
        calls.testFormat = { pcm, _, format in
            Int32(
                FakeCard.call(.testFormat, pcm) {
                    $0.formats.contains(UInt32(bitPattern: format.rawValue)) ? 0 : Int(-EINVAL)
                })
        }
        calls.setFormat = { pcm, _, _ in Int32(FakeCard.call(.setFormat, pcm)) }
        calls.setChannelsNear = { pcm, _, count in
            Int32(
                FakeCard.call(.setChannels, pcm) { state in
                    count?.pointee = state.channelCount ?? count?.pointee ?? 0
                    state.channels = Int(count?.pointee ?? 0)
                    return 0
                })
        }
        calls.setRateNear = { pcm, _, rateHz, _ in
            Int32(
                FakeCard.call(.setRate, pcm) { state in
                    rateHz?.pointee = state.rateHz ?? rateHz?.pointee ?? 0
                    return 0
                })
        }
        pretendSizes(&calls)
    }

    private static func pretendSizes(_ calls: inout ALSACalls) {
        calls.setPeriodSizeNear = { pcm, _, frames, _ in
            Int32(
                FakeCard.call(.setPeriodSize, pcm) { state in
                    frames?.pointee = state.periodFrameCount ?? frames?.pointee ?? 0
                    state.period = Int(frames?.pointee ?? 0)
                    return 0
                })
        }
        calls.setBufferSizeNear = { pcm, _, frames in
            Int32(
                FakeCard.call(.setBufferSize, pcm) { state in
                    frames?.pointee = state.bufferFrameCount ?? frames?.pointee ?? 0
                    state.buffer = Int(frames?.pointee ?? 0)
                    return 0
                })
        }
        calls.installHardware = { pcm, _ in Int32(FakeCard.call(.installHardware, pcm)) }
        calls.grantedSizes = { pcm, buffer, period in
            Int32(
                FakeCard.call(.grantedSizes, pcm) { state in
                    buffer?.pointee = UInt(state.buffer)
                    period?.pointee = UInt(state.period)
                    return 0
                })
        }
    }

    private static func pretendSoftware(_ calls: inout ALSACalls) {
        calls.currentSoftware = { pcm, _ in Int32(FakeCard.call(.currentSoftware, pcm)) }
        calls.setStartThreshold = { pcm, _, frames in
            Int32(
                FakeCard.call(.setStartThreshold, pcm) { state in
                    state.startThreshold = frames
                    return 0
                })
        }
        calls.setAvailableMinimum = { pcm, _, frames in
            Int32(
                FakeCard.call(.setAvailableMinimum, pcm) { state in
                    state.availableMinimum = frames
                    return 0
                })
        }
        calls.installSoftware = { pcm, _ in Int32(FakeCard.call(.installSoftware, pcm)) }
    }

    private static func pretendRunning(_ calls: inout ALSACalls) {
        calls.prepare = { pcm in
            Int32(
                FakeCard.call(.prepare, pcm) { state in
                    state.fill = 0
                    state.isRunning = false
                    state.isOverrun = false
                    // What is broken from the start is mended by the second prepare.
                    if state.counts[.prepare] != 1 { state.events = UInt16(POLLOUT) }
                    return 0
                })
        }
        calls.resume = { pcm in
            Int32(
                FakeCard.call(.resume, pcm) { state in
                    state.events = UInt16(POLLOUT)
                    return 0
                })
        }
        calls.drop = { pcm in
            defer { if let pcm { FakeCard.card(pcm).takeUnretainedValue().dropped.post() } }
            return Int32(FakeCard.call(.drop, pcm))
        }
        calls.updateRoom = { FakeCard.call(.updateRoom, $0) { $0.roomOrError } }
        calls.delay = { pcm, frames in
            Int32(
                FakeCard.call(.delay, pcm) { state in
                    frames?.pointee = state.fill
                    return 0
                })
        }
        calls.write = { pcm, samples, frameCount in
            FakeCard.call(.write, pcm) { $0.write(samples, frameCount) }
        }
        calls.state = { pcm in
            guard let pcm else { return SND_PCM_STATE_OPEN }
            return FakeCard.card(pcm).takeUnretainedValue()
                .read(\.pcmState)
        }
    }

    private static func pretendWaiting(_ calls: inout ALSACalls) {
        calls.countDescriptors = { _ in 1 }
        calls.fillDescriptors = { pcm, _, _ in Int32(FakeCard.call(.fillDescriptors, pcm) { _ in 1 }) }
        calls.poll = { pcm, _, _, milliseconds in
            Int32(FakeCard.call(.poll, pcm) { $0.poll(milliseconds: milliseconds) })
        }
        calls.readEvents = { pcm, _, _, events in
            Int32(
                FakeCard.call(.readEvents, pcm) { state in
                    events?.pointee = state.events
                    return 0
                })
        }
        calls.hostTime = { pcm in
            guard let pcm else { return 0 }
            return FakeCard.card(pcm).takeUnretainedValue()
                .read(\.hostTime)
        }
        calls.sleep = { pcm, nanoseconds in
            guard let pcm else { return }
            let card = FakeCard.card(pcm).takeUnretainedValue()
            card.state.withLock { state in
                state.sleptNanoseconds += nanoseconds
                state.pass(nanoseconds: nanoseconds)
            }
            // Not under the lock: it may call the stream.
            card.read(\.whileAsleep)?()
        }
    }
}
