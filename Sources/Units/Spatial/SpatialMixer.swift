import AVFRealtime
import AVFSpatial

/// Places sources around a listener: what a spatial mixer is told, and what its render side remembers.
///
/// It outlives every plan; `SpatialMixerUnit` lets it render the sources that a plan has.
package final class SpatialMixer: @unchecked Sendable {
    // Proof: settings and sets go through cells for two sides, and the state is the render thread's.
    /// Of all sources and of the output.
    package let sampleRateHz: Double
    /// The output's loudspeakers; for headphones two.
    package let layout: SpeakerLayout
    private let cell: OwnedCell<SequenceCell<SpatialMixerSettings>>
    private let mailbox: OwnedCell<SpatialMailbox>
    private let tables: SpatialTables
    /// The render side.
    let state: UnsafeMutablePointer<SpatialMixerState>
    private var told = SpatialMixerSettings()
    /// Whether another mixer has taken its place, for another layout. [control]
    package var isReplaced = false

    /// A mixer with Apple's defaults and without a set. [control]
    package init(layout: SpeakerLayout, sampleRateHz: Double) {
        self.layout = layout.speakers.isEmpty ? SpeakerLayout(azimuthsDegrees: [0]) : layout
        self.sampleRateHz = sampleRateHz
        cell = OwnedCell(SequenceCell(SpatialMixerSettings()))
        mailbox = OwnedCell(SpatialMailbox())
        tables = SpatialTables(self.layout, sampleRateHz: sampleRateHz)
        state = .allocate(capacity: 1)
        state.initialize(
            to: SpatialMixerState(
                cell.pointer, mailbox.pointer, tables.context, sampleRateHz: sampleRateHz))
    }

    deinit {
        if let lease = state.pointee.lease { HRTFLease.discard(lease) }
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// A source for an input with so many channels, at most 16. [control]
    ///
    /// The other parameters are those of `SpatialSource`.
    package func makeSource(
        channelCount: Int, bed: SpeakerLayout? = nil, beginsInSilence: Bool = false
    ) -> SpatialSource {
        SpatialSource(
            channelCount: channelCount, sampleRateHz: sampleRateHz,
            outputChannelCount: layout.speakers.count, bed: bed, beginsInSilence: beginsInSilence,
            mixer: self)
    }

    /// What the mixer is told; heard from the next cell on. [control, one thread at a time]
    package var settings: SpatialMixerSettings {
        get { told }
        set {
            told = newValue.repaired(told)
            cell.pointer.pointee.store(told)
        }
    }

    /// Gives the mixer another set of transfer functions, or none. [control]
    ///
    /// Sources that have the old one are rendered by the sphere for a moment, into which they fade and out
    /// of which they come with the new one.
    /// - Throws: `SpatialMixerError.sampleRate` for a set that was prepared for another rate.
    package func use(_ set: HRTFSet?) throws(SpatialMixerError) {
        if let set,
            set.settings.tapCount != HRTFSettings(sampleRateHz: sampleRateHz).tapCount
                || set.settings.sampleRateHz != sampleRateHz
        {
            throw .sampleRate(set: set.settings.sampleRateHz, mixer: sampleRateHz)
        }
        mailbox.pointer.pointee.offer(set)
    }

    /// Frees what the render side does not use any more. [control]
    package func service() { mailbox.pointer.pointee.collect() }
}

/// Why a mixer cannot do what it was asked for.
package enum SpatialMixerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A set was prepared for another sample rate.
    case sampleRate(set: Double, mixer: Double)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .sampleRate(let set, let mixer):
            "The HRTF set was prepared for \(set) Hz, and the mixer has \(mixer) Hz."
        }
    }
}
