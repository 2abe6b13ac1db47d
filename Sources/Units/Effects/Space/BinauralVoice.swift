import AVFSpatial
import CAVFDSP

/// Delays and memory of a `BinauralPannerKernel` at a rate.
struct BinauralShape: BitwiseCopyable {
    let sampleRateHz: Double
    /// Whole frames by which the middle of the head hears everything later.
    let middleFrames: Int
    /// Frames before a cell that delays look at: the far ear's delay, and the delay filter's own taps.
    let historyFrameCount: Int
    /// Cells that it takes to go over to the other algorithm: 20 ms.
    let fadeCellCount: Int

    static var rowCount: Int { @_noLocks get { 4 } }
    private static var cell: Int { @_noLocks get { Int(AVF_DSP_SPATIAL_CELL) } }

    init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        let radius = SphericalHead().radius / SphericalHead.speedOfSound * sampleRateHz
        middleFrames = Int(radius) + 5
        let farthest = Double(middleFrames) + radius * .pi / 2 + 1
        historyFrameCount = (Int(farthest) + 8 + 15) / 16 * 16
        fadeCellCount = max(1, Int(0.02 * sampleRateHz) / Self.cell)
    }

    var rowFrameCount: Int { @_noLocks get { historyFrameCount &+ Self.cell } }

    /// Of a voice: the sound, and its rows.
    var floatCount: Int { @_noLocks get { (1 &+ Self.rowCount) &* rowFrameCount } }
}

/// One channel of a `BinauralPannerKernel` on its way to both ears.
struct BinauralVoice: BitwiseCopyable {
    /// The first frame of the cell, behind those before it; of the sound, and of what delays are read from.
    private let line: UnsafeMutablePointer<Float>
    private let rows: UnsafeMutablePointer<Float>
    private let first: UnsafeMutablePointer<Float>
    private let rowFrameCount: Int
    private let floatCount: Int
    private var leftDelay = SpatialDelay()
    private var rightDelay = SpatialDelay()
    private var leftShadow = SpatialHeadShadow()
    private var rightShadow = SpatialHeadShadow()
    private var ears = GainRamp(0)
    private var leftPan = GainRamp(0)
    private var rightPan = GainRamp(0)
    /// How far the sphere is heard, in cells of its fade.
    private var sphereLevel = 0

    private static var cell: Int { @_noLocks get { Int(AVF_DSP_SPATIAL_CELL) } }

    init(_ memory: UnsafeMutablePointer<Float>, _ shape: BinauralShape) {
        first = memory
        rowFrameCount = shape.rowFrameCount
        floatCount = shape.floatCount
        line = memory + shape.historyFrameCount
        rows = memory + (shape.rowFrameCount + shape.historyFrameCount)
    }

    @_noLocks
    mutating func reset() {
        avf_dsp_clear(first, floatCount)
        leftShadow.reset()
        rightShadow.reset()
    }

    /// Takes where the channel comes from, to be reached at the end of the cell, or at once.
    @_noLocks
    mutating func beginCell(
        _ direction: HeadDirection, _ gain: Double, _ isSphere: Bool, _ shape: BinauralShape, jumps: Bool
    ) {
        avf_dsp_spatial_shift(first, 1 &+ BinauralShape.rowCount, rowFrameCount, rowFrameCount &- Self.cell)
        aimEars(direction, shape, jumps: jumps)
        if jumps {
            sphereLevel = isSphere ? shape.fadeCellCount : 0
        } else if isSphere != (sphereLevel == shape.fadeCellCount) || (!isSphere && sphereLevel > 0) {
            sphereLevel = max(0, min(shape.fadeCellCount, sphereLevel &+ (isSphere ? 1 : -1)))
        }
        let t = Double(sphereLevel) / Double(shape.fadeCellCount)
        let share = t * t * (3 - 2 * t)
        let pan = EqualPowerPan(direction)
        let frames = jumps ? 0 : Self.cell
        ears.follow(Float(gain * share * 0.707_106_781_186_547_5), over: frames)
        leftPan.follow(Float(gain * (1 - share) * pan.left), over: frames)
        rightPan.follow(Float(gain * (1 - share) * pan.right), over: frames)
    }

    @_noLocks
    private mutating func aimEars(_ direction: HeadDirection, _ shape: BinauralShape, jumps: Bool) {
        let head = SphericalHead()
        let (left, right) = (head.incidence(.left, direction), head.incidence(.right, direction))
        let (rate, middle) = (shape.sampleRateHz, Double(shape.middleFrames))
        leftDelay.begin()
        rightDelay.begin()
        _ = leftDelay.aim(at: Float(middle + head.delay(incidence: left) * rate), jumps: jumps)
        _ = rightDelay.aim(at: Float(middle + head.delay(incidence: right) * rate), jumps: jumps)
        leftShadow.begin()
        rightShadow.begin()
        leftShadow.aim(at: head.shadow(incidence: left, sampleRateHz: rate), jumps: jumps)
        rightShadow.aim(at: head.shadow(incidence: right, sampleRateHz: rate), jumps: jumps)
    }

    @_noLocks
    func take(_ input: UnsafePointer<Float>, _ cellFrame: Int, _ frameCount: Int) {
        avf_dsp_copy(line + cellFrame, input, frameCount)
    }

    /// Adds what both ears hear of a stretch of the cell.
    @_noLocks
    mutating func add(
        to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
        _ scratch: UnsafeMutablePointer<Float>, _ farrow: avf_dsp_spatial_farrow, _ shape: BinauralShape,
        _ cellFrame: Int, _ frameCount: Int
    ) {
        var farrow = farrow
        avf_dsp_spatial_subfilter(&farrow, rows + cellFrame, rowFrameCount, line + cellFrame, frameCount)
        read(leftDelay, farrow, into: scratch, cellFrame, frameCount)
        leftShadow.run(scratch, cellFrame, frameCount)
        ears.add(scratch, to: left, frameCount)
        read(rightDelay, farrow, into: scratch, cellFrame, frameCount)
        rightShadow.run(scratch, cellFrame, frameCount)
        ears.add(scratch, to: right, frameCount)
        let middle = line + (cellFrame &- shape.middleFrames)
        leftPan.add(middle, to: left, frameCount)
        rightPan.add(middle, to: right, frameCount)
        ears.advance(frameCount)
        leftPan.advance(frameCount)
        rightPan.advance(frameCount)
    }

    @_noLocks
    private func read(
        _ delay: SpatialDelay, _ farrow: avf_dsp_spatial_farrow, into output: UnsafeMutablePointer<Float>,
        _ cellFrame: Int, _ frameCount: Int
    ) {
        var farrow = farrow
        let own = Float(farrow.tapCount / 2 &- 1)
        avf_dsp_spatial_delay(
            &farrow, output, rows + cellFrame, rowFrameCount, delay.start - own, delay.slope, cellFrame,
            frameCount)
    }
}
