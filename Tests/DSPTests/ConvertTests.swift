import CAVFDSP
import Testing

@Suite struct ConvertTests {
    @Test(arguments: [1, 2, 3, 6])
    func `interleaving puts channel c of frame k at k * channelCount + c, and back`(channelCount: Int) {
        let frameCount = 77
        let planar = (0..<channelCount).map { noise(frameCount, seed: UInt64($0)) }
        let flat = planar.flatMap(\.self)
        var interleaved = [Float](repeating: .nan, count: flat.count)
        flat.withUnsafeBufferPointer { flat in
            let channels = (0..<channelCount).map { index in flat.baseAddress.map { $0 + index * frameCount }
            }
            avf_dsp_interleave(&interleaved, channels, channelCount, frameCount)
        }
        for frame in 0..<frameCount {
            for channel in 0..<channelCount {
                #expect(interleaved[frame * channelCount + channel] == planar[channel][frame])
            }
        }
        var back = flat.map { _ in Float.nan }
        back.withUnsafeMutableBufferPointer { back in
            let channels = (0..<channelCount).map { index in back.baseAddress.map { $0 + index * frameCount }
            }
            avf_dsp_deinterleave(channels, interleaved, channelCount, frameCount)
        }
        #expect(back == flat)
    }

    @Test func `every 16-bit sample becomes x divided by 32768 and returns unchanged`() {
        let samples = Array(Int16.min...Int16.max)
        var floats = [Float](repeating: .nan, count: samples.count)
        avf_dsp_int16_to_float(&floats, samples, samples.count)
        #expect(floats == samples.map { Float($0) / 32768 })
        var back = [Int16](repeating: 0, count: samples.count)
        avf_dsp_float_to_int16(&back, floats, floats.count)
        #expect(back == samples)
    }

    @Test func `24-bit samples become x divided by 8388608 and return unchanged`() {
        let samples = [Int32](stride(from: -8_388_608, through: 8_388_607, by: 997)) + [-1, 0, 1, 8_388_607]
        let bytes = samples.flatMap { value in (0..<3).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var floats = [Float](repeating: .nan, count: samples.count)
        avf_dsp_int24_to_float(&floats, bytes, samples.count)
        #expect(floats == samples.map { Float($0) / 8_388_608 })
        var back = [UInt8](repeating: 0, count: bytes.count)
        avf_dsp_float_to_int24(&back, floats, floats.count)
        #expect(back == bytes)
    }

    @Test func `32-bit samples become the nearest float to x divided by 2147483648`() {
        let samples: [Int32] = [.min, .min + 1, -1_234_567_891, -3, 0, 3, 16_777_217, 1_234_567_891, .max]
        var floats = [Float](repeating: .nan, count: samples.count)
        avf_dsp_int32_to_float(&floats, samples, samples.count)
        #expect(floats == samples.map { Float(Double($0) / 2_147_483_648) })
    }

    @Test func `a float between two integers goes to the nearest, a tie to the even one`() {
        let steps = stride(from: -20.0 as Float, through: 20, by: 0.25).map { $0 }
        var int16 = [Int16](repeating: 0, count: steps.count)
        avf_dsp_float_to_int16(&int16, steps.map { $0 / 32768 }, steps.count)
        #expect(int16 == steps.map { Int16($0.rounded(.toNearestOrEven)) })
        var int32 = [Int32](repeating: 0, count: steps.count)
        avf_dsp_float_to_int32(&int32, steps.map { $0 / 2_147_483_648 }, steps.count)
        #expect(int32 == steps.map { Int32($0.rounded(.toNearestOrEven)) })
        var bytes = [UInt8](repeating: 0, count: 3 * steps.count)
        avf_dsp_float_to_int24(&bytes, steps.map { $0 / 8_388_608 }, steps.count)
        #expect(bytes == steps.flatMap { littleEndian24(Int32($0.rounded(.toNearestOrEven))) })
    }

    @Test func `what lies outside -1 to 1 is clamped and NaN becomes zero`() {
        let floats: [Float] = [1, 1.5, .infinity, -1, -1.5, -.infinity, .nan]
        var int16 = [Int16](repeating: 7, count: 7)
        avf_dsp_float_to_int16(&int16, floats, 7)
        #expect(int16 == [.max, .max, .max, .min, .min, .min, 0])
        var int32 = [Int32](repeating: 7, count: 7)
        avf_dsp_float_to_int32(&int32, floats, 7)
        #expect(int32 == [.max, .max, .max, .min, .min, .min, 0])
        var bytes = [UInt8](repeating: 7, count: 21)
        avf_dsp_float_to_int24(&bytes, floats, 7)
        let limits: [Int32] = [8_388_607, 8_388_607, 8_388_607, -8_388_608, -8_388_608, -8_388_608, 0]
        #expect(bytes == limits.flatMap(littleEndian24))
    }

    private func littleEndian24(_ value: Int32) -> [UInt8] {
        (0..<3).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
