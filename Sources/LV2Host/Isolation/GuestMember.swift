/// What an `IsolatedUnit` is told about the end of its plugin's process.
struct GuestEnd: Sendable {
    /// How the plugin was lost.
    let loss: PluginLoss
    /// Somebody else did it, or may have done it, so that the plugin may go on in another process.
    let isInnocent: Bool
    /// Nobody knows who of several plugins did it.
    let isSuspect: Bool
}

/// One plugin of a process, as the control side keeps account of it.
struct GuestMember {
    typealias Listener = @Sendable (GuestEnd) -> Void

    let name: String
    /// It has answered to its start.
    var isStarted = false
    /// Nobody wants it any more; it is cleaned up when the process ends.
    var hasLeft = false
    /// The listener knows of the process's end.
    var isInformed = false
    /// Told once of the process's end, unless that is in good order.
    var listener: Listener?
}
