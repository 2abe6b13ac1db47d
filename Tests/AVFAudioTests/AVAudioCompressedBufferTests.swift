import AVFAudio
import Testing

struct AVAudioCompressedBufferTests {
    @Test func `packets of varying size are described, those of one size are not`() throws {
        let aac = try compressedFormat(kAudioFormatMPEG4AAC)
        let buffer = AVAudioCompressedBuffer(format: aac, packetCapacity: 8, maximumPacketSize: 768)
        #expect(buffer.packetDescriptions != nil)
        #expect(buffer.packetCapacity == 8 && buffer.maximumPacketSize == 768)
        #expect(buffer.byteCapacity == 6144 && buffer.byteLength == 0 && buffer.packetCount == 0)
        let ima = try compressedFormat(kAudioFormatAppleIMA4)
        let constant = AVAudioCompressedBuffer(format: ima, packetCapacity: 3)
        #expect(constant.packetDescriptions == nil)
        #expect(constant.maximumPacketSize == 68 && constant.byteCapacity == 204)
    }

    @Test func `counts and lengths stay within their capacities and agree with the lists`() throws {
        let format = try compressedFormat(kAudioFormatMPEG4AAC)
        let buffer = AVAudioCompressedBuffer(format: format, packetCapacity: 2, maximumPacketSize: 10)
        buffer.packetCount = 99
        buffer.byteLength = 99
        #expect(buffer.packetCount == 2 && buffer.byteLength == 20)
        buffer.byteLength = 7
        #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 7)
        #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == 20)
        #expect(buffer.audioBufferList.pointee.mBuffers.mData == buffer.data)
        #expect(buffer.byteLength == 7)
    }

    @Test func `a copy has the same packets in memory of its own`() throws {
        let format = try compressedFormat(kAudioFormatMPEG4AAC)
        let buffer = compressed(format, [[1, 2, 3], [4]])
        let copy = try #require(buffer.copy() as? AVAudioCompressedBuffer)
        buffer.data.storeBytes(of: 9, as: UInt8.self)
        buffer.packetDescriptions?[1].mDataByteSize = 0
        #expect(copy.packetCount == 2 && copy.byteLength == 4)
        #expect(Array(UnsafeRawBufferPointer(start: copy.data, count: 4)) == [1, 2, 3, 4])
        #expect(copy.packetDescriptions?[1].mStartOffset == 3)
        #expect(copy.packetDescriptions?[1].mDataByteSize == 1)
    }

    @Test func `sizes that cannot be have no capacity`() throws {
        let format = try compressedFormat(kAudioFormatMPEG4AAC)
        for size in [Int.min, -1, 0, Int.max, 1 << 40] {
            let buffer = AVAudioCompressedBuffer(format: format, packetCapacity: 4, maximumPacketSize: size)
            #expect(buffer.packetCapacity == 0 && buffer.byteCapacity == 0)
            buffer.packetCount = 1
            #expect(buffer.packetCount == 0)
        }
    }
}
