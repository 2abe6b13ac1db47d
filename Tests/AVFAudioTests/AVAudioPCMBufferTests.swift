import AVFAudio
import Testing

struct AVAudioPCMBufferTests {
    private func format(
        _ common: AVAudioCommonFormat = .pcmFormatFloat32, interleaved: Bool = false
    ) throws -> AVAudioFormat {
        try #require(
            AVAudioFormat(commonFormat: common, sampleRate: 48_000, channels: 2, interleaved: interleaved))
    }

    @Test
    func `a new buffer is silent, empty and aligned`() throws {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format(), frameCapacity: 100))
        #expect(buffer.frameCapacity == 100 && buffer.frameLength == 0)
        #expect(buffer.stride == 1)
        let channels = try #require(buffer.floatChannelData)
        for channel in 0..<2 {
            #expect(UInt(bitPattern: channels[channel]) % 64 == 0)
            #expect((0..<100).allSatisfy { channels[channel][$0] == 0 })
        }
        #expect(channels[0] + 100 <= channels[1])
    }

    @Test
    func `formats without PCM frames have no buffer`() throws {
        let aac = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
            ]))
        let silent = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 0))
        #expect(AVAudioPCMBuffer(pcmFormat: aac, frameCapacity: 10) == nil)
        #expect(AVAudioPCMBuffer(pcmFormat: silent, frameCapacity: 10) == nil)
    }

    @Test
    func `a capacity beyond 32 bits of bytes has no buffer`() throws {
        #expect(try AVAudioPCMBuffer(pcmFormat: format(), frameCapacity: 0x4000_0000) == nil)
        #expect(try AVAudioPCMBuffer(pcmFormat: format(interleaved: true), frameCapacity: 0x2000_0000) == nil)
        #expect(try AVAudioPCMBuffer(pcmFormat: format(), frameCapacity: .max) == nil)
        #expect(try AVAudioPCMBuffer(pcmFormat: format(), frameCapacity: 0)?.frameCapacity == 0)
    }

    @Test
    func `the length sets the byte sizes and the byte sizes the length`() throws {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format(), frameCapacity: 100))
        buffer.frameLength = 30
        let used = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffer.audioBufferList))
        #expect(used.map(\.mDataByteSize) == [120, 120])
        #expect(used.map(\.mNumberChannels) == [1, 1])
        for index in used.indices { used[index].mDataByteSize = 80 }
        #expect(buffer.frameLength == 20)
        buffer.frameLength = 1_000
        #expect(buffer.frameLength == 100)
    }

    @Test
    func `an interleaved buffer has one block for all channels`() throws {
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: format(.pcmFormatInt16, interleaved: true), frameCapacity: 8))
        buffer.frameLength = 3
        #expect(buffer.audioBufferList.pointee.mNumberBuffers == 1)
        #expect(buffer.audioBufferList.pointee.mBuffers.mNumberChannels == 2)
        #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 12)
        #expect(buffer.stride == 2)
        let channels = try #require(buffer.int16ChannelData)
        #expect(channels[1] == channels[0] + 1)
    }

    @Test
    func `the mutable list shows the capacity, whatever was left in it`() throws {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format(), frameCapacity: 10))
        buffer.frameLength = 4
        let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
        #expect(list.map(\.mDataByteSize) == [40, 40])
        list[0].mDataByteSize = 1
        #expect(buffer.frameLength == 4)
        #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == 40)
        let channels = try #require(buffer.floatChannelData)
        #expect(list.map(\.mData) == [0, 1].map { UnsafeMutableRawPointer(channels[$0]) })
    }

    @Test
    func `channel pointers exist for the format's own samples only`() throws {
        /// The kinds of channel data that a buffer has: of Float, Int16 and Int32.
        func kinds(_ common: AVAudioCommonFormat) throws -> [Bool] {
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format(common), frameCapacity: 1))
            return [
                buffer.floatChannelData != nil, buffer.int16ChannelData != nil,
                buffer.int32ChannelData != nil,
            ]
        }
        #expect(try kinds(.pcmFormatFloat32) == [true, false, false])
        #expect(try kinds(.pcmFormatInt16) == [false, true, false])
        #expect(try kinds(.pcmFormatInt32) == [false, false, true])
        #expect(try kinds(.pcmFormatFloat64) == [false, false, false])
    }

    @Test
    func `a copy has the same contents in memory of its own`() throws {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format(), frameCapacity: 16))
        buffer.frameLength = 5
        for frame in 0..<5 { buffer.floatChannelData?[1][frame] = Float(frame) }
        let copy = try #require(buffer.copy() as? AVAudioPCMBuffer)
        let other = try #require(buffer.mutableCopy() as? AVAudioPCMBuffer)
        buffer.floatChannelData?[1][3] = 100
        #expect(copy.format == buffer.format && copy.frameCapacity == 16 && copy.frameLength == 5)
        let channels = try #require(copy.floatChannelData)
        #expect((0..<5).map { channels[1][$0] } == [0, 1, 2, 3, 4])
        #expect(other.floatChannelData?[1][4] == 4)
    }

    @Test
    func `memory of the caller's is used as it is and handed back`() throws {
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: 8)
        samples.initialize(repeating: 0.5, count: 8)
        defer { samples.deallocate() }
        var list = AudioBufferList(
            mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 32, mData: samples))
        var returned: [AudioBuffer] = []
        do {
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: format(interleaved: true), bufferListNoCopy: &list) { given in
                    returned.append(given.pointee.mBuffers)
                })
            #expect(buffer.frameCapacity == 4 && buffer.frameLength == 4)
            #expect(buffer.floatChannelData?[1] == samples + 1)
            buffer.frameLength = 1
            #expect(returned.isEmpty)
        }
        #expect(returned.map(\.mData) == [UnsafeMutableRawPointer(samples)])
        #expect(returned.map(\.mDataByteSize) == [32])
        #expect(AVAudioPCMBuffer(pcmFormat: try format(interleaved: true), bufferListNoCopy: &list) != nil)
    }

    @Test
    func `a list that does not fit its format makes no buffer and stays the caller's`() throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
        defer { memory.deallocate() }
        let list = AudioBufferList.allocate(maximumBuffers: 3)
        defer { free(list.unsafeMutablePointer) }
        var calls = 0
        func makes(_ sizes: [UInt32], _ data: UnsafeMutableRawPointer?) throws -> Bool {
            list.count = sizes.count
            for (index, size) in sizes.enumerated() {
                list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: size, mData: data)
            }
            let buffer = AVAudioPCMBuffer(pcmFormat: try format(), bufferListNoCopy: list.unsafePointer) {
                _ in
                calls += 1
            }
            return buffer != nil
        }
        #expect(try !makes([], memory))
        #expect(try !makes([16], memory))
        #expect(try !makes([16, 16, 16], memory))
        #expect(try !makes([16, 32], memory))
        #expect(try !makes([0, 0], memory))
        #expect(try !makes([16, 16], nil))
        #expect(calls == 0)
        #expect(try makes([16, 16], memory))
        #expect(calls == 1)
    }
}
