import AVFDevices
import CAVFALSA
import Glibc
import Testing

/// Errors of a card, and what must come of them.
struct Fault: Sendable, CustomTestStringConvertible {
    typealias Preparation = @Sendable (inout FakeCard.State) -> Void

    let testDescription: String
    let prepare: Preparation

    init(_ testDescription: String, _ prepare: @escaping Preparation) {
        self.testDescription = testDescription
        self.prepare = prepare
    }
}

/// What a fault that can be mended costs.
struct Mending: Sendable {
    var xrunCount = 0
    var prepareCount = 0
    var resumeCount = 0
}

@Suite struct ALSAPlaybackTests {
    let renderer = RecordingRenderer()

    /// The sequence every recovered stream must play: what was rendered, each frame once.
    private let expected = (0..<1_000).flatMap { [Float($0), Float($0) + 0.125] }

    private func open(_ card: FakeCard, priority: Int = 0) throws -> any DeviceStream {
        let request = DeviceStreamRequest(
            deviceName: card.name, sampleRateHz: 50_000, channelCount: 2, periodFrameCount: 100,
            periodCount: 4, priority: priority)
        return try ALSABackend(calls: card.calls).openPlayback(request, rendering: renderer.rendering)
    }

    @Test(arguments: [
        (Fault("none") { _ in }, Mending()),
        (Fault("short writes") { $0.writeLimit = 7 }, Mending()),
        (Fault("a write that takes nothing") { $0.script[.write] = [0] }, Mending()),
        (Fault("write: EINTR") { $0.script[.write] = [-Int(EINTR)] }, Mending()),
        (Fault("write: EAGAIN") { $0.script[.write] = [-Int(EAGAIN)] }, Mending()),
        (Fault("write: EIO once") { $0.script[.write] = [-Int(EIO)] }, Mending()),
        (
            Fault("write: EIO twice") { $0.script[.write] = [-Int(EIO), -Int(EIO)] },
            Mending(xrunCount: 1, prepareCount: 1)
        ),
        (
            Fault("write: EPIPE") { $0.script[.write] = [-Int(EPIPE)] },
            Mending(xrunCount: 1, prepareCount: 1)
        ),
        (
            Fault("write: EPIPE in the middle of a period") {
                $0.writeLimit = 60
                $0.script[.write] = [FakeCard.works, -Int(EPIPE)]
            }, Mending(xrunCount: 1, prepareCount: 1)
        ),
        (
            Fault("write: EBADFD") { $0.script[.write] = [-Int(EBADFD)] },
            Mending(xrunCount: 1, prepareCount: 1)
        ),
        (
            Fault("write: five EPIPE in a row") {
                $0.script[.write] = .init(repeating: -Int(EPIPE), count: 5)
            },
            Mending(xrunCount: 5, prepareCount: 5)
        ),
        (
            Fault("EPIPE and two failing prepares") {
                $0.script[.write] = [-Int(EPIPE)]
                $0.script[.prepare] = [0, -Int(EIO), -Int(EIO)]
            }, Mending(xrunCount: 1, prepareCount: 3)
        ),
        (Fault("write: ESTRPIPE") { $0.script[.write] = [-Int(ESTRPIPE)] }, Mending(resumeCount: 1)),
        (
            Fault("ESTRPIPE and a card that wakes slowly") {
                $0.script[.write] = [-Int(ESTRPIPE)]
                $0.script[.resume] = [-Int(EAGAIN), -Int(EAGAIN)]
            }, Mending(resumeCount: 3)
        ),
        (
            Fault("ESTRPIPE and a card that cannot resume") {
                $0.script[.write] = [-Int(ESTRPIPE)]
                $0.script[.resume] = [-Int(ENOSYS)]
            }, Mending(xrunCount: 1, prepareCount: 1, resumeCount: 1)
        ),
        (
            Fault("ESTRPIPE and a resume that only says it worked") {
                $0.script[.write] = [-Int(ESTRPIPE)]
                $0.pcmState = SND_PCM_STATE_SUSPENDED
            }, Mending(xrunCount: 1, prepareCount: 1, resumeCount: 1)
        ),
        (
            Fault("room: EPIPE") { $0.script[.updateRoom] = [-Int(EPIPE)] },
            Mending(xrunCount: 1, prepareCount: 1)
        ),
        (Fault("room: ESTRPIPE") { $0.script[.updateRoom] = [-Int(ESTRPIPE)] }, Mending(resumeCount: 1)),
        (Fault("poll: EINTR") { $0.script[.poll] = [-Int(EINTR)] }, Mending()),
        (Fault("poll: four time-outs") { $0.script[.poll] = [0, 0, 0, 0] }, Mending()),
        (
            Fault("poll: broken by an xrun") {
                $0.events = UInt16(POLLERR)
                $0.pcmState = SND_PCM_STATE_XRUN
            }, Mending(xrunCount: 1, prepareCount: 1)
        ),
        (Fault("poll: errors of a card that plays all the same") { $0.events = UInt16(POLLERR) }, Mending()),
        (Fault("delay: EPIPE") { $0.script[.delay] = [-Int(EPIPE)] }, Mending()),
    ])
    func `a fault that can be mended loses no frame that was rendered`(
        fault: Fault, mending: Mending
    ) throws {
        let card = FakeCard(fault.prepare)
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        #expect(stream.state == .running)
        stream.close()
        #expect(card.read(\.played).prefix(2_000).elementsEqual(expected))
        #expect(stream.xrunCount == mending.xrunCount)
        // One prepare belongs to start().
        #expect(card.count(.prepare) == 1 + mending.prepareCount)
        #expect(card.count(.resume) == mending.resumeCount)
        for _ in 0..<mending.xrunCount {
            guard case .xrun = stream.nextEvent() else {
                Issue.record("an xrun is missing")
                return
            }
        }
        #expect(stream.nextEvent() == nil)
    }

