/// Compressed audio in memory: room for `packetCapacity` packets, of which `packetCount` are in use.
///
/// The packets lie one behind the other. Where their size varies `packetDescriptions` says where each begins.
open class AVAudioCompressedBuffer: AVAudioBuffer {
    let storage: PacketStorage

    /// Room for packets of up to so many bytes.
    ///
    /// A size below 1 is that of the format's packets. Nothing has a capacity of no packets if the memory
    /// would exceed 4 GiB or is not there.
    public init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int) {
        storage = PacketStorage(format, packetCapacity: packetCapacity, maximumPacketSize: maximumPacketSize)
        super.init(format: format)
    }

    /// Room for packets of a format that says how large they are; else for none.
    public init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount) {
        storage = PacketStorage(format, packetCapacity: packetCapacity, maximumPacketSize: 0)
        super.init(format: format)
    }

    private init(format: AVAudioFormat, storage: PacketStorage) {
        self.storage = storage
        super.init(format: format)
    }

    /// The packets that there is room for.
    open var packetCapacity: AVAudioPacketCount { storage.packetCapacity }

    /// The packets in use; values above the capacity are clamped to it.
    open var packetCount: AVAudioPacketCount {
        get { storage.packetCount }
        set { storage.packetCount = min(newValue, storage.packetCapacity) }
    }

    /// The bytes that a packet may have.
    open var maximumPacketSize: Int { storage.maximumPacketSize }

    /// The packets' bytes, one packet behind the other.
    open var data: UnsafeMutableRawPointer { storage.bytes }

    /// The bytes that there is room for.
    open var byteCapacity: UInt32 { storage.byteCapacity }

    /// The bytes in use; values above the capacity are clamped to it.
    ///
    /// Setting it sets the byte size in `audioBufferList`, and the reverse.
    open var byteLength: UInt32 {
        get { storage.byteLength }
        set { storage.byteLength = newValue }
    }

    /// Where each packet lies, one description for each of `packetCapacity`; nil if all packets have one
    /// size.
    open var packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>? { storage.descriptions }

    /// The memory as a C structure whose byte size tells the bytes in use.
    open override var audioBufferList: UnsafePointer<AudioBufferList> { storage.usedList.unsafePointer }

    /// The memory as a C structure whose byte size tells the capacity; each call sets it anew.
    ///
    /// Set `byteLength` and `packetCount` after writing.
    open override var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
        storage.wholeList.unsafeMutablePointer
    }

    /// A buffer of its own with the same contents and capacities.
    ///
    /// A copy for which there is no memory shares that of this buffer.
    open override func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVAudioCompressedBuffer(format: format, storage: storage.copy(format) ?? storage)
    }
}
