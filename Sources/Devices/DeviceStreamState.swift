/// What a stream is doing.
package enum DeviceStreamState: UInt8, Sendable {
    /// Open and silent.
    case stopped
    /// Rendering and playing.
    case running
    /// The device went away or hangs; its thread has ended.
    case lost
    /// Given back.
    case closed
}