    @Test(arguments: [
        (Fault("write: ENODEV") { $0.script[.write] = [-Int(ENODEV)] }, ENODEV),
        (Fault("write: what nobody knows") { $0.script[.write] = [-Int(EINVAL)] }, EINVAL),
        (Fault("write: six EPIPE") { $0.script[.write] = .init(repeating: -Int(EPIPE), count: 6) }, EPIPE),
        (Fault("write: six EAGAIN") { $0.script[.write] = .init(repeating: -Int(EAGAIN), count: 6) }, EAGAIN),
        (Fault("write: six EINTR") { $0.script[.write] = .init(repeating: -Int(EINTR), count: 6) }, EINTR),
        (Fault("room: ENODEV") { $0.script[.updateRoom] = [-Int(ENODEV)] }, ENODEV),
        (Fault("descriptors: ENODEV") { $0.script[.fillDescriptors] = [-Int(ENODEV)] }, ENODEV),
        (Fault("events: ENODEV") { $0.script[.readEvents] = [-Int(ENODEV)] }, ENODEV),
        (
            Fault("EPIPE and five failing prepares") {
                $0.script[.write] = [-Int(EPIPE)]
                $0.script[.prepare] = [0] + .init(repeating: -Int(EIO), count: 5)
            }, EIO
        ),
        (
            Fault("EPIPE and a prepare that finds no device") {
                $0.script[.write] = [-Int(EPIPE)]
                $0.script[.prepare] = [0, -Int(ENODEV)]
            }, ENODEV
        ),
        (
            Fault("ESTRPIPE and a resume that finds no device") {
                $0.script[.write] = [-Int(ESTRPIPE)]
                $0.script[.resume] = [-Int(ENODEV)]
            }, ENODEV
        ),
    ])
    func `a fault that cannot be mended loses the device, says why once, and ends the thread`(
        fault: Fault, code: Int32
    ) throws {
        let card = FakeCard {
            $0.frameLimit = nil
            fault.prepare(&$0)
        }
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        stream.stop()
        #expect(stream.state == .lost)
        while let event = stream.nextEvent() {
            guard case .lost(let error) = event else { continue }
            #expect(error == .lost(device: card.name, code: code, cause: String(cString: strerror(code))))
            #expect(stream.nextEvent() == nil)
            #expect(throws: error) { try stream.start() }
            #expect(card.count(.drop) == 0)
            stream.close()
            #expect(card.count(.close) == 1)
            return
        }
        Issue.record("the loss was not told")
    }

