import AVFSpatial

/// What the channels of a bus are to a node that renders space.
package enum ChannelArrangement: Sendable, Equatable {
    /// Loudspeakers, in the order of the channels.
    case loudspeakers(SpeakerLayout)
    /// A sound field of full order, in the order of ACN and the scale of SN3D (AmbiX).
    case soundField

    /// The loudspeakers, if there are so many.
    func speakers(count: Int) -> SpeakerLayout? {
        guard case .loudspeakers(let layout) = self, layout.speakers.count == count else { return nil }
        return layout
    }
}
