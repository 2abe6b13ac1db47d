import CAVFDSP

/// Frames of a segment at the file's rate with the wanted channels.
final class SegmentSource {
    let channelCount: Int
    /// Frames not yet read.
    private(set) var remainingFrameCount: Int

    private let reader: AudioFileReader
    private var position: Int
    private let fileSamples: SampleScratch

    init(reader: AudioFileReader, startFrame: Int, frameCount: Int, channelCount: Int) {
        self.reader = reader
        self.channelCount = channelCount
        position = startFrame
        remainingFrameCount = frameCount
        fileSamples = SampleScratch(channelCount: reader.format.channelCount)
    }

    /// Reads up to `frameCount` frames; fewer only at the segment's end or before damage.
    ///
    /// - Throws: `decodingFailed` and `incomplete` when not even one frame came though some are missing.
    func read(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int, frameCount: Int
    ) throws(MediaError) -> Int {
        try reader.seek(toFrame: position)
        var done = 0
        while done < frameCount, remainingFrameCount > 0 {
            let wanted = min(frameCount - done, fileSamples.frameCount, remainingFrameCount)
            let got = try readOrEnd(wanted, isFirst: done == 0)
            guard got > 0 else { break }
            spread(into: channels, offset: offset + done, frameCount: got)
            done += got
            position += got
            remainingFrameCount -= got
        }
        return done
    }

    /// Damage counts when it is met by the first frame of a call: what was read before is delivered first.
    private func readOrEnd(_ wanted: Int, isFirst: Bool) throws(MediaError) -> Int {
        do {
            let got = try reader.readInterleaved(into: fileSamples.samples(Float.self), frameCount: wanted)
            if got > 0 || !isFirst { return got }
        } catch {
            if !isFirst { return 0 }
            throw error
        }
        if let incompleteness = reader.incompleteness { throw incompleteness }
        // The end of a pipe that had not said how much would come.
        remainingFrameCount = 0
        return 0
    }

    /// Interleaved samples of the file into the wanted channels.
    private func spread(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int, frameCount: Int
    ) {
        let samples = fileSamples.samples(Float.self)
        let fileChannelCount = reader.format.channelCount
        if fileChannelCount == channelCount {
            PlanarLayout.deinterleave(
                channels, offset: offset, samples, channelCount: channelCount, frameCount: frameCount)
            return
        }
        let isMonoInStereo = fileChannelCount == 1 && channelCount == 2
        for channel in 0..<channelCount {
            let target = channels[channel] + offset
            if channel < fileChannelCount || isMonoInStereo {
                let first = samples + (isMonoInStereo ? 0 : channel)
                for frame in 0..<frameCount { target[frame] = first[frame * fileChannelCount] }
            } else {
                avf_dsp_clear(target, frameCount)
            }
        }
    }
}
