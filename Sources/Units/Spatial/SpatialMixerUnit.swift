import AVFRealtime
import AVFRender

/// A spatial mixer in the box that the plan holds: the mixer with the sources of one plan.
package final class SpatialMixerUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// The mixer and its sources, kept alive for the pointers.
    package let mixer: SpatialMixer
    package let sources: [SpatialSource]
    private let roster: OwnedCell<SpatialRoster>
    private let feeds: OwnedCell<SpatialFeeds>

    /// A unit of the sources that belong to the input buses; their rates and outputs are the mixer's.
    ///
    /// Further input buses are silent.
    package init(_ mixer: SpatialMixer, sources: [SpatialSource]) {
        self.mixer = mixer
        let fitting = sources.filter {
            $0.sampleRateHz == mixer.sampleRateHz && $0.outputChannelCount == mixer.layout.speakers.count
        }
        // Buses and sources go by their places.
        self.sources = fitting.count == sources.count ? sources : []
        let own = self.sources
        roster = OwnedCell(SpatialRoster(own))
        // A path and a fade into another one, the reverb and the head, and channels of its own.
        let capacity = own.reduce(0) { $0 + 8 + 2 * $1.channelCount }
        feeds = OwnedCell(SpatialFeeds(capacity: capacity))
        super.init()
    }

    package override var allowsInPlace: Bool { false }

    package override var needsService: Bool { true }

    package override func service() { mixer.service() }

    package override func process(_ block: RenderBlock) {
        if takeResetRequest() { mixer.state.pointee.reset() }
        mixer.state.pointee.process(block, roster.pointer.pointee, feeds.pointer.pointee)
    }
}
