import AVFDevices
import CAVFALSA
import Glibc
import Testing

@Suite struct ALSACaptureTests {
    let capturer = RecordingCapturer()

    private func open(
        _ card: FakeCard, prefersMapping: Bool = false, latencySeconds: Double? = nil
    ) throws -> any DeviceStream {
        var request = DeviceStreamRequest(
            deviceName: card.name, sampleRateHz: 50_000, channelCount: 2, periodFrameCount: 100,
            periodCount: 4, latencySeconds: latencySeconds, priority: 0)
        request.prefersMapping = prefersMapping
        return try ALSABackend(calls: card.calls).openCapture(request, capturing: capturer.capturing)
    }

    /// What a card gives from its first frame on.
    private let expected = (0..<900).flatMap { [Float($0), Float($0) + 0.125] }

    @Test(arguments: [
        (Fault("none") { _ in }, Mending()),
        (Fault("short reads") { $0.readLimit = 7 }, Mending()),
        (Fault("a read that gives nothing") { $0.script[.read] = [0] }, Mending()),
        (Fault("read: EINTR") { $0.script[.read] = [-Int(EINTR)] }, Mending()),
        (
            Fault("read: six EAGAIN") { $0.script[.read] = .init(repeating: -Int(EAGAIN), count: 6) },
            Mending()
        ),
        (Fault("read: EIO once") { $0.script[.read] = [-Int(EIO)] }, Mending()),
        (Fault("read: ESTRPIPE") { $0.script[.read] = [-Int(ESTRPIPE)] }, Mending(resumeCount: 1)),
        (
            Fault("ESTRPIPE and a card that wakes slowly") {
                $0.script[.read] = [-Int(ESTRPIPE)]
                $0.script[.resume] = [-Int(EAGAIN), -Int(EAGAIN)]
                $0.bufferFrameCount = 4_000
            }, Mending(resumeCount: 3)
        ),
        (Fault("frames: ESTRPIPE") { $0.script[.updateRoom] = [-Int(ESTRPIPE)] }, Mending(resumeCount: 1)),
        (Fault("poll: EINTR") { $0.script[.poll] = [-Int(EINTR)] }, Mending()),
        (Fault("delay: EPIPE") { $0.script[.delay] = [-Int(EPIPE)] }, Mending()),
        (
            Fault("poll: errors of a card that captures all the same") { $0.events = UInt16(POLLERR) },
            Mending()
        ),
    ])
    func `a fault that can be mended in place loses no frame`(fault: Fault, mending: Mending) throws {
        let card = FakeCard(fault.prepare)
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        stream.close()
        let isWhole = capturer.samples.prefix(1_800).elementsEqual(expected)
        #expect(isWhole)
        #expect(stream.xrunCount == 0)
        #expect(stream.nextEvent() == nil)
        #expect(card.count(.prepare) == 1)
        #expect(card.count(.start) == 1)
        #expect(card.count(.resume) == mending.resumeCount)
        #expect(card.count(.close) == 1)
    }

    @Test(arguments: [
        (Fault("read: EPIPE") { $0.script[.read] = [-Int(EPIPE)] }, 1),
        (
            Fault("read: EPIPE in the middle of a period") {
                $0.readLimit = 60
                $0.script[.read] = [FakeCard.works, -Int(EPIPE)]
            }, 1
        ),
        (Fault("read: EBADFD") { $0.script[.read] = [-Int(EBADFD)] }, 1),
        (Fault("read: EIO twice") { $0.script[.read] = [-Int(EIO), -Int(EIO)] }, 1),
        (
            Fault("read: five EPIPE in a row") { $0.script[.read] = .init(repeating: -Int(EPIPE), count: 5) },
            5
        ),
        (Fault("frames: EPIPE") { $0.script[.updateRoom] = [-Int(EPIPE)] }, 1),
        (Fault("start: EBADFD") { $0.script[.start] = [-Int(EBADFD)] }, 1),
        (
            Fault("EPIPE and a start that fails twice") {
                $0.script[.read] = [-Int(EPIPE)]
                $0.script[.start] = [0, -Int(EIO), -Int(EIO)]
            }, 1
        ),
        (
            Fault("ESTRPIPE and a card that cannot resume") {
                $0.script[.read] = [-Int(ESTRPIPE)]
                $0.script[.resume] = [-Int(ENOSYS)]
            }, 1
        ),
        (
            Fault("ESTRPIPE and a resume that only says it worked") {
                $0.script[.read] = [-Int(ESTRPIPE)]
                $0.pcmState = SND_PCM_STATE_SUSPENDED
            }, 1
        ),
        (
            Fault("poll: broken by an overrun") {
                $0.events = UInt16(POLLERR)
                $0.pcmState = SND_PCM_STATE_XRUN
                $0.script[.poll] = [FakeCard.works]
            }, 1
        ),
    ])
    func `after a fault that breaks the stream off it starts anew, in whole periods`(
        fault: Fault, xrunCount: Int
    ) throws {
        let card = FakeCard {
            fault.prepare(&$0)
            $0.isRunning = true
        }
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        #expect(stream.state == .running)
        stream.close()
        #expect(stream.xrunCount == xrunCount)
        #expect(capturer.frameCounts.allSatisfy { $0 == 100 })
        // Within a period frames follow each other, and none comes twice.
        let left = stride(from: 0, to: capturer.samples.count, by: 2).map { capturer.samples[$0] }
        for index in 1..<left.count {
            let step = left[index] - left[index - 1]
            #expect(index % 100 == 0 ? step >= 1 : step == 1)
        }
        for _ in 0..<xrunCount {
            guard case .xrun = stream.nextEvent() else {
                Issue.record("an xrun is missing")
                return
            }
        }
        #expect(stream.nextEvent() == nil)
    }

