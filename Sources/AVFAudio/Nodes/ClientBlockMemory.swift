import AVFUnits

/// A list of buffers for a block of the program's, and memory for formats that the engine does not compute
/// in.
final class ClientBlockMemory: @unchecked Sendable {
    // Sendable: one thread at a time uses it, the one that renders.
    let kind: AVAudioCommonFormat
    private let own: AVAudioPCMBuffer
    private let memory: UnsafeMutableAudioBufferListPointer
    private let list: UnsafeMutableAudioBufferListPointer
    private let bytesPerFrame: Int
    private let isDirect: Bool

    /// Memory for blocks of at most so many frames; nil if there is none, or the format is no common one or
    /// none that the engine can play.
    init?(_ format: AVAudioFormat, frameCapacity: Int) {
        guard format.commonFormat != .otherFormat, format.busFormat.isValid,
            let own = AVAudioPCMBuffer(
                pcmFormat: format, frameCapacity: AVAudioFrameCount(clamping: max(1, frameCapacity)))
        else { return nil }
        self.own = own
        kind = format.commonFormat
        memory = UnsafeMutableAudioBufferListPointer(own.mutableAudioBufferList)
        list = AudioBufferList.allocate(maximumBuffers: memory.count)
        bytesPerFrame = Int(format.streamDescription.pointee.mBytesPerFrame)
        isDirect = kind == .pcmFormatFloat32 && own.stride == 1
        guard list.count == memory.count else { return nil }
    }

    deinit { free(list.unsafeMutablePointer) }

    /// The list for a request: its own memory, or the engine's where the two are of one kind. [render]
    func list(for request: FrameRequest) -> UnsafeMutablePointer<AudioBufferList> {
        for index in list.indices {
            list[index] = memory[index]
            if isDirect { list[index].mData = UnsafeMutableRawPointer(request.channels[index]) }
            list[index].mDataByteSize = UInt32(clamping: request.frameCount * bytesPerFrame)
        }
        return list.unsafeMutablePointer
    }

    /// Takes what the program wrote, or put in the place of the memory that it was given. [render]
    func load(into request: FrameRequest) {
        if isDirect {
            let isInPlace = list.indices.allSatisfy {
                list[$0].mData == UnsafeMutableRawPointer(request.channels[$0])
            }
            if isInPlace { return }
        }
        load(from: list, into: request)
    }

    /// Takes samples of the memory's format out of a list. [render]
    func load(from source: UnsafeMutableAudioBufferListPointer, into request: FrameRequest) {
        PlanarSamples(request.channels, request.frameCount).load(from: source, as: kind)
    }

    /// Whether a list holds that many frames of the memory's format. [render]
    func holds(_ source: UnsafeMutableAudioBufferListPointer, frameCount: Int) -> Bool {
        source.count == list.count
            && source.indices.allSatisfy {
                source[$0].mNumberChannels == memory[$0].mNumberChannels && source[$0].mData != nil
                    && Int(source[$0].mDataByteSize) >= frameCount * bytesPerFrame
            }
    }
}

extension FrameRequest {
    /// The time of the first frame; the host's clock is valid with a device only. [render]
    var timeStamp: AudioTimeStamp {
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = Double(sampleTime)
        stamp.mFlags = .sampleTimeValid
        if hostTime > 0 {
            stamp.mHostTime = hostTime
            stamp.mFlags = .sampleHostTimeValid
        }
        return stamp
    }
}
