import AVFAudio
import AVFEngine
import TestPlugins
import Testing

/// A graph with a bit of everything, and a score of calls at fixed frames.
///
/// Whatever is rendered, tapped and converted goes into one hash.
final class RichGraph {
    private let offline: OfflineEngine
    private var engine: AVAudioEngine { offline.engine }
    private let folder: ScratchFolder
    private let file: AVAudioFile
    private let (looping, slow, cutting, segments) = (
        AVAudioPlayerNode(), AVAudioPlayerNode(), AVAudioPlayerNode(), AVAudioPlayerNode()
    )
    private let (submix, delay, equalizer) = (
        AVAudioMixerNode(), AVAudioUnitDelay(), AVAudioUnitEQ(numberOfBands: 2)
    )
    private let tapped = Told<[Float]>()
    private let converter: AVAudioConverter
    private var (rendered, converted) = (SampleHash(), SampleHash())
    private var frame = 0

    /// `plugin` must have one input and one output.
    init(threads: Int, plugin: AVAudioUnitEffect) throws {
        offline = try OfflineEngine()
        folder = try ScratchFolder()
        file = try Self.music(in: folder)
        let integers = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 2, interleaved: true))
        converter = try #require(AVAudioConverter(from: standardFormat(2), to: integers))
        converter.dither = true
        engine.renderThreadCount = threads
        connect(plugin)
        setParameters()
        schedule()
        engine.mainMixerNode.installTap(onBus: 0, bufferSize: 333, format: nil) { [tapped] buffer, _ in
            tapped.add(buffer.floats[0] + buffer.floats[1])
        }
        try engine.start()
        for player in [looping, slow, segments] { player.play() }
        cutting.play(at: AVAudioTime(sampleTime: 77, atRate: 48_000))
    }

    private static func music(in folder: ScratchFolder) throws -> AVAudioFile {
        let url = folder.file("music.wav")
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: 16,
        ]
        let writing = try AVAudioFile(forWriting: url, settings: settings)
        try writing.write(from: noise(9_000, channels: 2, rate: 44_100, seed: 1))
        writing.close()
        return try AVAudioFile(forReading: url)
    }

    private static func noise(
        _ frameCount: Int, channels: AVAudioChannelCount, rate: Double = 48_000, seed: UInt64
    ) -> AVAudioPCMBuffer {
        buffer(frameCount, channels: channels, rate: rate) { frame, channel in
            var mixed = (UInt64(frame) &* 2 &+ UInt64(channel) &+ seed << 32) &* 0x9E37_79B9_7F4A_7C15
            mixed = (mixed ^ (mixed >> 29)) &* 0xBF58_476D_1CE4_E5B9
            return Float(Int32(truncatingIfNeeded: mixed >> 32)) / 0x1p33
        }
    }

    private func connect(_ plugin: AVAudioUnitEffect) {
        let source = AVAudioSourceNode(format: standardFormat(1)) { _, time, count, buffers in
            let list = UnsafeMutableAudioBufferListPointer(buffers)
            guard let samples = list[0].mData?.assumingMemoryBound(to: Float.self) else { return -1 }
            let start = Int(time.pointee.mSampleTime)
            for frame in 0..<Int(count) { samples[frame] = Float((start + frame) % 97) / 970 }
            return noErr
        }
        for node in [looping, slow, cutting, segments, submix, delay, equalizer, plugin, source] {
            engine.attach(node)
        }
        let mixer = engine.mainMixerNode
        engine.connect(looping, to: plugin, format: standardFormat(1))
        engine.connect(plugin, to: equalizer, format: standardFormat(1))
        engine.connect(equalizer, to: mixer, format: standardFormat(1))
        engine.connect(slow, to: submix, format: standardFormat(1, rate: 22_050))
        engine.connect(segments, to: submix, format: standardFormat(2, rate: 32_000))
        engine.connect(submix, to: delay, format: standardFormat(2))
        engine.connect(delay, to: mixer, format: standardFormat(2))
        engine.connect(cutting, to: mixer, format: standardFormat(2))
        engine.connect(source, to: mixer, format: standardFormat(1))
        #expect(offline.refused.sentences.isEmpty)
    }

    private func setParameters() {
        (delay.delayTime, delay.feedback, delay.wetDryMix) = (0.011, 40, 35)
        equalizer.bands[0].bypass = false
        (equalizer.bands[0].frequency, equalizer.bands[0].gain) = (700, 9)
        (looping.volume, looping.pan, slow.volume, slow.pan) = (0.7, -0.4, 0.5, 0.9)
    }

    private func schedule() {
        looping.scheduleBuffer(Self.noise(1_201, channels: 1, seed: 2), at: nil, options: .loops)
        slow.scheduleBuffer(Self.noise(500, channels: 1, rate: 22_050, seed: 3), at: nil, options: .loops)
        cutting.scheduleBuffer(Self.noise(900, channels: 2, seed: 4), at: nil, options: .loops)
        segments.scheduleSegment(file, startingFrame: 100, frameCount: 1_500, at: nil)
        segments.scheduleFile(file, at: AVAudioTime(sampleTime: 1_600, atRate: 32_000))
    }

    /// What happens, by frame; a real program's calls come between blocks too.
    private var score: [(frame: Int, call: () -> Void)] {
        [
            (601, { [self] in engine.mainMixerNode.outputVolume = 0.6 }),
            (
                1_003,
                { [self] in
                    looping.scheduleBuffer(
                        Self.noise(700, channels: 1, seed: 5), at: nil, options: .interruptsAtLoop)
                }
            ),
            (1_207, { [self] in cutting.pause() }),
            (1_777, { [self] in cutting.play() }),
            (
                2_048,
                { [self] in
                    segments.stop()
                    segments.scheduleSegment(file, startingFrame: 4_001, frameCount: 3_000, at: nil)
                    segments.play()
                }
            ),
            (2_500, { [self] in (slow.pan, equalizer.bands[0].gain) = (-0.2, -6) }),
            (
                3_001,
                { [self] in
                    cutting.scheduleBuffer(
                        Self.noise(333, channels: 2, seed: 6), at: nil, options: .interrupts)
                }
            ),
        ]
    }

    /// Renders so many frames in blocks of these sizes, over and over, cut where the score says.
    ///
    /// - Returns: One number for what was rendered, what the converter made of it, and what the tap heard.
    func hash(_ frameCount: Int, blocks: () -> Int) throws -> UInt64 {
        let target = try #require(
            AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: 4096))
        for event in score where event.frame < frameCount {
            try render(upTo: event.frame, target, blocks)
            event.call()
        }
        try render(upTo: frameCount, target, blocks)
        try convert(nil)
        var heard = SampleHash()
        for piece in tapped.wait(for: frameCount / 333).prefix(frameCount / 333) { heard.add(piece) }
        engine.stop()
        return rendered.value ^ converted.value &* 3 ^ heard.value &* 5
    }

    private func render(upTo end: Int, _ target: AVAudioPCMBuffer, _ blocks: () -> Int) throws {
        while frame < end {
            let count = min(end - frame, blocks())
            try #require(try engine.renderOffline(AVAudioFrameCount(count), to: target) == .success)
            let channels = target.floats
            rendered.add((0..<count).flatMap { [channels[0][$0], channels[1][$0]] })
            try convert(target)
            frame += count
        }
    }

    /// Another rate and fewer bits, as far as can be made; without a buffer the rest.
    private func convert(_ block: AVAudioPCMBuffer?) throws {
        let output = try #require(
            AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 1024))
        var given = false
        while true {
            let status = converter.convert(to: output, error: nil) { _, status in
                guard let block, !given else {
                    status.pointee = block == nil ? .endOfStream : .noDataNow
                    return nil
                }
                given = true
                status.pointee = .haveData
                return block
            }
            let samples = try #require(output.int16ChannelData)[0]
            converted.add((0..<2 * Int(output.frameLength)).map { Float(samples[$0]) })
            if status != .haveData || output.frameLength == 0 { return }
        }
    }
}

/// FNV-1a over the bits of samples (Fowler, Noll and Vo).
struct SampleHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ samples: [Float]) {
        for sample in samples { value = (value ^ UInt64(sample.bitPattern)) &* 0x0000_0100_0000_01B3 }
    }
}
