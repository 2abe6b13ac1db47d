import AVFRender

/// What a plugin has been told about the time, and what it must be told now.
///
/// Render thread.
struct TransportClock: BitwiseCopyable {
    /// The position at the beginning of the next block.
    private(set) var position = TransportPosition()
    /// The plugin cannot know the position.
    var isNews = false

    /// Takes what the program says about the next block.
    @_noLocks
    mutating func take(_ new: TransportPosition) {
        guard new.isKnown else { return }
        if !position.isKnown || new.differs(from: position) { isNews = true }
        position = new
    }

    /// Goes on behind a block.
    @_noLocks
    mutating func advance(_ frameCount: Int, sampleRateHz: Double) {
        position.advance(frameCount, sampleRateHz: sampleRateHz)
    }
}
