import AVFDSP
import AVFRender
import CAVFDSP

/// The compressor of one band.
struct CompressorBand {
    private var computer = GainComputer()
    private var curve = GainCurveRamps()
    private var gain = GainRamp()
    /// The largest magnitudes of the block so far.
    private(set) var inputPeak: Float = 0
    private(set) var outputPeak: Float = 0

    @_noLocks
    init() {}

    /// By how much the gain is down.
    var compressionDecibels: Float { @_noLocks get { -computer.decibels } }
    /// Frames for which nothing turns.
    var framesUntilTurn: Int { @_noLocks get { min(curve.framesUntilTurn, gain.framesUntilTurn) } }

    @_noLocks
    mutating func reset() { computer.reset() }

    @_noLocks
    mutating func beginBlock() {
        inputPeak = 0
        outputPeak = 0
    }

    @_noLocks
    mutating func follow(threshold: Float, headroom: Float, gain: Float, over frameCount: Int) {
        curve.follow(
            threshold: threshold, headroom: headroom, expansionThreshold: -120, expansionRatio: 1,
            over: frameCount)
        self.gain.follow(gain, over: frameCount)
    }

    /// Adds the compressed band to the output, from frame `first` on.
    @_noLocks
    mutating func process(
        _ band: UnsafePointer<UnsafeMutablePointer<Float>>, into output: AudioBus, first: Int, _ count: Int,
        levels: UnsafeMutablePointer<Float>, attackWeight: Float, releaseWeight: Float
    ) {
        avf_dsp_clear(levels, count)
        for channel in 0..<output.channelCount { avf_dsp_rise_to(levels, band[channel], count) }
        inputPeak = max(inputPeak, avf_dsp_peak(levels, count))
        computer.process(
            curve.lines, attackWeight: attackWeight, releaseWeight: releaseWeight, levels: levels,
            frameCount: count)
        gain.apply(to: levels, into: levels, count)
        for channel in 0..<output.channelCount {
            avf_dsp_multiply(band[channel], band[channel], levels, count)
            outputPeak = max(outputPeak, avf_dsp_peak(band[channel], count))
            avf_dsp_add(output[channel] + first, band[channel], count)
        }
        curve.advance(count)
        gain.advance(count)
    }
}

/// The blocks of a crossover: the input's channels, those of each band, and one for levels.
struct BandBuffers: ~Copyable {
    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let samples: UnsafeMutablePointer<Float>
    private let table: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let bandTable: UnsafeMutablePointer<UnsafePointer<UnsafeMutablePointer<Float>>>
    private let blockCount: Int
    private let frameCount: Int

    init(bandCount: Int, channelCount: Int, frameCount: Int) {
        self.frameCount = frameCount
        blockCount = (bandCount + 1) * channelCount
        samples = .allocate(capacity: (blockCount + 1) * frameCount)
        samples.initialize(repeating: 0, count: (blockCount + 1) * frameCount)
        table = .allocate(capacity: blockCount + 1)
        for block in 0...blockCount { (table + block).initialize(to: samples + block * frameCount) }
        bandTable = .allocate(capacity: bandCount)
        for band in 0..<bandCount {
            (bandTable + band).initialize(to: UnsafePointer(table + (band + 1) * channelCount))
        }
    }

    deinit {
        samples.deallocate()
        table.deallocate()
        bandTable.deallocate()
    }

    var input: UnsafeMutablePointer<UnsafeMutablePointer<Float>> { @_noLocks get { table } }
    var bands: UnsafePointer<UnsafePointer<UnsafeMutablePointer<Float>>> {
        @_noLocks get { UnsafePointer(bandTable) }
    }
    var levels: UnsafeMutablePointer<Float> { @_noLocks get { table[blockCount] } }
}
