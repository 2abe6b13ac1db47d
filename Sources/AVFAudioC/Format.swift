// avf_format.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFGraph
public import CAVFAudio

@c @implementation
public func avf_buffer_create(
    _ format: UnsafePointer<avf_format>?, _ frameCapacity: UInt32,
    _ buffer: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(buffer, "buffer", .buffer) {
        try FrameBuffer(AVFAudioC.format(format), frameCapacity: Int(frameCapacity))
    }
}

@c @implementation
public func avf_buffer_retain(_ buffer: OpaquePointer?) -> avf_status { retain(buffer, as: .buffer) }

@c @implementation
public func avf_buffer_release(_ buffer: OpaquePointer?) -> avf_status { release(buffer, as: .buffer) }

@c @implementation
public func avf_buffer_get_format(
    _ buffer: OpaquePointer?, _ format: UnsafeMutablePointer<avf_format>?
) -> avf_status {
    giveFrom(buffer, .buffer, format, "format", empty: avf_format()) { avf_format($0.format) }
}

@c @implementation
public func avf_buffer_get_frame_capacity(
    _ buffer: OpaquePointer?, _ frameCapacity: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    giveFrom(buffer, .buffer, frameCapacity, "frame_capacity", empty: 0) { UInt32($0.frameCapacity) }
}

@c @implementation
public func avf_buffer_get_frame_length(
    _ buffer: OpaquePointer?, _ frameLength: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    giveFrom(buffer, .buffer, frameLength, "frame_length", empty: 0) { UInt32($0.frameLength) }
}

@c @implementation
public func avf_buffer_set_frame_length(_ buffer: OpaquePointer?, _ frameLength: UInt32) -> avf_status {
    attempt {
        let buffer = try HandleType.buffer.object(buffer)
        try buffer.checkRoom(frameLength)
        buffer.frameLength = Int(frameLength)
    }
}

@c @implementation
public func avf_buffer_get_channels(
    _ buffer: OpaquePointer?,
    _ channels: UnsafeMutablePointer<UnsafePointer<UnsafeMutablePointer<Float>?>?>?
) -> avf_status {
    giveFrom(buffer, .buffer, channels, "channels", empty: nil) {
        UnsafeRawPointer($0.channels).assumingMemoryBound(to: UnsafeMutablePointer<Float>?.self)
    }
}

@c @implementation
public func avf_buffer_write_interleaved(
    _ buffer: OpaquePointer?, _ samples: UnsafePointer<Float>?, _ frameCount: UInt32
) -> avf_status {
    attempt {
        let buffer = try HandleType.buffer.object(buffer)
        try buffer.checkRoom(frameCount)
        if frameCount > 0 {
            guard let samples else { throw CallFailure.missing("samples") }
            buffer.write(interleaved: samples, frameCount: Int(frameCount))
        }
        buffer.frameLength = Int(frameCount)
    }
}

@c @implementation
public func avf_buffer_read_interleaved(
    _ buffer: OpaquePointer?, _ samples: UnsafeMutablePointer<Float>?, _ frameCount: UInt32
) -> avf_status {
    attempt {
        let buffer = try HandleType.buffer.object(buffer)
        guard Int(frameCount) <= buffer.frameLength else {
            throw CallFailure.badArgument("The buffer holds \(buffer.frameLength) frames, not \(frameCount).")
        }
        guard frameCount > 0 else { return }
        guard let samples else { throw CallFailure.missing("samples") }
        buffer.read(interleaved: samples, frameCount: Int(frameCount))
    }
}

extension FrameBuffer {
    fileprivate func checkRoom(_ frameCount: UInt32) throws(CallFailure) {
        guard Int(frameCount) <= frameCapacity else {
            throw .badArgument("\(frameCount) frames do not fit: the capacity is \(frameCapacity).")
        }
    }

    /// Refuses a file that has another number of channels.
    func checkFits(channelCount: Int) throws(CallFailure) {
        guard format.channelCount == channelCount else {
            throw CallFailure(
                AVF_ERROR_BAD_FORMAT,
                "The buffer has \(format.channelCount) channels, but the file has \(channelCount).")
        }
    }
}
