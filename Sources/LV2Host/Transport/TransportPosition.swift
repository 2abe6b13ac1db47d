/// Where the music is at a frame, as far as the program says.
package struct TransportPosition: BitwiseCopyable, Sendable {
    /// Whether anything is known.
    package var isKnown = false
    /// Whether time goes on.
    package var isMoving = false
    /// Frames since the song's beginning; negative if unknown.
    package var frame: Int64 = -1
    /// Quarter notes in a minute; 0 if unknown.
    package var tempo = 0.0
    /// Quarter notes since the song's beginning; NaN if unknown.
    package var beat = Double.nan
    /// Where the present bar began, in quarter notes.
    package var downbeat = 0.0
    /// Beats of a bar; 0 if unknown.
    package var numerator = 0.0
    /// What a beat is: 4 for a quarter note.
    package var denominator: Int32 = 4

    /// A position about which nothing is known.
    @_noLocks
    package init() {}

    /// Quarter notes of a bar; 0 if unknown.
    var barLength: Double { @_noLocks get { denominator > 0 ? numerator * 4 / Double(denominator) : 0 } }

    /// Goes on by so many frames.
    @_noLocks
    mutating func advance(_ frameCount: Int, sampleRateHz: Double) {
        guard isMoving else { return }
        if frame >= 0 { frame &+= Int64(frameCount) }
        beat += Double(frameCount) * tempo / 60 / sampleRateHz
        guard barLength > 0 else { return }
        let bars = (beat - downbeat) / barLength
        if bars >= 1, bars < 1e15 { downbeat += Double(Int64(bars)) * barLength }
    }

    /// Whether this is something else than what was to be expected: a start, a stop, a jump, another tempo.
    @_noLocks
    func differs(from expected: TransportPosition) -> Bool {
        isMoving != expected.isMoving || tempo != expected.tempo || numerator != expected.numerator
            || denominator != expected.denominator || frame != expected.frame
            || beat.isNaN != expected.beat.isNaN || abs(beat - expected.beat) > Self.tolerance
            || abs(downbeat - expected.downbeat) > Self.tolerance
    }

    /// Quarter notes that two ways to the same place may differ by.
    private static var tolerance: Double { @_noLocks get { 1e-4 } }
}

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
