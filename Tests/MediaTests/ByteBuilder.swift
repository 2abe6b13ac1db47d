/// Bytes of headers, put together by hand after the formats' specifications.
enum ByteBuilder {
    static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    static func big<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    /// A RIFF WAVE file (Microsoft, "Multimedia Programming Interface and Data Specifications 1.0").
    static func wav(
        tag: UInt16 = 1, channelCount: UInt16 = 1, sampleRateHz: UInt32 = 48_000, bitCount: UInt16 = 16,
        riffSize: UInt32? = nil, dataSize: UInt32? = nil, data: [UInt8]
    ) -> [UInt8] {
        let frameSize = channelCount &* (bitCount / 8)
        var bytes = Array("RIFF".utf8) + little(riffSize ?? UInt32(36 + data.count)) + Array("WAVEfmt ".utf8)
        bytes += little(UInt32(16)) + little(tag) + little(channelCount) + little(sampleRateHz)
        bytes += little(sampleRateHz &* UInt32(frameSize)) + little(frameSize) + little(bitCount)
        return bytes + Array("data".utf8) + little(dataSize ?? UInt32(data.count)) + data
    }

    /// An AIFF file (Apple, "Audio Interchange File Format 1.3") of 16-bit samples, with its 80-bit rate
    /// given.
    static func aiff(
        channelCount: Int16 = 1, frameCount: UInt32? = nil, bitCount: Int16 = 16, rate: [UInt8] = rate48000,
        soundSize: UInt32? = nil, data: [UInt8]
    ) -> [UInt8] {
        let frames = frameCount ?? UInt32(data.count / 2 / max(1, Int(channelCount)))
        let common = big(channelCount) + big(frames) + big(bitCount) + rate
        let body =
            Array("AIFFCOMM".utf8) + big(UInt32(common.count)) + common + Array("SSND".utf8)
            + big(soundSize ?? UInt32(8 + data.count)) + [UInt8](repeating: 0, count: 8) + data
        return Array("FORM".utf8) + big(UInt32(body.count)) + body
    }

    /// 48000 as an 80-bit extended float: exponent 16383 + 15, mantissa 48000 · 2^48.
    static let rate48000: [UInt8] = [0x40, 0x0E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0]

    /// A CAF file (Apple, "Core Audio Format Specification 1.0") of big-endian 16-bit samples.
    static func caf(
        sampleRateHz: Double = 48_000, channelCount: UInt32 = 1, dataSize: Int64? = nil, data: [UInt8]
    ) -> [UInt8] {
        var bytes = Array("caff".utf8) + big(UInt16(1)) + big(UInt16(0)) + Array("desc".utf8) + big(Int64(32))
        bytes += big(sampleRateHz.bitPattern) + Array("lpcm".utf8) + big(UInt32(0)) + big(2 * channelCount)
        bytes += big(UInt32(1)) + big(channelCount) + big(UInt32(16)) + Array("data".utf8)
        return bytes + big(dataSize ?? Int64(4 + data.count)) + big(UInt32(0)) + data
    }
}
