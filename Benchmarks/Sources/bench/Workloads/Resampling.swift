import AVFAudio
import References

/// W6: a minute of stereo noise at another rate, in blocks of 512.
func resamplingWorkloads() -> [Workload] {
    [(44_100.0, 48_000.0), (48_000, 44_100), (48_000, 16_000), (96_000, 44_100)].flatMap { from, to in
        [false, true].map { isBest in
            Workload(
                name: "W6-\(Int(from))-\(Int(to))-\(isBest ? "best" : "high")", audioSeconds: 60, limit: 1
            ) {
                let stream = try NoiseStream(from: from, to: to)
                guard let reference = reference_resampler_create(from, to, isBest) else {
                    throw BenchError.missing("soxr (libsoxr0)")
                }
                return [try converter(stream, isBest: isBest), soxr(stream, reference, isBest: isBest)]
            }
        }
    }
}

/// Ten seconds of noise, six times over, in two formats.
private struct NoiseStream {
    static let blockFrameCount = 512

    let input: AVAudioFormat
    let output: AVAudioFormat
    let blocks: [AVAudioPCMBuffer]
    /// Blocks of a minute.
    var blockCount: Int { Int(60 * input.sampleRate) / Self.blockFrameCount }

    init(from: Double, to: Double) throws {
        guard
            let input = AVAudioFormat(
                commonFormat: .pcmFormatFloat32, sampleRate: from, channels: 2, interleaved: true),
            let output = AVAudioFormat(
                commonFormat: .pcmFormatFloat32, sampleRate: to, channels: 2, interleaved: true)
        else { throw BenchError.noBuffer }
        (self.input, self.output) = (input, output)
        blocks = try (0..<64).map { number in
            let noise = try Noise.buffer(
                frameCount: 2 * Self.blockFrameCount, channelCount: 1, seed: UInt32(number + 1))
            guard let block = AVAudioPCMBuffer(pcmFormat: input, frameCapacity: UInt32(Self.blockFrameCount)),
                let from = noise.floatChannelData?[0], let into = block.floatChannelData?[0]
            else { throw BenchError.noBuffer }
            block.frameLength = UInt32(Self.blockFrameCount)
            for index in 0..<2 * Self.blockFrameCount { into[index] = from[index] }
            return block
        }
    }
}

private func converter(_ stream: NoiseStream, isBest: Bool) throws -> Contender {
    guard let converter = AVAudioConverter(from: stream.input, to: stream.output),
        let output = AVAudioPCMBuffer(pcmFormat: stream.output, frameCapacity: 1024)
    else { throw BenchError.noBuffer }
    converter.sampleRateConverterQuality = (isBest ? AVAudioQuality.max : .high).rawValue
    return Contender(who: "avfaudio") { timed in
        converter.reset()
        var next = 0
        try timed {
            while true {
                let status = converter.convert(to: output, error: nil) { _, status in
                    guard next < stream.blockCount else {
                        status.pointee = .endOfStream
                        return nil
                    }
                    defer { next += 1 }
                    status.pointee = .haveData
                    return stream.blocks[next % stream.blocks.count]
                }
                if status != .haveData { break }
            }
        }
    }
}

private func soxr(_ stream: NoiseStream, _ resampler: OpaquePointer, isBest: Bool) -> Contender {
    var output = [Float](repeating: 0, count: 4096)
    let name = isBest ? "soxr-vhq" : "soxr-hq"
    return Contender(who: name, isReference: true, isPeer: true) { timed in
        try timed {
            for number in 0..<stream.blockCount {
                let block = stream.blocks[number % stream.blocks.count]
                _ = reference_resampler_run(
                    resampler, block.floatChannelData?[0], NoiseStream.blockFrameCount, &output, 2048)
            }
        }
    }
}
