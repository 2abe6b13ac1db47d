/// Linear PCM in memory: `frameCapacity` frames of it, of which the first `frameLength` are in use.
///
/// The memory is zeroed, and each channel of a deinterleaved format starts on a boundary of 64 bytes.
open class AVAudioPCMBuffer: AVAudioBuffer {
    let storage: PCMStorage

    /// Allocates a buffer.
    ///
    /// Nil if the format is not linear PCM, if its frames have no size, if the capacity in bytes does not
    /// fit into 32 bits, and if there is no memory.
    public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        guard let storage = PCMStorage(format: format, frameCapacity: frameCapacity) else { return nil }
        self.storage = storage
        super.init(format: format)
    }

    /// Uses memory of the caller's, which must stay until the deallocator is called.
    ///
    /// Nil, without a call of the deallocator, if the format is not linear PCM, if its frames have no size,
    /// or if the list has another number of buffers than the format, buffers of unequal or no size, or
    /// buffers without memory.
    public init?(
        pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
        deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
    ) {
        guard let storage = PCMStorage(format: format, borrowing: bufferList, deallocator: deallocator) else {
            return nil
        }
        self.storage = storage
        super.init(format: format)
    }

    private init(format: AVAudioFormat, storage: PCMStorage) {
        self.storage = storage
        super.init(format: format)
    }

    /// The frames that there is memory for.
    open var frameCapacity: AVAudioFrameCount { storage.frameCapacity }

    /// The frames in use; values above the capacity are clamped to it.
    ///
    /// Setting it sets the byte sizes in `audioBufferList`, and the reverse.
    open var frameLength: AVAudioFrameCount {
        get { storage.frameLength }
        set { storage.frameLength = newValue }
    }

    /// The distance from one sample of a channel to the next: 1, or the number of interleaved channels.
    open var stride: Int { storage.stride }

    /// The channels of 32-bit floating point; nil for other formats.
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
        format.commonFormat == .pcmFormatFloat32 ? storage.channels(of: Float.self) : nil
    }

    /// The channels of 16-bit integers; nil for other formats.
    open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? {
        format.commonFormat == .pcmFormatInt16 ? storage.channels(of: Int16.self) : nil
    }

    /// The channels of 32-bit integers; nil for other formats.
    open var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? {
        format.commonFormat == .pcmFormatInt32 ? storage.channels(of: Int32.self) : nil
    }

    /// The channels in the form that the engine computes in, valid as long as this object lives.
    ///
    /// Nil if the samples are of another kind, or not one behind the other.
    package var planarFloatChannels: UnsafePointer<UnsafeMutablePointer<Float>>? {
        stride == 1 ? floatChannelData : nil
    }

    /// The memory as a C structure whose byte sizes tell the frames in use.
    open override var audioBufferList: UnsafePointer<AudioBufferList> {
        storage.usedList.unsafePointer
    }

    /// The memory as a C structure whose byte sizes tell the capacity; each call sets them anew.
    ///
    /// Set `frameLength` after writing.
    open override var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
        storage.wholeList.unsafeMutablePointer
    }

    /// A buffer of its own with the same contents, capacity and length.
    ///
    /// A copy for which there is no memory shares that of this buffer.
    open override func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVAudioPCMBuffer(format: format, storage: storage.copy(format: format) ?? storage)
    }
}
