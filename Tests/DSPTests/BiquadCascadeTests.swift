import AVFDSP
import Glibc
import Testing

@Suite struct BiquadCascadeTests {
    static let bands: [BiquadCoefficients] = (0..<40).map { band in
        BiquadCoefficients.design(
            FilterShape.allCases[[0, 7, 8, 0, 0, 5][band % 6]], frequencyHz: 60 * pow(1.15, Double(band)),
            bandwidthOctaves: 1, gainDecibels: band % 2 == 0 ? 3 : -4, sampleRateHz: 48_000)
    }

    /// The recurrence as the textbook writes it, one sample and one section after the other.
    private func reference(_ sections: [BiquadCoefficients], _ input: [Float]) -> [Float] {
        var samples = input.map(Double.init)
        for group in stride(from: 0, to: sections.count, by: 16) {
            for section in sections[group..<min(group + 16, sections.count)] {
                var s1 = 0.0
                var s2 = 0.0
                for frame in samples.indices {
                    let x = samples[frame]
                    let y = section.b0 * x + s1
                    s1 = (section.b1 * x + s2) - section.a1 * y
                    s2 = section.b2 * x - section.a2 * y
                    samples[frame] = y
                }
            }
            samples = samples.map { Double(Float($0)) }
        }
        return samples.map(Float.init)
    }

