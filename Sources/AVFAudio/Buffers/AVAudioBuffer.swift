/// Memory with audio in some format; its subclasses say how it is divided.
open class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying {
    private let storedFormat: AVAudioFormat

    init(format: AVAudioFormat) {
        storedFormat = format
        super.init()
    }

    /// The format of the audio.
    open var format: AVAudioFormat { storedFormat }

    /// Whether the audio has a format, mostly the very same object: comparing takes longer than rendering a
    /// small graph.
    final func hasFormat(_ format: AVAudioFormat) -> Bool {
        storedFormat === format || storedFormat == format
    }

    /// The memory as a C structure for reading; its byte sizes tell how much of it is in use.
    open var audioBufferList: UnsafePointer<AudioBufferList> { UnsafePointer(mutableAudioBufferList) }

    /// The memory as a C structure for writing; its byte sizes tell how much there is.
    open var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> { Self.emptyList }

    /// A buffer of its own with the same contents.
    open func copy(with zone: NSZone? = nil) -> Any { mutableCopy(with: zone) }

    /// A buffer of its own with the same contents.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { self }

    // Never written: it has no buffers, and subclasses have lists of their own.
    nonisolated(unsafe) private static let emptyList: UnsafeMutablePointer<AudioBufferList> =
        AudioBufferList.allocate(maximumBuffers: 0).unsafeMutablePointer
}
