import AVFDevices
import Glibc
import Testing

@Suite struct ALSASampleFormatTests {
    private func encode(_ channels: [[Float]], as format: ALSASampleFormat) -> [UInt8] {
        let frameCount = channels[0].count
        let buffer = PlanarBuffer(channelCount: channels.count, frameCapacity: frameCount + 3)
        for (channel, samples) in channels.enumerated() {
            for (frame, sample) in samples.enumerated() { buffer[channel][frame] = sample }
        }
        var bytes = [UInt8](repeating: 0xAA, count: frameCount * channels.count * format.byteCount + 1)
        bytes.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            format.encode(buffer, frameCount: frameCount, into: start)
        }
        #expect(bytes.last == 0xAA, "nothing is written past the end")
        return bytes.dropLast()
    }

    private func integers(_ samples: [Float], as format: ALSASampleFormat) -> [Int32] {
        let bytes = encode([samples], as: format)
        let width = format.byteCount
        return (0..<samples.count).map { index in
            var value: UInt32 = 0
            for byte in 0..<width { value |= UInt32(bytes[index * width + byte]) << UInt32(8 * byte) }
            let unused = UInt32(32 - 8 * width)
            return Int32(bitPattern: value << unused) >> Int32(unused)
        }
    }

    @Test func `every 16 bit sample survives the way through float`() {
        let values = Array(Int32(-32_768)...32_767)
        #expect(integers(values.map { Float($0) / 32_768 }, as: .int16) == values)
    }

    @Test(arguments: [ALSASampleFormat.int24, .int24Packed])
    func `24 bit samples survive the way through float`(format: ALSASampleFormat) {
        let values = Array(stride(from: Int32(-8_388_608), through: 8_388_607, by: 4_095)) + [8_388_607, -1]
        #expect(integers(values.map { Float($0) / 8_388_608 }, as: format) == values)
    }

    @Test(arguments: [
        (ALSASampleFormat.int16, Int32(32_767), Int32(-32_768)),
        (.int24, 8_388_607, -8_388_608), (.int24Packed, 8_388_607, -8_388_608),
        (.int32, .max, .min),
    ])
    func `what is too loud is clipped, and what is no number is silent`(
        format: ALSASampleFormat, most: Int32, least: Int32
    ) {
        let loud: [Float] = [1, 1.5, .infinity, -1, -1.5, -.infinity, .nan]
        #expect(integers(loud, as: format) == [most, most, most, least, least, least, 0])
    }

    @Test func `values between two steps go to the nearer one, halves to the even one`() {
        let steps: [Float] = [0.49, 0.5, 0.51, 1.5, 2.5, -0.5, -0.51, -1.5, -2.5]
        #expect(integers(steps.map { $0 / 32_768 }, as: .int16) == [0, 0, 1, 2, 2, 0, -1, -2, -2])
    }

    @Test func `32 bit keeps every bit of a float`() {
        #expect(
            integers([0x1p-31, 0.5, -0.25, 1 - 0x1p-24], as: .int32) == [
                1, 1 << 30, -(1 << 29), 2_147_483_520,
            ])
    }

    @Test func `floats pass untouched, interleaved`() {
        let bytes = encode([[1.5, -.infinity], [2.5, 0x1p-149]], as: .float32)
        let values = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(values == [1.5, 2.5, -.infinity, 0x1p-149])
    }

    @Test func `channels of packed samples do not touch each other`() {
        let bytes = encode([[1, 0], [-1, 0x1p-23], [0, -0x1p-23]], as: .int24Packed)
        #expect(
            bytes == [
                0xFF, 0xFF, 0x7F, 0x00, 0x00, 0x80, 0x00, 0x00, 0x00,
                0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0xFF, 0xFF, 0xFF,
            ])
    }

    /// What a number of so many bits is as a float, in every format that holds it: bytes made by hand.
    @Test(arguments: ALSASampleFormat.allCases)
    func `every format comes back as it was, to its last bit`(format: ALSASampleFormat) {
        let steps = format.byteCount == 1 ? 7 : 15
        let values: [Float] = (-16...16).map { Float($0) / 16 }.map { min($0, 1 - exp2(-Float(steps))) }
        let bytes = encode([values, values.reversed()], as: format)
        let back = PlanarBuffer(channelCount: 2, frameCapacity: values.count)
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            format.decode(start, frameCount: values.count, into: back)
        }
        for (frame, value) in values.enumerated() {
            #expect(back[0][frame] == value)
            #expect(back[1][values.count - 1 - frame] == value)
        }
    }

    @Test(arguments: [
        ("S16_BE", [0x40, 0x00] as [UInt8]), ("S16_LE", [0x00, 0x40]), ("U8", [0xC0]), ("S8", [0x40]),
        ("U16_LE", [0x00, 0xC0]), ("S24_3BE", [0x40, 0, 0]), ("S24_BE", [0x00, 0x40, 0, 0]),
        ("U32_BE", [0xC0, 0, 0, 0]), ("S20_3LE", [0, 0, 0x04]), ("FLOAT_BE", [0x3F, 0, 0, 0]),
        ("FLOAT64_LE", [0, 0, 0, 0, 0, 0, 0xE0, 0x3F]),
    ])
    func `a half lies where the format has it`(name: String, bytes: [UInt8]) throws {
        let format = try #require(ALSASampleFormat.allCases.first { $0.name == name })
        #expect(encode([[0.5]], as: format) == bytes)
    }
}
