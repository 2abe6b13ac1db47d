import AVFMedia
import Glibc
import Testing

@Suite struct SegmentReaderTests {
    let directory = TemporaryDirectory()

    private func file(
        _ channels: [[Float]], sampleRateHz: Double = 48_000, encoding: AudioEncoding = .float32
    ) throws -> String {
        let path = directory.file("segment.caf")
        let format = AudioFileFormat(
            container: .caf, encoding: encoding, sampleRateHz: sampleRateHz, channelCount: channels.count)
        try Transfer.write(channels, path: path, format)
        return path
    }

    /// Everything a segment delivers, asked for in blocks of these sizes in turn.
    private func deliver(_ segment: SegmentReader, blockSizes: [Int] = [4_096]) throws -> [[Float]] {
        let capacity = segment.outputFrameCount + 100
        return try Transfer.collect(channelCount: segment.channelCount, frameCount: capacity) { channels in
            var done = 0
            var turn = 0
            while true {
                let wanted = min(blockSizes[turn % blockSizes.count], capacity - done)
                let got = try segment.read(into: channels, offset: done, frameCount: wanted)
                if got == 0 { return done }
                done += got
                turn += 1
            }
        }
    }

    private static func ramp(_ frameCount: Int, from start: Int = 0) -> [Float] {
        (0..<frameCount).map { Float($0 + start) / 65_536 }
    }

    @Test(arguments: [[1], [17], [64, 3, 1_000], [100_000]])
    func `a segment has the file's frames, however it is read`(blockSizes: [Int]) throws {
        let path = try file([Self.ramp(20_000), Self.ramp(20_000, from: 7)])
        let segment = try SegmentReader(path: path, startFrame: 123, frameCount: 10_000)
        #expect(segment.outputFrameCount == 10_000)
        let output = try deliver(segment, blockSizes: blockSizes)
        #expect(output == [Self.ramp(10_000, from: 123), Self.ramp(10_000, from: 130)])
        #expect(segment.framesDelivered == 10_000)
    }

