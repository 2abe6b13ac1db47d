import AVFSpatial
import CAVFDSP

/// The samples of a source: those of this cell, and those before it that delays still need.
struct SpatialSignals: BitwiseCopyable {
    private let first: UnsafeMutablePointer<Float>
    private let shape: SpatialSourceShape
    /// The mix of all channels, and what goes to the reverb of it.
    let mix: UnsafeMutablePointer<Float>
    let sent: UnsafeMutablePointer<Float>
    private let ears: UnsafeMutablePointer<Float>
    /// The direct sound's first frame of the cell; the frames before lie before it.
    let line: UnsafeMutablePointer<Float>
    /// The first row's first frame of the cell.
    let rows: UnsafeMutablePointer<Float>

    init(_ memory: UnsafeMutablePointer<Float>, _ shape: SpatialSourceShape) {
        let cell = SpatialContext.cellFrameCount
        first = memory
        self.shape = shape
        mix = memory + shape.channelCount * cell
        sent = mix + cell
        ears = sent + cell
        let lineStart = ears + 4 * cell
        line = lineStart + shape.lineFrameCount - cell
        rows = lineStart + shape.lineFrameCount + shape.historyFrameCount
    }

    /// From row to row.
    var rowStride: Int { @_noLocks get { shape.rowFrameCount } }

    /// The finite samples of a channel in this cell.
    @_noLocks
    func channel(_ channel: Int) -> UnsafeMutablePointer<Float> {
        first + channel &* SpatialContext.cellFrameCount
    }

    /// What an ear hears through delays: 0 and 1 of a set, 2 and 3 of the sphere.
    @_noLocks
    func ear(_ place: Int) -> UnsafeMutablePointer<Float> { ears + place &* SpatialContext.cellFrameCount }

    @_noLocks
    func silence() { avf_dsp_clear(first, shape.signalFloatCount) }

    /// Makes room for the next cell; so many rows are kept.
    @_noLocks
    func shift(rowCount: Int) {
        let before = shape.lineFrameCount &- SpatialContext.cellFrameCount
        avf_dsp_spatial_shift(line - before, 1, 0, before)
        guard rowCount > 0 else { return }
        avf_dsp_spatial_shift(
            rows - shape.historyFrameCount, rowCount, rowStride, shape.historyFrameCount)
    }

    /// Makes rows of all frames before a frame of the cell.
    @_noLocks
    func rebuildRows(_ farrow: avf_dsp_spatial_farrow, before cellFrame: Int) {
        var farrow = farrow
        let count = shape.historyFrameCount
        avf_dsp_spatial_subfilter(&farrow, rows - count, rowStride, line - count, count &+ cellFrame)
    }

    /// Makes rows of new frames.
    @_noLocks
    func extendRows(_ farrow: avf_dsp_spatial_farrow, _ cellFrame: Int, _ frameCount: Int) {
        var farrow = farrow
        avf_dsp_spatial_subfilter(&farrow, rows + cellFrame, rowStride, line + cellFrame, frameCount)
    }
}
