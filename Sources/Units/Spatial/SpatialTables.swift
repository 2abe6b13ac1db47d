import AVFRealtime
import AVFSpatial
import CAVFDSP

/// What a mixer computes once: panner, decoder, delays, and room for numbers. [control]
final class SpatialTables {
    private let panner: VectorPanner
    private let decoder: OwnedBuffer<Double>
    private let rotation = AmbisonicRotation()
    private let fractions = FractionalDelayTable()
    private let short: OwnedBuffer<Float>
    private let long: OwnedBuffer<Float>
    private let gains: AlignedFloats
    private let doubles: OwnedBuffer<Double>
    /// What the render side gets of it; valid as long as the tables.
    let context: SpatialContext

    init(_ layout: SpeakerLayout, sampleRateHz: Double) {
        panner = VectorPanner(layout)
        let rows = AmbisonicDecoder(panner).gains
        decoder = OwnedBuffer(count: rows.count) { rows[$0] }
        let designs = (FarrowDesign.short, FarrowDesign.long)
        short = OwnedBuffer(count: designs.0.coefficients.count) { designs.0.coefficients[$0] }
        long = OwnedBuffer(count: designs.1.coefficients.count) { designs.1.coefficients[$0] }
        let count = layout.speakers.count
        let shape = SpatialSourceShape(
            channelCount: 1, sampleRateHz: sampleRateHz, outputChannelCount: count)
        gains = AlignedFloats(count: shape.restTapCount + 64)
        doubles = OwnedBuffer(repeating: 0, count: AmbisonicRotationView.matrixCapacity)
        let cellsPerSecond = sampleRateHz / Double(SpatialContext.cellFrameCount)
        context = SpatialContext(
            sampleRateHz: sampleRateHz, outputChannelCount: count,
            speakerLaneCount: shape.speakerLaneCount,
            fadeCellCount: max(1, Int32((SpatialContext.fadeSeconds * cellsPerSecond).rounded(.up))),
            restCellCount: max(1, Int32((0.05 * cellsPerSecond).rounded(.up))), panner: panner.view,
            decoder: UnsafePointer(decoder.pointer), rotation: rotation.view, fractions: fractions.view,
            shortFarrow: Self.farrow(designs.0, short.pointer),
            longFarrow: Self.farrow(designs.1, long.pointer), gains: gains.pointer, doubles: doubles.pointer)
    }

    private static func farrow(
        _ design: FarrowDesign, _ coefficients: UnsafePointer<Float>
    ) -> avf_dsp_spatial_farrow {
        avf_dsp_spatial_farrow(
            tapCount: design.tapCount, filterCount: design.filterCount, coefficients: coefficients)
    }
}
