import AVFAudio
import AVFDevices
import AVFEngine
import Foundation
import Glibc
import Synchronization
import Testing

/// A machine without any device.
private struct NoDevices: DeviceBackend {
    private func missing(_ name: String?) -> DeviceError {
        .cannotOpen(device: name ?? "default", code: ENODEV, cause: "No such device")
    }

    func devices() -> [DeviceInfo] { [] }

    func capabilities(
        ofDevice name: String?, _ direction: DeviceDirection
    ) throws(DeviceError) -> DeviceCapabilities { throw missing(name) }

    func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream { throw missing(request.deviceName) }

    func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream { throw missing(request.deviceName) }
}

/// What an engine's `errorHandler` or a recorder's delegate was told.
private final class LiveTold: Sendable {
    private let sentences = Mutex<[String]>([])
    private let signal = DispatchSemaphore(value: 0)

    var all: [String] { sentences.withLock { $0 } }

    func add(_ sentence: String) {
        sentences.withLock { $0.append(sentence) }
        signal.signal()
    }

    /// Waits for the next one, at most ten seconds.
    func wait() { #expect(signal.wait(timeout: .now() + 10) == .success) }
}

private final class Delegate: NSObject, AVAudioRecorderDelegate {
    let told = LiveTold()

    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
        told.add("finished \(flag)")
    }

    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
        told.add("error \((error as NSError?)?.code ?? 0)")
    }
}

@Suite struct LiveFaceTests {
    // MARK: - The input node

    @Test func `the input node has the device's channels at the engine's rate, and its own rate inside`()
        throws
    {
        let device = VirtualClockDevice()
        let engine = AVAudioEngine(backend: device)
        let input = engine.inputNode
        #expect(
            input.inputFormat(forBus: 0) == AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        #expect(input.outputFormat(forBus: 0) == input.inputFormat(forBus: 0))
        #expect(input.numberOfInputs == 1 && input.presentationLatency == 0)
        #expect(input.inputFormat(forBus: 1).channelCount == 0)
        let heard = LiveTold()
        input.installTap(onBus: 0, bufferSize: 480, format: input.outputFormat(forBus: 0)) { buffer, _ in
            heard.add("\(buffer.format.channelCount) \(buffer.frameLength)")
        }
        engine.connect(input, to: engine.mainMixerNode, format: nil)
        try engine.start()
        for _ in 0..<20 { device.advance(frameCount: 512) }
        heard.wait()
        #expect(heard.all.first == "2 480")
        #expect(input.presentationLatency > 0)
        engine.stop()
    }

