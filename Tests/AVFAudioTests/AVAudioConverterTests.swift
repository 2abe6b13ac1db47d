import AVFAudio
import Testing

/// A buffer whose samples a function gives.
private func buffer(
    _ format: AVAudioFormat, frames: Int, _ sample: (_ channel: Int, _ frame: Int) -> Double
) throws -> AVAudioPCMBuffer {
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(max(1, frames))))
    buffer.frameLength = UInt32(frames)
    for channel in 0..<Int(format.channelCount) {
        for frame in 0..<frames { set(buffer, channel, frame, sample(channel, frame)) }
    }
    return buffer
}

private func set(_ buffer: AVAudioPCMBuffer, _ channel: Int, _ frame: Int, _ value: Double) {
    let place = frame * buffer.stride
    switch buffer.format.commonFormat {
    case .pcmFormatFloat32: buffer.floatChannelData?[channel][place] = Float(value)
    case .pcmFormatInt16: buffer.int16ChannelData?[channel][place] = Int16(value * 32_768)
    case .pcmFormatInt32: buffer.int32ChannelData?[channel][place] = Int32(value * 2_147_483_648)
    default: doubles(buffer, channel)[place] = value
    }
}

private func doubles(_ buffer: AVAudioPCMBuffer, _ channel: Int) -> UnsafeMutablePointer<Double> {
    let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
    let index = buffer.format.isInterleaved ? 0 : channel
    let first = list[index].mData!.assumingMemoryBound(to: Double.self)
    return buffer.format.isInterleaved ? first + channel : first
}

private func get(_ buffer: AVAudioPCMBuffer, _ channel: Int, _ frame: Int) -> Double {
    let place = frame * buffer.stride
    return switch buffer.format.commonFormat {
    case .pcmFormatFloat32: Double(buffer.floatChannelData![channel][place])
    case .pcmFormatInt16: Double(buffer.int16ChannelData![channel][place]) / 32_768
    case .pcmFormatInt32: Double(buffer.int32ChannelData![channel][place]) / 2_147_483_648
    default: doubles(buffer, channel)[place]
    }
}

private func format(
    _ common: AVAudioCommonFormat = .pcmFormatFloat32, _ rate: Double = 48_000, _ channels: UInt32 = 2,
    interleaved: Bool = false
) throws -> AVAudioFormat {
    guard channels > 2 else {
        return try #require(
            AVAudioFormat(
                commonFormat: common, sampleRate: rate, channels: channels, interleaved: interleaved))
    }
    let layout = try #require(
        AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | channels))
    return AVAudioFormat(
        commonFormat: common, sampleRate: rate, interleaved: interleaved, channelLayout: layout)
}

/// Everything that a converter makes of one buffer handed over in pieces, and the last status.
private func stream(
    _ converter: AVAudioConverter, _ input: AVAudioPCMBuffer, pieces: [Int], capacity: UInt32
) throws -> (samples: [[Double]], statuses: [AVAudioConverterOutputStatus]) {
    var samples = [[Double]](repeating: [], count: Int(converter.outputFormat.channelCount))
    var statuses: [AVAudioConverterOutputStatus] = []
    var (position, turn) = (0, 0)
    let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: capacity))
    while true {
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { _, status in
            let count = min(pieces[turn % pieces.count], Int(input.frameLength) - position)
            guard count > 0 else {
                status.pointee = .endOfStream
                return nil
            }
            let start = position
            (position, turn) = (position + count, turn + 1)
            status.pointee = .haveData
            return try? buffer(input.format, frames: count) { get(input, $0, start + $1) }
        }
        #expect(error == nil)
        statuses.append(status)
        for channel in samples.indices {
            samples[channel] += (0..<Int(output.frameLength)).map { get(output, channel, $0) }
        }
        if status != .haveData { return (samples, statuses) }
    }
}

private func wave(_ channel: Int, _ frame: Int) -> Double {
    // Multiples of 2⁻¹⁵ within ±1: every common format holds them exactly.
    Double((frame * 7919 + channel * 104_729) % 65_536 - 32_768) / 32_768
}

@Suite struct AVAudioConverterTests {
    static let kinds: [AVAudioCommonFormat] = [
        .pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32,
    ]

