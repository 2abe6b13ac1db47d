import AVFDSP
import CAVFDSP

/// Converts linear PCM: the form of samples, the channels, the rate; as a stream.
///
/// Works in double precision. Where the rates are equal every sample that the output can hold stays what it
/// is. How the stream is cut changes no bit. One thread at a time.
package final class PCMConverter {
    /// What a conversion does beyond its formats.
    package struct Options: Equatable, Sendable {
        /// Which input channels become which output channels.
        package var routing: ChannelRouting
        /// Of the conversion of rates.
        package var quality = ResamplerQuality.high
        /// Whether output may come in blocks of some thousand frames where that is faster: for whole files.
        package var isPatient = false
        /// Of the conversion of rates.
        package var phase = ResamplerPhase.linear
        /// Whether integers are dithered when they lose bits.
        package var isDithered = false
        /// What happens at the stream's edges.
        package var priming = Priming.aligned

        /// The usual conversion.
        package init(routing: ChannelRouting) {
            self.routing = routing
        }
    }

    /// What a filter sees beyond the stream's beginning, and when.
    package enum Priming: Equatable, Sendable {
        /// Silence before the beginning; the first output lies at the first input.
        case aligned
        /// So many input frames are the past of the first output.
        case past(frameCount: Int)
        /// Silence; the output comes late by what the filter sees of the future, and nothing is waited for.
        case delayed
    }

    /// What comes in.
    package let input: PCMFormat
    /// What goes out.
    package let output: PCMFormat
    /// What happens in between.
    package let options: Options
    /// Input frames that must follow an output's place before it can be made.
    package var lookaheadFrameCount: Int { rates?.lookaheadFrameCount ?? 0 }

    private let rates: (any RateConverter)?
    private let scratch: ConversionScratch
    /// Whether channels are routed before the rate is converted, because fewer go out than come in.
    private let routesFirst: Bool
    private let chunkFrameCount: Int
    private var consumedFrameCount = 0
    private var producedFrameCount = 0
    private var skippedFrameCount = 0

    /// A conversion at the beginning of its stream.
    package init(from input: PCMFormat, to output: PCMFormat, options: Options) {
        self.input = input
        self.output = output
        self.options = options
        routesFirst = output.channelCount <= input.channelCount
        let rateChannelCount = min(input.channelCount, output.channelCount)
        rates =
            input.sampleRateHz == output.sampleRateHz
            ? nil
            : RateConversion.converter(
                inputRateHz: input.sampleRateHz, outputRateHz: output.sampleRateHz,
                channelCount: rateChannelCount, quality: options.quality, phase: options.phase,
                isPatient: options.isPatient)
        let channelCount = max(input.channelCount, output.channelCount)
        chunkFrameCount = max(64, min(1024, 1 << 20 / channelCount))
        scratch = ConversionScratch(
            inputChannelCount: input.channelCount, outputChannelCount: output.channelCount,
            rateChannelCount: rateChannelCount, frameCount: chunkFrameCount)
        restart()
    }

    /// Goes back to the beginning of the stream.
    package func restart() {
        rates?.restart()
        (consumedFrameCount, producedFrameCount) = (0, 0)
        skippedFrameCount = 0
        switch options.priming {
        case .aligned: break
        case .delayed: _ = convertRate(nil, frameCount: lookaheadFrameCount, wanted: 1)
        case .past(let frameCount): skippedFrameCount = outputFrameCount(forInput: frameCount)
        }
    }

    /// Input frames that must be given to make exactly so many output frames next.
    package func neededFrameCount(forOutput frameCount: Int) -> Int {
        guard let rates else { return max(0, frameCount) }
        return rates.neededFrameCount(forOutput: max(0, frameCount) + skippedFrameCount)
    }

    /// Output frames that so many input frames last: rounded up.
    package func outputFrameCount(forInput frameCount: Int) -> Int {
        RateConversion.outputFrameCount(
            forInput: frameCount, inputRateHz: input.sampleRateHz, outputRateHz: output.sampleRateHz)
    }

    /// Converts frames from `first` on, at most `frameCount`, into `target` from frame `start` to before
    /// `end`.
    ///
    /// - Returns: The frames taken, which are no more than the output needs, and the frames made.
    package func convert(
        _ source: PCMBlock, from first: Int, frameCount: Int, into target: PCMBlock, from start: Int,
        to end: Int
    ) -> (consumedFrameCount: Int, producedFrameCount: Int) {
        var (taken, made) = (0, 0)
        while start + made < end {
            let isSkipping = skippedFrameCount > 0
            let wanted = min(isSkipping ? skippedFrameCount : end - start - made, chunkFrameCount)
            let needed = rates?.neededFrameCount(forOutput: wanted) ?? wanted
            let count = min(needed, frameCount - taken, chunkFrameCount)
            let frames = makeFrames(source, from: first + taken, inputFrameCount: count, wanted: wanted)
            taken += count
            if count == 0, frames.count == 0 { break }
            if isSkipping {
                skippedFrameCount -= frames.count
            } else {
                store(frames.channels, frameCount: frames.count, into: target, at: start + made)
                made += frames.count
            }
        }
        consumedFrameCount += taken
        return (taken, made)
    }

    /// Makes what is left after the last input frame, into `target` from frame `start` to before `end`.
    ///
    /// - Returns: The frames made: fewer than there is room for at the end, then 0.
    package func finish(into target: PCMBlock, from start: Int, to end: Int) -> Int {
        guard rates != nil else { return 0 }
        var made = 0
        while start + made < end, producedFrameCount < totalFrameCount {
            let left = totalFrameCount - producedFrameCount
            let wanted = min(end - start - made, chunkFrameCount, left)
            let frames = makeFrames(nil, from: 0, inputFrameCount: .max, wanted: wanted)
            store(frames.channels, frameCount: frames.count, into: target, at: start + made)
            made += frames.count
        }
        return made
    }

    /// The frames that the input so far is worth.
    private var totalFrameCount: Int {
        if case .past(let frameCount) = options.priming {
            return outputFrameCount(forInput: max(0, consumedFrameCount - frameCount))
        }
        return outputFrameCount(forInput: consumedFrameCount)
    }
}

