import AVFAudio
import Testing

struct AVAudioFileTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func pcm(_ changes: [String: Any] = [:]) -> [String: Any] {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        return settings.merging(changes) { $1 }
    }

    /// A sine of 997 Hz, a quarter as loud in the second channel.
    private func sine(_ format: AVAudioFormat, frameCount: Int) throws -> AVAudioPCMBuffer {
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)))
        buffer.frameLength = buffer.frameCapacity
        let channels = try #require(buffer.floatChannelData)
        for channel in 0..<Int(format.channelCount) {
            for frame in 0..<frameCount {
                let phase = 2 * Double.pi * 997 * Double(frame) / format.sampleRate
                channels[channel][frame * buffer.stride] = Float(0.8 * sin(phase)) / Float(1 + 3 * channel)
            }
        }
        return buffer
    }

    private func samples(_ buffer: AVAudioPCMBuffer, channel: Int = 0) throws -> [Float] {
        let channels = try #require(buffer.floatChannelData)
        return (0..<Int(buffer.frameLength)).map { channels[channel][$0 * buffer.stride] }
    }

    private func written(_ name: String, _ settings: [String: Any], frameCount: Int = 4_800) throws -> URL {
        let url = folder.file(name)
        let file = try AVAudioFile(forWriting: url, settings: settings)
        try file.write(from: sine(file.processingFormat, frameCount: frameCount))
        file.close()
        return url
    }

    private func readAll(_ file: AVAudioFile) throws -> AVAudioPCMBuffer {
        let capacity = AVAudioFrameCount(file.length)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: capacity))
        try file.read(into: buffer)
        return buffer
    }

    private func status(_ body: () throws -> Void) -> OSStatus? {
        do {
            try body()
            return nil
        } catch let error as NSError {
            #expect(error.domain == "com.apple.coreaudio.avfaudio")
            #expect(!error.localizedDescription.isEmpty)
            return OSStatus(error.code)
        }
    }

    // MARK: Formats

    @Test(arguments: ["a.wav", "a.aiff", "a.caf", "a.au", "a.w64", "a.rf64"])
    func `floating point comes back as it was written`(name: String) throws {
        let file = try AVAudioFile(forReading: written(name, pcm()))
        let original = try sine(file.processingFormat, frameCount: 4_800)
        #expect(file.length == 4_800)
        #expect(file.processingFormat.isStandard)
        let copy = try readAll(file)
        #expect(try samples(copy) == samples(original))
        #expect(try samples(copy, channel: 1) == samples(original, channel: 1))
    }

    @Test(arguments: [8, 16, 24, 32])
    func `integers come back within half a step`(bits: Int) throws {
        for name in ["a.wav", "a.aiff", "a.caf"] {
            let settings = pcm([AVLinearPCMIsFloatKey: false, AVLinearPCMBitDepthKey: bits])
            let file = try AVAudioFile(forReading: written(name, settings))
            #expect(file.fileFormat.streamDescription.pointee.mBitsPerChannel == UInt32(bits))
            let original = try samples(sine(file.processingFormat, frameCount: 4_800))
            let halfStep = Float(pow(2, -Double(min(bits, 24))))
            let error = try zip(samples(readAll(file)), original).map { abs($0 - $1) }.max() ?? 1
            #expect(error <= halfStep * 1.01)
        }
    }

    @Test(arguments: [
        ("a.flac", kAudioFormatFLAC, 48_000, 0x1p-16), ("a.caf", kAudioFormatAppleLossless, 44_100, 0x1p-16),
        ("a.wav", kAudioFormatULaw, 8_000, 0.03), ("a.ogg", kAudioFormatVorbis, 48_000, 0.05),
        ("a.opus", kAudioFormatOpus, 48_000, 0.1), ("a.mp3", kAudioFormatMPEGLayer3, 48_000, 0.1),
    ])
    func `compressed files name their coding and sound the same`(
        name: String, coding: AudioFormatID, rate: Int, tolerance: Double
    ) throws {
        let url = try written(name, pcm([AVFormatIDKey: coding, AVSampleRateKey: rate]), frameCount: 9_600)
        let file = try AVAudioFile(forReading: url)
        #expect(file.fileFormat.streamDescription.pointee.mFormatID == coding)
        #expect(file.fileFormat.sampleRate == Double(rate) && file.fileFormat.channelCount == 2)
        #expect(file.processingFormat.isStandard)
        let original = try samples(sine(file.processingFormat, frameCount: 9_600))
        let copy = try samples(readAll(file))
        // The middle: encoders may begin and end softly, and MP3 may lead in by some hundred frames.
        let power = { (signal: ArraySlice<Float>) in signal.reduce(0) { $0 + Double($1 * $1) } / 4_800 }
        #expect(
            abs(power(copy[2_400..<7_200]).squareRoot() - power(original[2_400..<7_200]).squareRoot())
                < tolerance)
    }

    @Test
    func `the settings of one file make another of the same format`() throws {
        for settings in [
            pcm(), pcm([AVLinearPCMIsFloatKey: false, AVLinearPCMBitDepthKey: 24]),
            pcm([AVLinearPCMBitDepthKey: 64]),
        ] {
            let first = try AVAudioFile(forReading: written("a.wav", settings))
            let second = try AVAudioFile(
                forWriting: folder.file("b.wav"), settings: first.fileFormat.settings)
            #expect(second.fileFormat == first.fileFormat)
        }
    }

    @Test
    func `files are interleaved whatever the settings say`() throws {
        let url = try written("a.wav", pcm([AVLinearPCMIsNonInterleaved: true]))
        #expect(try AVAudioFile(forReading: url).fileFormat.isInterleaved)
    }

    @Test
    func `the order of bytes is the container's unless it can choose`() throws {
        func flags(_ name: String, _ changes: [String: Any]) throws -> AudioFormatFlags {
            let integers = pcm([AVLinearPCMIsFloatKey: false, AVLinearPCMBitDepthKey: 16])
            let file = try AVAudioFile(
                forReading: written(name, integers.merging(changes) { $1 }, frameCount: 10))
            return file.fileFormat.streamDescription.pointee.mFormatFlags & kAudioFormatFlagIsBigEndian
        }
        #expect(try flags("a.wav", [:]) == 0)
        #expect(try flags("a.wav", [AVLinearPCMIsBigEndianKey: true]) == 0)
        #expect(try flags("a.aiff", [:]) == kAudioFormatFlagIsBigEndian)
        #expect(try flags("a.aiff", [AVLinearPCMIsBigEndianKey: false]) == 0)
        let float: [String: Any] = [AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32]
        let littleFloat = float.merging([AVLinearPCMIsBigEndianKey: false]) { $1 }
        #expect(try flags("a.aiff", littleFloat) == kAudioFormatFlagIsBigEndian)
        #expect(try flags("a.caf", [AVLinearPCMIsBigEndianKey: false]) == 0)
    }

    @Test
    func `the type key wins over the extension`() throws {
        let url = try written("a.wav", pcm([AVAudioFileTypeKey: kAudioFileCAFType]), frameCount: 10)
        #expect(try Data(contentsOf: url).prefix(4) == Data("caff".utf8))
    }

    @Test
    func `the channels keep their meaning`() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_WAVE_5_1_A))
        let data = Data(bytes: layout.layout, count: MemoryLayout<AudioChannelLayout>.size)
        let settings = pcm([AVNumberOfChannelsKey: 6, AVChannelLayoutKey: data])
        let file = try AVAudioFile(forReading: written("a.wav", settings, frameCount: 10))
        #expect(file.processingFormat.channelCount == 6)
        #expect(file.processingFormat.channelLayout == layout)
    }

    @Test
    func `many channels without a meaning are discrete`() throws {
        let file = try AVAudioFile(
            forReading: written("a.caf", pcm([AVNumberOfChannelsKey: 5]), frameCount: 10))
        #expect(file.processingFormat.channelLayout?.layoutTag == kAudioChannelLayoutTag_DiscreteInOrder | 5)
    }

    @Test(
        arguments: [
            AVAudioCommonFormat.pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32,
        ], [true, false])
    func `every common format reads and writes the same bits`(
        common: AVAudioCommonFormat, interleaved: Bool
    ) throws {
        let integers = pcm([AVLinearPCMIsFloatKey: false, AVLinearPCMBitDepthKey: 16])
        let url = try written("a.wav", integers, frameCount: 3_000)
        let copyURL = folder.file("b.wav")
        let file = try AVAudioFile(forReading: url, commonFormat: common, interleaved: interleaved)
        #expect(file.processingFormat.commonFormat == common)
        #expect(file.processingFormat.isInterleaved == interleaved)
        let copy = try AVAudioFile(
            forWriting: copyURL, settings: integers, commonFormat: common, interleaved: interleaved)
        try copy.write(from: readAll(file))
        copy.close()
        #expect(try Data(contentsOf: url) == Data(contentsOf: copyURL))
    }

    @Test
    func `channels stay apart in planar integers`() throws {
        let url = try written("a.wav", pcm(), frameCount: 1_500)
        let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatInt32, interleaved: false)
        let copy = try readAll(file)
        let channels = try #require(copy.int32ChannelData)
        let original = try sine(
            #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)), frameCount: 1_500)
        for channel in 0..<2 {
            let expected = try samples(original, channel: channel)
            let error = (0..<1_500).map { frame in
                abs(Double(channels[channel][frame]) * 0x1p-31 - Double(expected[frame]))
            }
            #expect(error.allSatisfy { $0 <= 0x1p-32 })
        }
        withExtendedLifetime(copy) {}
    }

    // MARK: Position

    @Test
    func `reading moves on and setting the position seeks`() throws {
        let file = try AVAudioFile(forReading: written("a.wav", pcm()))
        let original = try samples(sine(file.processingFormat, frameCount: 4_800))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 1_000))
        try file.read(into: buffer)
        #expect(file.framePosition == 1_000 && buffer.frameLength == 1_000)
        try file.read(into: buffer, frameCount: 10)
        #expect(file.framePosition == 1_010 && buffer.frameLength == 10)
        file.framePosition = 4_000
        try file.read(into: buffer)
        #expect(buffer.frameLength == 800 && file.framePosition == 4_800)
        #expect(try samples(buffer) == Array(original[4_000...]))
    }

    @Test
    func `a loop until the length reads every frame once`() throws {
        let file = try AVAudioFile(forReading: written("a.flac", pcm([AVFormatIDKey: kAudioFormatFLAC])))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 700))
        var count = 0
        while file.framePosition < file.length {
            try file.read(into: buffer)
            count += Int(buffer.frameLength)
        }
        #expect(count == 4_800)
    }

    @Test(arguments: [4_800, 5_000, AVAudioFramePosition.max])
    func `reading at the end throws and empties the buffer`(position: AVAudioFramePosition) throws {
        let file = try AVAudioFile(forReading: written("a.wav", pcm()))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 10))
        buffer.frameLength = 10
        file.framePosition = position
        #expect(status { try file.read(into: buffer) } == kAudioFileEndOfFileError)
        #expect(buffer.frameLength == 0)
        file.framePosition = -5
        #expect(file.framePosition == 0)
        try file.read(into: buffer)
        #expect(buffer.frameLength == 10)
    }

    @Test
    func `reading no frames is no error`() throws {
        let file = try AVAudioFile(forReading: written("a.wav", pcm()))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 10))
        file.framePosition = file.length
        try file.read(into: buffer, frameCount: 0)
        #expect(buffer.frameLength == 0)
    }

    @Test
    func `writing appends the frames in use and the length follows`() throws {
        let url = folder.file("a.wav")
        let file = try AVAudioFile(forWriting: url, settings: pcm())
        let buffer = try sine(file.processingFormat, frameCount: 100)
        buffer.frameLength = 30
        try file.write(from: buffer)
        try file.write(from: buffer)
        #expect(file.length == 60 && file.framePosition == 60)
        #expect(try AVAudioFile(forReading: url).length == 60)
        file.framePosition = 10
        #expect(status { try file.write(from: buffer) } == kAudioFilePositionError)
    }

    @Test
    func `opening for writing empties the file that was there`() throws {
        let url = try written("a.wav", pcm())
        _ = try AVAudioFile(forWriting: url, settings: pcm())
        #expect(try AVAudioFile(forReading: url).length == 0)
    }

    @Test
    func `a released file is complete`() throws {
        let url = folder.file("a.flac")
        do {
            let file = try AVAudioFile(forWriting: url, settings: pcm([AVFormatIDKey: kAudioFormatFLAC]))
            try file.write(from: sine(file.processingFormat, frameCount: 5_000))
        }
        #expect(try readAll(AVAudioFile(forReading: url)).frameLength == 5_000)
    }

    // MARK: Refusals

    @Test
    func `a closed file is closed`() throws {
        let file = try AVAudioFile(forReading: written("a.wav", pcm()))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 10))
        #expect(file.isOpen)
        file.close()
        file.close()
        #expect(!file.isOpen)
        #expect(status { try file.read(into: buffer) } == kAudio_FileNotFoundError)
        let output = try AVAudioFile(forWriting: folder.file("b.wav"), settings: pcm())
        output.close()
        #expect(status { try output.write(from: buffer) } == kAudio_FileNotFoundError)
    }

    @Test
    func `a buffer must have the processing format`() throws {
        let file = try AVAudioFile(forReading: written("a.wav", pcm()))
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 10))
        buffer.frameLength = 3
        #expect(status { try file.read(into: buffer) } == kAudio_ParamError)
        #expect(buffer.frameLength == 3)
        let output = try AVAudioFile(forWriting: folder.file("b.wav"), settings: pcm())
        #expect(status { try output.write(from: buffer) } == kAudio_ParamError)
    }

    @Test
    func `a file for reading is not written and the reverse`() throws {
        let input = try AVAudioFile(forReading: written("a.wav", pcm()))
        let output = try AVAudioFile(forWriting: folder.file("b.wav"), settings: pcm())
        let buffer = try sine(input.processingFormat, frameCount: 10)
        #expect(status { try input.write(from: buffer) } == kAudioFileOperationNotSupportedError)
        #expect(status { try output.read(into: buffer) } == kAudioFileOperationNotSupportedError)
    }

    @Test
    func `files that cannot be read are refused with the reason`() throws {
        let noise = Data((0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 17) })
        let whole = try Data(contentsOf: written("whole.wav", pcm()))
        func refusal(_ url: URL) -> OSStatus? { status { _ = try AVAudioFile(forReading: url) } }
        #expect(refusal(folder.file("missing.wav")) == kAudio_FileNotFoundError)
        #expect(try refusal(folder.file("empty.wav", holding: Data())) == kAudioFileInvalidFileError)
        #expect(try refusal(folder.file("noise.wav", holding: noise)) == kAudioFileInvalidFileError)
        #expect(try refusal(folder.file("noise.xyz", holding: noise)) == kAudioFileUnsupportedFileTypeError)
        #expect(try refusal(folder.file("cut.wav", holding: whole.prefix(20))) == kAudioFileInvalidFileError)
        #expect(refusal(folder.file("")) == kAudio_BadFilePathError)
        #expect(try refusal(#require(URL(string: "https://example.org/a.wav"))) == kAudio_BadFilePathError)
    }

    @Test
    func `the sentence of an error names the file`() throws {
        do {
            _ = try AVAudioFile(forReading: folder.file("no such sound.wav"))
            Issue.record("a missing file was opened")
        } catch let error as NSError {
            #expect(error.localizedDescription.contains("no such sound.wav"))
            #expect((error.userInfo[NSFilePathErrorKey] as? String)?.hasSuffix("no such sound.wav") == true)
        }
    }

    @Test
    func `a file that lies about its length gives the frames that are there`() throws {
        let whole = try Data(contentsOf: written("whole.wav", pcm()))
        let file = try AVAudioFile(forReading: folder.file("cut.wav", holding: whole.prefix(whole.count / 2)))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 10_000))
        try file.read(into: buffer)
        #expect((2_000..<2_500).contains(buffer.frameLength))
        #expect(status { try file.read(into: buffer) } == kAudioFileEndOfFileError)
    }

    @Test(
        arguments: [
            (["AVSampleRateKey": "fast"], kAudio_ParamError),
            (["AVNumberOfChannelsKey": 0], kAudio_ParamError),
            (["AVLinearPCMBitDepthKey": 12, "AVLinearPCMIsFloatKey": false], kAudio_ParamError),
            (["AVFormatIDKey": kAudioFormatMPEG4AAC], kAudioFileUnsupportedDataFormatError),
            (["AVFormatIDKey": UInt32(7)], kAudioFileUnsupportedDataFormatError),
            (["AVAudioFileTypeKey": kAudioFile3GPType], kAudioFileUnsupportedFileTypeError),
            (["AVNumberOfChannelsKey": 2_000], kAudioFileUnsupportedDataFormatError),
            (["AVSampleRateKey": 48_000.5], kAudioFileUnsupportedDataFormatError),
        ] as [([String: any Sendable], OSStatus)])
    func `settings that cannot be written are refused and leave the file alone`(
        changes: [String: any Sendable], expected: OSStatus
    ) throws {
        let url = try folder.file("a.wav", holding: Data("old".utf8))
        #expect(status { _ = try AVAudioFile(forWriting: url, settings: pcm(changes)) } == expected)
        #expect(try Data(contentsOf: url) == Data("old".utf8))
    }

    @Test(
        arguments: [
            ([AVSampleRateKey: "fast"], ["fast", AVSampleRateKey]),
            ([AVLinearPCMBitDepthKey: 12], ["12", AVLinearPCMBitDepthKey]),
            ([AVLinearPCMIsFloatKey: "yes"], ["yes", AVLinearPCMIsFloatKey]),
            ([AVChannelLayoutKey: "stereo"], [AVChannelLayoutKey, "AudioChannelLayout"]),
            ([AVEncoderBitRateKey: 1, AVEncoderBitRatePerChannelKey: 1], [AVEncoderBitRateKey, "both"]),
            ([AVFormatIDKey: kAudioFormatMPEG4AAC], ["'aac '", "wav"]),
            ([AVAudioFileTypeKey: kAudioFile3GPType], ["'3gpp'"]),
        ] as [([String: any Sendable], [String])])
    func `the sentence about settings names the key and the value`(
        changes: [String: any Sendable], words: [String]
    ) {
        let url = folder.file("a.wav")
        do {
            _ = try AVAudioFile(forWriting: url, settings: pcm(changes))
            Issue.record("a file was made")
        } catch let error as NSError {
            for word in words + [url.path] { #expect(error.localizedDescription.contains(word)) }
        }
    }

    @Test(arguments: [AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey])
    func `settings without a coding, a rate or channels are refused by name`(key: String) {
        do {
            _ = try AVAudioFile(forWriting: folder.file("a.wav"), settings: pcm().filter { $0.key != key })
            Issue.record("a file was made")
        } catch let error as NSError {
            #expect(error.localizedDescription.contains("lack a value for \(key)"))
        }
    }

    @Test
    func `names, folders and common formats that cannot be are refused`() throws {
        func refusal(_ url: URL, _ common: AVAudioCommonFormat = .pcmFormatFloat32) -> OSStatus? {
            status {
                _ = try AVAudioFile(
                    forWriting: url, settings: pcm(), commonFormat: common, interleaved: false)
            }
        }
        #expect(refusal(folder.file("a.xyz")) == kAudioFileUnsupportedFileTypeError)
        #expect(refusal(folder.file("nowhere/a.wav")) == kAudio_FileNotFoundError)
        #expect(refusal(folder.file("a.flac")) == kAudioFileUnsupportedDataFormatError)
        #expect(refusal(folder.file("a.wav"), .otherFormat) == kAudio_ParamError)
        #expect(!FileManager.default.fileExists(atPath: folder.file("a.wav").path))
        let url = try written("b.wav", pcm())
        #expect(
            status {
                _ = try AVAudioFile(forReading: url, commonFormat: .otherFormat, interleaved: false)
            } == kAudio_ParamError)
    }

    @Test
    func `a full disk is an error and not a trap`() throws {
        let full = URL(filePath: "/dev/full")
        let settings = pcm([AVAudioFileTypeKey: kAudioFileWAVEType])
        let diskFull: OSStatus = -34
        #expect(
            status {
                let file = try AVAudioFile(forWriting: full, settings: settings)
                try file.write(from: sine(file.processingFormat, frameCount: 100_000))
            } == diskFull)
    }

    private final class Bytes: AVAudioByteSource {
        private let data: Data
        private let breaksAt: Int

        init(_ data: Data, breaksAt: Int = .max) { (self.data, self.breaksAt) = (data, breaksAt) }

        var byteCount: Int { data.count }

        func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) throws -> Int {
            guard position < breaksAt else { throw CocoaError(.fileReadUnknown) }
            return data[position...].prefix(300).copyBytes(to: buffer)
        }
    }

    @Test func `bytes of the program's own are a file that is read and played`() throws {
        let url = try written("bytes.wav", pcm())
        let data = try Data(contentsOf: url)
        let expected = try readAll(AVAudioFile(forReading: url)).floats
        for file in [
            try AVAudioFile(forReading: data, name: "kept in memory"),
            try AVAudioFile(forReading: Bytes(data)),
        ] {
            #expect(file.length == AVAudioFramePosition(expected[0].count))
            #expect(try readAll(file).floats == expected)
            let offline = try OfflineEngine()
            let player = offline.addPlayer(channels: 2)
            player.scheduleFile(file, at: nil)
            try offline.engine.start()
            player.play()
            #expect(try offline.render(expected[0].count) == expected)
        }
        #expect(try AVAudioFile(forReading: data, name: "a b").url.absoluteString == "memory:///a%20b")
        #expect(throws: (any Error).self) { try AVAudioFile(forReading: Bytes(data, breaksAt: 0)) }
        #expect(throws: (any Error).self) { try AVAudioFile(forReading: Data("words".utf8)) }
    }
}