    @Test
    func `without an input device the input node has no channels, and using it is refused without harm`()
        throws
    {
        let engine = AVAudioEngine(backend: NoDevices())
        let told = LiveTold()
        engine.errorHandler = { told.add($0.localizedDescription) }
        let input = engine.inputNode
        #expect(
            input.outputFormat(forBus: 0).channelCount == 0 && input.inputFormat(forBus: 0).sampleRate == 0)
        #expect(told.all.isEmpty)
        engine.connect(input, to: engine.mainMixerNode, format: nil)
        input.installTap(onBus: 0, bufferSize: 1024, format: nil) { _, _ in }
        engine.attach(input)
        #expect(
            told.all
                == Array(repeating: "cannot open audio device 'default': No such device", count: 2))
        #expect(input.setManualRenderingInputPCMFormat(.init(), inputBlock: { _ in nil }) == false)
        try input.setVoiceProcessingEnabled(false)
        #expect(throws: NSError.self) { try input.setVoiceProcessingEnabled(true) }
    }

    @Test func `the input device is chosen before the start`() throws {
        let device = VirtualClockDevice()
        let engine = AVAudioEngine(backend: device)
        let told = LiveTold()
        engine.errorHandler = { told.add($0.localizedDescription) }
        #expect(engine.inputDevice == nil)
        engine.inputDevice = "hw:1"
        #expect(engine.inputDevice == "hw:1")
        _ = engine.mainMixerNode
        try engine.start()
        engine.inputDevice = nil
        #expect(engine.inputDevice == "hw:1")
        #expect(told.all == ["setInputDevice needs a stopped engine: call stop() first."])
        engine.stop()
    }

    // MARK: - Recorder

    /// A file that goes away with the object.
    private final class Take {
        let url: URL

        init(_ fileExtension: String = "wav") {
            url = FileManager.default.temporaryDirectory.appendingPathComponent(
                "take-\(UUID().uuidString).\(fileExtension)")
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private static var settings: [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
    }

    @Test func `a recorder records, pauses, ends and deletes, and its delegate is told once`() throws {
        let device = VirtualClockDevice { frame, _ in Float(frame + 1) / 65_536 }
        let take = Take()
        let recorder = try AVAudioRecorder(url: take.url, settings: Self.settings, backend: device)
        let delegate = Delegate()
        recorder.delegate = delegate
        #expect(recorder.url == take.url && !recorder.isRecording && recorder.currentTime == 0)
        #expect(recorder.format.sampleRate == 48_000 && recorder.format.channelCount == 1)
        #expect(recorder.settings[AVLinearPCMBitDepthKey] as? Int == 32)
        recorder.isMeteringEnabled = true
        #expect(recorder.prepareToRecord())
        #expect(FileManager.default.fileExists(atPath: take.url.path))
        #expect(recorder.record())
        device.advanceCapture(frameCount: 24_000)
        #expect(recorder.isRecording && recorder.currentTime == 0.5)
        recorder.updateMeters()
        #expect(recorder.peakPower(forChannel: 0) > -10 && recorder.averagePower(forChannel: 0) > -20)
        #expect(recorder.peakPower(forChannel: 1) == -160)
        recorder.pause()
        #expect(!recorder.isRecording)
        device.advanceCapture(frameCount: 4_800)
        #expect(recorder.record())
        device.advanceCapture(frameCount: 4_800)
        #expect(!recorder.deleteRecording())
        recorder.stop()
        delegate.told.wait()
        #expect(delegate.told.all == ["finished true"])
        #expect(recorder.currentTime == 0 && recorder.deviceCurrentTime > 0)
        let file = try AVAudioFile(forReading: take.url)
        #expect(file.length == 28_800)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 28_800))
        try file.read(into: buffer)
        #expect(buffer.floatChannelData?[0][23_999] == Float(24_000) / 65_536)
        #expect(buffer.floatChannelData?[0][24_000] == Float(28_801) / 65_536)
        #expect(recorder.deleteRecording())
        #expect(!FileManager.default.fileExists(atPath: take.url.path))
        #expect(!recorder.deleteRecording())
    }

    @Test func `a recording for a duration ends by itself`() throws {
        let device = VirtualClockDevice()
        let take = Take("caf")
        let recorder = try AVAudioRecorder(url: take.url, settings: Self.settings, backend: device)
        let delegate = Delegate()
        recorder.delegate = delegate
        #expect(recorder.record(forDuration: 0.25))
        device.advanceCapture(frameCount: 48_000)
        delegate.told.wait()
        #expect(delegate.told.all == ["finished true"] && !recorder.isRecording)
        #expect(try AVAudioFile(forReading: take.url).length == 12_000)
        #expect(!recorder.record(forDuration: -1))
        #expect(recorder.lastError?.localizedDescription == "A recording cannot last -1.0 seconds.")
    }

    @Test func `a task waits for the end of a recording, and its loudness is measured`() async throws {
        let device = VirtualClockDevice { frame, _ in
            Float(0.1 * sin(2 * .pi * 997 * Double(frame) / 48_000))
        }
        let take = Take()
        let recorder = try AVAudioRecorder(url: take.url, settings: Self.settings, backend: device)
        recorder.isLoudnessMeteringEnabled = true
        let whole = Task { try await recorder.recordToEnd(forDuration: 2) }
        while !recorder.isRecording { await Task.yield() }
        device.advanceCapture(frameCount: 90_000)
        recorder.updateMeters()
        #expect(abs(recorder.loudness.integrated + 23) < 0.1 && abs(recorder.loudness.truePeak + 20) < 0.1)
        device.advanceCapture(frameCount: 9_000)
        #expect(try await whole.value)
        #expect(try AVAudioFile(forReading: take.url).length == 96_000)
        await #expect(throws: NSError.self) { try await recorder.recordToEnd(forDuration: -1) }
        let endless = Task { try await recorder.recordToEnd(forDuration: 1e9) }
        while !recorder.isRecording { await Task.yield() }
        endless.cancel()
        #expect(try await endless.value)
        #expect(!recorder.isRecording)
    }

    @Test func `a recorder can be made from a format, and what no file holds is refused at once`() throws {
        let take = Take("aiff")
        let format = try #require(
            AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 2, interleaved: true))
        let recorder = try AVAudioRecorder(url: take.url, format: format)
        #expect(recorder.format.sampleRate == 44_100 && recorder.format.channelCount == 2)
        var wrong = Self.settings
        wrong[AVFormatIDKey] = kAudioFormatMPEG4AAC
        #expect(throws: NSError.self) { try AVAudioRecorder(url: take.url, settings: wrong) }
        wrong[AVFormatIDKey] = kAudioFormatAppleLossless
        #expect(throws: NSError.self) { try AVAudioRecorder(url: Take("caf").url, settings: wrong) }
        #expect(throws: NSError.self) {
            try AVAudioRecorder(url: try #require(URL(string: "https://x/y.wav")), settings: Self.settings)
        }
        #expect(!FileManager.default.fileExists(atPath: take.url.path))
    }

    @Test func `a recorder without a device, and one without a place, say why`() throws {
        let take = Take()
        let recorder = try AVAudioRecorder(url: take.url, settings: Self.settings, backend: NoDevices())
        #expect(!recorder.record() && !recorder.prepareToRecord() && !recorder.isRecording)
        #expect(
            recorder.lastError?.localizedDescription == "cannot open audio device 'default': No such device")
        let lost = try AVAudioRecorder(
            url: URL(fileURLWithPath: "/none/take.wav"), settings: Self.settings,
            backend: VirtualClockDevice())
        #expect(!lost.record(atTime: lost.deviceCurrentTime + 1))
        #expect(lost.lastError != nil)
    }
}
