import AVFMedia

/// A conversion of packets to linear PCM.
final class DecodingConversion: StreamConversion {
    private let decoding: PacketDecoding
    private let input: ConverterInput
    private let constantSize: Int
    private let isOneFramePackets: Bool
    private var pending: AVAudioCompressedBuffer?
    private var usedPacketCount = 0
    private var isEnded = false

    var magicCookie: Data? { nil }

    /// Throws FFmpeg's reason if it has no decoder for the packets.
    init(
        _ format: PacketFormat, from source: AVAudioFormat, to target: AVAudioFormat, _ output: PCMFormat,
        _ options: ConverterOptions
    ) throws(PacketError) {
        var format = format
        if let cookie = options.magicCookie { format.cookie = Array(cookie) }
        decoding = try PacketDecoding(format) { decoded, speakers in
            AVAudioFormat(decoded, speakers: speakers).map { middle in
                PCMConverter(
                    from: decoded, to: output, options: options.pcmOptions(from: middle, to: target))
            }
        }
        input = ConverterInput(format: source)
        let description = source.streamDescription.pointee
        constantSize = Int(description.mBytesPerPacket)
        isOneFramePackets = constantSize > 0 && description.mFramesPerPacket == 1
        if let primeInfo = options.primeInfo {
            decoding.leadingFrameCount = Int(primeInfo.leadingFrames)
            decoding.trailingFrameCount = Int(primeInfo.trailingFrames)
        }
    }

    var primeInfo: AVAudioConverterPrimeInfo {
        AVAudioConverterPrimeInfo(
            leadingFrames: AVAudioFrameCount(clamping: decoding.leadingFrameCount),
            trailingFrames: AVAudioFrameCount(clamping: decoding.trailingFrameCount))
    }

    func restart() throws {
        (pending, usedPacketCount, isEnded) = (nil, 0, false)
        try decoding.restart()
    }

    func fill(
        _ output: AVAudioBuffer, from block: AVAudioConverterInputBlock
    ) throws -> AVAudioConverterOutputStatus {
        guard let output = output as? AVAudioPCMBuffer else { return .error }
        let target = output.block
        let capacity = Int(output.frameCapacity)
        var made = 0
        defer { output.frameLength = AVAudioFrameCount(made) }
        while true {
            made += try decoding.read(into: target, from: made, to: capacity)
            guard made < capacity, !isEnded else { break }
            if pending != nil {
                try putPacket()
            } else if try !askForPackets(block, count: decoding.packetCount(forOutput: capacity - made)) {
                break
            }
        }
        return outputStatus(isFull: made == capacity, isEnded: isEnded, isEmpty: made == 0)
    }

    /// False if there are none for now.
    private func askForPackets(_ block: AVAudioConverterInputBlock, count: Int) throws -> Bool {
        let (status, buffer) = try input.ask(block, count: count, as: AVAudioCompressedBuffer.self) {
            $0.packetCount == 0
        }
        (pending, usedPacketCount) = (buffer, 0)
        if status == .endOfStream {
            isEnded = true
            decoding.end()
        }
        return status != .noDataNow
    }

    /// Hands the next packet to the decoder; packets of one frame go together.
    private func putPacket() throws {
        guard let buffer = pending else { return }
        let count = Int(buffer.packetCount)
        let index = usedPacketCount
        let bytes: UnsafeRawBufferPointer?
        if isOneFramePackets {
            usedPacketCount = count
            let size = constantSize * count
            bytes =
                size <= Int(buffer.byteLength) ? UnsafeRawBufferPointer(start: buffer.data, count: size) : nil
        } else {
            usedPacketCount += 1
            bytes = buffer.storage.packet(at: index, constantSize: constantSize)
        }
        if usedPacketCount >= count { pending = nil }
        guard let bytes else {
            throw AVFAudioError.error(
                kAudio_ParamError,
                "Packet \(index) lies beyond the \(buffer.byteLength) bytes that its buffer has in use.")
        }
        try decoding.put(bytes)
    }
}