    @Test func `a card that is unplugged while the stream waits is lost`() throws {
        let card = FakeCard {
            $0.frameLimit = nil
            $0.script[.readEvents] = [0]
            $0.events = UInt16(POLLERR | POLLHUP)
            $0.pcmState = SND_PCM_STATE_DISCONNECTED
        }
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        stream.stop()
        #expect(
            stream.nextEvent() == .lost(.lost(device: card.name, code: ENODEV, cause: "No such device")))
        #expect(card.count(.prepare) == 1)
    }

    @Test func `a card that hangs is lost after five waits, and the thread is idle after`() throws {
        let card = FakeCard {
            $0.isStalled = true
            $0.frameLimit = nil
            $0.script[.poll] = [0, 0, 0, 0, 0]
        }
        let stream = try open(card)
        let begin = card.read(\.hostTime)
        try stream.start()
        #expect(card.finished.wait())
        stream.stop()
        #expect(stream.state == .lost)
        #expect(stream.nextEvent() == .lost(.lost(device: card.name, code: ETIMEDOUT, cause: "it hangs")))
        #expect(card.read(\.hostTime) - begin <= 1_000_000_000)
        #expect(card.count(.poll) == 5)
    }

    @Test func `stop returns while the card hangs`() throws {
        let card = FakeCard {
            $0.isStalled = true
            $0.frameLimit = 400
        }
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        stream.close()
        #expect(stream.state == .closed)
        #expect(card.count(.close) == 1)
    }

    @Test func `a stop between two attempts to mend a card is no loss`() throws {
        let card = FakeCard {
            $0.script[.write] = [-Int(EPIPE)]
            $0.script[.prepare] = [FakeCard.works] + Array(repeating: -Int(EBUSY), count: 5)
        }
        let stream = try open(card)
        let stop: @Sendable () -> Void = { [weak stream] in stream?.stop() }
        card.change { $0.whileAsleep = stop }
        try stream.start()
        #expect(card.dropped.wait())
        #expect(stream.state == .stopped)
        #expect(stream.nextEvent() == nil)
        #expect(card.count(.prepare) == 2)
        stream.close()
    }

    @Test func `an xrun counts the silence since the last frame was heard`() throws {
        let card = FakeCard {
            $0.script[.updateRoom] = [0, 0, 0, 0, 0, -Int(EPIPE)]
            $0.lateNanoseconds = 500_000_000
        }
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        stream.close()
        let silence = 25_000 - card.read(\.fillAtFailure)
        #expect(stream.nextEvent() == .xrun(lostFrameCount: silence))
    }

    @Test func `an xrun of a full card counts what the card threw away`() throws {
        let card = FakeCard { $0.script[.updateRoom] = [0, 0, 0, 0, 0, -Int(EPIPE)] }
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        stream.close()
        let lost = card.read(\.fillAtFailure)
        #expect(lost > 0)
        #expect(stream.nextEvent() == .xrun(lostFrameCount: lost))
    }

    @Test func `a period's host time is now plus what the card still holds`() throws {
        let card = FakeCard()
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        stream.close()
        // The card holds 0, 100, 200, 300 frames while it fills and 300 from then on: 2 ms from call to call.
        let times = renderer.calls.prefix(8).map(\.hostTimeNanoseconds)
        #expect(times == (0..<8).map { 1_000_000_000 + 2_000_000 * $0 })
        #expect(stream.latencyFrameCount == 300)
    }

    @Test func `a stopped stream drops what the card holds and starts again`() throws {
        let card = FakeCard()
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        stream.stop()
        #expect(stream.state == .stopped)
        #expect(card.count(.drop) == 1)
        try stream.start()
        #expect(stream.state == .running)
        #expect(card.count(.prepare) == 2)
        stream.close()
        stream.close()
        #expect(card.count(.close) == 1)
        #expect(throws: DeviceError.closed(device: card.name)) { try stream.start() }
    }

    @Test func `a card that does not prepare does not start`() throws {
        let card = FakeCard { $0.script[.prepare] = [-Int(EBUSY)] }
        let stream = try open(card)
        let error = DeviceError.cannotStart(
            device: card.name, code: EBUSY, cause: "Device or resource busy")
        #expect(throws: error) { try stream.start() }
        #expect(stream.state == .stopped)
        #expect(renderer.calls.isEmpty)
    }

    @Test func `a device without a clock is paced, whatever its name and type, and gets every frame once`()
        throws
    {
        let card = FakeCard {
            $0.hasNoClock = true
            $0.frameLimit = 15_000
        }
        let begin = ContinuousClock.now
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        let passed = ContinuousClock.now - begin
        stream.close()
        // What a card's buffer holds and four periods come before their time, and the period that is written.
        #expect(passed >= .seconds(Double(15_000 - 400 - 600) / 50_000))
        let played = card.read(\.played)
        #expect(played.elementsEqual((0..<played.count / 2).flatMap { [Float($0), Float($0) + 0.125] }))
    }

    @Test func `a card whose clock runs fast keeps it`() throws {
        let format = DeviceStreamFormat(
            deviceName: "fast", sampleRateHz: 50_000, channelCount: 2, periodFrameCount: 100,
            bufferFrameCount: 400, sampleFormatName: "")
        var clock = ClockProof(format: format)
        var now: UInt64 = 5
        clock.begin(now: now)
        clock.note(frameCount: 400, now: now)
        // A thousandth fast, for five minutes.
        for _ in 0..<150_000 {
            now += 1_998_000
            clock.note(frameCount: 100, now: now)
            #expect(!clock.isMissing)
        }
        for _ in 0..<9 { clock.note(frameCount: 100, now: now) }
        #expect(clock.isMissing)
    }
}
