import AVFAudio
import Testing

struct BufferListPointerTests {
    @Test
    func `an allocated list holds as many buffers as asked for`() {
        let list = AudioBufferList.allocate(maximumBuffers: 3)
        defer { free(list.unsafeMutablePointer) }
        for index in list.indices { list[index].mDataByteSize = UInt32(index * 4) }
        #expect(list.count == 3)
        #expect(list.map(\.mDataByteSize) == [0, 4, 8])
        list.count = 1
        #expect(list.endIndex == 1)
        #expect(list.unsafePointer.pointee.mNumberBuffers == 1)
    }

    @Test
    func `the size of a list grows by one buffer at a time`() {
        #expect(AudioBufferList.sizeInBytes(maximumBuffers: 1) == 24)
        #expect(AudioBufferList.sizeInBytes(maximumBuffers: 8) == 24 + 7 * 16)
        #expect(AudioBufferList.sizeInBytes(maximumBuffers: -1) == 24)
    }

    @Test
    func `an audio buffer converts to a typed buffer and back`() {
        var samples: [Float] = [1, 2, 3, 4]
        samples.withUnsafeMutableBufferPointer { pointer in
            let buffer = AudioBuffer(pointer, numberOfChannels: 2)
            #expect(buffer.mNumberChannels == 2)
            #expect(buffer.mDataByteSize == 16)
            #expect(Array(UnsafeBufferPointer<Float>(buffer)) == [1, 2, 3, 4])
            #expect(UnsafeMutableBufferPointer<Int16>(buffer).count == 8)
        }
        #expect(UnsafeBufferPointer<Float>(AudioBuffer()).isEmpty)
        #expect(UnsafeMutableAudioBufferListPointer(nil) == nil)
    }
}
