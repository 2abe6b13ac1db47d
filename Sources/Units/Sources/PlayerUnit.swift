import AVFRender

/// Plays what its link holds, and lends it to the block where it can.
///
/// Each channel count of the player node has a unit of its own over the same link.
package final class PlayerUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// Kept alive for its state.
    private let link: PlayerLink
    private let state: UnsafeMutablePointer<PlayerState>
    /// Channels that the unit plays.
    package let channelCount: Int
    private let lent: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>

    /// A unit that plays from `link` on so many channels.
    package init(_ link: PlayerLink, channelCount: Int) {
        self.link = link
        state = link.state
        self.channelCount = channelCount
        lent = .allocate(capacity: max(1, channelCount))
        lent.initialize(repeating: nil, count: max(1, channelCount))
        super.init()
    }

    deinit { lent.deallocate() }

    package override var aliasedChannels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>? { lent }

    package override func process(_ block: RenderBlock) {
        state.pointee.process(block, lending: lent)
    }
}
