/// Something that a player plays: samples in memory that its owner keeps alive until the item's report
/// returns.
@frozen
public struct PlayerItem: BitwiseCopyable, @unchecked Sendable {
    // Proof: the samples are not written while the item is in flight.
    /// Whether an item cuts what was scheduled before it.
    @frozen
    public enum Interruption: UInt8, BitwiseCopyable, Sendable {
        /// It waits for its turn.
        case never
        /// It cuts when its own time comes.
        case atItsTime
        /// It cuts at the end of the current item or of its current round.
        case atLoopEnd
    }

    /// The start time that means "after the previous item".
    public static var afterPrevious: Int64 { @_noLocks get { .min } }

    /// Names the item in its report.
    public let identifier: UInt64
    /// The player's stop count when the item was scheduled.
    public let generation: UInt32
    /// It starts again at its end, until it is interrupted.
    public let loops: Bool
    /// Whether it cuts what was scheduled before it.
    public let interruption: Interruption
    /// Player time of its first frame, or `afterPrevious`.
    public let start: Int64
    /// The next item goes on where this one ends: it is a piece of a file, and not the last one.
    public let isPart: Bool
    /// Number of frames.
    public let frameCount: Int
    /// Number of channels.
    public let channelCount: Int
    /// One pointer for each channel.
    public let channels: UnsafePointer<UnsafeMutablePointer<Float>>

    /// It cuts at its own time or at the end of a round.
    var cuts: Bool {
        @_noLocks get {
            switch interruption {
            case .never: false
            case .atItsTime, .atLoopEnd: true
            }
        }
    }

    /// It cuts at the end of a round only.
    var waitsForLoopEnd: Bool {
        @_noLocks get {
            switch interruption {
            case .never, .atItsTime: false
            case .atLoopEnd: true
            }
        }
    }

    /// An item.
    public init(
        identifier: UInt64, generation: UInt32, loops: Bool, interruption: Interruption, start: Int64,
        isPart: Bool = false, frameCount: Int, channelCount: Int,
        channels: UnsafePointer<UnsafeMutablePointer<Float>>
    ) {
        self.identifier = identifier
        self.generation = generation
        self.loops = loops
        self.interruption = interruption
        self.start = start
        self.isPart = isPart
        self.frameCount = frameCount
        self.channelCount = channelCount
        self.channels = channels
    }
}
