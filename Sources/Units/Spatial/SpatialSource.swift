import AVFRealtime
import AVFSpatial

/// One source of a spatial mixer: what it is told, and what the render side remembers of it.
///
/// It belongs to the connection's destination bus and outlives every plan.
package final class SpatialSource: @unchecked Sendable {
    // Proof: settings go through a cell for two sides, and the state is the render thread's.
    private let cell: OwnedCell<SequenceCell<SpatialSourceSettings>>
    /// The render side.
    let state: UnsafeMutablePointer<SpatialSourceState>
    private var told: SpatialSourceSettings
    /// Channels of its input.
    package let channelCount: Int
    package let sampleRateHz: Double
    /// Loudspeakers of the mixer that it is made for.
    package let outputChannelCount: Int

    /// The most channels of a source; further ones are silent.
    package static let mostChannels = 16

    /// A source in the listener's place.
    package init(channelCount: Int, sampleRateHz: Double, outputChannelCount: Int) {
        self.channelCount = max(1, min(Self.mostChannels, channelCount))
        self.sampleRateHz = sampleRateHz
        self.outputChannelCount = outputChannelCount
        told = SpatialSourceSettings().repaired(SpatialSourceSettings())
        cell = OwnedCell(SequenceCell(told))
        state = .allocate(capacity: 1)
        state.initialize(
            to: SpatialSourceState(
                cell.pointer, channelCount: self.channelCount, sampleRateHz: sampleRateHz,
                outputChannelCount: outputChannelCount))
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// What the source is told; heard from the next cell on. [control, one thread at a time]
    ///
    /// Numbers that are none keep the old value, others are clamped to their ranges.
    package var settings: SpatialSourceSettings {
        get { told }
        set {
            told = newValue.repaired(told)
            cell.pointer.pointee.store(told)
        }
    }
}
