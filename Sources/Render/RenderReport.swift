/// Render side → control side: what happened.
///
/// A sender takes a question only if there is room for the answer.
@frozen
public struct RenderReport: BitwiseCopyable, Sendable {
    /// What happened.
    @frozen
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// Item `identifier` of a player has played to its end.
        case finished
        /// Item `identifier` was dropped or cut by a stop or an interruption.
        case cancelled
    }

    /// What happened.
    public var kind: Kind
    /// Which item.
    public var identifier: UInt64
    /// When, in frames of the sending unit.
    public var sampleTime: Int64

    /// A report.
    @inlinable
    public init(_ kind: Kind, identifier: UInt64, sampleTime: Int64) {
        self.kind = kind
        self.identifier = identifier
        self.sampleTime = sampleTime
    }
}
