extension AudioBufferList {
    /// The bytes that a list of so many buffers needs; at least those of a list of one.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        let further = Int(UInt32(clamping: maximumBuffers)) - 1
        return MemoryLayout<AudioBufferList>.size + Swift.max(further, 0) * MemoryLayout<AudioBuffer>.stride
    }

    /// Allocates a list of empty buffers; free it with `free(list.unsafeMutablePointer)`.
    ///
    /// Where there is not enough memory the list has no buffers.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        let wanted = calloc(1, sizeInBytes(maximumBuffers: maximumBuffers))
        let memory = wanted ?? .allocate(byteCount: sizeInBytes(maximumBuffers: 1), alignment: 16)
        let list = UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
        list.count = wanted == nil ? 0 : Int(UInt32(clamping: maximumBuffers))
        return list
    }
}

extension AudioBuffer {
    /// Describes memory with samples of so many interleaved channels.
    public init<Element>(_ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int) {
        self.init(
            mNumberChannels: UInt32(clamping: numberOfChannels),
            mDataByteSize: UInt32(clamping: typedBuffer.count * MemoryLayout<Element>.stride),
            mData: UnsafeMutableRawPointer(typedBuffer.baseAddress))
    }
}

extension UnsafeBufferPointer {
    /// The whole elements in an audio buffer.
    @inlinable
    public init(_ audioBuffer: AudioBuffer) {
        self.init(UnsafeMutableBufferPointer(audioBuffer))
    }
}

extension UnsafeMutableBufferPointer {
    /// The whole elements in an audio buffer.
    @inlinable
    public init(_ audioBuffer: AudioBuffer) {
        let elementCount = Int(audioBuffer.mDataByteSize) / Swift.max(MemoryLayout<Element>.stride, 1)
        let start = audioBuffer.mData?.assumingMemoryBound(to: Element.self)
        self.init(start: start, count: start == nil ? 0 : elementCount)
    }
}
