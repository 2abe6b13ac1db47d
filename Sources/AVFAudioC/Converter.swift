// avf_converter.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFMedia
public import CAVFAudio

@c @implementation
public func avf_converter_create(
    _ optionsSize: Int, _ options: UnsafePointer<avf_converter_options>?,
    _ converter: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(converter, "converter", .converter) {
        guard let options else { throw CallFailure.missing("options") }
        var known = avf_converter_options()
        let size = MemoryLayout<avf_converter_options>.size
        guard optionsSize > 0, optionsSize <= 65_536 else {
            throw CallFailure.badArgument("A size of \(optionsSize) bytes is not that of 'options'.")
        }
        withUnsafeMutableBytes(of: &known) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: options, count: min(size, optionsSize)))
        }
        return try OpenConverter(known)
    }
}

@c @implementation
public func avf_converter_retain(_ converter: OpaquePointer?) -> avf_status {
    retain(converter, as: .converter)
}

@c @implementation
public func avf_converter_release(_ converter: OpaquePointer?) -> avf_status {
    release(converter, as: .converter)
}

@c @implementation
public func avf_converter_get_needed_frames(
    _ converter: OpaquePointer?, _ outputFrameCount: UInt32, _ inputFrameCount: UnsafeMutablePointer<UInt64>?
) -> avf_status {
    give(inputFrameCount, "input_frame_count", empty: 0) {
        try HandleType.converter.object(converter).use {
            UInt64($0.neededFrameCount(forOutput: Int(outputFrameCount)))
        }
    }
}

@c @implementation
public func avf_converter_get_lookahead_frames(
    _ converter: OpaquePointer?, _ frameCount: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(frameCount, "frame_count", empty: 0) {
        try HandleType.converter.object(converter).use { UInt32(clamping: $0.lookaheadFrameCount) }
    }
}

@c @implementation
public func avf_converter_process(
    _ converter: OpaquePointer?, _ input: UnsafePointer<UnsafePointer<Float>?>?, _ inputChannelCount: UInt32,
    _ inputFrameCount: UInt32, _ output: UnsafePointer<UnsafeMutablePointer<Float>?>?,
    _ outputChannelCount: UInt32, _ outputFrameCapacity: UInt32,
    _ framesTaken: UnsafeMutablePointer<UInt32>?, _ framesMade: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(framesTaken, "frames_taken", empty: 0) {
        guard let framesMade else { throw CallFailure.missing("frames_made") }
        framesMade.pointee = 0
        let converter = try HandleType.converter.object(converter)
        let sources = try planar(input, inputChannelCount, expected: converter.inputChannelCount)
        let targets = try planar(output, outputChannelCount, expected: converter.outputChannelCount)
        // Only read: a block has no other form.
        let source = PCMBlock(
            channels: (0..<converter.inputChannelCount).map {
                UnsafeMutableRawPointer(mutating: sources[$0])
            },
            stride: 1)
        let target = block(targets, converter.outputChannelCount)
        let (taken, made) = converter.use {
            $0.convert(
                source, from: 0, frameCount: Int(inputFrameCount), into: target, from: 0,
                to: Int(outputFrameCapacity))
        }
        framesMade.pointee = UInt32(made)
        return UInt32(taken)
    }
}

@c @implementation
public func avf_converter_finish(
    _ converter: OpaquePointer?, _ output: UnsafePointer<UnsafeMutablePointer<Float>?>?,
    _ outputChannelCount: UInt32, _ outputFrameCapacity: UInt32, _ framesMade: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(framesMade, "frames_made", empty: 0) {
        let converter = try HandleType.converter.object(converter)
        let targets = try planar(output, outputChannelCount, expected: converter.outputChannelCount)
        let target = block(targets, converter.outputChannelCount)
        return converter.use { UInt32($0.finish(into: target, from: 0, to: Int(outputFrameCapacity))) }
    }
}

@c @implementation
public func avf_converter_reset(_ converter: OpaquePointer?) -> avf_status {
    attempt { try HandleType.converter.object(converter).use { $0.restart() } }
}

private func block(
    _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ channelCount: Int
) -> PCMBlock {
    PCMBlock(channels: (0..<channelCount).map { UnsafeMutableRawPointer(channels[$0]) }, stride: 1)
}
