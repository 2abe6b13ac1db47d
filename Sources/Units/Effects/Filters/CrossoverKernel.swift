import AVFDSP
import AVFRender
import CAVFDSP

/// One of four bands, whose sum is flat: one unit for each way to another loudspeaker or chain of effects.
package struct CrossoverKernel: Kernel, ~Copyable {
    package static let symbol = "crossover"
    package static let name = "Crossover"
    package static let summary =
        "Lets one of four bands pass; what units of all bands give adds up to a flat sum."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("xovr")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case band, frequency1, frequency2, frequency3 }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .band:
            ParameterSpec(
                "Band", 0...4, default: 0, .indexed,
                "What passes: a band, or all of them, which turns phases only.",
                namedValues: [
                    NamedValue(0, "All"), NamedValue(1, "Low"), NamedValue(2, "Low Mid"),
                    NamedValue(3, "High Mid"), NamedValue(4, "High"),
                ])
        case .frequency1:
            ParameterSpec(
                "Frequency 1", 20...20_000, default: 120, .hertz, "Between the lowest band and the next.",
                isLogarithmic: true)
        case .frequency2:
            ParameterSpec(
                "Frequency 2", 20...20_000, default: 1000, .hertz,
                "Between the two middle bands; held above the first one.", isLogarithmic: true)
        case .frequency3:
            ParameterSpec(
                "Frequency 3", 20...20_000, default: 5000, .hertz,
                "Between the highest band and the one before; held above the second one.", isLogarithmic: true
            )
        }
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        3
            * FilterTail.seconds(
                frequencyHz: parameters[.frequency1], quality: 0.707, sampleRateHz: sampleRateHz)
    }

    private static var blockFrameCount: Int { @_noLocks get { 256 } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let gains: UnsafeMutablePointer<GainRamp>
    private let rampFrameCount: Int
    private let buffers: BandBuffers
    private var crossover: Crossover
    private var known: (low: Float, middle: Float, high: Float) = (.nan, .nan, .nan)
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        crossover = Crossover(
            channelCount: configuration.channelCount, sampleRateHz: configuration.sampleRateHz)
        buffers = BandBuffers(
            bandCount: Crossover.bandCount, channelCount: configuration.channelCount,
            frameCount: Self.blockFrameCount)
        gains = .allocate(capacity: Crossover.bandCount)
        gains.initialize(repeating: GainRamp(), count: Crossover.bandCount)
    }

    deinit { gains.deallocate() }

    @_noLocks
    package mutating func reset() {
        crossover.reset()
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        var done = 0
        while done < block.frameCount {
            let count = min(block.frameCount - done, Self.blockFrameCount)
            for channel in 0..<block.input.channelCount {
                avf_dsp_copy(buffers.input[channel], block.input[channel] + done, count)
                avf_dsp_clear(block.output[channel] + done, count)
            }
            crossover.process(input: UnsafePointer(buffers.input), bands: buffers.bands, frameCount: count)
            for band in 0..<Crossover.bandCount { add(band, to: block, done, count) }
            done += count
        }
    }

    @_noLocks
    private func add(_ band: Int, to block: RenderBlock, _ first: Int, _ count: Int) {
        for channel in 0..<block.output.channelCount {
            let samples = buffers.bands[band][channel]
            (gains + band).pointee.apply(to: samples, into: samples, count)
            avf_dsp_add(block.output[channel] + first, samples, count)
        }
        (gains + band).pointee.advance(count)
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        let (low, middle, high) = (
            parameters[.frequency1], parameters[.frequency2], parameters[.frequency3]
        )
        if known.low != low || known.middle != middle || known.high != high {
            known = (low, middle, high)
            let second = max(low, middle)
            crossover.set(Double(low), Double(second), Double(max(second, high)))
        }
        let chosen = Int(parameters[.band])
        for band in 0..<Crossover.bandCount {
            (gains + band).pointee.follow(
                chosen == 0 || chosen == band + 1 ? 1 : 0, over: isFresh ? 0 : rampFrameCount)
        }
        isFresh = false
    }
}
