import AVFAudio
import Testing

/// A compressed format from a settings dictionary.
func compressedFormat(
    _ id: AudioFormatID, rate: Double = 44_100, channels: Int = 2, bits: Int? = nil
) throws -> AVAudioFormat {
    var settings: [String: Any] = [
        AVFormatIDKey: id, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
    ]
    if let bits { settings[AVEncoderBitDepthHintKey] = bits }
    return try #require(AVAudioFormat(settings: settings))
}

/// Linear PCM in memory of its own for each channel, as 16-bit integers or floating point.
func tone(
    _ frames: Int, rate: Double = 44_100, channels: UInt32 = 2,
    _ common: AVAudioCommonFormat = .pcmFormatFloat32
) throws -> AVAudioPCMBuffer {
    let format = try #require(
        AVAudioFormat(commonFormat: common, sampleRate: rate, channels: channels, interleaved: false))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(max(1, frames))))
    buffer.frameLength = UInt32(frames)
    for channel in 0..<Int(channels) {
        for frame in 0..<frames {
            let angle = 2 * Double.pi * Double(frame) * (channel == 0 ? 440 : 1000) / rate
            let value = (8192 * sin(angle) + 4096 * sin(2.5 * angle)).rounded()
            buffer.int16ChannelData?[channel][frame] = Int16(value)
            buffer.floatChannelData?[channel][frame] = Float(value / 32_768)
            // More bits than 16, so that their loss would show.
            buffer.int32ChannelData?[channel][frame] = Int32(value) << 16 + Int32(frame % 251) << 8
        }
    }
    return buffer
}

/// Everything that a converter makes of a buffer that is handed over in pieces of so many frames.
func encode(
    _ converter: AVAudioConverter, _ input: AVAudioPCMBuffer, pieces: [Int] = [777, 1, 3000],
    packets: AVAudioPacketCount = 5
) throws -> [[UInt8]] {
    var made: [[UInt8]] = []
    var (position, turn) = (0, 0)
    let output = AVAudioCompressedBuffer(
        format: converter.outputFormat, packetCapacity: packets,
        maximumPacketSize: converter.maximumOutputPacketSize)
    while true {
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { _, status in
            let count = min(pieces[turn % pieces.count], Int(input.frameLength) - position)
            status.pointee = count > 0 ? .haveData : .endOfStream
            defer { (position, turn) = (position + max(0, count), turn + 1) }
            return count > 0 ? part(of: input, from: position, count: count) : nil
        }
        if let error { throw error }
        made += packetBytes(output)
        guard status == .haveData else {
            #expect(status == .endOfStream)
            return made
        }
    }
}

/// Everything that a converter makes of packets that are handed over a few at a time.
func decode(
    _ converter: AVAudioConverter, _ packets: [[UInt8]], pieces: [Int] = [3, 1], frames: UInt32 = 1000
) throws -> [[Double]] {
    var made = [[Double]](repeating: [], count: Int(converter.outputFormat.channelCount))
    var (position, turn) = (0, 0)
    let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: frames))
    while true {
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { _, status in
            let count = min(pieces[turn % pieces.count], packets.count - position)
            status.pointee = count > 0 ? .haveData : .endOfStream
            defer { (position, turn) = (position + max(0, count), turn + 1) }
            return count > 0
                ? compressed(converter.inputFormat, Array(packets[position..<position + count])) : nil
        }
        if let error { throw error }
        for channel in made.indices {
            made[channel] += (0..<Int(output.frameLength)).map { sample(output, channel, $0) }
        }
        guard status == .haveData else {
            #expect(status == .endOfStream)
            return made
        }
    }
}

/// A sample with full scale 1.
func sample(_ buffer: AVAudioPCMBuffer, _ channel: Int, _ frame: Int) -> Double {
    let place = frame * buffer.stride
    if let data = buffer.int16ChannelData { return Double(data[channel][place]) / 32_768 }
    if let data = buffer.int32ChannelData { return Double(data[channel][place]) / 2_147_483_648 }
    return Double(buffer.floatChannelData?[channel][place] ?? .nan)
}

/// A buffer with these packets.
func compressed(_ format: AVAudioFormat, _ packets: [[UInt8]]) -> AVAudioCompressedBuffer {
    let buffer = AVAudioCompressedBuffer(
        format: format, packetCapacity: AVAudioPacketCount(packets.count),
        maximumPacketSize: packets.map(\.count).max() ?? 1)
    var start = 0
    for (index, packet) in packets.enumerated() {
        (buffer.data + start).copyMemory(from: packet, byteCount: packet.count)
        buffer.packetDescriptions?[index] = AudioStreamPacketDescription(
            mStartOffset: Int64(start), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
        start += packet.count
    }
    buffer.byteLength = UInt32(start)
    buffer.packetCount = AVAudioPacketCount(packets.count)
    return buffer
}

private func packetBytes(_ buffer: AVAudioCompressedBuffer) -> [[UInt8]] {
    let constant = Int(buffer.format.streamDescription.pointee.mBytesPerPacket)
    return (0..<Int(buffer.packetCount)).map { index in
        let place = buffer.packetDescriptions?[index]
        let start = place.map { Int($0.mStartOffset) } ?? index * constant
        let count = place.map { Int($0.mDataByteSize) } ?? constant
        return Array(UnsafeRawBufferPointer(start: buffer.data + start, count: count))
    }
}

private func part(of input: AVAudioPCMBuffer, from start: Int, count: Int) -> AVAudioPCMBuffer? {
    let part = AVAudioPCMBuffer(pcmFormat: input.format, frameCapacity: UInt32(count))
    part?.frameLength = UInt32(count)
    for channel in 0..<Int(input.format.channelCount) {
        for frame in 0..<count {
            if let from = input.int16ChannelData, let to = part?.int16ChannelData {
                to[channel][frame] = from[channel][start + frame]
            } else if let from = input.int32ChannelData, let to = part?.int32ChannelData {
                to[channel][frame] = from[channel][start + frame]
            } else if let from = input.floatChannelData, let to = part?.floatChannelData {
                to[channel][frame] = from[channel][start + frame]
            }
        }
    }
    return part
}
