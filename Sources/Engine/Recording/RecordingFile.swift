import AVFDSP
import AVFDevices
import AVFMedia
import AVFRealtime

/// The file's end of a recording: takes frames from a line, converts them and writes them.
///
/// One thread at a time.
final class RecordingFile {
    let writer: AudioFileWriter
    private let line: RecordingLine
    private let frames: FrameRingReader
    private let gaps: RingReader<RecordingGap>
    private let room: OwnedCell<ChannelRoom>
    private let channelCount: Int
    private let converter: PCMConverter?
    private let made: OwnedCell<ChannelRoom>
    private var poppedFrameCount = 0
    private var nextGap: RecordingGap?

    private static let chunkFrameCount = 4096

    /// Writes what `line` keeps, which comes in the device's format, into a file of the writer's.
    init(_ writer: AudioFileWriter, _ line: RecordingLine, _ device: DeviceStreamFormat) {
        self.writer = writer
        self.line = line
        frames = line.ring.reader
        gaps = line.gaps.reader
        channelCount = device.channelCount
        let file = writer.format
        room = OwnedCell(
            ChannelRoom(channelCount: device.channelCount, frameCapacity: Self.chunkFrameCount))
        made = OwnedCell(ChannelRoom(channelCount: file.channelCount, frameCapacity: Self.chunkFrameCount))
        converter = Self.converter(from: device, to: file)
    }

    /// Nil where nothing must be converted.
    private static func converter(from device: DeviceStreamFormat, to file: AudioFileFormat) -> PCMConverter?
    {
        guard device.sampleRateHz != file.sampleRateHz || device.channelCount != file.channelCount,
            let input = PCMFormat(
                sampleRateHz: device.sampleRateHz, channelCount: device.channelCount, sample: .float32),
            let output = PCMFormat(
                sampleRateHz: file.sampleRateHz, channelCount: file.channelCount, sample: .float32)
        else { return nil }
        let matrix = ChannelMixMatrix(
            inputChannelCount: device.channelCount, outputChannelCount: file.channelCount)
        return PCMConverter(
            from: input, to: output, options: PCMConverter.Options(routing: ChannelRouting(matrix)))
    }

    /// Writes everything that waits.
    ///
    /// - Throws: What the writer throws.
    func drain() throws(MediaError) {
        while true {
            // In this order: gaps that belong before these frames are seen then.
            let waiting = frames.count
            if nextGap == nil { nextGap = gaps.pop() }
            if let gap = nextGap, gap.position == poppedFrameCount {
                try writeSilence(gap.frameCount)
                nextGap = nil
                continue
            }
            let untilGap = nextGap.map { $0.position - poppedFrameCount } ?? .max
            let count = frames.pop(
                into: room.pointer.pointee.channels,
                frameCount: min(waiting, untilGap, Self.chunkFrameCount))
            guard count > 0 else { return }
            poppedFrameCount += count
            try write(frameCount: count)
        }
    }

    /// Writes the end and closes the file.
    ///
    /// - Throws: What the writer throws; the file is closed all the same.
    func finish() throws(MediaError) {
        var failure: MediaError?
        do {
            try drain()
            try writeSilence(line.takeLastGap())
            try writeConvertersRest()
        } catch {
            failure = error
        }
        do { try writer.close() } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    private func writeSilence(_ frameCount: Int) throws(MediaError) {
        var left = frameCount
        while left > 0 {
            let count = min(left, Self.chunkFrameCount)
            room.pointer.pointee.clear(channelCount: channelCount)
            try write(frameCount: count)
            left -= count
        }
    }

    /// Writes the first frames of the room.
    private func write(frameCount: Int) throws(MediaError) {
        let source = room.pointer.pointee.channels
        guard let converter else { return try write(source, frameCount: frameCount) }
        var done = 0
        while done < frameCount {
            let step = converter.convert(
                block(source, channelCount), from: done, frameCount: frameCount - done,
                into: block(made.pointer.pointee.channels, writer.format.channelCount), from: 0,
                to: Self.chunkFrameCount)
            done += step.consumedFrameCount
            if step.producedFrameCount > 0 {
                try write(made.pointer.pointee.channels, frameCount: step.producedFrameCount)
            }
            if step.consumedFrameCount == 0, step.producedFrameCount == 0 { return }
        }
    }

    private func writeConvertersRest() throws(MediaError) {
        guard let converter else { return }
        let target = block(made.pointer.pointee.channels, writer.format.channelCount)
        while true {
            let count = converter.finish(into: target, from: 0, to: Self.chunkFrameCount)
            guard count > 0 else { return }
            try write(made.pointer.pointee.channels, frameCount: count)
        }
    }

    private func write(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int
    ) throws(MediaError) {
        let count = writer.format.channelCount
        let pointers = (0..<count).map { UnsafePointer(channels[$0]) }
        let result: Result<Void, MediaError> = pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return .success(()) }
            return Result { () throws(MediaError) in try writer.write(base, frameCount: frameCount) }
        }
        try result.get()
    }

    private func block(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ channelCount: Int
    ) -> PCMBlock {
        PCMBlock(channels: (0..<channelCount).map { UnsafeMutableRawPointer(channels[$0]) }, stride: 1)
    }
}
