import CAVFShimsFFmpeg

/// Encodes linear PCM of any form into a stream of packets.
///
/// One thread at a time. The frames are converted as `PCMConverter` does it, to the rate, the channels and
/// the samples of the encoder. How they are handed over changes no bit.
package final class PacketEncoding {
    /// Makes the conversion to what the encoder takes; the mask tells its speakers as WAVE files do.
    package typealias ConverterMaker = (_ encoded: PCMFormat, _ speakers: UInt64) -> PCMConverter?

    /// The stream as the encoder makes it: frames in each packet, bit rate.
    package private(set) var format: PacketFormat
    /// Frames that the encoder puts before the sound.
    package let delayFrameCount: Int
    /// What converts the input.
    package private(set) var converter: PCMConverter
    /// Frames after the sound that fill the last packet, known when the stream is at its end.
    package var paddingFrameCount: Int {
        guard isFlushed, !format.coding.isLossless else { return 0 }
        return max(0, packetsMade * format.framesPerPacket - delayFrameCount - framesTaken)
    }

    private let wanted: PacketFormat
    private let makeConverter: ConverterMaker
    private var encoder: OpaquePointer
    private var room: EncoderRoom
    private var filled = 0
    private var framesTaken = 0
    private var packetsMade = 0
    private var isEnded = false
    private var isFlushed = false

    /// An encoder at the beginning of its stream.
    ///
    /// - Throws: `unavailable` with FFmpeg's reason.
    package init(_ format: PacketFormat, converter: @escaping ConverterMaker) throws(PacketError) {
        let (encoder, facts) = try Self.open(format)
        guard let room = EncoderRoom(encoder), let made = converter(room.format, facts.speakers) else {
            avf_packet_encoder_close(encoder)
            throw .unavailable(format.coding, reason: "its samples cannot be converted")
        }
        wanted = format
        makeConverter = converter
        self.encoder = encoder
        self.room = room
        self.converter = made
        delayFrameCount = Int(facts.delayFrameCount)
        var described = format
        described.framesPerPacket = facts.framesPerPacket > 0 ? Int(facts.framesPerPacket) : 1
        described.bitRate = Int(facts.bitRate)
        self.format = described
    }

    deinit { avf_packet_encoder_close(encoder) }

    /// Goes back to the beginning of a stream.
    package func restart() throws(PacketError) {
        let (fresh, _) = try Self.open(wanted)
        guard let room = EncoderRoom(fresh) else {
            avf_packet_encoder_close(fresh)
            throw .encoderFailed(format.coding)
        }
        avf_packet_encoder_close(encoder)
        (encoder, self.room) = (fresh, room)
        converter.restart()
        (filled, framesTaken, packetsMade, isEnded, isFlushed) = (0, 0, 0, false, false)
    }

    /// What decoders must know; final only at the end of the stream.
    package var cookie: [UInt8]? {
        var size: Int32 = 0
        guard let bytes = avf_packet_encoder_header(encoder, &size), size > 0 else { return nil }
        let header = Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
        return PacketHeader.cookie(of: format, header: header, bitRate: format.bitRate ?? 0)
    }

    /// The most bytes that a packet has.
    package var largestPacketByteCount: Int {
        let raw = format.framesPerPacket * format.channelCount * max(2, (format.bitCount + 7) / 8 + 1)
        return switch format.coding {
        // 6144 bits for each channel: ISO 14496-3, 4.5.3.3.
        case .aac, .aacHighEfficiency: 768 * format.channelCount
        // 320 kbit/s at 32 kHz; 448 kbit/s for layer I; one more for padding.
        case .mpegLayer1, .mpegLayer2, .mpegLayer3: 1729
        // Three frames of RFC 6716, 3.2.1 in a packet, for each stream.
        case .opus: 3 * 1276 * ((format.channelCount + 1) / 2)
        case .ac3, .enhancedAC3: 4096
        case .ulaw, .alaw: format.channelCount
        case .ima4: 34 * format.channelCount
        case .alac, .flac: raw + 256
        }
    }

    /// Input frames that fill the next packet, about; at least 1.
    package var neededFrameCount: Int {
        max(1, converter.neededFrameCount(forOutput: room.frameCount - filled))
    }

    /// Takes frames from `first` on, at most `frameCount`; `next()` must have returned nil before.
    ///
    /// - Returns: The frames taken, which are no more than a packet needs.
    package func put(_ source: PCMBlock, from first: Int, frameCount: Int) throws(PacketError) -> Int {
        let (taken, made) = converter.convert(
            source, from: first, frameCount: frameCount, into: room.block, from: filled, to: room.frameCount)
        filled += made
        if filled == room.frameCount { try send() }
        return taken
    }

    /// There are no more frames.
    package func end() {
        isEnded = true
    }

    /// The next packet, valid until the next call; nil if frames are needed or the stream is at its end.
    package func next() throws(PacketError) -> UnsafeRawBufferPointer? {
        while true {
            if let packet = try fetch() { return packet }
            guard isEnded, !isFlushed else { return nil }
            let made = converter.finish(into: room.block, from: filled, to: room.frameCount)
            filled += made
            if filled > 0 {
                try send()
            } else {
                isFlushed = true
                guard avf_packet_encoder_put(encoder, 0) != 0 else { throw .encoderFailed(format.coding) }
            }
        }
    }

    private func fetch() throws(PacketError) -> UnsafeRawBufferPointer? {
        var packet: UnsafePointer<UInt8>?
        var size: Int32 = 0
        switch avf_packet_encoder_next(encoder, &packet, &size) {
        case 1:
            packetsMade += 1
            return UnsafeRawBufferPointer(start: packet, count: Int(size))
        case 0: return nil
        default: throw .encoderFailed(format.coding)
        }
    }

    private func send() throws(PacketError) {
        framesTaken += filled
        let isTaken = avf_packet_encoder_put(encoder, Int32(filled)) != 0
        filled = 0
        guard isTaken, let fresh = EncoderRoom(encoder) else { throw .encoderFailed(format.coding) }
        room = fresh
    }

    private static func open(_ format: PacketFormat) throws(PacketError) -> (OpaquePointer, avf_packet_format)
    {
        guard let name = format.coding.encoderName else {
            throw .unavailable(format.coding, reason: "FFmpeg has no encoder for it")
        }
        var described = format.described
        described.setCodec(name)
        var reason = [CChar](repeating: 0, count: Int(AVF_MEDIA_REASON_SIZE))
        guard let opened = avf_packet_encoder_open(&described, &reason) else {
            throw .unavailable(format.coding, reason: CodedFile.text(reason))
        }
        return (opened, described)
    }
}

/// Where an encoder wants its next samples.
private struct EncoderRoom {
    let format: PCMFormat
    let block: PCMBlock
    let frameCount: Int

    init?(_ encoder: OpaquePointer) {
        var samples = avf_packet_samples()
        avf_packet_encoder_room(encoder, &samples)
        let channelCount = Int(samples.channelCount)
        let bytes = Int(samples.bytesPerSample)
        guard samples.frameCount > 0,
            let sample = PCMSampleFormat(
                samples.isFloat != 0 ? .float : .signedInteger, bitCount: Int(samples.bitCount),
                byteCount: bytes, isAlignedHigh: true),
            let format = PCMFormat(
                sampleRateHz: Double(samples.sampleRateHz), channelCount: channelCount, sample: sample)
        else { return nil }
        let isInterleaved = samples.isInterleaved != 0
        let channels = (0..<channelCount).compactMap { channel in
            isInterleaved ? samples.blocks[0].map { $0 + channel * bytes } : samples.blocks[channel]
        }
        guard channels.count == channelCount else { return nil }
        self.format = format
        block = PCMBlock(
            channels: channels.map { UnsafeMutableRawPointer($0) }, stride: isInterleaved ? channelCount : 1)
        frameCount = Int(samples.frameCount)
    }
}
