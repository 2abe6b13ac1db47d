import AVFMedia

/// A conversion of linear PCM to packets.
final class EncodingConversion: StreamConversion {
    let encoding: PacketEncoding
    private let input: ConverterInput
    private let packetByteCount: Int
    private var pending: AVAudioPCMBuffer?
    private var usedFrameCount = 0
    private var isEnded = false
    /// A packet for which the last buffer had no room.
    private var kept: [UInt8] = []

    /// Throws FFmpeg's reason if it has no encoder for the packets.
    init(
        _ format: PacketFormat, from source: AVAudioFormat, _ pcm: PCMFormat, to target: AVAudioFormat,
        _ options: ConverterOptions
    ) throws(PacketError) {
        guard let wanted = format.encoding(source, options) else {
            throw .unavailable(format.coding, reason: "there is no encoder for more than 24 bits")
        }
        encoding = try PacketEncoding(wanted) { encoded, speakers in
            AVAudioFormat(encoded, speakers: speakers).map { middle in
                PCMConverter(from: pcm, to: encoded, options: options.pcmOptions(from: source, to: middle))
            }
        }
        input = ConverterInput(format: source)
        packetByteCount = Int(target.streamDescription.pointee.mBytesPerPacket)
    }

    var magicCookie: Data? { encoding.cookie.map { Data($0) } }

    var primeInfo: AVAudioConverterPrimeInfo {
        AVAudioConverterPrimeInfo(
            leadingFrames: AVAudioFrameCount(clamping: encoding.delayFrameCount),
            trailingFrames: AVAudioFrameCount(clamping: encoding.paddingFrameCount))
    }

    func restart() throws {
        (pending, usedFrameCount, isEnded, kept) = (nil, 0, false, [])
        try encoding.restart()
    }

    func fill(
        _ output: AVAudioBuffer, from block: AVAudioConverterInputBlock
    ) throws -> AVAudioConverterOutputStatus {
        guard let packets = (output as? AVAudioCompressedBuffer)?.storage else { return .error }
        packets.removeAll()
        var isFull = try !useKept(packets)
        while !isFull {
            if packets.packetCount == packets.packetCapacity {
                isFull = true
            } else if let packet = try encoding.next() {
                isFull = try !append(packet, to: packets)
            } else if isEnded {
                break
            } else if pending != nil {
                try usePending()
            } else if try !askForFrames(block) {
                break
            }
        }
        return outputStatus(isFull: isFull, isEnded: isEnded, isEmpty: packets.packetCount == 0)
    }

    /// False if there are none for now.
    private func askForFrames(_ block: AVAudioConverterInputBlock) throws -> Bool {
        let wanted = encoding.neededFrameCount
        let (status, buffer) = try input.ask(block, count: wanted, as: AVAudioPCMBuffer.self) {
            $0.frameLength == 0
        }
        (pending, usedFrameCount) = (buffer, 0)
        if status == .endOfStream {
            isEnded = true
            encoding.end()
        }
        return status != .noDataNow
    }

    private func usePending() throws {
        guard let buffer = pending else { return }
        let count = Int(buffer.frameLength)
        usedFrameCount += try encoding.put(
            buffer.block, from: usedFrameCount, frameCount: count - usedFrameCount)
        if usedFrameCount >= count { pending = nil }
    }

    /// Appends a packet, or keeps it for the next buffer and returns false.
    private func append(_ packet: UnsafeRawBufferPointer, to packets: PacketStorage) throws -> Bool {
        // Packets of one frame come from the encoder many together.
        let size = packetByteCount
        guard size > 0, packet.count > size else {
            return try appendOne(packet, to: packets)
        }
        let room = min(
            Int(packets.packetCapacity - packets.packetCount),
            Int(packets.byteCapacity - packets.byteLength) / size)
        let count = min(packet.count / size, room)
        if count > 0 {
            _ = packets.append(
                UnsafeRawBufferPointer(rebasing: packet[..<(count * size)]), packetCount: count)
        }
        kept = Array(packet[(count * size)...])
        return kept.isEmpty
    }

    private func appendOne(_ packet: UnsafeRawBufferPointer, to packets: PacketStorage) throws -> Bool {
        if packets.append(packet, packetCount: 1) { return true }
        kept = Array(packet)
        guard packets.packetCount > 0 || packets.packetCapacity == 0 else {
            throw AVFAudioError.error(
                kAudio_ParamError,
                "A packet of \(packet.count) bytes does not fit into a buffer for \(packets.byteCapacity).")
        }
        return false
    }

    private func useKept(_ packets: PacketStorage) throws -> Bool {
        guard !kept.isEmpty else { return true }
        let packet = kept
        kept = []
        return try packet.withUnsafeBytes { try append($0, to: packets) }
    }
}
