import AVFDSP
import AVFRender
import CAVFDSP

/// The change of rate between a source outside of the engine and the bus that it feeds.
struct PullConverter: ~Copyable {
    private var resampler: Resampler
    private let channelCount: Int
    /// Where frames go that are mixed afterwards.
    private let made: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// A converter in memory of its own; nil where the rates agree.
    static func allocate(
        sourceRateHz: Double, channelCount: Int, configuration: UnitConfiguration
    ) -> UnsafeMutablePointer<PullConverter>? {
        guard sourceRateHz != configuration.sampleRateHz else { return nil }
        let place = UnsafeMutablePointer<PullConverter>.allocate(capacity: 1)
        place.initialize(
            to: PullConverter(
                sourceRateHz: sourceRateHz, channelCount: channelCount, configuration: configuration))
        return place
    }

    private init(sourceRateHz: Double, channelCount: Int, configuration: UnitConfiguration) {
        resampler = Resampler(
            inputRateHz: sourceRateHz, outputRateHz: configuration.sampleRateHz, channelCount: channelCount)
        self.channelCount = channelCount
        made = .allocate(capacity: max(1, channelCount))
        for channel in 0..<channelCount {
            (made + channel).initialize(to: .allocate(capacity: max(1, configuration.maximumFrameCount)))
        }
    }

    deinit {
        for channel in 0..<channelCount { made[channel].deallocate() }
        made.deallocate()
    }

    @_noLocks
    func inputFrameCount(forOutput frameCount: Int) -> Int {
        resampler.inputFrameCount(forOutput: frameCount)
    }

    /// Makes so many frames in memory of its own.
    @_noLocks
    mutating func convert(
        _ request: FrameRequest, _ frameCount: Int
    ) -> UnsafePointer<UnsafeMutablePointer<Float>> {
        convert(request, frameCount, into: UnsafePointer(made))
        return UnsafePointer(made)
    }

    /// Makes so many frames in the given memory.
    @_noLocks
    mutating func convert(
        _ request: FrameRequest, _ frameCount: Int, into output: UnsafePointer<UnsafeMutablePointer<Float>>
    ) {
        _ = resampler.process(
            input: request.channels, inputFrameCount: request.frameCount, output: output,
            outputFrameCount: frameCount)
    }

    @_noLocks
    mutating func reset() { resampler.reset() }
}

/// A channel matrix as the render side reads it.
struct ChannelGains {
    private let inputChannelCount: Int
    private let gains: UnsafeMutablePointer<Float>

    init(_ matrix: ChannelMixMatrix) {
        inputChannelCount = matrix.inputChannelCount
        gains = .allocate(capacity: max(1, matrix.gains.count))
        gains.initialize(from: matrix.gains, count: matrix.gains.count)
    }

    /// Frees the memory, once.
    func deallocate() { gains.deallocate() }

    /// Writes every channel of the output.
    @_noLocks
    func mix(_ input: UnsafePointer<UnsafeMutablePointer<Float>>, into output: AudioBus, _ frameCount: Int) {
        for channel in 0..<output.channelCount {
            avf_dsp_clear(output[channel], frameCount)
            for source in 0..<inputChannelCount {
                let gain = gains[channel * inputChannelCount + source]
                if gain != 0 { avf_dsp_accumulate(output[channel], input[source], gain, frameCount) }
            }
        }
    }
}
