// avf_packets.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFMedia
public import CAVFAudio

// MARK: - Encoders

@c @implementation
public func avf_encoder_create(
    _ formatSize: Int, _ format: UnsafePointer<avf_packet_format>?,
    _ encoder: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(encoder, "encoder", .encoder) { try OpenEncoder(known(format, formatSize)) }
}

@c @implementation
public func avf_encoder_retain(_ encoder: OpaquePointer?) -> avf_status { retain(encoder, as: .encoder) }

@c @implementation
public func avf_encoder_release(_ encoder: OpaquePointer?) -> avf_status { release(encoder, as: .encoder) }

@c @implementation
public func avf_encoder_get_info(
    _ encoder: OpaquePointer?, _ infoSize: Int, _ info: UnsafeMutablePointer<avf_encoder_info>?
) -> avf_status {
    giveStruct(info, "info", size: infoSize) {
        try HandleType.encoder.object(encoder).use { encoding in
            avf_encoder_info(
                frames_per_packet: UInt32(clamping: encoding.format.framesPerPacket),
                largest_packet_size: UInt32(clamping: encoding.largestPacketByteCount),
                bit_rate: encoding.format.coding.isLossless
                    ? 0 : UInt32(clamping: encoding.format.bitRate ?? 0),
                leading_frames: UInt32(clamping: encoding.delayFrameCount),
                trailing_frames: UInt32(clamping: encoding.paddingFrameCount))
        }
    }
}

@c @implementation
public func avf_encoder_get_cookie(
    _ encoder: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ capacity: Int,
    _ size: UnsafeMutablePointer<Int>?
) -> avf_status {
    give(size, "size", empty: 0) {
        let cookie = try HandleType.encoder.object(encoder).use { $0.cookie } ?? []
        guard let bytes else { return cookie.count }
        return try copy(cookie, to: bytes, capacity, "The cookie")
    }
}

@c @implementation
public func avf_encoder_put(
    _ encoder: OpaquePointer?, _ input: UnsafePointer<UnsafePointer<Float>?>?, _ channelCount: UInt32,
    _ frameCount: UInt32, _ framesTaken: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(framesTaken, "frames_taken", empty: 0) {
        let encoder = try HandleType.encoder.object(encoder)
        let sources = try planar(input, channelCount, expected: encoder.channelCount)
        // Only read: a block has no other form.
        let block = PCMBlock(
            channels: (0..<encoder.channelCount).map { UnsafeMutableRawPointer(mutating: sources[$0]) },
            stride: 1)
        return try encoder.use { encoding throws(PacketError) in
            UInt32(try encoding.put(block, from: 0, frameCount: Int(frameCount)))
        }
    }
}

@c @implementation
public func avf_encoder_finish(_ encoder: OpaquePointer?) -> avf_status {
    attempt { try HandleType.encoder.object(encoder).use { $0.end() } }
}

@c @implementation
public func avf_encoder_next(
    _ encoder: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ capacity: Int,
    _ size: UnsafeMutablePointer<Int>?
) -> avf_status {
    give(size, "size", empty: 0) {
        guard let bytes else { throw CallFailure.missing("bytes") }
        let packet = try HandleType.encoder.object(encoder).use { encoding throws(PacketError) in
            try encoding.next().map { Array($0) } ?? []
        }
        return try copy(packet, to: bytes, capacity, "The packet")
    }
}

@c @implementation
public func avf_encoder_reset(_ encoder: OpaquePointer?) -> avf_status {
    attempt {
        try HandleType.encoder.object(encoder).use { encoding throws(PacketError) in try encoding.restart() }
    }
}

// MARK: - Decoders

@c @implementation
public func avf_decoder_create(
    _ formatSize: Int, _ format: UnsafePointer<avf_packet_format>?, _ cookie: UnsafeRawPointer?,
    _ cookieSize: Int, _ decoder: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(decoder, "decoder", .decoder) {
        guard 0...(1 << 20) ~= cookieSize else {
            throw CallFailure.badArgument("A cookie has no \(cookieSize) bytes.")
        }
        let bytes = cookie.map { Array(UnsafeRawBufferPointer(start: $0, count: cookieSize)) }
        return try OpenDecoder(known(format, formatSize), cookie: bytes)
    }
}

@c @implementation
public func avf_decoder_retain(_ decoder: OpaquePointer?) -> avf_status { retain(decoder, as: .decoder) }

@c @implementation
public func avf_decoder_release(_ decoder: OpaquePointer?) -> avf_status { release(decoder, as: .decoder) }

@c @implementation
public func avf_decoder_set_padding(
    _ decoder: OpaquePointer?, _ leadingFrames: UInt32, _ trailingFrames: UInt32
) -> avf_status {
    attempt {
        try HandleType.decoder.object(decoder).use { decoding in
            decoding.leadingFrameCount = Int(leadingFrames)
            decoding.trailingFrameCount = Int(trailingFrames)
        }
    }
}

@c @implementation
public func avf_decoder_put(_ decoder: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int) -> avf_status
{
    attempt {
        let decoder = try HandleType.decoder.object(decoder)
        guard let bytes else { throw CallFailure.missing("bytes") }
        guard 1...Int(Int32.max) ~= size else {
            throw CallFailure.badArgument("A packet has no \(UInt(bitPattern: size)) bytes.")
        }
        try decoder.use { decoding throws(PacketError) in
            try decoding.put(UnsafeRawBufferPointer(start: bytes, count: size))
        }
    }
}

@c @implementation
public func avf_decoder_finish(_ decoder: OpaquePointer?) -> avf_status {
    attempt { try HandleType.decoder.object(decoder).use { $0.end() } }
}

@c @implementation
public func avf_decoder_next(
    _ decoder: OpaquePointer?, _ output: UnsafePointer<UnsafeMutablePointer<Float>?>?, _ channelCount: UInt32,
    _ frameCapacity: UInt32, _ framesMade: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(framesMade, "frames_made", empty: 0) {
        let decoder = try HandleType.decoder.object(decoder)
        let targets = try planar(output, channelCount, expected: decoder.channelCount)
        let block = PCMBlock(
            channels: (0..<decoder.channelCount).map { UnsafeMutableRawPointer(targets[$0]) }, stride: 1)
        return try decoder.use { decoding throws(PacketError) in
            UInt32(try decoding.read(into: block, from: 0, to: Int(frameCapacity)))
        }
    }
}

@c @implementation
public func avf_decoder_reset(_ decoder: OpaquePointer?) -> avf_status {
    attempt {
        try HandleType.decoder.object(decoder).use { decoding throws(PacketError) in try decoding.restart() }
    }
}

// MARK: - Arguments

/// What a caller of this or of an older version knows of a format.
private func known(
    _ format: UnsafePointer<avf_packet_format>?, _ size: Int
) throws(CallFailure) -> avf_packet_format {
    guard let format else { throw .missing("format") }
    guard size > 0, size <= 65_536 else {
        throw .badArgument("A size of \(UInt(bitPattern: size)) bytes is not that of 'format'.")
    }
    var known = avf_packet_format()
    let count = min(size, MemoryLayout<avf_packet_format>.size)
    withUnsafeMutableBytes(of: &known) {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: format, count: count))
    }
    return known
}

private func copy(
    _ bytes: [UInt8], to target: UnsafeMutableRawPointer, _ capacity: Int, _ what: String
) throws(CallFailure) -> Int {
    guard bytes.count <= capacity else {
        throw .badArgument("\(what) has \(bytes.count) bytes, for which there is no room.")
    }
    target.copyMemory(from: bytes, byteCount: bytes.count)
    return bytes.count
}
