import CAVFDSP

extension AudioFileWriter {
    /// How the file takes samples.
    private enum Target {
        /// Integers of so many bits.
        case integer(bitCount: Int)
        /// Floating point, bit for bit.
        case floating
        /// An encoder that works in floating point and needs finite numbers.
        case lossy
    }

    private var target: Target {
        if let bitCount = format.encoding.integerBitCount { return .integer(bitCount: bitCount) }
        return format.encoding.isLossless ? .floating : .lossy
    }

    /// Appends interleaved floats.
    ///
    /// - Throws: As `write(_:offset:frameCount:)`.
    package func writeInterleaved(_ samples: UnsafePointer<Float>, frameCount: Int) throws(MediaError) {
        switch target {
        case .floating:
            let channelCount = format.channelCount
            try writeChunks(frameCount, chunk: converted.frameCount) { encoder, done, count in
                encoder.write(samples + done * channelCount, frameCount: count)
            }
        case .lossy:
            try writeFinite(samples, frameCount: frameCount)
        case .integer(bitCount: 16):
            try writeConverted(samples, frameCount: frameCount, { $0.write($1, frameCount: $2) }) {
                (target: UnsafeMutablePointer<Int16>, source, count) in
                countClipped(source, count: count)
                avf_dsp_float_to_int16(target, source, count)
            }
        case .integer(let bitCount):
            try writeQuantized(samples, frameCount: frameCount, bitCount: bitCount)
        }
    }

    /// Appends interleaved doubles.
    ///
    /// - Throws: As `write(_:offset:frameCount:)`.
    package func writeInterleaved(_ samples: UnsafePointer<Double>, frameCount: Int) throws(MediaError) {
        switch target {
        case .floating:
            let channelCount = format.channelCount
            try writeChunks(frameCount, chunk: converted.frameCount) { encoder, done, count in
                encoder.write(samples + done * channelCount, frameCount: count)
            }
        case .lossy:
            try writeFinite(samples, frameCount: frameCount)
        case .integer(let bitCount):
            try writeQuantized(samples, frameCount: frameCount, bitCount: bitCount)
        }
    }

    /// Appends interleaved integers of 32 bits.
    ///
    /// - Throws: As `write(_:offset:frameCount:)`.
    package func writeInterleaved(_ samples: UnsafePointer<Int32>, frameCount: Int) throws(MediaError) {
        if case .integer(let bitCount) = target {
            try writeConverted(samples, frameCount: frameCount, { $0.write($1, frameCount: $2) }) {
                (target: UnsafeMutablePointer<Int32>, source, count) in
                SampleConverter.requantize(target, from: source, bitCount: bitCount, count: count)
            }
        } else {
            try writeConverted(samples, frameCount: frameCount, { $0.write($1, frameCount: $2) }) {
                (target: UnsafeMutablePointer<Double>, source, count) in
                SampleConverter.scale(target, from: source, count: count)
            }
        }
    }

    /// Appends interleaved integers of 16 bits.
    ///
    /// - Throws: As `write(_:offset:frameCount:)`.
    package func writeInterleaved(_ samples: UnsafePointer<Int16>, frameCount: Int) throws(MediaError) {
        if case .integer(let bitCount) = target {
            try writeConverted(samples, frameCount: frameCount, { $0.write($1, frameCount: $2) }) {
                (target: UnsafeMutablePointer<Int32>, source, count) in
                SampleConverter.widen(target, from: source, count: count)
                SampleConverter.requantize(target, from: target, bitCount: bitCount, count: count)
            }
        } else {
            try writeConverted(samples, frameCount: frameCount, { $0.write($1, frameCount: $2) }) {
                (target: UnsafeMutablePointer<Float>, source, count) in
                avf_dsp_int16_to_float(target, source, count)
            }
        }
    }

    private func writeFinite<Sample: BinaryFloatingPoint & BitwiseCopyable>(
        _ samples: UnsafePointer<Sample>, frameCount: Int
    ) throws(MediaError) {
        try writeConverted(samples, frameCount: frameCount, { $0.write($1, frameCount: $2) }) {
            (target: UnsafeMutablePointer<Float>, source, count) in
            SampleConverter.makeFinite(target, from: source, count: count)
        }
    }

    private func writeQuantized<Sample: BinaryFloatingPoint & BitwiseCopyable>(
        _ samples: UnsafePointer<Sample>, frameCount: Int, bitCount: Int
    ) throws(MediaError) {
        try writeConverted(samples, frameCount: frameCount, { $0.write($1, frameCount: $2) }) {
            (target: UnsafeMutablePointer<Int32>, source, count) in
            countClipped(source, count: count)
            SampleConverter.quantize(target, from: source, bitCount: bitCount, count: count)
        }
    }

    private func countClipped<Sample: BinaryFloatingPoint & BitwiseCopyable>(
        _ samples: UnsafePointer<Sample>, count: Int
    ) {
        for index in 0..<count where abs(samples[index]) > 1 { clippedSampleCount += 1 }
    }

    /// Converts chunk by chunk and passes each on to one of the encoder's functions.
    private func writeConverted<Source, Sample: BitwiseCopyable>(
        _ samples: UnsafePointer<Source>, frameCount: Int,
        _ write: (any FileEncoder, UnsafePointer<Sample>, Int) -> Int,
        convert: (UnsafeMutablePointer<Sample>, UnsafePointer<Source>, Int) -> Void
    ) throws(MediaError) {
        let channelCount = format.channelCount
        let room = converted.samples(Sample.self)
        try writeChunks(frameCount, chunk: converted.frameCount) { encoder, done, count in
            convert(room, samples + done * channelCount, count * channelCount)
            return write(encoder, room, count)
        }
    }
}
