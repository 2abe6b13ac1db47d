/// Where the music is at a frame, as far as whoever leads the transport says.
@frozen
public struct TransportPosition: BitwiseCopyable, Sendable {
    /// Whether anything is known.
    public var isKnown = false
    /// Whether time goes on.
    public var isMoving = false
    /// Frames since the song's beginning; negative if unknown.
    public var frame: Int64 = -1
    /// Quarter notes in a minute; 0 if unknown.
    public var tempo = 0.0
    /// Quarter notes since the song's beginning; NaN if unknown.
    public var beat = Double.nan
    /// Where the present bar began, in quarter notes.
    public var downbeat = 0.0
    /// Beats of a bar; 0 if unknown.
    public var numerator = 0.0
    /// What a beat is: 4 for a quarter note.
    public var denominator: Int32 = 4

    /// A position about which nothing is known.
    @_noLocks
    public init() {}

    /// Quarter notes of a bar; 0 if unknown.
    package var barLength: Double {
        @_noLocks get { denominator > 0 ? numerator * 4 / Double(denominator) : 0 }
    }

    /// Goes on by so many frames.
    @_noLocks
    package mutating func advance(_ frameCount: Int, sampleRateHz: Double) {
        guard isMoving else { return }
        if frame >= 0 { frame &+= Int64(frameCount) }
        beat += Double(frameCount) * tempo / 60 / sampleRateHz
        guard barLength > 0 else { return }
        let bars = (beat - downbeat) / barLength
        if bars >= 1, bars < 1e15 { downbeat += Double(Int64(bars)) * barLength }
    }

    /// The same place as a frame of another sample rate sees it, `frameCount` of its frames later.
    @_noLocks
    mutating func convert(fromRateHz: Double, toRateHz: Double, frameCount: Int) {
        if frame >= 0, fromRateHz != toRateHz { frame = Int64(Double(frame) * toRateHz / fromRateHz + 0.5) }
        if frameCount > 0 { advance(frameCount, sampleRateHz: toRateHz) }
    }

    /// Whether this is something else than what was to be expected: a start, a stop, a jump, another tempo.
    @_noLocks
    package func differs(from expected: TransportPosition) -> Bool {
        isMoving != expected.isMoving || tempo != expected.tempo || numerator != expected.numerator
            || denominator != expected.denominator || frame != expected.frame
            || beat.isNaN != expected.beat.isNaN || abs(beat - expected.beat) > Self.tolerance
            || abs(downbeat - expected.downbeat) > Self.tolerance
    }

    /// Quarter notes that two ways to the same place may differ by.
    private static var tolerance: Double { @_noLocks get { 1e-4 } }
}
