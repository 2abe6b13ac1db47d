import CAVFShimsFFmpeg

/// Decodes a stream of packets into linear PCM of any form.
///
/// One thread at a time. The decoder's frames are converted as `PCMConverter` does it. How the packets are
/// handed over and the frames fetched changes no bit.
package final class PacketDecoding {
    /// Makes the conversion from what the decoder makes; the mask tells its speakers as WAVE files do.
    package typealias ConverterMaker = (_ decoded: PCMFormat, _ speakers: UInt64) -> PCMConverter?

    private let format: PacketFormat
    private let makeConverter: ConverterMaker
    private let header: [UInt8]
    private var decoder: OpaquePointer
    private var frames: DecodedFrames?
    private var converter: PCMConverter?
    private var isEnded = false
    private var isDrained = false
    private var framesToSkip = 0

    /// Frames before the sound, at the stream's rate, that are left out; set before the first packet.
    package var leadingFrameCount = 0 { didSet { framesToSkip = -1 } }
    /// Frames after the sound, at the stream's rate, that are left out; set before the first packet.
    package var trailingFrameCount = 0

    /// A decoder at the beginning of its stream.
    ///
    /// - Throws: `unavailable` with FFmpeg's reason.
    package init(_ format: PacketFormat, converter: @escaping ConverterMaker) throws(PacketError) {
        self.format = format
        makeConverter = converter
        header = PacketHeader.header(of: format)
        decoder = try Self.open(format, header)
        if format.coding == .opus, let cookie = format.cookie {
            leadingFrameCount = PacketHeader.opusPreSkip(cookie) * Int(format.sampleRateHz) / 48_000
        }
        framesToSkip = -1
    }

    deinit { avf_packet_decoder_close(decoder) }

    /// Goes back to the beginning of the stream.
    package func restart() throws(PacketError) {
        // Flushing leaves a lossy decoder's noise where it was: only a new one decodes as the first did.
        let fresh = try Self.open(format, header)
        avf_packet_decoder_close(decoder)
        decoder = fresh
        frames?.removeAll()
        converter?.restart()
        (isEnded, isDrained, framesToSkip) = (false, false, -1)
    }

    /// Takes the next packet; `read` must have returned less than was asked for.
    ///
    /// - Throws: `damagedPacket`; the stream goes on with the next one.
    package func put(_ packet: UnsafeRawBufferPointer) throws(PacketError) {
        let bytes = packet.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard let bytes, packet.count <= Int(Int32.max),
            avf_packet_decoder_put(decoder, bytes, Int32(packet.count)) != 0
        else { throw .damagedPacket(format.coding, byteCount: packet.count) }
    }

    /// There are no more packets.
    package func end() {
        guard !isEnded else { return }
        isEnded = true
        _ = avf_packet_decoder_put(decoder, nil, 0)
    }

    /// Makes frames from `start` to before `end`.
    ///
    /// - Returns: The frames made: fewer when another packet is needed, or at the end of the stream.
    package func read(into target: PCMBlock, from start: Int, to end: Int) throws(PacketError) -> Int {
        var made = 0
        while start + made < end {
            made += convert(into: target, from: start + made, to: end)
            guard start + made < end else { break }
            guard try decodeMore() else { break }
        }
        if isDrained, start + made < end, let converter {
            made += converter.finish(into: target, from: start + made, to: end)
        }
        return made
    }

    /// Packets that are worth about so many output frames; at least 1.
    package func packetCount(forOutput frameCount: Int) -> Int {
        let needed = converter?.neededFrameCount(forOutput: frameCount) ?? frameCount
        return max(1, (needed + format.framesPerPacket) / max(1, format.framesPerPacket))
    }

    /// Converts what lies before the trailing frames.
    private func convert(into target: PCMBlock, from start: Int, to end: Int) -> Int {
        guard let frames, let converter else { return 0 }
        let ready = frames.count - scaled(trailingFrameCount, frames)
        guard ready > 0 else { return 0 }
        let (taken, made) = converter.convert(
            frames.block, from: 0, frameCount: ready, into: target, from: start, to: end)
        frames.removeFirst(taken)
        return made
    }

    /// Fetches the next frames from the decoder; false if it needs a packet or is done.
    private func decodeMore() throws(PacketError) -> Bool {
        var samples = avf_packet_samples()
        switch avf_packet_decoder_next(decoder, &samples) {
        case 1:
            let frames = try queue(for: samples)
            if framesToSkip < 0 { framesToSkip = scaled(leadingFrameCount, frames) }
            let skipped = min(framesToSkip, Int(samples.frameCount))
            framesToSkip -= skipped
            frames.append(samples, skip: skipped)
            return true
        case 0:
            if isEnded { isDrained = true }
            return false
        default:
            throw .damagedPacket(format.coding, byteCount: 0)
        }
    }

    /// The queue for what the decoder makes, which must stay of one kind.
    private func queue(for samples: avf_packet_samples) throws(PacketError) -> DecodedFrames {
        if let frames, frames.matches(samples) { return frames }
        guard frames == nil, let made = DecodedFrames(like: samples),
            let converter = makeConverter(made.format, made.speakers)
        else {
            throw .changedStream(
                format.coding, sampleRateHz: Int(samples.sampleRateHz),
                channelCount: Int(samples.channelCount))
        }
        (frames, self.converter) = (made, converter)
        return made
    }

    /// Frames at the stream's rate as frames of the decoder, which may have another: Opus has 48 kHz always.
    private func scaled(_ frameCount: Int, _ frames: DecodedFrames) -> Int {
        guard frames.format.sampleRateHz != format.sampleRateHz else { return frameCount }
        return Int((Double(frameCount) * frames.format.sampleRateHz / format.sampleRateHz).rounded())
    }

    private static func open(_ format: PacketFormat, _ header: [UInt8]) throws(PacketError) -> OpaquePointer {
        var described = format.described
        described.setCodec(format.coding.decoderName)
        var reason = [CChar](repeating: 0, count: Int(AVF_MEDIA_REASON_SIZE))
        let opened = header.withUnsafeBufferPointer { bytes in
            described.header = bytes.baseAddress
            described.headerSize = Int32(bytes.count)
            return avf_packet_decoder_open(&described, &reason)
        }
        guard let opened else { throw .unavailable(format.coding, reason: CodedFile.text(reason)) }
        return opened
    }
}

extension avf_packet_format {
    /// Writes FFmpeg's name of a decoder or encoder.
    mutating func setCodec(_ name: String) {
        withUnsafeMutableBytes(of: &codec) { $0.copyBytes(from: name.utf8) }
    }
}
