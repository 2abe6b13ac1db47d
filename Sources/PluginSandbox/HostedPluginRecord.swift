import AVFPluginCatalog

/// What an `IsolatedUnit` is told about the end of its plugin's process.
struct ProcessEnd: Sendable {
    /// How the plugin was lost.
    let loss: PluginLoss
    /// Another plugin did it, or may have done it, so that the plugin may go on in another process.
    let isUnaffected: Bool
    /// It is unknown which of several plugins did it.
    let isSuspect: Bool
}

/// One plugin of a process, as the control side keeps account of it.
struct HostedPluginRecord {
    typealias Listener = @Sendable (ProcessEnd) -> Void

    let name: String
    /// It has answered to its start.
    var isStarted = false
    /// It is not used any more; it is cleaned up when the process ends.
    var hasLeft = false
    /// The listener knows of the process's end.
    var isInformed = false
    /// Told once of the process's end, unless that is in good order.
    var listener: Listener?
    /// Told of each job of the plugin's worker that takes too long, with the seconds so far.
    var jobListener: (@Sendable (Double) -> Void)?
    private var job = Job()

    init(name: String) { self.name = name }

    /// What is seen of the worker.
    private struct Job {
        /// Odd while it is at a job.
        var number: UInt32 = 0
        var since: UInt64 = 0
        var isTold = false
    }

    /// Looks at the number of the worker's job; true once for each job that has taken so long.
    mutating func seesStuckJob(_ number: UInt32, at now: UInt64, patienceNanoseconds: UInt64) -> Bool {
        if number != job.number { job = Job(number: number, since: now) }
        guard number & 1 == 1, !job.isTold, now &- job.since > patienceNanoseconds else { return false }
        job.isTold = true
        return true
    }
}
