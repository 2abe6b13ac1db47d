import AVFAudio
import Synchronization
import Testing

/// Files of which the end is missing, as a program sees them.
@Suite struct IncompleteFileTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func cutFile(_ name: String, frameCount: AVAudioFrameCount = 20_000) throws -> URL {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let settings: [String: Any] = [
            AVFormatIDKey: name.hasSuffix("flac") ? kAudioFormatFLAC : kAudioFormatLinearPCM,
            AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1, AVLinearPCMBitDepthKey: 16,
        ]
        let whole = folder.file("whole-" + name)
        let file = try AVAudioFile(forWriting: whole, settings: settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCount))
        buffer.frameLength = frameCount
        let samples = try #require(buffer.floatChannelData)[0]
        for frame in 0..<Int(frameCount) { samples[frame] = Float(sin(Double(frame * frame) * 1e-5)) }
        try file.write(from: buffer)
        file.close()
        #expect(!(try AVAudioFile(forReading: whole).isIncomplete))
        let bytes = try Data(contentsOf: whole)
        let cut = folder.file(name)
        try bytes.prefix(bytes.count / 2).write(to: cut)
        return cut
    }

    @Test(arguments: ["a.wav", "a.aiff", "a.caf", "a.flac"])
    func `a program can ask whether sound is missing and how much there should be`(name: String) throws {
        let file = try AVAudioFile(forReading: try cutFile(name))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 30_000))
        try file.read(into: buffer)
        #expect(buffer.frameLength > 1_000 && buffer.frameLength < 20_000)
        #expect(file.isIncomplete && file.expectedLength == 20_000)
    }

    @Test(arguments: ["a.wav", "a.flac"])
    func `an engine plays what an incomplete file holds and tells its error handler`(name: String) throws {
        let file = try AVAudioFile(forReading: try cutFile(name))
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        let told = Mutex<[String]>([])
        engine.errorHandler = { error in told.withLock { $0.append(error.localizedDescription) } }
        try engine.enableManualRenderingMode(
            .offline, format: file.processingFormat, maximumFrameCount: 4_096)
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: file.processingFormat)
        player.scheduleFile(file, at: nil)
        try engine.start()
        player.play()
        let block = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 4_096))
        for _ in 0..<6 { #expect(try engine.renderOffline(4_096, to: block) == .success) }
        #expect(told.withLock { $0 }.contains { $0.contains("of 20,000 frames") })
    }
}
