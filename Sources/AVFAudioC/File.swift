// avf_file.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFGraph
import AVFMedia
public import CAVFAudio
import Glibc

// MARK: - Reading

@c @implementation
public func avf_reader_open(
    _ path: UnsafePointer<CChar>?, _ reader: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(reader, "reader", .reader) {
        try OpenReader(MediaSource(path: text(path, "path")))
    }
}

@c @implementation
public func avf_reader_open_memory(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ name: UnsafePointer<CChar>?,
    _ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?,
    _ reader: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return giveHandle(reader, "reader", .reader) {
        guard let bytes else { throw CallFailure.missing("bytes") }
        guard size > 0 else { throw CallFailure.badArgument("A file of \(size) bytes cannot be read.") }
        return try OpenReader(
            MediaSource(
                MemorySource(bytes, byteCount: size, owner: context), name: text(name, "name")))
    }
}

@c @implementation
public func avf_reader_open_callback(
    _ size: UInt64, _ read: avf_read_callback?, _ name: UnsafePointer<CChar>?,
    _ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?,
    _ reader: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return giveHandle(reader, "reader", .reader) {
        guard let read else { throw CallFailure.missing("read") }
        let bytes = CallbackSource(byteCount: Int(clamping: size)) { target, count, position in
            CallbackScope.run {
                let got = read(target, count, UInt64(position), context.userdata)
                return got < 0 ? Int(-EIO) : Int(clamping: got)
            }
        }
        return try OpenReader(MediaSource(bytes, name: text(name, "name")))
    }
}

@c @implementation
public func avf_reader_retain(_ reader: OpaquePointer?) -> avf_status { retain(reader, as: .reader) }

@c @implementation
public func avf_reader_release(_ reader: OpaquePointer?) -> avf_status { release(reader, as: .reader) }

@c @implementation
public func avf_reader_get_info(
    _ reader: OpaquePointer?, _ infoSize: Int, _ info: UnsafeMutablePointer<avf_file_info>?
) -> avf_status {
    giveStruct(info, "info", size: infoSize) {
        let reader = try HandleType.reader.object(reader)
        let format = reader.format
        return avf_file_info(
            format: avf_format(
                BusFormat(sampleRateHz: format.sampleRateHz, channelCount: format.channelCount)),
            frame_count: UInt64(reader.frameCount),
            container: StringPool.string(format.container.rawValue), encoding: format.encoding.code,
            expected_frame_count: try reader.use { UInt64($0.expectedFrameCount) },
            is_incomplete: try reader.use { $0.incompleteness != nil })
    }
}

@c @implementation
public func avf_reader_get_position(
    _ reader: OpaquePointer?, _ frame: UnsafeMutablePointer<UInt64>?
) -> avf_status {
    give(frame, "frame", empty: 0) { try HandleType.reader.object(reader).use { UInt64($0.position) } }
}

@c @implementation
public func avf_reader_seek(_ reader: OpaquePointer?, _ frame: UInt64) -> avf_status {
    attempt {
        try HandleType.reader.object(reader).use { try $0.seek(toFrame: Int(clamping: frame)) }
    }
}

@c @implementation
public func avf_reader_read(
    _ reader: OpaquePointer?, _ channels: UnsafePointer<UnsafeMutablePointer<Float>?>?,
    _ channelCount: UInt32,
    _ frameCount: UInt32, _ framesRead: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(framesRead, "frames_read", empty: 0) {
        let reader = try HandleType.reader.object(reader)
        let memory = try planar(channels, channelCount, expected: reader.format.channelCount)
        return try reader.use { UInt32(try $0.read(into: memory, frameCount: Int(frameCount))) }
    }
}

@c @implementation
public func avf_reader_read_interleaved(
    _ reader: OpaquePointer?, _ samples: UnsafeMutablePointer<Float>?, _ channelCount: UInt32,
    _ frameCount: UInt32, _ framesRead: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(framesRead, "frames_read", empty: 0) {
        let reader = try HandleType.reader.object(reader)
        guard let samples else { throw CallFailure.missing("samples") }
        try checkChannelCount(channelCount, expected: reader.format.channelCount)
        return try reader.use { UInt32(try $0.readInterleaved(into: samples, frameCount: Int(frameCount))) }
    }
}

@c @implementation
public func avf_reader_read_buffer(_ reader: OpaquePointer?, _ buffer: OpaquePointer?) -> avf_status {
    attempt {
        let reader = try HandleType.reader.object(reader)
        let buffer = try HandleType.buffer.object(buffer)
        try buffer.checkFits(channelCount: reader.format.channelCount)
        buffer.frameLength = try reader.use {
            try $0.read(into: buffer.channels, frameCount: buffer.frameCapacity)
        }
    }
}

// MARK: - Writing

@c @implementation
public func avf_writer_create(
    _ path: UnsafePointer<CChar>?, _ format: UnsafePointer<avf_format>?, _ encoding: avf_encoding,
    _ writer: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(writer, "writer", .writer) {
        let path = try text(path, "path")
        let format = try AVFAudioC.format(format)
        let stored = try AudioFileFormat(
            path: path, encoding: AudioEncoding.named(encoding), sampleRateHz: format.sampleRateHz,
            channelCount: format.channelCount)
        return try OpenWriter(path, stored)
    }
}

@c @implementation
public func avf_writer_retain(_ writer: OpaquePointer?) -> avf_status { retain(writer, as: .writer) }

@c @implementation
public func avf_writer_release(_ writer: OpaquePointer?) -> avf_status { release(writer, as: .writer) }

@c @implementation
public func avf_writer_write(
    _ writer: OpaquePointer?, _ channels: UnsafePointer<UnsafePointer<Float>?>?, _ channelCount: UInt32,
    _ frameCount: UInt32
) -> avf_status {
    attempt {
        let writer = try HandleType.writer.object(writer)
        let memory = try planar(channels, channelCount, expected: writer.format.channelCount)
        try writer.use { try $0.write(memory, frameCount: Int(frameCount)) }
    }
}

@c @implementation
public func avf_writer_write_interleaved(
    _ writer: OpaquePointer?, _ samples: UnsafePointer<Float>?, _ channelCount: UInt32, _ frameCount: UInt32
) -> avf_status {
    attempt {
        let writer = try HandleType.writer.object(writer)
        guard let samples else { throw CallFailure.missing("samples") }
        try checkChannelCount(channelCount, expected: writer.format.channelCount)
        try writer.use { try $0.writeInterleaved(samples, frameCount: Int(frameCount)) }
    }
}

@c @implementation
public func avf_writer_write_buffer(_ writer: OpaquePointer?, _ buffer: OpaquePointer?) -> avf_status {
    attempt {
        let writer = try HandleType.writer.object(writer)
        let buffer = try HandleType.buffer.object(buffer)
        try buffer.checkFits(channelCount: writer.format.channelCount)
        let channels = UnsafeRawPointer(buffer.channels).assumingMemoryBound(to: UnsafePointer<Float>.self)
        try writer.use { try $0.write(channels, frameCount: buffer.frameLength) }
    }
}

@c @implementation
public func avf_writer_get_position(
    _ writer: OpaquePointer?, _ frame: UnsafeMutablePointer<UInt64>?
) -> avf_status {
    give(frame, "frame", empty: 0) { try HandleType.writer.object(writer).use { UInt64($0.framesWritten) } }
}

@c @implementation
public func avf_writer_close(_ writer: OpaquePointer?) -> avf_status {
    attempt { try HandleType.writer.object(writer).use { try $0.close() } }
}
