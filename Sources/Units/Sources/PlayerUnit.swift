import AVFRender

/// Plays what its link holds.
///
/// Each format of the player node has a unit of its own over the same link.
package final class PlayerUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// Kept alive for its state.
    private let link: PlayerLink

    /// A unit that plays from `link`.
    package init(_ link: PlayerLink) {
        self.link = link
        super.init()
    }

    package override func process(_ block: RenderBlock) { link.state.pointee.process(block) }
}