    @Test(arguments: [
        (Fault("read: ENODEV") { $0.script[.read] = [-Int(ENODEV)] }, ENODEV),
        (Fault("read: what nobody knows") { $0.script[.read] = [-Int(EINVAL)] }, EINVAL),
        (Fault("read: six EPIPE") { $0.script[.read] = .init(repeating: -Int(EPIPE), count: 6) }, EPIPE),
        (
            Fault("read: EAGAIN for ever") { $0.script[.read] = .init(repeating: -Int(EAGAIN), count: 501) },
            EAGAIN
        ),
        (Fault("frames: ENODEV") { $0.script[.updateRoom] = [-Int(ENODEV)] }, ENODEV),
        (Fault("start: ENODEV") { $0.script[.start] = [-Int(ENODEV)] }, ENODEV),
        (
            Fault("EPIPE and five starts that fail") {
                $0.script[.read] = [-Int(EPIPE)]
                $0.script[.start] = [0] + .init(repeating: -Int(EIO), count: 5)
            }, EIO
        ),
        (
            Fault("ESTRPIPE and a resume that finds no device") {
                $0.script[.read] = [-Int(ESTRPIPE)]
                $0.script[.resume] = [-Int(ENODEV)]
            }, ENODEV
        ),
    ])
    func `a fault that cannot be mended loses the device and says why once`(fault: Fault, code: Int32) throws
    {
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
            return
        }
        Issue.record("the loss was not told")
    }

    @Test(arguments: [false, true])
    func `a card that stands still is lost within 0.6 s, however often it wakes the stream`(
        wakesForNothing: Bool
    ) throws {
        let card = FakeCard {
            $0.isStalled = true
            $0.wakesForNothing = wakesForNothing
            $0.frameLimit = nil
            $0.script[.close] = [0]
        }
        let stream = try open(card)
        let begin = card.read(\.hostTime)
        try stream.start()
        while stream.state == .running { sched_yield() }
        #expect(stream.nextEvent() == .lost(.lost(device: card.name, code: ETIMEDOUT, cause: "it hangs")))
        #expect(card.read(\.hostTime) - begin <= 600_000_000)
        // Not one wake-up for each microsecond: once a millisecond, after the first ones.
        #expect(card.count(.poll) < 700)
        stream.close()
    }

    @Test func `a card that overruns is started again and tells what was lost`() throws {
        let card = FakeCard {
            $0.lateNanoseconds = 100_000_000
            $0.script[.read] = [FakeCard.works, FakeCard.works, -Int(EPIPE)]
        }
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        stream.close()
        #expect(stream.xrunCount == 1)
        guard case .xrun(let lost) = stream.nextEvent() else {
            Issue.record("no xrun")
            return
        }
        // 100 ms at 50 kHz, and the period that could not be read.
        #expect(lost >= 5_000 && lost <= 5_100, "\(lost)")
    }

    @Test(arguments: [
        SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED, SND_PCM_ACCESS_RW_NONINTERLEAVED,
        SND_PCM_ACCESS_MMAP_NONINTERLEAVED,
    ])
    func `a card with one access only is captured and played by it`(access: snd_pcm_access_t) throws {
        let card = FakeCard { $0.accesses = [access.rawValue] }
        let stream = try open(card)
        try stream.start()
        #expect(card.finished.wait())
        stream.close()
        #expect(card.read(\.access) == access.rawValue)
        let isWhole = capturer.samples.prefix(1_800).elementsEqual(expected)
        #expect(isWhole)

        let player = FakeCard { $0.accesses = [access.rawValue] }
        let renderer = RecordingRenderer()
        let request = DeviceStreamRequest(
            deviceName: player.name, sampleRateHz: 50_000, periodFrameCount: 100, periodCount: 4, priority: 0)
        let output = try ALSABackend(calls: player.calls).openPlayback(request, rendering: renderer.rendering)
        try output.start()
        #expect(player.finished.wait())
        output.close()
        let isPlayed = player.read(\.played).prefix(1_800).elementsEqual(expected)
        #expect(isPlayed)
    }

    @Test func `mapped memory is used where it is preferred and offered`() throws {
        let both = [SND_PCM_ACCESS_RW_INTERLEAVED.rawValue, SND_PCM_ACCESS_MMAP_INTERLEAVED.rawValue]
        for (prefersMapping, access) in [(false, both[0]), (true, both[1])] {
            let card = FakeCard { $0.accesses = both }
            try open(card, prefersMapping: prefersMapping).close()
            #expect(card.read(\.access) == access)
        }
    }

    @Test func `frames say when they reached the card`() throws {
        let card = FakeCard()
        let stream = try open(card)
        let begin = card.read(\.hostTime)
        try stream.start()
        #expect(card.finished.wait())
        stream.close()
        // A frame lasts 20 µs, a period 2 ms.
        #expect(capturer.hostTimes.prefix(9).elementsEqual((0..<9).map { begin + 2_000_000 * UInt64($0) }))
        #expect(stream.latencyFrameCount == 100)
    }

    @Test func `a device without a clock is paced once it shows that`() throws {
        let card = FakeCard {
            $0.hasNoClock = true
            $0.frameLimit = nil
            $0.script[.close] = [0]
        }
        let stream = try open(card)
        try stream.start()
        // As fast as they come: a buffer and four periods; those after it take real time.
        #expect(capturer.called.wait(12))
        let begin = UInt64(monotonicNanoseconds())
        #expect(capturer.called.wait(5))
        #expect(UInt64(monotonicNanoseconds()) - begin >= 4_000_000)
        stream.close()
    }

    private func monotonicNanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    @Test(arguments: [(0.02, 100, 1_000), (0.004, 50, 200), (0.0001, 16, 32)])
    func `a latency that is asked for decides about the buffer`(
        latencySeconds: Double, period: Int, buffer: Int
    ) throws {
        let card = FakeCard()
        let stream = try open(card, latencySeconds: latencySeconds)
        #expect(stream.format.periodFrameCount == period)
        #expect(stream.format.bufferFrameCount == buffer)
        stream.close()
    }

    @Test func `a sound server gets 85 ms unless a latency is asked for`() throws {
        let card = FakeCard { $0.type = SND_PCM_TYPE_IOPLUG }
        let stream = try open(card)
        #expect(stream.format.bufferFrameCount == 4_250)
        stream.close()
        let quick = FakeCard { $0.type = SND_PCM_TYPE_IOPLUG }
        let other = try open(quick, latencySeconds: 0.02)
        #expect(other.format.bufferFrameCount == 1_000)
        other.close()
    }

    @Test func `alsa-lib's null device gives silence in real time`() throws {
        let request = DeviceStreamRequest(deviceName: "null", periodFrameCount: 48, priority: 0)
        let stream = try ALSABackend().openCapture(request, capturing: capturer.capturing)
        try stream.start()
        #expect(capturer.called.wait(5))
        stream.close()
        let times = capturer.hostTimes
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= 1_000_000) }
        #expect(capturer.samples.allSatisfy { $0 == 0 })
    }

    @Test func `a device that does not exist is named in the error`() {
        let request = DeviceStreamRequest(deviceName: "hw:31,7")
        #expect {
            _ = try SystemBackend().openCapture(request, capturing: capturer.capturing)
        } throws: { error in
            "\(error)".hasPrefix("cannot open audio device 'hw:31,7': ")
        }
    }
}
