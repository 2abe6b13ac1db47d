import AVFDSP
import AVFRender
import CAVFDSP

/// A loudness meter after ITU-R BS.1770 and EBU R 128, through which the sound passes untouched.
package struct LoudnessKernel: Kernel, ~Copyable {
    package static let symbol = "loudness"
    package static let name = "Loudness Meter"
    package static let summary = "Shows loudness and true peak; the sound passes untouched."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("loud")

    /// What it shows.
    package enum Parameter: Int, CaseIterable, Sendable { case momentary, shortTerm, integrated, truePeak }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .momentary: .meter("Momentary", -120...20, "Loudness of the last 400 ms in LUFS.")
        case .shortTerm: .meter("Short Term", -120...20, "Loudness of the last 3 s in LUFS.")
        case .integrated:
            .meter(
                "Integrated", -120...20,
                "Gated loudness in LUFS of everything since the unit was made or reset.")
        case .truePeak:
            .meter("True Peak", -120...40, "Highest peak between samples since the unit was made or reset.")
        }
    }

    private static var blockFrameCount: Int { @_noLocks get { 256 } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let rows: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let levels: UnsafeMutablePointer<Float>
    private let channelCount: Int
    private let stepFrameCount: Int
    private let weighted: ChannelRows
    private var filters: BiquadCascade
    private var peaks: TruePeakDetector
    private var gate = LoudnessGate()
    private var energy = 0.0
    private var doneFrameCount = 0
    private var peak: Float = 0

    package init(_ configuration: UnitConfiguration) {
        channelCount = configuration.channelCount
        stepFrameCount = max(1, Int((configuration.sampleRateHz / 10).rounded()))
        weighted = ChannelRows(channelCount: channelCount, frameCount: Self.blockFrameCount)
        filters = BiquadCascade(sectionCount: 2, channelCount: channelCount)
        let weighting = BiquadCoefficients.loudnessWeighting(sampleRateHz: configuration.sampleRateHz)
        filters.set(0, weighting.shelf, isActive: true)
        filters.set(1, weighting.highPass, isActive: true)
        peaks = TruePeakDetector(channelCount: channelCount, maximumFrameCount: Self.blockFrameCount)
        let room = Self.blockFrameCount + TruePeakDetector.spareFrameCount
        levels = .allocate(capacity: room)
        levels.initialize(repeating: 0, count: room)
        rows = .allocate(capacity: max(1, channelCount))
        for channel in 0..<channelCount { (rows + channel).initialize(to: levels) }
    }

    deinit {
        rows.deallocate()
        levels.deallocate()
    }

    @_noLocks
    package mutating func reset() {
        filters.reset()
        peaks.reset()
        gate.reset()
        (energy, doneFrameCount, peak) = (0, 0, 0)
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        var done = 0
        while done < block.frameCount {
            let most = min(Self.blockFrameCount, stepFrameCount - doneFrameCount)
            let count = min(block.frameCount - done, most)
            hear(block, done, count)
            done += count
        }
        for channel in 0..<block.output.channelCount {
            avf_dsp_copy(block.output[channel], block.input[channel], block.frameCount)
        }
    }

    @_noLocks
    package func show(on meters: MeterValues<Parameter>) {
        meters[.momentary] = Float(gate.momentary)
        meters[.shortTerm] = Float(gate.shortTerm)
        meters[.integrated] = Float(gate.integrated)
        meters[.truePeak] = peakDecibels(peak)
    }

    @_noLocks
    private mutating func hear(_ block: RenderBlock, _ first: Int, _ count: Int) {
        for channel in 0..<channelCount {
            rows[channel] = block.input[channel] + first
            avf_dsp_copy(peaks.next(channel), block.input[channel] + first, count)
        }
        peaks.process(levels: levels, frameCount: count)
        peak = max(peak, avf_dsp_peak(levels, count))
        filters.process(input: rows, output: weighted.rows, frameCount: count)
        for channel in 0..<channelCount {
            energy += weight(channel) * avf_dsp_sum_of_squares(weighted[channel], count)
        }
        doneFrameCount += count
        guard doneFrameCount == stepFrameCount else { return }
        gate.add(energy / Double(stepFrameCount))
        (energy, doneFrameCount) = (0, 0)
    }

    /// Surround channels weigh more and the bass effects nothing: left, right, centre, bass, left and right
    /// surround; of four channels two are surround ones, of five there are no bass effects.
    @_noLocks
    private func weight(_ channel: Int) -> Double {
        let firstSurround = channelCount == 4 ? 2 : channelCount == 5 ? 3 : 4
        if channel >= firstSurround { return channel < firstSurround + 2 ? 1.41 : 0 }
        return channel == 3 ? 0 : 1
    }
}
