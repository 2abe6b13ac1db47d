/// What a host's transport does.
public struct AUHostTransportStateFlags: OptionSet, Sendable {
    /// One bit for each flag.
    public let rawValue: UInt

    /// Flags from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// It has started, stopped or jumped since the last block.
    public static let changed = AUHostTransportStateFlags(rawValue: 1)
    /// Time goes on.
    public static let moving = AUHostTransportStateFlags(rawValue: 2)
    /// It records.
    public static let recording = AUHostTransportStateFlags(rawValue: 4)
    /// It plays a part again and again.
    public static let cycling = AUHostTransportStateFlags(rawValue: 8)
}

/// Tells a unit the musical time at the beginning of a block: the tempo in quarter notes per minute, the
/// meter's two numbers, the position in quarter notes, frames until the next of them, where the bar began.
///
/// Called on the render thread: it must not wait or allocate. False if nothing is known.
public typealias AUHostMusicalContextBlock =
    @Sendable (
        UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Int>?,
        UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Double>?
    ) -> Bool

/// Tells a unit what the transport does at the beginning of a block: its state, the song's frame, and where
/// what is being repeated begins and ends, in quarter notes.
///
/// Called on the render thread: it must not wait or allocate. False if nothing is known.
public typealias AUHostTransportStateBlock =
    @Sendable (
        UnsafeMutablePointer<AUHostTransportStateFlags>?, UnsafeMutablePointer<Double>?,
        UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?
    ) -> Bool
