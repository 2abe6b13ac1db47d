import AVFDevices
import CAVFALSA
import Glibc
import Testing

@Suite struct ALSANegotiationTests {
    let renderer = RecordingRenderer()

    private func open(_ card: FakeCard) throws -> any DeviceStream {
        let request = DeviceStreamRequest(
            deviceName: card.name, sampleRateHz: 48_000, channelCount: 2, periodFrameCount: 256,
            periodCount: 3)
        return try ALSABackend(calls: card.calls).openPlayback(request, rendering: renderer.rendering)
    }

    @Test func `a card that can gives what is asked for`() throws {
        let card = FakeCard()
        let stream = try open(card)
        #expect(
            stream.format
                == DeviceStreamFormat(
                    deviceName: card.name, sampleRateHz: 48_000, channelCount: 2, periodFrameCount: 256,
                    bufferFrameCount: 768, sampleFormatName: "FLOAT_LE"))
        #expect(stream.latencyFrameCount == 768)
        #expect(card.read(\.availableMinimum) == 256)
    }

    @Test func `a card that cannot gives what comes nearest`() throws {
        let card = FakeCard {
            $0.channelCount = 8
            $0.rateHz = 44_100
            $0.periodFrameCount = 300
            $0.bufferFrameCount = 1_000
        }
        let format = try open(card).format
        #expect(format.channelCount == 8)
        #expect(format.sampleRateHz == 44_100)
        #expect(format.periodFrameCount == 300)
        #expect(format.bufferFrameCount == 1_000)
        // When less than a period of room is left: a threshold of 1000 would never be reached by periods.
        #expect(card.read(\.startThreshold) == 701)
    }

    @Test func `a period as long as the buffer is halved`() throws {
        let card = FakeCard {
            $0.periodFrameCount = 512
            $0.bufferFrameCount = 512
        }
        #expect(try open(card).format.periodFrameCount == 256)
    }

    @Test(arguments: [
        ([SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_FLOAT_LE, SND_PCM_FORMAT_S32_LE], "FLOAT_LE"),
        ([SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_S24_LE, SND_PCM_FORMAT_S32_LE], "S32_LE"),
        ([SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_S24_LE, SND_PCM_FORMAT_S24_3LE], "S24_3LE"),
        ([SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_S24_LE], "S24_LE"),
        ([SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_U8], "S16_LE"),
    ])
    func `the most precise samples the card takes are chosen`(
        offered: [snd_pcm_format_t], chosen: String
    ) throws {
        let formats = Set(offered.map { UInt32(bitPattern: $0.rawValue) })
        #expect(try open(FakeCard { $0.formats = formats }).format.sampleFormatName == chosen)
    }

    @Test func `a card without any known samples is refused`() {
        let card = FakeCard { $0.formats = [UInt32(bitPattern: SND_PCM_FORMAT_MU_LAW.rawValue)] }
        #expect(
            throws: DeviceError.cannotConfigure(
                device: card.name, setting: "linear samples", code: EINVAL,
                cause: "Invalid argument")
        ) { _ = try open(card) }
        #expect(card.count(.close) == 1)
    }

    @Test(arguments: [
        (FakeCard.Call.anyHardware, "to be configured"),
        (.setAccess, "interleaved or planar samples"),
        (.setFormat, "samples as FLOAT_LE"),
        (.setChannels, "2 channels"),
        (.setRate, "a rate of 48000 Hz"),
        (.setPeriodSize, "periods of 256 frames"),
        (.setBufferSize, "a buffer of 768 frames"),
        (.installHardware, "these settings together"),
        (.grantedSizes, "to say what it granted"),
        (.currentSoftware, "to be configured"),
        (.setStartThreshold, "to start when it is full"),
        (.setAvailableMinimum, "to wake for each period"),
        (.installSoftware, "these software settings"),
    ])
    func `the setting that a card refuses is named, and the card is closed`(
        call: FakeCard.Call, setting: String
    ) {
        let card = FakeCard { $0.script[call] = [-Int(EINVAL)] }
        #expect(
            throws: DeviceError.cannotConfigure(
                device: card.name, setting: setting, code: EINVAL, cause: "Invalid argument")
        ) { _ = try open(card) }
        #expect(card.count(.close) == 1)
    }

    @Test func `a card that does not open gives its reason`() {
        let card = FakeCard { $0.script[.open] = [-Int(EBUSY)] }
        let error = DeviceError.cannotOpen(
            device: card.name, code: EBUSY, cause: "Device or resource busy")
        #expect(throws: error) { _ = try open(card) }
        #expect(error.description == "cannot open audio device '\(card.name)': Device or resource busy")
        #expect(card.count(.close) == 0)
    }

    @Test func `no memory for the settings is an error, not a crash`() {
        let card = FakeCard()
        let request = DeviceStreamRequest(deviceName: card.name)
        var noHardware = card.calls
        noHardware.makeHardware = { _ in -ENOMEM }
        var noSoftware = card.calls
        noSoftware.makeSoftware = { _ in 0 }
        for calls in [noHardware, noSoftware] {
            #expect(
                throws: DeviceError.cannotConfigure(
                    device: card.name, setting: "memory for its settings", code: ENOMEM,
                    cause: "Cannot allocate memory")
            ) { _ = try ALSABackend(calls: calls).openPlayback(request, rendering: renderer.rendering) }
        }
        #expect(card.count(.close) == 2)
    }

    @Test func `a bad request does not reach the card`() {
        let card = FakeCard()
        let request = DeviceStreamRequest(deviceName: card.name, channelCount: 0)
        #expect(throws: DeviceError.self) {
            _ = try ALSABackend(calls: card.calls).openPlayback(request, rendering: renderer.rendering)
        }
        #expect(card.count(.open) == 0)
    }
}
