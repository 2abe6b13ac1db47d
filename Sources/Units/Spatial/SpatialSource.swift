import AVFRealtime
import AVFSpatial

/// One source of a spatial mixer: what it is told, and what the render side remembers of it.
///
/// It belongs to the connection's destination bus and outlives every plan.
package final class SpatialSource: @unchecked Sendable {
    // Proof: settings go through a cell for two sides, and the state is the render thread's.
    private let cell: OwnedCell<SequenceCell<SpatialSourceSettings>>
    private let delayMemory: OwnedCell<SpatialDelayMemory>
    /// The render side.
    let state: UnsafeMutablePointer<SpatialSourceState>
    private var told: SpatialSourceSettings
    /// The mixer that has made it.
    package private(set) weak var mixer: SpatialMixer?
    /// Channels of its input.
    package let channelCount: Int
    package let sampleRateHz: Double
    /// Loudspeakers of the mixer that it is made for.
    package let outputChannelCount: Int

    /// The most channels of a source; further ones are silent.
    package static let mostChannels = 16

    /// A source in the listener's place.
    ///
    /// As a bed its channels stand where `bed` says; for nil, or another number of them, at the usual places.
    /// One that begins in silence fades in when it sounds for the first time.
    package init(
        channelCount: Int, sampleRateHz: Double, outputChannelCount: Int, bed: SpeakerLayout? = nil,
        beginsInSilence: Bool = false, mixer: SpatialMixer? = nil
    ) {
        self.mixer = mixer
        self.channelCount = max(1, min(Self.mostChannels, channelCount))
        self.sampleRateHz = sampleRateHz
        self.outputChannelCount = outputChannelCount
        told = SpatialSourceSettings().repaired(SpatialSourceSettings())
        cell = OwnedCell(SequenceCell(told))
        delayMemory = OwnedCell(SpatialDelayMemory(sampleRateHz: sampleRateHz))
        state = .allocate(capacity: 1)
        state.initialize(
            to: SpatialSourceState(
                cell.pointer, delayMemory.pointer, channelCount: self.channelCount,
                sampleRateHz: sampleRateHz, outputChannelCount: outputChannelCount, bed: bed,
                beginsInSilence: beginsInSilence))
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
            let isEnding = told.isEnding
            told = newValue.repaired(told)
            told.isEnding = isEnding
            if told.dopplerFactor > 0 { delayMemory.pointer.pointee.makeRoom() }
            cell.pointer.pointee.store(told)
        }
    }

    /// How long a source takes to fade in or out.
    package var fadeSeconds: Double { SpatialContext.fadeSeconds }

    /// Moves to silence, or comes back from it. [control, one thread at a time]
    package func fade(out isEnding: Bool) {
        guard told.isEnding != isEnding else { return }
        told.isEnding = isEnding
        cell.pointer.pointee.store(told)
    }
}
