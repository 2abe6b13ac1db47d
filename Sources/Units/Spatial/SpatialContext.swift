import AVFRender
import AVFSpatial
import CAVFDSP

/// What the sources of a mixer have in common while a cell is made.
struct SpatialContext: BitwiseCopyable {
    /// Frames of a cell.
    static var cellFrameCount: Int { @_noLocks get { Int(AVF_DSP_SPATIAL_CELL) } }

    /// How long a change from one way of rendering to another one takes.
    static var fadeSeconds: Double { @_noLocks get { 0.02 } }

    let sampleRateHz: Double
    let outputChannelCount: Int
    /// Numbers of the loudspeakers' bus for each frame.
    let speakerLaneCount: Int
    /// Cells of a change from one way of rendering to another one: 20 ms.
    let fadeCellCount: Int32
    /// Cells after which a direction that stays counts as at rest: 50 ms.
    let restCellCount: Int32
    let panner: VectorPannerView
    /// Loudspeaker by loudspeaker 16 gains of a sound field.
    let decoder: UnsafePointer<Double>
    let rotation: AmbisonicRotationView
    let fractions: FractionalDelayView
    let shortFarrow: avf_dsp_spatial_farrow
    let longFarrow: avf_dsp_spatial_farrow
    /// Room for numbers while targets are made.
    let gains: UnsafeMutablePointer<Float>
    let doubles: UnsafeMutablePointer<Double>

    var settings = SpatialMixerSettings()
    /// Nil for none.
    var hrtf: HRTFView?
    /// Whether the set is about to be replaced.
    var isSetLeaving = false
    /// The number of the set, to tell it from others.
    var hrtfNumber: Int32 = 0

    /// Whether sources may be rendered with the set.
    var canUseSet: Bool { @_noLocks get { hrtf != nil && !isSetLeaving } }

    /// Whether the output is for two ears.
    var isForHeadphones: Bool {
        @_noLocks get { outputChannelCount == 2 && settings.outputType == .headphones }
    }

    /// The way of rendering that is meant by `auto`.
    @_noLocks
    func resolved(_ algorithm: SpatialAlgorithm) -> SpatialAlgorithm {
        guard algorithm == .auto else { return algorithm }
        return isForHeadphones ? .hrtf : .equalPowerPanning
    }
}
