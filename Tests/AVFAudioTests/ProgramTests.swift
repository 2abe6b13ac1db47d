// Programs as people write them for Apple's systems, unchanged; they import AVFoundation and nothing else of
// ours.
import AVFoundation
import Testing

/// What packages for speech recognition do first: any file as 16 kHz mono.
private func loadForRecognition(_ url: URL) throws -> [Float] {
    let file = try AVAudioFile(forReading: url)
    guard
        let target = AVAudioFormat(
            commonFormat: .pcmFormatFloat32, sampleRate: 16_000, channels: 1, interleaved: false),
        let converter = AVAudioConverter(from: file.processingFormat, to: target),
        let input = AVAudioPCMBuffer(
            pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length))
    else { return [] }
    try file.read(into: input)
    let ratio = target.sampleRate / file.processingFormat.sampleRate
    let capacity = AVAudioFrameCount(Double(input.frameLength) * ratio) + 1
    guard let output = AVAudioPCMBuffer(pcmFormat: target, frameCapacity: capacity) else { return [] }
    var error: NSError?
    var isGiven = false
    let status = converter.convert(to: output, error: &error) { _, outStatus in
        if isGiven {
            outStatus.pointee = .endOfStream
            return nil
        }
        isGiven = true
        outStatus.pointee = .haveData
        return input
    }
    guard status != .error, error == nil, let samples = output.floatChannelData?[0] else { return [] }
    return Array(UnsafeBufferPointer(start: samples, count: Int(output.frameLength)))
}

/// What live transcription does with each buffer of a microphone.
private func convertChunk(
    _ chunk: AVAudioPCMBuffer, with converter: AVAudioConverter
) -> [Float] {
    let ratio = converter.outputFormat.sampleRate / converter.inputFormat.sampleRate
    let capacity = AVAudioFrameCount((Double(chunk.frameLength) * ratio).rounded(.up)) + 16
    guard let output = AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: capacity) else {
        return []
    }
    var isConsumed = false
    var error: NSError?
    converter.convert(to: output, error: &error) { packetCount, status in
        if isConsumed {
            status.pointee = .noDataNow
            return nil
        }
        isConsumed = true
        status.pointee = .haveData
        return chunk
    }
    guard error == nil, let samples = output.floatChannelData?[0] else { return [] }
    return Array(UnsafeBufferPointer(start: samples, count: Int(output.frameLength)))
}

/// Apple's example of rendering a file offline through an effect, into another file.
private func bounce(_ source: AVAudioFile, through effect: AVAudioNode, to url: URL) throws {
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    let format = source.processingFormat
    engine.attach(player)
    engine.attach(effect)
    engine.connect(player, to: effect, format: format)
    engine.connect(effect, to: engine.mainMixerNode, format: format)
    player.scheduleFile(source, at: nil)
    let maxFrames: AVAudioFrameCount = 4096
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: maxFrames)
    try engine.start()
    player.play()
    let buffer = AVAudioPCMBuffer(
        pcmFormat: engine.manualRenderingFormat, frameCapacity: engine.manualRenderingMaximumFrameCount)!
    let outputFile = try AVAudioFile(forWriting: url, settings: source.fileFormat.settings)
    while engine.manualRenderingSampleTime < source.length {
        let frameCount = source.length - engine.manualRenderingSampleTime
        let framesToRender = min(AVAudioFrameCount(frameCount), buffer.frameCapacity)
        let status = try engine.renderOffline(framesToRender, to: buffer)
        switch status {
        case .success: try outputFile.write(from: buffer)
        case .insufficientDataFromInputNode: break
        case .cannotDoInCurrentContext: break
        case .error: fatalError("The manual rendering failed.")
        @unknown default: break
        }
    }
    player.stop()
    engine.stop()
}

