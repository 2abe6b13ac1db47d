/// An `AudioChannelLayout` as a value: the C structure without its trailing array.
struct ChannelLayoutContents: Equatable {
    private enum Meaning: Equatable {
        case tag(AudioChannelLayoutTag)
        case bitmap(AudioChannelBitmap)
        case descriptions([Description])
    }

    fileprivate struct Description: Equatable {
        let label: AudioChannelLabel
        let flags: AudioChannelFlags
        let coordinates: [Float32]
    }

    private let meaning: Meaning

    init(tag: AudioChannelLayoutTag) {
        meaning = .tag(tag)
    }

    init(labels: [AudioChannelLabel]) {
        meaning = .descriptions(labels.map { Description(label: $0, flags: [], coordinates: [0, 0, 0]) })
    }

    init(_ layout: UnsafePointer<AudioChannelLayout>) {
        switch layout.pointee.mChannelLayoutTag {
        case kAudioChannelLayoutTag_UseChannelDescriptions:
            let first = (UnsafeRawPointer(layout) + Self.headerSize)
                .assumingMemoryBound(to: AudioChannelDescription.self)
            let count = Int(Swift.min(layout.pointee.mNumberChannelDescriptions, Self.maximumChannelCount))
            meaning = .descriptions(UnsafeBufferPointer(start: first, count: count).map(Description.init))
        case kAudioChannelLayoutTag_UseChannelBitmap:
            meaning = .bitmap(layout.pointee.mChannelBitmap)
        case let tag:
            meaning = .tag(tag)
        }
    }

    /// The contents of memory that holds a layout; nil if it is too short for what it says.
    init?(data: Data) {
        guard data.count >= Self.headerSize else { return nil }
        let byteCount = Swift.max(data.count, MemoryLayout<AudioChannelLayout>.size)
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: byteCount, alignment: MemoryLayout<AudioChannelLayout>.alignment)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        data.copyBytes(to: UnsafeMutableRawBufferPointer(start: memory, count: data.count))
        let layout = memory.assumingMemoryBound(to: AudioChannelLayout.self)
        let room = (data.count - Self.headerSize) / MemoryLayout<AudioChannelDescription>.stride
        let usesDescriptions =
            layout.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_UseChannelDescriptions
        guard !usesDescriptions || layout.pointee.mNumberChannelDescriptions <= room else { return nil }
        self.init(layout)
    }

    var channelCount: AVAudioChannelCount {
        switch meaning {
        case .tag(let tag): AudioChannelLayoutTag_GetNumberOfChannels(tag)
        case .bitmap(let bitmap): AVAudioChannelCount(bitmap.rawValue.nonzeroBitCount)
        case .descriptions(let descriptions): AVAudioChannelCount(descriptions.count)
        }
    }

    /// The label of each channel; nil for tags that are not among the usual.
    var labels: [AudioChannelLabel]? {
        switch meaning {
        case .tag(let tag): ChannelLabels.labels(of: tag)
        case .bitmap(let bitmap): Self.labels(in: bitmap)
        case .descriptions(let descriptions): descriptions.map(\.label)
        }
    }

    /// The well-known tag that says the same; nil if there is none.
    var tag: AudioChannelLayoutTag? {
        switch meaning {
        case .tag(let tag): tag
        case .bitmap, .descriptions: labels.flatMap(ChannelLabels.tag(of:))
        }
    }

    /// New memory with the C structure in it; the caller deallocates it.
    func allocate() -> UnsafeMutableRawPointer {
        let byteCount = self.byteCount
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: byteCount, alignment: MemoryLayout<AudioChannelLayout>.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        let layout = memory.bindMemory(to: AudioChannelLayout.self, capacity: 1)
        switch meaning {
        case .tag(let tag):
            layout.pointee.mChannelLayoutTag = tag
        case .bitmap(let bitmap):
            layout.pointee.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
            layout.pointee.mChannelBitmap = bitmap
        case .descriptions(let descriptions):
            layout.pointee.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelDescriptions
            layout.pointee.mNumberChannelDescriptions = UInt32(descriptions.count)
            let first = (memory + Self.headerSize).assumingMemoryBound(to: AudioChannelDescription.self)
            for (index, description) in descriptions.enumerated() {
                first[index] = description.structure
            }
        }
        return memory
    }

    var data: Data {
        let memory = allocate()
        defer { memory.deallocate() }
        return Data(bytes: memory, count: byteCount)
    }

    private var byteCount: Int {
        guard case .descriptions(let descriptions) = meaning else {
            return MemoryLayout<AudioChannelLayout>.size
        }
        let room = Swift.max(descriptions.count, 1)
        return Self.headerSize + room * MemoryLayout<AudioChannelDescription>.stride
    }

    private static func labels(in bitmap: AudioChannelBitmap) -> [AudioChannelLabel] {
        // Bit n is label n + 1 for the loudspeakers of the classic 18.
        (0..<18).filter { bitmap.rawValue >> $0 & 1 == 1 }.map { AudioChannelLabel($0 + 1) }
            + (18..<32).filter { bitmap.rawValue >> $0 & 1 == 1 }.map { _ in kAudioChannelLabel_Unknown }
    }

    private static let headerSize =
        MemoryLayout<AudioChannelLayout>.size - MemoryLayout<AudioChannelDescription>.stride
    // A bound against nonsense in the memory of callers: tags can count no further either.
    private static let maximumChannelCount: UInt32 = 0xFFFF
}

extension ChannelLayoutContents.Description {
    fileprivate init(_ structure: AudioChannelDescription) {
        label = structure.mChannelLabel
        flags = structure.mChannelFlags
        coordinates = [structure.mCoordinates.0, structure.mCoordinates.1, structure.mCoordinates.2]
    }

    fileprivate var structure: AudioChannelDescription {
        AudioChannelDescription(
            mChannelLabel: label, mChannelFlags: flags,
            mCoordinates: (coordinates[0], coordinates[1], coordinates[2]))
    }
}
