/// Control side → render side: a change with a time.
///
/// Small and plain, so that it crosses in a `Ring`.
@frozen
public struct RenderEvent: BitwiseCopyable, Sendable {
    /// What changes.
    @frozen
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// A player starts, or goes on after a pause.
        case play
        /// A player stands still.
        case pause
        /// A player forgets everything scheduled before generation `generation`.
        case stop
    }

    /// The time that means "with the next block".
    public static var immediately: Int64 { @_noLocks get { .min } }

    /// Times up to this much above `immediately` are so many frames into the next block.
    public static var mostFramesAdded: Int64 { @_noLocks get { 4097 } }

    /// What changes.
    public var kind: Kind
    /// When, in frames of the receiving unit.
    public var sampleTime: Int64
    /// Counts a player's stops, so that items scheduled before and after one are told apart.
    public var generation: UInt32

    /// An event.
    @inlinable
    public init(_ kind: Kind, at sampleTime: Int64 = RenderEvent.immediately, generation: UInt32 = 0) {
        self.kind = kind
        self.sampleTime = sampleTime
        self.generation = generation
    }
}