struct ProgramTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func tone(_ frame: Int, rate: Double) -> Float {
        Float(0.5 * sin(2 * .pi * 440 * Double(frame) / rate))
    }

    @Test func `speech is read as 16 kHz mono, of the right length and level`() throws {
        let url = folder.file("speech.wav")
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: 16,
        ]
        do {
            let file = try AVAudioFile(forWriting: url, settings: settings)
            try file.write(
                from: buffer(22_050, channels: 2, rate: 44_100) { frame, _ in tone(frame, rate: 44_100) })
        }
        let samples = try loadForRecognition(url)
        #expect(samples.count == 8_000)
        let errors = (200..<7_800).map { frame in abs(samples[frame] - tone(frame, rate: 16_000)) }
        #expect(errors.allSatisfy { $0 < 1e-4 })
    }

    @Test func `chunks of a microphone become one stream without a seam`() throws {
        let from = standardFormat(1, rate: 48_000)
        let target = standardFormat(1, rate: 16_000)
        let converter = try #require(AVAudioConverter(from: from, to: target))
        var heard: [Float] = []
        for chunk in 0..<20 {
            let piece = buffer(1024) { frame, _ in tone(chunk * 1024 + frame, rate: 48_000) }
            heard += convertChunk(piece, with: converter)
            // Nothing but the filter's reach is ever missing.
            #expect(heard.count > (chunk + 1) * 1024 / 3 - 100)
        }
        let errors = (200..<heard.count).map { frame in abs(heard[frame] - tone(frame, rate: 16_000)) }
        #expect(errors.allSatisfy { $0 < 1e-4 })
    }

    @Test func `Apple's example of a bounce writes the samples of its source`() throws {
        let url = folder.file("source.wav")
        do {
            let file = try AVAudioFile(forWriting: url, settings: standardFormat(2).settings)
            try file.write(from: buffer(10_000, channels: 2, ramp))
        }
        let equalizer = AVAudioUnitEQ(numberOfBands: 3)
        equalizer.bypass = true
        try bounce(try AVAudioFile(forReading: url), through: equalizer, to: folder.file("bounce.wav"))
        let bounced = try AVAudioFile(forReading: folder.file("bounce.wav"))
        #expect(bounced.length == 10_000)
        let samples = try #require(
            AVAudioPCMBuffer(pcmFormat: bounced.processingFormat, frameCapacity: 10_000))
        try bounced.read(into: samples)
        for channel in 0..<2 {
            let wanted: [Float] = (0..<10_000).map { ramp($0, channel) }
            #expect(samples.floats[channel] == wanted)
        }
    }

    @Test func `a tap that writes a file writes what is heard`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let mixer = offline.engine.mainMixerNode
        let url = folder.file("tap.caf")
        let file = try AVAudioFile(forWriting: url, settings: mixer.outputFormat(forBus: 0).settings)
        let written = Told<AVAudioFrameCount>()
        mixer.installTap(onBus: 0, bufferSize: 1024, format: mixer.outputFormat(forBus: 0)) { buffer, _ in
            do { try file.write(from: buffer) } catch { Issue.record(error) }
            written.add(buffer.frameLength)
        }
        player.scheduleBuffer(buffer(8192, ramp))
        try offline.engine.start()
        player.play()
        let heard = try offline.render(8192, block: 700)
        _ = written.wait(for: 8)
        mixer.removeTap(onBus: 0)
        file.close()
        let back = try AVAudioFile(forReading: url)
        let samples = try #require(AVAudioPCMBuffer(pcmFormat: back.processingFormat, frameCapacity: 8192))
        try back.read(into: samples)
        #expect(samples.floats == heard)
    }

    @Test func `awaiting a file returns when it has been played`() async throws {
        let url = folder.file("awaited.wav")
        do {
            let file = try AVAudioFile(forWriting: url, settings: standardFormat(1).settings)
            try file.write(from: buffer(3_000, ramp))
        }
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let file = try AVAudioFile(forReading: url)
        try offline.engine.start()
        player.play()
        async let kind = player.scheduleFile(file, at: nil, completionCallbackType: .dataRendered)
        var heard: [Float] = []
        while heard.count < 3_000 {
            // The call is made on a thread that this test must not keep for itself.
            await Task.yield()
            let block = try offline.render(512)[0]
            heard += heard.isEmpty ? Array(block.drop { $0 == 0 }) : block
        }
        #expect(await kind == .dataRendered)
        #expect(heard.prefix(3_000) == (0..<3_000).map { ramp($0) }[...])
    }

    @Test func `eight players of eight formats meet in one mixer, each at its own place`() throws {
        let offline = try OfflineEngine(channels: 2)
        var players: [AVAudioPlayerNode] = []
        for (number, rate) in [8_000.0, 16_000, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000].enumerated()
        {
            let channels = AVAudioChannelCount(1 + number % 2)
            let player = offline.addPlayer(channels: channels, rate: rate)
            // A constant keeps its value at any rate, once the filter is full.
            player.scheduleBuffer(
                buffer(Int(rate / 4), channels: channels, rate: rate) { _, _ in 1 / 16 }, at: nil,
                options: .loops)
            players.append(player)
        }
        try offline.engine.start()
        for player in players { player.play() }
        let heard = try offline.render(9_000)
        for channel in heard {
            let steady = channel.dropFirst(3_000)
            #expect(steady.allSatisfy { abs($0 - 0.5) < 1e-4 })
        }
        #expect(offline.refused.sentences == [])
    }

    @Test func `a loop is cut thousands of times without a frame going astray`() throws {
        let offline = try OfflineEngine(channels: 1)
        let player = offline.addPlayer()
        try offline.engine.start()
        player.play()
        var heard: [Float] = []
        for turn in 0..<2_000 {
            let value = Float(turn + 1) / 4096
            player.scheduleBuffer(
                buffer(7) { _, _ in value }, at: nil, options: [.loops, .interrupts], completionHandler: nil)
            heard += try offline.render(3)[0]
        }
        let wanted: [Float] = (0..<6_000).map { frame in Float(frame / 3 + 1) / 4096 }
        #expect(heard == wanted)
    }
}
