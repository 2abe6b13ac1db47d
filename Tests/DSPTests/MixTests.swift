import CAVFDSP
import Testing

/// Each loop against the formula, to the bit, for lengths around every vector width.
@Suite struct MixTests {
    static let lengths = [0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 100, 511, 512]

    @Test(arguments: lengths)
    func `clear, copy, scale, add and multiply equal their formulas`(frameCount: Int) {
        let a = noise(frameCount, seed: 1)
        let b = noise(frameCount, seed: 2)
        var result = b
        avf_dsp_clear(&result, frameCount)
        #expect(result.bits == [Float](repeating: 0, count: frameCount).bits)
        avf_dsp_copy(&result, a, frameCount)
        #expect(result == a)
        avf_dsp_scale(&result, a, 0.3, frameCount)
        #expect(result == a.map { 0.3 * $0 })
        result = b
        avf_dsp_add(&result, a, frameCount)
        #expect(result == zip(a, b).map { $1 + $0 })
        result = b
        avf_dsp_accumulate(&result, a, -0.7, frameCount)
        #expect(result == zip(a, b).map { $1 + -0.7 * $0 })
        avf_dsp_multiply(&result, a, b, frameCount)
        #expect(result == zip(a, b).map { $0 * $1 })
    }

    @Test(arguments: lengths)
    func `frame k of a ramp has the gain start + step * (firstIndex + k)`(frameCount: Int) {
        let a = noise(frameCount, seed: 3)
        let b = noise(frameCount, seed: 4)
        let ramp = avf_dsp_ramp(start: 0.25, step: 1.0 / 4800, firstIndex: 1234)
        let gains = (0..<frameCount).map { 0.25 as Float + 1.0 / 4800 * Float(1234 + $0) }
        var result = b
        avf_dsp_scale_ramp(&result, a, ramp, frameCount)
        #expect(result == zip(gains, a).map { $0 * $1 })
        result = b
        avf_dsp_accumulate_ramp(&result, a, ramp, frameCount)
        #expect(result == zip(b, zip(gains, a)).map { $0 + $1.0 * $1.1 })
        avf_dsp_crossfade(&result, a, b, ramp, frameCount)
        #expect(result == zip(gains, zip(a, b)).map { (1 - $0) * $1.0 + $0 * $1.1 })
        for (frame, gain) in gains.enumerated() {
            #expect(avf_dsp_ramp_value(ramp, UInt32(frame)) == gain)
        }
    }

    @Test func `a ramp does not depend on how the block is cut`() {
        let frameCount = 3000
        let source = noise(frameCount, seed: 5)
        let ramp = avf_dsp_ramp(start: 1, step: -1.0 / 3000, firstIndex: 0)
        var whole = [Float](repeating: 0, count: frameCount)
        avf_dsp_scale_ramp(&whole, source, ramp, frameCount)
        var pieces = whole.map { _ in Float.nan }
        for cut in randomCuts(frameCount, longest: 90, seed: 6) {
            var part = ramp
            part.firstIndex += UInt32(cut.lowerBound)
            pieces.withUnsafeMutableBufferPointer { pieces in
                source.withUnsafeBufferPointer { source in
                    guard let to = pieces.baseAddress, let from = source.baseAddress else { return }
                    avf_dsp_scale_ramp(to + cut.lowerBound, from + cut.lowerBound, part, cut.count)
                }
            }
        }
        #expect(pieces.bits == whole.bits)
    }

    @Test(arguments: lengths)
    func `a panned source reaches both sides with its own gains`(frameCount: Int) {
        let source = noise(frameCount, seed: 7)
        var left = noise(frameCount, seed: 8)
        var right = noise(frameCount, seed: 9)
        let expectedLeft = zip(left, source).map { $0 + 0.5 * $1 }
        let expectedRight = zip(right, source).map { $0 + -0.3 * $1 }
        avf_dsp_pan_accumulate(&left, &right, source, 0.5, -0.3, frameCount)
        #expect(left == expectedLeft)
        #expect(right == expectedRight)
        avf_dsp_pan(&left, &right, source, 0.9, 0.1, frameCount)
        #expect(left == source.map { 0.9 * $0 })
        #expect(right == source.map { 0.1 * $0 })
    }

    @Test(arguments: lengths)
    func `moving pan gains follow their two ramps`(frameCount: Int) {
        let source = noise(frameCount, seed: 10)
        let leftRamp = avf_dsp_ramp(start: 0, step: 0.001, firstIndex: 7)
        let rightRamp = avf_dsp_ramp(start: 1, step: -0.001, firstIndex: 9)
        let leftPart = (0..<frameCount).map { (0 + 0.001 * Float(7 + $0)) * source[$0] }
        let rightPart = (0..<frameCount).map { (1 + -0.001 * Float(9 + $0)) * source[$0] }
        var left = [Float](repeating: .nan, count: frameCount)
        var right = left
        avf_dsp_pan_ramp(&left, &right, source, leftRamp, rightRamp, frameCount)
        #expect(left == leftPart)
        #expect(right == rightPart)
        avf_dsp_pan_accumulate_ramp(&left, &right, source, leftRamp, rightRamp, frameCount)
        #expect(left == leftPart.map { $0 + $0 })
        #expect(right == rightPart.map { $0 + $0 })
    }

    @Test(arguments: [0, 1, 3, 4, 5, 8, 11])
    func `many sources panned at once equal the same sources one by one`(sourceCount: Int) {
        let frameCount = 333
        let storage = noise(frameCount * sourceCount, seed: 11)
        let leftGains = noise(sourceCount, seed: 12)
        let rightGains = noise(sourceCount, seed: 13)
        var left = noise(frameCount, seed: 14)
        var right = noise(frameCount, seed: 15)
        var oneLeft = left
        var oneRight = right
        storage.withUnsafeBufferPointer { storage in
            let sources = (0..<sourceCount).compactMap { index in
                storage.baseAddress.map { $0 + index * frameCount }
            }
            for (index, source) in sources.enumerated() {
                avf_dsp_pan_accumulate(
                    &oneLeft, &oneRight, source, leftGains[index], rightGains[index], frameCount)
            }
            avf_dsp_pan_accumulate_all(
                &left, &right, sources, leftGains, rightGains, sourceCount, frameCount)
        }
        #expect(left.bits == oneLeft.bits)
        #expect(right.bits == oneRight.bits)
    }
}
