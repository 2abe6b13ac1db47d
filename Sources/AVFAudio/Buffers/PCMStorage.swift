/// The samples of a PCM buffer: memory of its own or the caller's, and the lists that describe it.
final class PCMStorage {
    let frameCapacity: AVAudioFrameCount
    let stride: Int
    /// The list whose byte sizes tell the frames in use; they are the one place that knows.
    let usedList: UnsafeMutableAudioBufferListPointer

    private let bytesPerFrame: UInt32
    private let capacityList: UnsafeMutableAudioBufferListPointer
    private let channelAddresses: UnsafeMutablePointer<UnsafeMutableRawPointer>
    private let channelAddressCount: Int
    private let release: () -> Void

    /// Zeroed memory; nil if the format cannot have a buffer of this size, or there is no memory.
    convenience init?(format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        let description = format.streamDescription.pointee
        guard let byteCount = description.byteCount(frameCount: frameCapacity) else { return nil }
        let bufferCount = description.bufferCount
        let spacing = (Int(byteCount) + Self.alignment - 1) / Self.alignment * Self.alignment
        // calloc takes large memory from the system as zeros, untouched until used.
        guard let memory = calloc(bufferCount * spacing + Self.alignment, 1) else { return nil }
        let start = memory.alignedUp(toMultipleOf: Self.alignment)
        let buffers = (0..<bufferCount).map { index in
            AudioBuffer(
                mNumberChannels: description.channelsPerBuffer, mDataByteSize: byteCount,
                mData: start + index * spacing)
        }
        self.init(description: description, buffers: buffers, frameCapacity: frameCapacity) { free(memory) }
        frameLength = 0
    }

    /// Memory of the caller's; nil if the list does not fit the format.
    convenience init?(
        format: AVAudioFormat, borrowing list: UnsafePointer<AudioBufferList>,
        deallocator: ((UnsafePointer<AudioBufferList>) -> Void)?
    ) {
        let description = format.streamDescription.pointee
        // Only read: the view has no other form.
        let buffers = Array(UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list)))
        guard description.byteCount(frameCount: 1) != nil, buffers.count == description.bufferCount,
            let byteCount = buffers.first?.mDataByteSize, byteCount > 0,
            buffers.allSatisfy({ $0.mDataByteSize == byteCount && $0.mData != nil })
        else { return nil }
        let frames = byteCount / description.mBytesPerFrame
        self.init(description: description, buffers: buffers, frameCapacity: frames) {
            guard let deallocator else { return }
            let original = AudioBufferList.containing(buffers)
            deallocator(original.unsafePointer)
            free(original.unsafeMutablePointer)
        }
    }

    private init(
        description: AudioStreamBasicDescription, buffers: [AudioBuffer], frameCapacity: AVAudioFrameCount,
        release: @escaping () -> Void
    ) {
        self.frameCapacity = frameCapacity
        self.release = release
        bytesPerFrame = description.mBytesPerFrame
        usedList = AudioBufferList.containing(buffers)
        capacityList = AudioBufferList.containing(buffers)
        stride = Int(description.channelsPerBuffer)
        let bytesPerSample = Int(description.mBytesPerFrame) / Swift.max(stride, 1)
        let addresses = buffers.flatMap { [stride] buffer in
            (0..<stride).compactMap { channel in buffer.mData.map { $0 + channel * bytesPerSample } }
        }
        channelAddressCount = addresses.count
        channelAddresses = .allocate(capacity: Swift.max(addresses.count, 1))
        channelAddresses.initialize(from: addresses, count: addresses.count)
    }

    deinit {
        release()
        free(usedList.unsafeMutablePointer)
        free(capacityList.unsafeMutablePointer)
        channelAddresses.deallocate()
    }

    /// The frames in use, by the byte sizes in `usedList`.
    var frameLength: AVAudioFrameCount {
        get {
            let byteCount = usedList.first?.mDataByteSize ?? 0
            return Swift.min(byteCount / bytesPerFrame, frameCapacity)
        }
        set {
            let byteCount = Swift.min(newValue, frameCapacity) * bytesPerFrame
            for index in usedList.indices { usedList[index].mDataByteSize = byteCount }
        }
    }

    /// The list whose byte sizes tell the capacity, whatever an earlier user left in it.
    var wholeList: UnsafeMutableAudioBufferListPointer {
        for index in capacityList.indices {
            capacityList[index].mDataByteSize = frameCapacity * bytesPerFrame
        }
        return capacityList
    }

    /// The first sample of each channel.
    func channels<Sample>(of type: Sample.Type) -> UnsafePointer<UnsafeMutablePointer<Sample>> {
        // A typed pointer has the size and the bits of a raw one.
        UnsafeRawPointer(channelAddresses).assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
    }

    /// Memory of its own with the same samples; nil if there is none.
    func copy(format: AVAudioFormat) -> PCMStorage? {
        guard let copy = PCMStorage(format: format, frameCapacity: frameCapacity) else { return nil }
        copy.frameLength = frameLength
        for (target, source) in zip(copy.usedList, usedList) {
            guard let to = target.mData, let from = source.mData else { continue }
            memcpy(to, from, Int(target.mDataByteSize))
        }
        return copy
    }

    private static let alignment = 64
}

extension AudioStreamBasicDescription {
    /// Blocks of memory that a buffer of this format consists of.
    fileprivate var bufferCount: Int {
        channelsPerBuffer == mChannelsPerFrame ? 1 : Int(mChannelsPerFrame)
    }

    /// The size of one block; nil if the format has no buffers, or none so large.
    fileprivate func byteCount(frameCount: AVAudioFrameCount) -> UInt32? {
        guard isLinearPCM, mBytesPerFrame > 0, mChannelsPerFrame > 0 else { return nil }
        let (byteCount, overflow) = frameCount.multipliedReportingOverflow(by: mBytesPerFrame)
        return overflow ? nil : byteCount
    }
}

extension AudioBufferList {
    /// A new list of these buffers; free it.
    fileprivate static func containing(_ buffers: [AudioBuffer]) -> UnsafeMutableAudioBufferListPointer {
        let list = allocate(maximumBuffers: buffers.count)
        for index in list.indices { list[index] = buffers[index] }
        return list
    }
}
