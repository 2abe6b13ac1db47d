import AVFDSP

/// A segment at another sample rate.
///
/// Output frame k is the sound at k / `outputRateHz` seconds after the segment's start; before the start and
/// after the end lies silence.
final class SegmentRateConverter {
    /// Rates further apart than this have no resampler.
    private static let largestRatio = 256.0
    private static let inputCapacity = 4_096

    let outputFrameCount: Int

    private let source: SegmentSource
    private var resampler: Resampler
    private let input: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    init(
        _ source: SegmentSource, path: String, inputRateHz: Double, outputRateHz: Double
    ) throws(MediaError) {
        let ratio = max(inputRateHz / outputRateHz, outputRateHz / inputRateHz)
        guard ratio <= SegmentRateConverter.largestRatio else {
            throw .invalidSampleRate(path, sampleRateHz: outputRateHz)
        }
        self.source = source
        resampler = Resampler(
            inputRateHz: inputRateHz, outputRateHz: outputRateHz, channelCount: source.channelCount)
        outputFrameCount = resampler.outputFrameCount(forInput: source.remainingFrameCount)
        input = .allocate(capacity: source.channelCount)
        for channel in 0..<source.channelCount {
            (input + channel).initialize(to: .allocate(capacity: SegmentRateConverter.inputCapacity))
        }
    }

    deinit {
        for channel in 0..<source.channelCount { input[channel].deallocate() }
        input.deallocate()
    }

    /// Makes up to `frameCount` frames; the caller asks for no more than there are.
    ///
    /// - Throws: What the source throws, when not even one frame could be made.
    func read(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int, frameCount: Int
    ) throws(MediaError) -> Int {
        var done = 0
        while done < frameCount {
            let needed = resampler.inputFrameCount(forOutput: frameCount - done)
            let wanted = min(needed, SegmentRateConverter.inputCapacity, source.remainingFrameCount)
            var got = 0
            do {
                got = try source.read(into: input, offset: 0, frameCount: wanted)
            } catch {
                if done > 0 { return done }
                throw error
            }
            let atEnd = got == 0 && needed > 0
            done += produce(
                into: channels, offset: offset + done, frameCount: frameCount - done, from: got,
                thenSilence: atEnd)
        }
        return done
    }

    /// Resamples `inputFrameCount` frames of the input memory, or the rest of the stream.
    private func produce(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int, frameCount: Int,
        from inputFrameCount: Int, thenSilence: Bool
    ) -> Int {
        withUnsafeTemporaryAllocation(
            of: UnsafeMutablePointer<Float>.self, capacity: source.channelCount
        ) { targets in
            for channel in 0..<source.channelCount { targets[channel] = channels[channel] + offset }
            guard let output = targets.baseAddress.map({ UnsafePointer($0) }) else { return 0 }
            if thenSilence {
                resampler.drain(output: output, outputFrameCount: frameCount)
                return frameCount
            }
            return resampler.process(
                input: input, inputFrameCount: inputFrameCount, output: output, outputFrameCount: frameCount
            ).producedFrameCount
        }
    }
}