extension PCMConverter {
    private typealias Frames = (channels: [UnsafeMutablePointer<Double>], count: Int)

    /// Up to `wanted` frames of the output; without a source silence is converted.
    private func makeFrames(
        _ source: PCMBlock?, from first: Int, inputFrameCount: Int, wanted: Int
    ) -> Frames {
        let inputs = source.map { load($0, from: first, frameCount: inputFrameCount) }
        guard rates != nil else { return (route(inputs ?? scratch.loaded, inputFrameCount), inputFrameCount) }
        let rateInputs = routesFirst ? inputs.map { route($0, inputFrameCount) } : inputs
        let made = convertRate(rateInputs, frameCount: inputFrameCount, wanted: wanted)
        return (routesFirst ? scratch.converted : route(scratch.converted, made), made)
    }

    private func route(
        _ channels: [UnsafeMutablePointer<Double>], _ frameCount: Int
    ) -> [UnsafeMutablePointer<Double>] {
        options.routing.apply(to: channels, room: scratch.routed, frameCount: frameCount)
    }

    private func convertRate(_ inputs: [UnsafeMutablePointer<Double>]?, frameCount: Int, wanted: Int) -> Int {
        guard let rates else { return 0 }
        return scratch.converted.withUnsafeBufferPointer { outputs in
            guard let output = outputs.baseAddress else { return 0 }
            guard let inputs else {
                return rates.convert(
                    nil, inputFrameCount: frameCount, output: output, outputFrameCount: wanted
                ).producedFrameCount
            }
            return rates.convert(
                inputs, inputFrameCount: frameCount, output: output, outputFrameCount: wanted
            ).producedFrameCount
        }
    }

    private func load(_ source: PCMBlock, from first: Int, frameCount: Int) -> [UnsafeMutablePointer<Double>]
    {
        var format = input.sample.loopFormat
        for (channel, memory) in scratch.loaded.enumerated() {
            let address = source.address(of: first, channel: channel, input.sample)
            avf_dsp_pcm_load(memory, address, &format, source.stride, frameCount)
        }
        return scratch.loaded
    }

    private func store(
        _ channels: [UnsafeMutablePointer<Double>], frameCount: Int, into target: PCMBlock, at frame: Int
    ) {
        guard frameCount > 0 else { return }
        var format = output.sample.loopFormat
        for (channel, samples) in channels.enumerated() {
            let address = target.address(of: frame, channel: channel, output.sample)
            if isDithered {
                var noise = avf_dsp_dither(
                    seed: UInt64(channel) << 40, firstFrame: UInt64(producedFrameCount))
                avf_dsp_pcm_store(address, samples, &format, target.stride, frameCount, &noise)
            } else {
                avf_dsp_pcm_store(address, samples, &format, target.stride, frameCount, nil)
            }
        }
        producedFrameCount += frameCount
    }

    private var isDithered: Bool {
        guard options.isDithered, output.sample.kind != .float else { return false }
        return input.sample.precisionBitCount > output.sample.bitCount || rates != nil
            || !options.routing.isMap
    }
}
