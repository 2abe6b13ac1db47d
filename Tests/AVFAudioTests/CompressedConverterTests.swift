import AVFAudio
import AVFMedia
import Testing

/// Packets to samples and back, where FFmpeg is installed.
@Suite(.enabled(if: CodedMedia.refusal == nil)) struct CompressedConverterTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// The decibels by which the difference lies below the sound; both must have the same number of frames.
    private func noise(_ found: [[Double]], _ wanted: AVAudioPCMBuffer) throws -> Double {
        var (error, power) = (0.0, 0.0)
        for channel in found.indices {
            try #require(found[channel].count == Int(wanted.frameLength))
            for frame in found[channel].indices {
                let value = sample(wanted, channel, frame)
                error += pow(found[channel][frame] - value, 2)
                power += pow(value, 2)
            }
        }
        return error == 0 ? -.infinity : 10 * log10(error / power)
    }

    @Test(arguments: [
        (kAudioFormatMPEG4AAC, -40.0), (kAudioFormatMPEGLayer3, -28.0), (kAudioFormatMPEGLayer2, -35.0),
        (kAudioFormatAC3, -30.0), (kAudioFormatULaw, -35.0), (kAudioFormatALaw, -35.0),
        (kAudioFormatAppleIMA4, -30.0),
    ])
    func `what was encoded comes back with its length and at its place`(id: AudioFormatID, limit: Double)
        throws
    {
        let input = try tone(20_011)
        let format = try compressedFormat(id)
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        let packets = try encode(encoder, input)
        let decoder = try #require(AVAudioConverter(from: format, to: input.format))
        decoder.magicCookie = encoder.magicCookie
        decoder.primeInfo = encoder.primeInfo
        let found = try decode(decoder, packets)
        // A shift by one frame alone would leave −16 dB.
        let level = try noise(found, input)
        #expect(level < limit)
    }

    @Test(arguments: [48_000.0, 24_000, 16_000, 8000])
    func `Opus tells its delay itself and decodes to any rate`(rate: Double) throws {
        let input = try tone(Int(rate) / 2 + 7, rate: rate)
        let format = try compressedFormat(kAudioFormatOpus, rate: rate)
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        encoder.bitRate = 160_000
        let packets = try encode(encoder, input)
        let decoder = try #require(AVAudioConverter(from: format, to: input.format))
        decoder.magicCookie = encoder.magicCookie
        #expect(decoder.primeInfo.leadingFrames == encoder.primeInfo.leadingFrames)
        decoder.primeInfo = encoder.primeInfo
        let found = try decode(decoder, packets)
        #expect(abs(found[0].count - Int(input.frameLength)) <= 1)
        let common = min(found[0].count, Int(input.frameLength)) - 1000
        let error = (1000..<common).reduce(0.0) { $0 + pow(found[0][$1] - sample(input, 0, $1), 2) }
        let power = (1000..<common).reduce(0.0) { $0 + pow(sample(input, 0, $1), 2) }
        #expect(10 * log10(error / power) < -15)
    }

    @Test(
        arguments: [kAudioFormatAppleLossless, kAudioFormatFLAC],
        [AVAudioCommonFormat.pcmFormatInt16, .pcmFormatInt32])
    func `lossless packets hold every bit`(id: AudioFormatID, common: AVAudioCommonFormat) throws {
        let bits = common == .pcmFormatInt16 ? 16 : 24
        for frames in [1, 4096, 10_007] {
            let input = try tone(frames, common)
            let format = try compressedFormat(id, bits: bits)
            let encoder = try #require(AVAudioConverter(from: input.format, to: format))
            let packets = try encode(encoder, input)
            #expect(packets.count == (frames + 4095) / 4096)
            let decoder = try #require(AVAudioConverter(from: format, to: input.format))
            decoder.magicCookie = encoder.magicCookie
            #expect(try noise(decode(decoder, packets), input) == -.infinity)
            // Without the cookie too: the format says all that there is to know.
            let plain = try #require(AVAudioConverter(from: format, to: input.format))
            #expect(try noise(decode(plain, packets), input) == -.infinity)
        }
    }

    @Test(arguments: [kAudioFormatMPEG4AAC, kAudioFormatFLAC, kAudioFormatMPEGLayer3])
    func `how a stream is cut changes no bit`(id: AudioFormatID) throws {
        let input = try tone(9000)
        let format = try compressedFormat(id)
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        let first = try encode(encoder, input, pieces: [9000], packets: 100)
        encoder.reset()
        #expect(try encode(encoder, input, pieces: [1, 100, 2000], packets: 1) == first)
        let decoder = try #require(AVAudioConverter(from: format, to: input.format))
        let whole = try decode(decoder, first, pieces: [100], frames: 100_000)
        decoder.reset()
        #expect(try decode(decoder, first, pieces: [1], frames: 77) == whole)
    }

    @Test func `the encoder's own file has the sound of its packets`() throws {
        let input = try tone(30_000)
        let url = folder.file("tone.m4a")
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 2,
        ]
        let writer = try AVAudioFile(forWriting: url, settings: settings)
        try writer.write(from: input)
        writer.close()
        let file = try AVAudioFile(forReading: url)
        let read = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 40_000))
        try file.read(into: read)

        let format = try compressedFormat(kAudioFormatMPEG4AAC)
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        let packets = try encode(encoder, input)
        let decoder = try #require(AVAudioConverter(from: format, to: input.format))
        decoder.primeInfo = encoder.primeInfo
        #expect(try noise(decode(decoder, packets), read) == -.infinity)
    }

    @Test func `libsndfile finds in FLAC's packets what was encoded`() throws {
        let input = try tone(10_007, .pcmFormatInt32)
        let format = try compressedFormat(kAudioFormatFLAC, bits: 24)
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        let packets = try encode(encoder, input)
        let atom = try #require(encoder.magicCookie)
        let head = Array("fLaC".utf8) + atom.dropFirst(12)
        let url = try folder.file("tone.flac", holding: Data(head + packets.joined()))
        let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatInt32, interleaved: false)
        #expect(file.length == 10_007)
        let read = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 20_000))
        try file.read(into: read)
        let found = (0..<2).map { channel in (0..<10_007).map { sample(read, channel, $0) } }
        #expect(try noise(found, input) == -.infinity)
    }

    @Test func `libsndfile decodes MP3's packets to the same sound`() throws {
        let input = try tone(20_000)
        let format = try compressedFormat(kAudioFormatMPEGLayer3)
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        let packets = try encode(encoder, input)
        let url = try folder.file("tone.mp3", holding: Data(packets.joined()))
        let file = try AVAudioFile(forReading: url)
        // A decoder of layer III lags behind by 529 frames, which are left out.
        #expect(file.length == Int64(packets.count * 1152 - 529))
        let read = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 40_000))
        try file.read(into: read)
        let decoder = try #require(AVAudioConverter(from: format, to: input.format))
        decoder.primeInfo.leadingFrames = 529
        #expect(try noise(decode(decoder, packets), read) < -90)
    }

    @Test func `rate, channels and samples change on the way`() throws {
        let input = try tone(48_000, rate: 48_000, channels: 1, .pcmFormatInt16)
        let format = try compressedFormat(kAudioFormatMPEG4AAC, rate: 44_100, channels: 2)
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        let packets = try encode(encoder, input)
        let wanted = try #require(AVAudioFormat(standardFormatWithSampleRate: 32_000, channels: 2))
        let decoder = try #require(AVAudioConverter(from: format, to: wanted))
        decoder.primeInfo = encoder.primeInfo
        let found = try decode(decoder, packets)
        let model = try tone(32_000, rate: 32_000, channels: 1)
        #expect(found[0].count == 32_000)
        #expect(try noise([found[0]], model) < -35)
        #expect(try noise([found[1]], model) < -35)
    }

    @Test func `an encoder heeds the bit rate and says which there are`() throws {
        let input = try tone(44_100)
        let format = try compressedFormat(kAudioFormatMPEGLayer3)
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        for rate in [64_000, 128_000, 320_000] {
            encoder.bitRate = rate
            encoder.bitRateStrategy = AVAudioBitRateStrategy_Constant
            #expect(encoder.bitRate == rate)
            let bytes = try encode(encoder, input).joined().count
            #expect(abs(Double(8 * bytes) / Double(rate) - 1) < 0.1)
        }
        #expect(encoder.availableEncodeSampleRates?.contains(44_100) == true)
        #expect(encoder.applicableEncodeBitRates?.contains(320_000) == true)
        #expect(encoder.availableEncodeChannelLayoutTags?.isEmpty == false)
        let decoder = try #require(AVAudioConverter(from: format, to: input.format))
        #expect(decoder.availableEncodeBitRates == nil && decoder.bitRateStrategy == nil)
        #expect(decoder.applicableEncodeSampleRates == nil && decoder.bitRate == 0)
        #expect(decoder.maximumOutputPacketSize == 4)
    }

    @Test(arguments: [kAudioFormatMPEG4AAC, kAudioFormatOpus, kAudioFormatMPEGLayer3, kAudioFormatFLAC])
    func `no packet is larger than the encoder says`(id: AudioFormatID) throws {
        let format = try compressedFormat(id, rate: 48_000)
        let input = try tone(9600, rate: 48_000)
        var state: UInt32 = 1
        for channel in 0..<2 {
            for frame in 0..<9600 {
                state = state &* 1_664_525 &+ 1_013_904_223
                input.floatChannelData?[channel][frame] = Float(Int32(bitPattern: state)) / 2_147_483_648
            }
        }
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        encoder.bitRate = 510_000
        let packets = try encode(encoder, input)
        #expect(packets.allSatisfy { $0.count <= encoder.maximumOutputPacketSize })
    }

    @Test func `there is no way between compressed formats, from nonsense, or to what nobody encodes`() throws
    {
        let aac = try compressedFormat(kAudioFormatMPEG4AAC)
        let pcm = try tone(1).format
        #expect(try AVAudioConverter(from: aac, to: compressedFormat(kAudioFormatFLAC)) == nil)
        #expect(
            try AVAudioConverter(from: pcm, to: compressedFormat(kAudioFormatMPEG4AAC, rate: 12_345)) == nil)
        #expect(try AVAudioConverter(from: pcm, to: compressedFormat(kAudioFormatMPEG4AAC_HE)) == nil)
        #expect(
            try AVAudioConverter(from: pcm, to: compressedFormat(kAudioFormatAppleLossless, bits: 32)) == nil)
        #expect(try AVAudioConverter(from: pcm, to: compressedFormat(0x6162_6364)) == nil)
    }

    @Test func `damaged packets and descriptions are errors after which the stream goes on`() throws {
        let input = try tone(20_000)
        let format = try compressedFormat(kAudioFormatFLAC, bits: 16)
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        let packets = try encode(encoder, input)
        let decoder = try #require(AVAudioConverter(from: format, to: input.format))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: input.format, frameCapacity: 4096))
        let nonsense = compressed(format, [[UInt8](repeating: 0x55, count: 100)])
        let beyond = compressed(format, [packets[0]])
        beyond.packetDescriptions?[0].mStartOffset = 5
        let negative = compressed(format, [packets[0]])
        negative.packetDescriptions?[0].mStartOffset = -1
        let empty = compressed(format, [packets[0]])
        empty.packetDescriptions?[0].mDataByteSize = 0
        for bad in [nonsense, beyond, negative, empty] {
            var error: NSError?
            #expect(decoder.convert(to: output, error: &error) { _, _ in bad } == .error)
            #expect(error?.localizedDescription.isEmpty == false)
            #expect(output.frameLength == 0)
        }
        let good = compressed(format, [packets[0]])
        #expect(decoder.convert(to: output, error: nil) { _, _ in good } == .haveData)
        #expect(output.frameLength == 4096)
        var error: NSError?
        let other = try compressed(compressedFormat(kAudioFormatMPEG4AAC), [packets[0]])
        #expect(decoder.convert(to: output, error: &error) { _, _ in other } == .error)
        #expect(decoder.convert(to: good, error: &error) { _, _ in good } == .error)
    }

    @Test func `a packet that does not fit is kept for a larger buffer`() throws {
        let input = try tone(20_000)
        let format = try compressedFormat(kAudioFormatMPEG4AAC)
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        let small = AVAudioCompressedBuffer(format: format, packetCapacity: 2, maximumPacketSize: 1)
        var error: NSError?
        #expect(encoder.convert(to: small, error: &error) { _, _ in input } == .error)
        #expect(small.packetCount == 0)
        let large = AVAudioCompressedBuffer(format: format, packetCapacity: 1, maximumPacketSize: 1536)
        #expect(encoder.convert(to: large, error: &error) { _, _ in input } == .haveData)
        #expect(large.packetCount == 1)
    }

    @Test func `an input block that has nothing for now leaves a converter where it is`() throws {
        let input = try tone(1024)
        let format = try compressedFormat(kAudioFormatMPEG4AAC)
        let encoder = try #require(AVAudioConverter(from: input.format, to: format))
        let packets = AVAudioCompressedBuffer(format: format, packetCapacity: 4, maximumPacketSize: 1536)
        var isGiven = false
        let status = encoder.convert(to: packets, error: nil) { _, status in
            status.pointee = isGiven ? .noDataNow : .haveData
            defer { isGiven = true }
            return isGiven ? nil : input
        }
        #expect(status == .inputRanDry)
        #expect(packets.packetCount < 4)
    }
}