    private func channels(_ count: Int, _ frameCount: Int) -> [[Float]] {
        (0..<count).map { noise(frameCount, seed: UInt64(100 + $0)) }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 8, 9, 10, 16, 17, 33, 40], [1, 2, 3, 7])
    func `a cascade equals the scalar recurrence to the bit`(sectionCount: Int, channelCount: Int) {
        let input = PlanarSignal(channels(channelCount, 300))
        let output = PlanarSignal(channelCount: channelCount, frameCount: 300)
        var cascade = BiquadCascade(sectionCount: sectionCount, channelCount: channelCount)
        for section in 0..<sectionCount { cascade.set(section, Self.bands[section], isActive: true) }
        cascade.process(input: input.pointers, output: output.pointers, frameCount: 300)
        for channel in 0..<channelCount {
            let expected = reference(Array(Self.bands[..<sectionCount]), input[channel])
            #expect(output[channel].bits == expected.bits)
        }
    }

    @Test(arguments: [1, 5, 10, 20], [1, 3, 70, 700])
    func `cuts, in-place work and changes on the way do not change a bit`(sectionCount: Int, longest: Int) {
        let frameCount = 3000
        let changes = [500, 600, 601, 1200, 1500, 2400]
        let whole = PlanarSignal(channels(2, frameCount))
        let pieces = PlanarSignal(channels(2, frameCount))
        for (signal, cuts) in [
            (whole, [0..<frameCount]), (pieces, randomCuts(frameCount, longest: longest, seed: 7)),
        ] {
            var cascade = BiquadCascade(sectionCount: sectionCount, channelCount: 2)
            for section in 0..<sectionCount {
                cascade.set(section, Self.bands[section], isActive: section != 1)
            }
            for cut in cuts {
                var start = cut.lowerBound
                for change in changes + [frameCount] where change > start {
                    let end = min(change, cut.upperBound)
                    signal.from(start) {
                        cascade.process(input: $0, output: $0, frameCount: end - start)
                    }
                    start = end
                    guard start == change, start < frameCount else { break }
                    let index = change % sectionCount
                    cascade.set(index, Self.bands[(index + change) % 40], isActive: change % 500 != 0)
                    cascade.set(0, Self.bands[change % 7], isActive: true)
                }
            }
        }
        #expect(whole[0].bits == pieces[0].bits)
        #expect(whole[1].bits == pieces[1].bits)
    }

    @Test func `a cascade that is off hands its input on to the bit, also after it was on`() {
        let input = PlanarSignal([[-0.0, 1, -.leastNonzeroMagnitude] + noise(997, seed: 1)])
        let output = PlanarSignal(channelCount: 1, frameCount: 1000)
        var cascade = BiquadCascade(sectionCount: 20, channelCount: 1)
        cascade.process(input: input.pointers, output: output.pointers, frameCount: 1000)
        #expect(output[0].bits == input[0].bits)
        cascade.set(3, Self.bands[3], isActive: true)
        cascade.process(input: input.pointers, output: output.pointers, frameCount: 1000)
        #expect(output[0] != input[0])
        cascade.set(3, Self.bands[3], isActive: false)
        cascade.process(input: input.pointers, output: output.pointers, frameCount: 1000)
        #expect(output[0][300...].map(\.bitPattern) == input[0][300...].map(\.bitPattern))
    }

    @Test func `an inactive section among active ones is skipped to the bit`() {
        let input = PlanarSignal([noise(500, seed: 4)])
        let output = PlanarSignal(channelCount: 1, frameCount: 500)
        var cascade = BiquadCascade(sectionCount: 5, channelCount: 1)
        for section in [0, 2, 4] { cascade.set(section, Self.bands[section], isActive: true) }
        cascade.process(input: input.pointers, output: output.pointers, frameCount: 500)
        #expect(output[0].bits == reference([0, 2, 4].map { Self.bands[$0] }, input[0]).bits)
    }

    /// 600 frames that reach their end at frame 256.
    private func line(from start: Float, to end: Float) -> [Float] {
        (1...600).map { (frame: Int) -> Float in start + (end - start) * Float(min(frame, 256)) / 256 }
    }

    @Test func `a change moves along a straight line of 256 frames and then stays`() {
        // One tap only: the output of a constant 1 is the coefficient itself.
        func gain(_ value: Double) -> BiquadCoefficients { .init(b0: value, b1: 0, b2: 0, a1: 0, a2: 0) }
        let input = PlanarSignal([[Float](repeating: 1, count: 600)])
        let output = PlanarSignal(channelCount: 1, frameCount: 600)
        var cascade = BiquadCascade(sectionCount: 1, channelCount: 1)
        cascade.set(0, gain(2), isActive: true)
        cascade.process(input: input.pointers, output: output.pointers, frameCount: 10)
        #expect(output[0][..<10] == [2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
        cascade.set(0, gain(4), isActive: true)
        cascade.process(input: input.pointers, output: output.pointers, frameCount: 600)
        #expect(output[0] == line(from: 2, to: 4))
        cascade.set(0, gain(4), isActive: true)
        cascade.process(input: input.pointers, output: output.pointers, frameCount: 1)
        #expect(output[0][0] == 4)
        cascade.set(0, gain(8), isActive: false)
        cascade.process(input: input.pointers, output: output.pointers, frameCount: 600)
        #expect(output[0] == line(from: 4, to: 1))
    }

    @Test func `a section that an infinite sample broke works again after being off`() {
        let input = PlanarSignal([[.infinity] + noise(399, seed: 2)])
        let output = PlanarSignal(channelCount: 1, frameCount: 400)
        var cascade = BiquadCascade(sectionCount: 2, channelCount: 1)
        cascade.set(0, Self.bands[0], isActive: true)
        cascade.process(input: input.pointers, output: output.pointers, frameCount: 400)
        #expect(output[0][399].isNaN)
        let clean = PlanarSignal([noise(400, seed: 3)])
        for isActive in [false, true] {
            cascade.set(0, Self.bands[0], isActive: isActive)
            cascade.process(input: clean.pointers, output: output.pointers, frameCount: 400)
        }
        #expect(output[0].allSatisfy { $0.isFinite })
    }

    @Test func `a reset cascade equals a new one with the same coefficients`() {
        let input = PlanarSignal([noise(400, seed: 2)])
        let first = PlanarSignal(channelCount: 1, frameCount: 400)
        let second = PlanarSignal(channelCount: 1, frameCount: 400)
        var cascade = BiquadCascade(sectionCount: 2, channelCount: 1)
        cascade.set(0, Self.bands[0], isActive: true)
        cascade.process(input: input.pointers, output: first.pointers, frameCount: 400)
        cascade.set(1, Self.bands[1], isActive: true)
        cascade.process(input: input.pointers, output: first.pointers, frameCount: 100)
        cascade.reset()
        cascade.set(0, Self.bands[4], isActive: true)
        cascade.process(input: input.pointers, output: first.pointers, frameCount: 400)
        var fresh = BiquadCascade(sectionCount: 2, channelCount: 1)
        fresh.set(0, Self.bands[4], isActive: true)
        fresh.set(1, Self.bands[1], isActive: true)
        fresh.process(input: input.pointers, output: second.pointers, frameCount: 400)
        #expect(first[0].bits == second[0].bits)
    }
}
