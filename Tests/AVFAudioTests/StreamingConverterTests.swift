import AVFAudio
import TestSupport
import Testing

/// What a converter gives and keeps back while its input comes in pieces.
struct StreamingConverterTests {
    /// A way to convert rates, and the frames of the lower rate that its filter reaches.
    struct Way: Sendable, CustomTestStringConvertible {
        let algorithm: String
        let quality: AVAudioQuality
        let reach: Int

        var testDescription: String { "\(algorithm) \(quality)" }
    }

    static let ways = [
        Way(algorithm: AVSampleRateConverterAlgorithm_Normal, quality: .min, reach: 16),
        Way(algorithm: AVSampleRateConverterAlgorithm_Normal, quality: .low, reach: 40),
        Way(algorithm: AVSampleRateConverterAlgorithm_Normal, quality: .medium, reach: 88),
        Way(algorithm: AVSampleRateConverterAlgorithm_Normal, quality: .high, reach: 88),
        Way(algorithm: AVSampleRateConverterAlgorithm_Normal, quality: .max, reach: 112),
        Way(algorithm: AVSampleRateConverterAlgorithm_Mastering, quality: .medium, reach: 112),
    ]
    static let rates: [(Double, Double)] = [
        (48_000, 16_000), (16_000, 48_000), (44_100, 48_000), (96_000, 44_100),
    ]

    @Test(arguments: ways, rates)
    func `without data now no more is withheld than the filter reaches, and the end gives the rest`(
        way: Way, rates: (Double, Double)
    ) throws {
        let converter = try makeConverter(way, rates)
        let inputCount = 9600
        let made = try run(converter, [noise(inputCount)], isEnding: false)
        let ratio = rates.1 / rates.0
        let reach = Double(way.reach) * max(1, rates.0 / rates.1)
        let trailing = Int(converter.primeInfo.trailingFrames)
        // The filter's length is a multiple of 16 frames at the input's rate.
        #expect(Double(trailing) >= reach && Double(trailing) < reach + 8)
        #expect(made.count == Int((Double(inputCount - trailing) * ratio).rounded(.up)))
        let rest = try run(converter, [], isEnding: true)
        #expect(made.count + rest.count == Int((Double(inputCount) * ratio).rounded(.up)))
    }

    @Test(arguments: ways, rates)
    func `what is withheld is the delay of the filter, as an impulse shows it`(
        way: Way, rates: (Double, Double)
    ) throws {
        let converter = try makeConverter(way, rates)
        converter.primeMethod = .none
        var impulse = [Float](repeating: 0, count: 9600)
        impulse[3000] = 1
        let output = try run(converter, [impulse], isEnding: true)
        let energy = output.reduce(0.0) { $0 + Double($1) * Double($1) }
        let middle = output.indices.reduce(0.0) { $0 + Double($1) * Double(output[$1]) * Double(output[$1]) }
        let delay = middle / energy * rates.0 / rates.1 - 3000
        #expect(abs(delay - Double(converter.primeInfo.trailingFrames)) < 0.05)
    }

    @Test(arguments: ways, rates)
    func `pieces with pauses between them give the samples of one piece, to the bit`(
        way: Way, rates: (Double, Double)
    ) throws {
        let input = noise(9600)
        let whole = try run(makeConverter(way, rates), [input], isEnding: true)
        var random = SeededGenerator(seed: 5)
        var pieces: [[Float]] = []
        var first = 0
        while first < input.count {
            let count = min(Int.random(in: 1...700, using: &random), input.count - first)
            pieces.append(Array(input[first..<first + count]))
            first += count
        }
        let converter = try makeConverter(way, rates)
        let cut = try run(converter, pieces, isEnding: true)
        #expect(cut.map(\.bitPattern) == whole.map(\.bitPattern))
        converter.reset()
        #expect(try run(converter, pieces, isEnding: true) == whole)
    }

    @Test func `minimum phase withholds sixteen frames, and equal rates none`() throws {
        let minimum = Way(
            algorithm: AVSampleRateConverterAlgorithm_MinimumPhase, quality: .medium, reach: 16)
        for rates in [(48_000.0, 16_000.0), (16_000, 48_000), (44_100, 48_000)] {
            let converter = try makeConverter(minimum, rates)
            #expect(converter.primeInfo.trailingFrames == 16)
            let made = try run(converter, [noise(4800)], isEnding: false).count
            #expect(made == Int((Double(4800 - 16) * rates.1 / rates.0).rounded(.up)))
        }
        let equal = try makeConverter(Self.ways[5], (48_000, 48_000))
        #expect(equal.primeInfo.trailingFrames == 0)
        #expect(try run(equal, [noise(4800)], isEnding: false).count == 4800)
    }

    private func makeConverter(_ way: Way, _ rates: (Double, Double)) throws -> AVAudioConverter {
        let converter = try #require(
            AVAudioConverter(
                from: standardFormat(1, rate: rates.0), to: standardFormat(1, rate: rates.1)))
        converter.sampleRateConverterAlgorithm = way.algorithm
        converter.sampleRateConverterQuality = way.quality.rawValue
        return converter
    }

    /// What comes of the pieces, one for each call, and then of the end of the stream.
    private func run(
        _ converter: AVAudioConverter, _ pieces: [[Float]], isEnding: Bool
    ) throws -> [Float] {
        let output = try #require(
            AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 40_000))
        var made: [Float] = []
        for piece in pieces {
            var next: AVAudioPCMBuffer? = buffer(piece.count, rate: converter.inputFormat.sampleRate) {
                frame, _ in piece[frame]
            }
            let status = converter.convert(to: output, error: nil) { _, status in
                defer { next = nil }
                status.pointee = next == nil ? .noDataNow : .haveData
                return next
            }
            #expect(status == .inputRanDry)
            made += output.floats[0]
        }
        guard isEnding else { return made }
        while true {
            let status = converter.convert(to: output, error: nil) { _, status in
                status.pointee = .endOfStream
                return nil
            }
            made += output.floats[0]
            if status == .endOfStream { return made }
            try #require(status == .haveData)
        }
    }

    private func noise(_ frameCount: Int) -> [Float] {
        var random = SeededGenerator(seed: 9)
        return (0..<frameCount).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    }
}
