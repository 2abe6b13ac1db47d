/// What happened to a running stream.
package enum DeviceEvent: Equatable, Sendable {
    /// The sound was interrupted; about so many frames were not heard or came late.
    case xrun(lostFrameCount: Int)
    /// The device went away or hangs, and the stream has ended.
    case lost(DeviceError)
}
