import CAVFDSP
import Testing

/// The reverb's loops against their formulas, sample by sample.
@Suite struct ReverbLoopTests {
    private static let lineCount = Int(AVF_DSP_NETWORK_LINES)
    private static let lengths = (0..<lineCount).map { 67 + 12 * ($0 * 7 % lineCount) }
    private static let frameCount = 1500

    /// A table of numbers for the lines.
    private static func table(_ value: (Int) -> Float) -> [Float] { (0..<lineCount).map(value) }

    private let gains = table { 0.15 + 0.004 * Float($0) }
    private let poles = table { 0.3 - 0.01 * Float($0) }
    private let gainSteps = table { 1e-5 * Float($0) }
    private let poleSteps = table { -2e-5 * Float($0) }

    /// Rings of these lengths with the room that the loops want.
    private func rings(_ lengths: [Int]) -> [avf_dsp_delay_ring] {
        lengths.map { length in
            let capacity = length + Int(AVF_DSP_NETWORK_FRAMES)
            let samples = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
            samples.initialize(repeating: 0, count: capacity)
            return avf_dsp_delay_ring(samples: samples, length: UInt32(length), position: 0)
        }
    }

    private func free(_ rings: [avf_dsp_delay_ring]) {
        for ring in rings { ring.samples.deallocate() }
    }

    private func memory(_ values: [Float]) -> UnsafeMutablePointer<Float> {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: values.count)
        memory.initialize(from: values, count: values.count)
        return memory
    }

    private func network(cuts longest: Int, moves: Bool, _ left: [Float], _ right: [Float]) -> [[Float]] {
        var lines = rings(Self.lengths)
        let tables = [gains, poles, gainSteps, poleSteps, Self.table { _ in 0 }].map(memory)
        defer {
            free(lines)
            for table in tables { table.deallocate() }
        }
        var sides: [[Float]] = [[], []]
        for cut in randomCuts(left.count, longest: longest, seed: 5) {
            var (leftPart, rightPart) = (Array(left[cut]), Array(right[cut]))
            lines.withUnsafeMutableBufferPointer { lines in
                guard let lines = lines.baseAddress else { return }
                var network = avf_dsp_network(
                    lines: lines, gains: tables[0], poles: tables[1], gainSteps: tables[2],
                    poleSteps: tables[3], damped: tables[4], movedFrames: UInt32(cut.lowerBound),
                    moves: moves)
                avf_dsp_network_run(&network, &leftPart, &rightPart, cut.count)
            }
            sides[0] += leftPart
            sides[1] += rightPart
        }
        return sides
    }

    /// The network frame by frame, with the matrix's entries −1 to the number of ones that two indices share.
    private func expectedNetwork(moves: Bool, _ left: [Float], _ right: [Float]) -> [[Double]] {
        var lines = Self.lengths.map { [Double](repeating: 0, count: $0) }
        var damped = [Double](repeating: 0, count: Self.lineCount)
        return zip(left, right).enumerated().map { frame, input in
            for line in 0..<Self.lineCount {
                let moved = moves ? Double(frame) : 0
                let gain = Double(gains[line]) + moved * Double(gainSteps[line])
                let pole = Double(poles[line]) + moved * Double(poleSteps[line])
                damped[line] = gain * lines[line][frame % lines[line].count] + pole * damped[line]
            }
            let mixed = (0..<Self.lineCount).map { row in
                (0..<Self.lineCount).reduce(0) {
                    $0 + ((row & $1).nonzeroBitCount % 2 == 0 ? damped[$1] : -damped[$1])
                }
            }
            for line in 0..<Self.lineCount {
                let (input, signBit) = line % 2 == 0 ? (input.0, 4) : (input.1, 8)
                lines[line][frame % lines[line].count] =
                    mixed[line] + (line & signBit == 0 ? Double(input) : -Double(input))
            }
            return [mixed[5], mixed[10]]
        }
    }

    @Test(arguments: [false, true])
    func `a network of sixteen lines equals its formula, however it is cut`(moves: Bool) {
        let (left, right) = (noise(Self.frameCount, seed: 1), noise(Self.frameCount, seed: 2))
        let whole = network(cuts: 64, moves: moves, left, right)
        for (frame, expected) in expectedNetwork(moves: moves, left, right).enumerated() {
            #expect(abs(Double(whole[0][frame]) - expected[0]) < 1e-5)
            #expect(abs(Double(whole[1][frame]) - expected[1]) < 1e-5)
        }
        for longest in [1, 7, 30] {
            #expect(network(cuts: longest, moves: moves, left, right) == whole, "cut at \(longest)")
        }
    }

    @Test(arguments: [1, 9, 64])
    func `a diffuser equals four all-passes one after the other`(longest: Int) {
        let (lengths, gains): ([Int], [Float]) = ([70, 101, 64, 211], [0.6, 0.5, -0.4, 0.55])
        var stages = rings(lengths)
        defer { free(stages) }
        let source = noise(Self.frameCount, seed: 3)
        var result: [Float] = []
        for cut in randomCuts(source.count, longest: longest, seed: 4) {
            var part = Array(source[cut])
            avf_dsp_diffuse(&stages, gains, &part, Array(source[cut]), cut.count)
            result += part
        }
        var expected = source
        for (length, gain) in zip(lengths, gains) {
            var fed = [Float](repeating: 0, count: source.count)
            for frame in source.indices {
                let late = frame >= length ? fed[frame - length] : 0
                fed[frame] = expected[frame] - gain * late
                expected[frame] = late + gain * fed[frame]
            }
        }
        #expect(result == expected)
    }

    @Test(arguments: [1, 9, 64])
    func `taps add what was heard before`(longest: Int) {
        let taps = [(0, 0.5), (1, -0.25), (37, 0.125), (300, 2)].map {
            avf_dsp_tap(delay: UInt32($0), gain: Float($1))
        }
        var ring = rings([401])
        defer { free(ring) }
        let source = noise(Self.frameCount, seed: 6)
        var result: [Float] = []
        for cut in randomCuts(source.count, longest: longest, seed: 7) {
            var part = Array(source[cut])
            avf_dsp_ring_push(&ring, part, cut.count)
            avf_dsp_taps_run(ring, taps, taps.count, &part, cut.count)
            result += part
        }
        let expected = source.indices.map { frame in
            taps.reduce(0) { $0 + $1.gain * (frame >= Int($1.delay) ? source[frame - Int($1.delay)] : 0) }
        }
        #expect(result == expected)
    }
}
