/// The packets of a compressed buffer, and the lists that describe their memory.
final class PacketStorage {
    let packetCapacity: AVAudioPacketCount
    let maximumPacketSize: Int
    let byteCapacity: UInt32
    let bytes: UnsafeMutableRawPointer
    /// Nil if all packets have one size.
    let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    var packetCount: AVAudioPacketCount = 0
    /// The list whose byte size tells the bytes in use; it is the one place that knows.
    let usedList = AudioBufferList.allocate(maximumBuffers: 1)

    private let wholeListMemory = AudioBufferList.allocate(maximumBuffers: 1)

    init(_ format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int) {
        let description = format.streamDescription.pointee
        let constantSize = Int(description.mBytesPerPacket)
        let size = maximumPacketSize > 0 ? maximumPacketSize : constantSize
        let (total, overflow) = size.multipliedReportingOverflow(by: Int(packetCapacity))
        let fits = !overflow && total > 0 && total <= Int(UInt32.max)
        // calloc takes large memory from the system as zeros, untouched until used.
        let memory = fits ? calloc(total, 1) : nil
        self.maximumPacketSize = max(0, size)
        self.packetCapacity = memory == nil ? 0 : packetCapacity
        byteCapacity = memory == nil ? 0 : UInt32(total)
        bytes = memory ?? .allocate(byteCount: 1, alignment: 1)
        if constantSize == 0 {
            let count = max(1, Int(self.packetCapacity))
            let places = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: count)
            places.initialize(repeating: AudioStreamPacketDescription(), count: count)
            descriptions = places
        } else {
            descriptions = nil
        }
        for list in [usedList, wholeListMemory] {
            list[0] = AudioBuffer(
                mNumberChannels: description.mChannelsPerFrame, mDataByteSize: 0, mData: bytes)
        }
    }

    deinit {
        free(bytes)
        descriptions?.deallocate()
        free(usedList.unsafeMutablePointer)
        free(wholeListMemory.unsafeMutablePointer)
    }

    var byteLength: UInt32 {
        get { min(usedList[0].mDataByteSize, byteCapacity) }
        set { usedList[0].mDataByteSize = min(newValue, byteCapacity) }
    }

    var wholeList: UnsafeMutableAudioBufferListPointer {
        wholeListMemory[0].mDataByteSize = byteCapacity
        return wholeListMemory
    }

    /// Memory of its own with the same packets; nil if there is none.
    func copy(_ format: AVAudioFormat) -> PacketStorage? {
        let copy = PacketStorage(
            format, packetCapacity: packetCapacity, maximumPacketSize: maximumPacketSize)
        guard copy.packetCapacity == packetCapacity else { return nil }
        memcpy(copy.bytes, bytes, Int(byteLength))
        copy.byteLength = byteLength
        copy.packetCount = packetCount
        if let from = descriptions, let to = copy.descriptions {
            to.update(from: from, count: Int(packetCapacity))
        }
        return copy
    }

    /// Forgets all packets.
    func removeAll() {
        (packetCount, byteLength) = (0, 0)
    }

    /// Appends a packet, or several of a constant size; false if there is no room for it.
    func append(_ packet: UnsafeRawBufferPointer, packetCount added: Int) -> Bool {
        guard Int(packetCount) + added <= Int(packetCapacity),
            Int(byteLength) + packet.count <= Int(byteCapacity), let source = packet.baseAddress
        else { return false }
        memcpy(bytes + Int(byteLength), source, packet.count)
        descriptions?[Int(packetCount)] = AudioStreamPacketDescription(
            mStartOffset: Int64(byteLength), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
        byteLength += UInt32(packet.count)
        packetCount += AVAudioPacketCount(added)
        return true
    }

    /// The bytes of one packet; nil if its description points beyond those in use.
    func packet(at index: Int, constantSize: Int) -> UnsafeRawBufferPointer? {
        let place = descriptions?[index]
        let start = place.map { Int($0.mStartOffset) } ?? index * constantSize
        let count = place.map { Int($0.mDataByteSize) } ?? constantSize
        guard start >= 0, start <= Int(byteLength), count <= Int(byteLength) - start else { return nil }
        return UnsafeRawBufferPointer(start: bytes + start, count: count)
    }
}
