/// Render side → control side: what a sequencer has come to.
package struct SequencerReport: BitwiseCopyable, Sendable {
    /// What happened.
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// A user event is due; its bytes follow.
        case user
        /// A meta event of type `metaType` is due; its data follow.
        case meta
        /// A preset event is due; its bytes follow.
        case preset
        /// The end of the last track has been reached.
        case ended

        /// The kind with a number.
        @_noLocks
        static func of(_ number: UInt8) -> Kind {
            switch number {
            case 0: .user
            case 2: .preset
            case 3: .ended
            default: .meta
            }
        }
    }

    /// What happened.
    package var kind: Kind
    /// The type of a meta event.
    package var metaType: UInt8 = 0
    /// The track's identifier; negative for none.
    package var track: Int32 = -1
    /// When, in frames of the unit.
    package var sampleTime: Int64
    /// Where, in units of the song.
    package var unit: Int64
    /// How many bytes of content there are.
    package var byteCount: UInt32 = 0

    /// A report without bytes.
    @_noLocks
    package init(_ kind: Kind, sampleTime: Int64, unit: Int64) {
        self.kind = kind
        self.sampleTime = sampleTime
        self.unit = unit
    }
}

/// Where and when a sequencer has begun or stopped, as it came to the render side.
package struct SequencerAnchor: BitwiseCopyable, Sendable {
    /// The request that has been obeyed.
    package var serial: UInt64 = 0
    /// The tempo map that holds.
    package var mapSerial: UInt64 = 0
    /// Whether it plays from `frame` on.
    package var isPlaying = false
    /// A frame of the unit.
    package var frame: Int64 = 0
    /// The position that falls on that frame.
    package var position = SongPosition()
    /// Rate of playing, in 2⁻³².
    package var rate = SampleClock.unityRate
    /// Frames in a second.
    package var sampleRateHz = 0.0

    /// Nothing has been asked for.
    @_noLocks
    package init() {}
}
