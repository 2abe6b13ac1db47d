import AVFMedia
import AVFRender

/// Planar samples on their way into files and back.
struct TestSignal {
    /// Noise between −0.5 and 0.5, the same each time.
    static func noise(_ frameCount: Int, channels: Int = 2) -> [[Float]] {
        var state: UInt32 = 99
        return (0..<channels).map { _ in
            (0..<frameCount).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return Float(Int32(bitPattern: state) >> 8) / 0x1p24
            }
        }
    }

    /// Writes float samples as a WAV file.
    static func write(_ samples: [[Float]], to path: String, rate: Double = 48_000) throws {
        let writer = try AudioFileWriter(
            path: path,
            format: AudioFileFormat(
                container: .wav, encoding: .float32, sampleRateHz: rate, channelCount: samples.count))
        let interleaved = samples[0].indices.flatMap { frame in samples.map { $0[frame] } }
        try interleaved.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            try writer.writeInterleaved(base, frameCount: samples[0].count)
        }
        try writer.close()
    }

    /// All samples of a file.
    static func read(_ path: String) throws -> [[Float]] {
        let reader = try AudioFileReader(path: path)
        let buffer = SampleBuffer(channelCount: reader.format.channelCount, frameCapacity: reader.frameCount)
        let count = try reader.read(into: buffer.channels, frameCount: reader.frameCount)
        return (0..<reader.format.channelCount).map { channel in
            (0..<count).map { buffer.channels[channel][$0] }
        }
    }
}