    @Test func `a segment is cut at the end of the file`() throws {
        let path = try file([Self.ramp(100)])
        #expect(
            try deliver(SegmentReader(path: path, startFrame: 90, frameCount: 1_000)) == [
                Self.ramp(10, from: 90)
            ])
        #expect(try deliver(SegmentReader(path: path, startFrame: 100)) == [[]])
        #expect(try deliver(SegmentReader(path: path, frameCount: 0)) == [[]])
        for (start, count) in [(101, 1), (-1, 1), (0, -1)] {
            #expect(throws: MediaError.invalidSeek(path, frame: start, frameCount: 100)) {
                _ = try SegmentReader(path: path, startFrame: start, frameCount: count)
            }
        }
    }

    @Test func `mono is copied to both sides, surplus channels go, missing ones are silent`() throws {
        let a = Self.ramp(50)
        let b = Self.ramp(50, from: 50)
        let c = Self.ramp(50, from: 100)
        let silence = [Float](repeating: 0, count: 50)

        let mono = try file([a])
        #expect(try deliver(SegmentReader(path: mono, channelCount: 2)) == [a, a])
        #expect(try deliver(SegmentReader(path: mono, channelCount: 3)) == [a, silence, silence])
        let stereo = try file([a, b])
        #expect(try deliver(SegmentReader(path: stereo, channelCount: 1)) == [a])
        #expect(try deliver(SegmentReader(path: stereo, channelCount: 4)) == [a, b, silence, silence])
        let three = try file([a, b, c])
        #expect(try deliver(SegmentReader(path: three, channelCount: 2)) == [a, b])
    }

    @Test func `two segments of one reader may take turns`() throws {
        let reader = try AudioFileReader(path: file([Self.ramp(1_000)]))
        let first = try SegmentReader(reader: reader, startFrame: 0, frameCount: 100)
        let second = try SegmentReader(reader: reader, startFrame: 500, frameCount: 100)
        var outputs: [[Float]] = [[], []]
        for _ in 0..<10 {
            for (index, segment) in [first, second].enumerated() {
                outputs[index] += try Transfer.collect(channelCount: 1, frameCount: 10) { channels in
                    try segment.read(into: channels, frameCount: 10)
                }[0]
            }
        }
        #expect(outputs == [Self.ramp(100), Self.ramp(100, from: 500)])
    }

    @Test func `damage ends the segment with an error after the frames before it`() throws {
        let path = directory.file("cut.flac")
        let format = AudioFileFormat(
            container: .flac, encoding: .int16, sampleRateHz: 48_000, channelCount: 1)
        let signal = Signal.grid(channelCount: 1, frameCount: 50_000, bitCount: 16)
        try Transfer.write(signal, path: path, format)
        truncate(path, off_t(bytes(ofFile: path).count / 2))
        let segment = try SegmentReader(path: path)
        var frames: [Float] = []

        let failure = #expect(throws: MediaError.self) {
            while true {
                let block = try Transfer.collect(channelCount: 1, frameCount: 1_000) { channels in
                    try segment.read(into: channels, frameCount: 1_000)
                }
                #expect(!block[0].isEmpty)
                frames += block[0]
            }
        }

        #expect(frames.count > 10_000 && frames.count < 30_000)
        #expect(frames == Array(signal[0].prefix(frames.count)))
        switch failure {
        case .incomplete(path, frames.count, 50_000), .decodingFailed(path, _, frames.count): break
        default: Issue.record("\(String(describing: failure))")
        }
        #expect(failure?.description.contains(path) == true)
    }

    @Test(arguments: [(44_100.0, 48_000.0), (48_000, 44_100), (96_000, 48_000), (8_000, 48_000)])
    func `another rate plays the same sound at the same time`(inputRateHz: Double, outputRateHz: Double)
        throws
    {
        let seconds = 0.5
        let inputCount = Int(inputRateHz * seconds)
        let path = try file(
            Signal.sine(channelCount: 2, frameCount: inputCount, sampleRateHz: inputRateHz),
            sampleRateHz: inputRateHz)
        let segment = try SegmentReader(path: path, sampleRateHz: outputRateHz)
        #expect(segment.outputFrameCount == Int(outputRateHz * seconds))

        let output = try deliver(segment)

        let expected = Signal.sine(
            channelCount: 2, frameCount: Int(outputRateHz * seconds), sampleRateHz: outputRateHz)
        let margin = Int(outputRateHz / 20)
        for channel in 0..<2 {
            #expect(output[channel].count == expected[channel].count)
            // The sine does not begin or end with the file; a filter's length away from the edges it is
            // whole.
            let middle = margin..<expected[channel].count - margin
            #expect(
                Signal.signalToNoiseDecibels(
                    Array(expected[channel][middle]), Array(output[channel][middle])) > 100)
        }
    }

    @Test func `another rate gives the same samples however it is read`() throws {
        let path = try file(Signal.sine(channelCount: 1, frameCount: 20_000), sampleRateHz: 44_100)
        let outputs = try [[1], [17, 3, 1_000], [4_096], [100_000]].map { blockSizes in
            let segment = try SegmentReader(
                path: path, startFrame: 50, frameCount: 15_000, sampleRateHz: 48_000, channelCount: 2)
            #expect(segment.outputFrameCount == 16_327)
            return try deliver(segment, blockSizes: blockSizes)
        }
        for output in outputs {
            #expect(output.map(\.count) == [16_327, 16_327])
            #expect(output == outputs[0])
        }
    }

    @Test func `a damaged file at another rate ends with an error too`() throws {
        let path = directory.file("cut.flac")
        let format = AudioFileFormat(
            container: .flac, encoding: .int16, sampleRateHz: 48_000, channelCount: 1)
        try Transfer.write(
            Signal.grid(channelCount: 1, frameCount: 50_000, bitCount: 16), path: path, format)
        truncate(path, off_t(bytes(ofFile: path).count / 2))
        let segment = try SegmentReader(path: path, sampleRateHz: 44_100)
        #expect(throws: MediaError.self) { _ = try deliver(segment) }
        #expect(throws: MediaError.self) { _ = try deliver(segment) }
        #expect(segment.framesDelivered < 45_938)
    }

    @Test func `rates and channels that cannot be are refused`() throws {
        let path = try file([Self.ramp(10)])
        for rate in [0, -1, 100, 1e9, .infinity] {
            #expect(throws: MediaError.invalidSampleRate(path, sampleRateHz: rate)) {
                _ = try SegmentReader(path: path, sampleRateHz: rate)
            }
        }
        for count in [0, -1, 1_025] {
            #expect(throws: MediaError.invalidChannelCount(path, channelCount: count)) {
                _ = try SegmentReader(path: path, channelCount: count)
            }
        }
    }
}