    @Test(arguments: kinds, kinds)
    func `every common format becomes every other, interleaved or not, to the bit`(
        from: AVAudioCommonFormat, to: AVAudioCommonFormat
    ) throws {
        for (channels, isMixedUp) in [(UInt32(1), false), (2, true), (5, false)] {
            let source = try format(from, channels: channels, interleaved: isMixedUp)
            let target = try format(to, channels: channels, interleaved: !isMixedUp)
            let converter = try #require(AVAudioConverter(from: source, to: target))
            let input = try buffer(source, frames: 300, wave)
            let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 300))
            try converter.convert(to: output, from: input)
            #expect(output.frameLength == 300)
            for channel in 0..<Int(channels) {
                #expect((0..<300).allSatisfy { get(output, channel, $0) == wave(channel, $0) })
            }
        }
    }

    private func format(
        _ common: AVAudioCommonFormat, channels: UInt32, interleaved: Bool
    ) throws -> AVAudioFormat {
        try AVFAudioTests.format(common, 48_000, channels, interleaved: interleaved)
    }

    @Test func `floats become integers by rounding to the nearest even and clipping`() throws {
        let source = try AVFAudioTests.format(.pcmFormatFloat32, 48_000, 1)
        let target = try AVFAudioTests.format(.pcmFormatInt16, 48_000, 1)
        let converter = try #require(AVAudioConverter(from: source, to: target))
        let values: [Float] = [0.5 / 32_768, 1.5 / 32_768, 2.5 / 32_768, 1, 2, -1, -2, .nan, .infinity]
        let input = try buffer(source, frames: values.count) { Double(values[$1]) }
        let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 20))
        try converter.convert(to: output, from: input)
        let samples = try #require(output.int16ChannelData?[0])
        let got = (0..<values.count).map { samples[$0] }
        #expect(got == [0, 2, 2, 32_767, 32_767, -32_768, -32_768, 0, 32_767])
    }

    @Test func `packed 24-bit samples in big-endian order come and go`() throws {
        var description = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
                | kAudioFormatFlagIsBigEndian,
            mBytesPerPacket: 3, mFramesPerPacket: 1, mBytesPerFrame: 3, mChannelsPerFrame: 1,
            mBitsPerChannel: 24, mReserved: 0)
        let packed = try #require(AVAudioFormat(streamDescription: &description))
        let standard = try AVFAudioTests.format(.pcmFormatInt32, 48_000, 1)
        let there = try #require(AVAudioConverter(from: standard, to: packed))
        let input = try buffer(standard, frames: 3) { _, frame in [0.5, -1, 1.0 / 8_388_608][frame] }
        let middle = try #require(AVAudioPCMBuffer(pcmFormat: packed, frameCapacity: 3))
        try there.convert(to: middle, from: input)
        let bytes = middle.audioBufferList.pointee.mBuffers.mData!.assumingMemoryBound(to: UInt8.self)
        #expect((0..<9).map { bytes[$0] } == [0x40, 0, 0, 0x80, 0, 0, 0, 0, 1])
        let back = try #require(AVAudioConverter(from: packed, to: standard))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: standard, frameCapacity: 3))
        try back.convert(to: output, from: middle)
        #expect((0..<3).allSatisfy { get(output, 0, $0) == get(input, 0, $0) })
    }

    @Test func `the simple form refuses other rates, other formats and too little room`() throws {
        let source = try AVFAudioTests.format()
        let slow = try AVFAudioTests.format(.pcmFormatFloat32, 16_000)
        let integers = try AVFAudioTests.format(.pcmFormatInt16)
        let input = try buffer(source, frames: 10, wave)
        let rates = try #require(AVAudioConverter(from: source, to: slow))
        let kinds = try #require(AVAudioConverter(from: source, to: integers))
        let cases: [(AVAudioConverter, AVAudioFormat, UInt32, AVAudioPCMBuffer)] = [
            (rates, slow, 100, input), (kinds, integers, 9, input), (kinds, slow, 10, input),
            (kinds, integers, 10, try buffer(integers, frames: 10, wave)),
        ]
        for (converter, format, capacity, input) in cases {
            let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity))
            let error = #expect(throws: NSError.self) { try converter.convert(to: output, from: input) }
            #expect(error?.code == -50)
            #expect(error?.domain == "com.apple.coreaudio.avfaudio")
        }
    }

    @Test(arguments: [
        (44_100.0, 48_000.0), (48_000, 44_100), (48_000, 16_000), (8_000, 48_000), (44_100, 22_050.5),
        (48_000, 48_000),
    ])
    func `a stream gives n times the ratio of frames, whatever the cuts, to the bit`(
        inputRate: Double, outputRate: Double
    ) throws {
        let source = try AVFAudioTests.format(.pcmFormatInt16, inputRate, 2, interleaved: true)
        let target = try AVFAudioTests.format(.pcmFormatFloat32, outputRate, 2)
        let input = try buffer(source, frames: 3000, wave)
        for quality in [AVAudioQuality.medium, .max] {
            var results: [[[Double]]] = []
            for (pieces, capacity) in [([3000], UInt32(9000)), ([1, 77, 500], 64), ([160], 160)] {
                let converter = try #require(AVAudioConverter(from: source, to: target))
                converter.sampleRateConverterQuality = quality.rawValue
                let (samples, statuses) = try stream(converter, input, pieces: pieces, capacity: capacity)
                #expect(samples[0].count == Int((3000 * outputRate / inputRate).rounded(.up)))
                #expect(statuses.last == .endOfStream)
                #expect(statuses.dropLast().allSatisfy { $0 == .haveData })
                results.append(samples)
            }
            #expect(results[0] == results[1])
            #expect(results[0] == results[2])
        }
    }

    @Test func `without data now what can be made is made, and the stream goes on`() throws {
        let source = try AVFAudioTests.format(.pcmFormatFloat32, 48_000, 1)
        let target = try AVFAudioTests.format(.pcmFormatFloat32, 16_000, 1)
        let converter = try #require(AVAudioConverter(from: source, to: target))
        let input = try buffer(source, frames: 4800, wave)
        let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 1600))
        var total = 0
        for _ in 0..<5 {
            var isFirst = true
            let status = converter.convert(to: output, error: nil) { _, status in
                status.pointee = isFirst ? .haveData : .noDataNow
                defer { isFirst = false }
                return isFirst ? input : nil
            }
            #expect(status == (total == 0 ? .inputRanDry : .haveData) || status == .inputRanDry)
            total += Int(output.frameLength)
        }
        // What is missing is the filter's reach of 88 frames at 16 kHz.
        #expect(total == 8000 - 88)
    }

    @Test func `after the end nothing comes until reset, which starts anew`() throws {
        let source = try AVFAudioTests.format(.pcmFormatFloat32, 44_100, 1)
        let target = try AVFAudioTests.format(.pcmFormatFloat32, 48_000, 1)
        let converter = try #require(AVAudioConverter(from: source, to: target))
        let input = try buffer(source, frames: 1000, wave)
        let first = try stream(converter, input, pieces: [1000], capacity: 500)
        let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 10))
        let status = converter.convert(to: output, error: nil) { _, _ in
            Issue.record("the block is called after the end")
            return nil
        }
        #expect(status == .endOfStream)
        converter.reset()
        #expect(try stream(converter, input, pieces: [1000], capacity: 500).samples == first.samples)
    }

    @Test func `a block that hands over something else makes an error`() throws {
        let source = try AVFAudioTests.format()
        let converter = try #require(
            AVAudioConverter(from: source, to: try AVFAudioTests.format(.pcmFormatFloat32, 44_100)))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 10))
        let wrong = try buffer(try AVFAudioTests.format(.pcmFormatInt16), frames: 10, wave)
        var error: NSError?
        #expect(converter.convert(to: output, error: &error) { _, _ in wrong } == .error)
        #expect(error?.code == -50)
        var other: NSError?
        #expect(converter.convert(to: wrong, error: &other) { _, _ in nil } == .error)
        #expect(other?.localizedDescription.contains("Int16") == true)
    }

    @Test func `mono goes to both sides, stereo to mono is its left, and mixed down the mean`() throws {
        let mono = try AVFAudioTests.format(.pcmFormatFloat32, 48_000, 1)
        let stereo = try AVFAudioTests.format()
        let up = try #require(AVAudioConverter(from: mono, to: stereo))
        #expect(up.channelMap == [0, 0])
        let one = try buffer(mono, frames: 9, wave)
        let two = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 9))
        try up.convert(to: two, from: one)
        #expect((0..<9).allSatisfy { get(two, 0, $0) == wave(0, $0) && get(two, 1, $0) == wave(0, $0) })

        let down = try #require(AVAudioConverter(from: stereo, to: mono))
        let sides = try buffer(stereo, frames: 9, wave)
        try down.convert(to: one, from: sides)
        #expect((0..<9).allSatisfy { get(one, 0, $0) == wave(0, $0) })
        down.downmix = true
        try down.convert(to: one, from: sides)
        #expect((0..<9).allSatisfy { get(one, 0, $0) == (wave(0, $0) + wave(1, $0)) / 2 })
    }

    @Test func `a channel map counts more than anything else`() throws {
        let stereo = try AVFAudioTests.format()
        let four = try AVFAudioTests.format(.pcmFormatFloat32, 48_000, 4)
        let converter = try #require(AVAudioConverter(from: stereo, to: four))
        converter.channelMap = [1, -1, 0, 7]
        let input = try buffer(stereo, frames: 9, wave)
        let output = try #require(AVAudioPCMBuffer(pcmFormat: four, frameCapacity: 9))
        try converter.convert(to: output, from: input)
        for frame in 0..<9 {
            #expect((0..<4).map { get(output, $0, frame) } == [wave(1, frame), 0, wave(0, frame), 0])
        }
        converter.channelMap = [0]
        #expect(throws: NSError.self) { try converter.convert(to: output, from: input) }
    }

    @Test func `channels of two arrangements meet by their labels, and 5.1 is mixed down after BS.775`()
        throws
    {
        let a = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let b = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_C))
        let source = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: a)
        let target = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: b)
        // A: L R C LFE Ls Rs; C: L C R Ls Rs LFE.
        #expect(AVAudioConverter(from: source, to: target)?.channelMap == [0, 2, 1, 4, 5, 3])
        let stereo = try AVFAudioTests.format()
        let down = try #require(AVAudioConverter(from: target, to: stereo))
        down.downmix = true
        let input = try buffer(target, frames: 1) { channel, _ in [0.5, 0.25, 0, 0.125, 0, 1][channel] }
        let output = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 1))
        try down.convert(to: output, from: input)
        let share = 0.5.squareRoot()
        #expect(abs(get(output, 0, 0) - (0.5 + share * 0.375)) < 1e-7)
        #expect(abs(get(output, 1, 0) - share * 0.25) < 1e-7)
    }

    @Test func `dither makes the error of rounding noise without a tone`() throws {
        let source = try AVFAudioTests.format(.pcmFormatFloat32, 48_000, 1)
        let target = try AVFAudioTests.format(.pcmFormatInt16, 48_000, 1)
        let frames = 48_000
        // A third of a step loud: rounded without dither it is gone.
        let input = try buffer(source, frames: frames) { _, frame in
            0.34 / 32_768 * sin(2 * .pi * 1000 * Double(frame) / 48_000)
        }
        let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: UInt32(frames)))
        let converter = try #require(AVAudioConverter(from: source, to: target))
        try converter.convert(to: output, from: input)
        #expect((0..<frames).allSatisfy { get(output, 0, $0) == 0 })
        converter.dither = true
        try converter.convert(to: output, from: input)
        let steps = (0..<frames).map { get(output, 0, $0) * 32_768 }
        let tone = { (frequency: Double) in
            let angles = (0..<frames).map { 2 * .pi * frequency * Double($0) / 48_000 }
            let real = zip(steps, angles).reduce(0) { $0 + $1.0 * cos($1.1) }
            let imaginary = zip(steps, angles).reduce(0) { $0 + $1.0 * sin($1.1) }
            return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(frames)
        }
        #expect(abs(tone(1000) - 0.34) < 0.02)
        for harmonic in 2...9 { #expect(tone(1000 * Double(harmonic)) < 0.02) }
        // Triangular noise of one step and the rounding: a quarter of a square step of power.
        let power = zip(steps, 0..<frames).reduce(0) { sum, item in
            sum + pow(item.0 - 0.34 * sin(2 * .pi * 1000 * Double(item.1) / 48_000), 2)
        }
        #expect(abs(power / Double(frames) - 0.25) < 0.01)
    }

    @Test func `integers that lose nothing are not dithered`() throws {
        let source = try AVFAudioTests.format(.pcmFormatInt16)
        let target = try AVFAudioTests.format(.pcmFormatInt32)
        let converter = try #require(AVAudioConverter(from: source, to: target))
        converter.dither = true
        let input = try buffer(source, frames: 100, wave)
        let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 100))
        try converter.convert(to: output, from: input)
        #expect((0..<100).allSatisfy { get(output, 1, $0) == wave(1, $0) })
    }

    @Test func `priming shifts the output against the input as each method says`() throws {
        let source = try AVFAudioTests.format(.pcmFormatFloat32, 48_000, 1)
        let target = try AVFAudioTests.format(.pcmFormatFloat32, 96_000, 1)
        let input = try buffer(source, frames: 2000) { $1 == 1000 ? 1 : 0 }
        func peak(_ method: AVAudioConverterPrimeMethod) throws -> (
            place: Int?, count: Int, info: AVAudioConverterPrimeInfo
        ) {
            let converter = try #require(AVAudioConverter(from: source, to: target))
            converter.primeMethod = method
            let info = converter.primeInfo
            let samples = try stream(converter, input, pieces: [100], capacity: 64).samples[0]
            let largest = samples.map(abs).max()
            return (samples.firstIndex { abs($0) == largest }, samples.count, info)
        }
        let normal = try peak(.normal)
        #expect(normal.place == 2000)
        #expect(normal.count == 4000)
        #expect(normal.info.trailingFrames == 88)
        let late = try peak(.none)
        #expect(late.place == 2000 + 2 * 88)
        #expect(late.count == 4000)
        let early = try peak(.pre)
        #expect(early.info.leadingFrames == 88)
        #expect(early.place == 2000 - 2 * 88)
        #expect(early.count == 4000 - 2 * 88)
    }

    @Test func `there is no way from or to what is not sound`() throws {
        let good = try AVFAudioTests.format()
        let still = try AVFAudioTests.format(.pcmFormatFloat32, 0)
        #expect(AVAudioConverter(from: good, to: still) == nil)
        #expect(AVAudioConverter(from: still, to: good) == nil)
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        let shapeless = AVAudioFormat(
            commonFormat: .otherFormat, sampleRate: 48_000, interleaved: false, channelLayout: layout)
        #expect(AVAudioConverter(from: good, to: shapeless) == nil)
    }

    @Test(arguments: [
        (AVSampleRateConverterAlgorithm_Mastering, AVAudioQuality.medium, 150.0),
        (AVSampleRateConverterAlgorithm_Normal, .max, 150),
        (AVSampleRateConverterAlgorithm_Normal, .medium, 120),
        (AVSampleRateConverterAlgorithm_MinimumPhase, .medium, 120),
    ])
    func `quality and algorithm choose the purity of a converted tone`(
        algorithm: String, quality: AVAudioQuality, decibels: Double
    ) throws {
        let source = try AVFAudioTests.format(.pcmFormatFloat64, 44_100, 1)
        let target = try AVFAudioTests.format(.pcmFormatFloat64, 48_000, 1)
        let converter = try #require(AVAudioConverter(from: source, to: target))
        converter.sampleRateConverterAlgorithm = algorithm
        converter.sampleRateConverterQuality = quality.rawValue
        let input = try buffer(source, frames: 20_000) { 0.5 * sin(2 * .pi * 997 * Double($1) / 44_100) }
        let output = try stream(converter, input, pieces: [512], capacity: 512).samples[0]
        let inner = Array(output[5000..<15_000])
        // x[n+1] + x[n−1] = 2 cos w · x[n] holds for a pure tone and for nothing else.
        let factor = 2 * cos(2 * Double.pi * 997 / 48_000)
        let rest = (1..<inner.count - 1).reduce(0.0) {
            $0 + pow(inner[$1 + 1] + inner[$1 - 1] - factor * inner[$1], 2)
        }
        let error = 10 * log10(rest / Double(inner.count - 2) / 6 / 0.125)
        #expect(error < -decibels)
    }
}
