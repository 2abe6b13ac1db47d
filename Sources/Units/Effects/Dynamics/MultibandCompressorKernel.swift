import AVFDSP
import AVFRender
import CAVFDSP

/// Four bands, each with a compressor of its own: Apple's 'mcmp'.
package struct MultibandCompressorKernel: Kernel, ~Copyable {
    package static let symbol = "multibandCompressor"
    package static let name = "Multiband Compressor"
    package static let summary = "Holds down what is loud, in four bands apart."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("mcmp")

    /// Its parameters in Apple's order, and what its meters show.
    package enum Parameter: Int, CaseIterable, Sendable {
        case preGain, postGain, crossover1, crossover2, crossover3
        case threshold1, threshold2, threshold3, threshold4
        case headroom1, headroom2, headroom3, headroom4
        case attackTime, releaseTime, gain1, gain2, gain3, gain4
        case compressionAmount1, compressionAmount2, compressionAmount3, compressionAmount4
        case inputAmplitude1, inputAmplitude2, inputAmplitude3, inputAmplitude4
        case outputAmplitude1, outputAmplitude2, outputAmplitude3, outputAmplitude4
    }

    private static var bandCount: Int { @_noLocks get { 4 } }
    private static var blockFrameCount: Int { @_noLocks get { 256 } }

    package static func address(of parameter: Parameter) -> UInt64 {
        let meter = parameter.rawValue - Parameter.compressionAmount1.rawValue
        guard meter >= 0 else { return UInt64(parameter.rawValue) }
        return UInt64(1000 * (1 + meter / bandCount) + meter % bandCount)
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .preGain: ParameterSpec("Pre-Gain", -40...40, default: 0, .decibels, "Gain before it.")
        case .postGain: ParameterSpec("Post-Gain", -40...40, default: 0, .decibels, "Gain behind it.")
        case .crossover1: crossover("Crossover 1", default: 120)
        case .crossover2: crossover("Crossover 2", default: 700)
        case .crossover3: crossover("Crossover 3", default: 3000)
        case .attackTime:
            ParameterSpec(
                "Attack Time", 0.001...0.2, default: 0.08, .seconds,
                "Time in which the gains go 63 % of their way down.", isLogarithmic: true)
        case .releaseTime:
            ParameterSpec(
                "Release Time", 0.01...3, default: 0.12, .seconds,
                "Time in which the gains go 63 % of their way up.", isLogarithmic: true)
        default: bandSpec(parameter)
        }
    }

    private static func crossover(_ name: String, default defaultValue: Float) -> ParameterSpec {
        ParameterSpec(
            name, 20...20_000, default: defaultValue, .hertz,
            "Where two bands meet; held above the crossover before it.", isLogarithmic: true)
    }

    private static func bandSpec(_ parameter: Parameter) -> ParameterSpec {
        let place = parameter.rawValue
        let band = { (first: Parameter) in "\((place - first.rawValue) % bandCount + 1)" }
        if place < Parameter.headroom1.rawValue {
            return ParameterSpec(
                "Threshold " + band(.threshold1), -100...0, default: -22, .decibels,
                "Level above which the band is held down.")
        }
        if place < Parameter.attackTime.rawValue {
            return ParameterSpec(
                "Headroom " + band(.headroom1), 0.1...40, default: 5, .decibels,
                "How far the band can rise above its threshold, ever more slowly.", isLogarithmic: true)
        }
        if place < Parameter.compressionAmount1.rawValue {
            return ParameterSpec(
                "Gain " + band(.gain1), -20...20, default: 0, .decibels, "Gain of the band, behind it.")
        }
        if place < Parameter.inputAmplitude1.rawValue {
            return .meter(
                "Compression Amount " + band(.compressionAmount1), 0...120,
                "By how much the band's gain is down.")
        }
        let isInput = place < Parameter.outputAmplitude1.rawValue
        return .meter(
            (isInput ? "Input" : "Output") + " Amplitude " + band(.inputAmplitude1), -120...40,
            "Peak level of the band, \(isInput ? "before" : "behind") its compressor.")
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double { 0.7 }

    // MARK: - Processing

    private let sampleRateHz: Double
    private let rampFrameCount: Int
    private var crossover: Crossover
    private let bands: UnsafeMutablePointer<CompressorBand>
    private let buffers: BandBuffers
    private var preGain = GainRamp()
    private var known = (Float.nan, Float.nan, Float.nan)
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        crossover = Crossover(channelCount: configuration.channelCount, sampleRateHz: sampleRateHz)
        bands = .allocate(capacity: Self.bandCount)
        bands.initialize(repeating: CompressorBand(), count: Self.bandCount)
        buffers = BandBuffers(
            bandCount: Self.bandCount, channelCount: configuration.channelCount,
            frameCount: Self.blockFrameCount)
    }

    deinit { bands.deallocate() }

    @_noLocks
    package mutating func reset() {
        crossover.reset()
        for band in 0..<Self.bandCount { (bands + band).pointee.reset() }
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        let attack = weight(parameters[.attackTime])
        let release = weight(parameters[.releaseTime])
        for band in 0..<Self.bandCount { (bands + band).pointee.beginBlock() }
        var done = 0
        while done < block.frameCount {
            let count = frameCount(atMost: block.frameCount - done)
            for channel in 0..<block.input.channelCount {
                preGain.apply(to: block.input[channel] + done, into: buffers.input[channel], count)
                avf_dsp_clear(block.output[channel] + done, count)
            }
            crossover.process(
                input: UnsafePointer(buffers.input), bands: buffers.bands, frameCount: count)
            for band in 0..<Self.bandCount {
                (bands + band).pointee.process(
                    buffers.bands[band], into: block.output, first: done, count, levels: buffers.levels,
                    attackWeight: attack, releaseWeight: release)
            }
            preGain.advance(count)
            done += count
        }
    }

    @_noLocks
    private func frameCount(atMost frameCount: Int) -> Int {
        var count = min(min(frameCount, Self.blockFrameCount), preGain.framesUntilTurn)
        for band in 0..<Self.bandCount { count = min(count, bands[band].framesUntilTurn) }
        return count
    }

    @_noLocks
    private func weight(_ seconds: Float) -> Float {
        Float(OnePole.weight(timeSeconds: Double(seconds), sampleRateHz: sampleRateHz))
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        let frames = isFresh ? 0 : rampFrameCount
        preGain.follow(linearGain(ofDecibels: parameters[.preGain]), over: frames)
        let (low, middle, high) = (
            parameters[.crossover1], parameters[.crossover2], parameters[.crossover3]
        )
        if known.0 != low || known.1 != middle || known.2 != high {
            known = (low, middle, high)
            let second = max(low, middle)
            crossover.set(Double(low), Double(second), Double(max(second, high)))
        }
        for band in 0..<Self.bandCount {
            let decibels = parameters[index: Parameter.gain1.rawValue + band] + parameters[.postGain]
            (bands + band).pointee.follow(
                threshold: parameters[index: Parameter.threshold1.rawValue + band],
                headroom: parameters[index: Parameter.headroom1.rawValue + band],
                gain: linearGain(ofDecibels: decibels), over: frames)
        }
        isFresh = false
    }

    @_noLocks
    package func show(on meters: MeterValues<Parameter>) {
        meters[.compressionAmount1] = bands[0].compressionDecibels
        meters[.compressionAmount2] = bands[1].compressionDecibels
        meters[.compressionAmount3] = bands[2].compressionDecibels
        meters[.compressionAmount4] = bands[3].compressionDecibels
        meters[.inputAmplitude1] = peakDecibels(bands[0].inputPeak)
        meters[.inputAmplitude2] = peakDecibels(bands[1].inputPeak)
        meters[.inputAmplitude3] = peakDecibels(bands[2].inputPeak)
        meters[.inputAmplitude4] = peakDecibels(bands[3].inputPeak)
        meters[.outputAmplitude1] = peakDecibels(bands[0].outputPeak)
        meters[.outputAmplitude2] = peakDecibels(bands[1].outputPeak)
        meters[.outputAmplitude3] = peakDecibels(bands[2].outputPeak)
        meters[.outputAmplitude4] = peakDecibels(bands[3].outputPeak)
    }
}
