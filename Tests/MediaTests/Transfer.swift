import AVFMedia
import Glibc

/// Planar signals in and out of files.
enum Transfer {
    static func write(
        _ channels: [[Float]], path: String, _ format: AudioFileFormat,
        encoder: EncoderSettings = EncoderSettings(), blockSize: Int = .max
    ) throws {
        let writer = try AudioFileWriter(path: path, format: format, encoder: encoder)
        try append(channels, to: writer, blockSize: blockSize)
        try writer.close()
    }

    static func append(
        _ channels: [[Float]], to writer: AudioFileWriter, blockSize: Int = .max
    ) throws {
        let frameCount = channels.first?.count ?? 0
        let copies = channels.map { samples in
            let copy = UnsafeMutablePointer<Float>.allocate(capacity: max(1, frameCount))
            copy.initialize(from: samples, count: frameCount)
            return UnsafePointer(copy)
        }
        defer { for copy in copies { copy.deallocate() } }
        var start = 0
        while start < frameCount {
            let count = min(blockSize, frameCount - start)
            try writer.write(copies, offset: start, frameCount: count)
            start += count
        }
    }

    static func readAll(_ path: String) throws -> [[Float]] {
        let reader = try AudioFileReader(path: path)
        return try read(reader, frameCount: reader.frameCount)
    }

    /// Reads up to `frameCount` frames; what was not there is cut off.
    static func read(_ reader: AudioFileReader, frameCount: Int) throws -> [[Float]] {
        try collect(channelCount: reader.format.channelCount, frameCount: frameCount) { channels in
            try reader.read(into: channels, frameCount: frameCount)
        }
    }

    static func collect(
        channelCount: Int, frameCount: Int,
        _ body: (UnsafePointer<UnsafeMutablePointer<Float>>) throws -> Int
    ) throws -> [[Float]] {
        let blocks = (0..<channelCount).map { _ in
            let block = UnsafeMutablePointer<Float>.allocate(capacity: max(1, frameCount))
            block.initialize(repeating: .nan, count: max(1, frameCount))
            return block
        }
        defer { for block in blocks { block.deallocate() } }
        let count = try body(blocks)
        return blocks.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }
}

/// Signals with a known formula.
enum Signal {
    /// A sine with a different phase in each channel.
    static func sine(
        channelCount: Int, frameCount: Int, frequencyHz: Double = 997, sampleRateHz: Double = 48_000,
        gainLinear: Double = 0.5
    ) -> [[Float]] {
        (0..<channelCount).map { channel in
            (0..<frameCount).map { frame in
                let turns = frequencyHz * Double(frame) / sampleRateHz + Double(channel) / 8
                return Float(gainLinear * sin(2 * .pi * turns))
            }
        }
    }

    /// Multiples of 1/2^(bits−1) over the whole range of an integer encoding, the ends included.
    static func grid(channelCount: Int, frameCount: Int, bitCount: Int) -> [[Float]] {
        let steps = Double(sign: .plus, exponent: bitCount - 1, significand: 1)
        return (0..<channelCount).map { channel in
            (0..<frameCount).map { frame in
                if frame == 0 { return -1 }
                if frame == 1 { return Float((min(steps, 0x1p23) - 1) / min(steps, 0x1p23)) }
                let value = Double((frame * 7_919 + channel * 104_729) % 65_521) / 65_521 * 2 - 1
                return Float((value * min(steps, 0x1p23)).rounded(.down) / min(steps, 0x1p23))
            }
        }
    }

    static func signalToNoiseDecibels(_ signal: [Float], _ copy: [Float]) -> Double {
        var power = 0.0
        var noise = 0.0
        for (a, b) in zip(signal, copy) {
            power += Double(a) * Double(a)
            noise += (Double(a) - Double(b)) * (Double(a) - Double(b))
        }
        return 10 * log10(power / max(noise, 1e-30))
    }
}
