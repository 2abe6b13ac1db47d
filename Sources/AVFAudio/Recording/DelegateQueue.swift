import Dispatch

/// Where delegates are told: one call after the other, never from inside a call of the program's.
enum DelegateQueue {
    private static let own = DispatchQueue(label: "avfaudio.delegates")

    /// Runs a call later: on the main queue where the program serves it, else on a queue of its own.
    ///
    /// Whether the main queue is served cannot be asked for, so it is the program that says so: a main run
    /// loop that has run once has a mode.
    static func async(_ call: @escaping @Sendable () -> Void) {
        let queue = RunLoop.main.currentMode == nil ? own : DispatchQueue.main
        queue.async(execute: call)
    }
}
