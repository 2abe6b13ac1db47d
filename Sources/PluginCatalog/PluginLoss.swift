import Glibc

/// How a plugin in a process of its own was lost.
package indirect enum PluginLoss: Error, Sendable, Equatable, CustomStringConvertible {
    /// What the plugin was asked for when it ended.
    package enum Moment: Sendable, Equatable {
        case starting, running, waiting, ending

        var words: String {
            switch self {
            case .starting: "while it started"
            case .running: "in run()"
            case .waiting: "between two blocks"
            case .ending: "while it ended"
            }
        }
    }

    /// A signal ended it.
    case crashed(signal: Int32, Moment)
    /// It called `exit()` or the like.
    case exited(status: Int32, Moment)
    /// It wanted more memory than it may have, and crashed.
    case outOfMemory(limitBytes: UInt64, signal: Int32)
    /// It did not answer for so long.
    case hung(seconds: Double, Moment)
    /// It closed the line to the engine, or wrote nonsense on it.
    case unintelligible
    /// It ended, and another part of this program took the reason.
    case vanished(Moment)
    /// Another plugin ended the process that it shared with this one; nil if it is unknown which of several.
    case shared(with: String?, PluginLoss)

    /// What completes a sentence that begins with the plugin's name.
    package var description: String {
        switch self {
        case .crashed(let signal, let moment):
            "crashed \(moment.words) (\(SignalName.of(signal)))"
        case .exited(let status, let moment): "ended its process \(moment.words) with status \(status)"
        case .outOfMemory(let limit, let signal):
            "ran out of memory: it may have \(limit >> 20) MiB (\(SignalName.of(signal)))"
        case .hung(let seconds, let moment): "did not answer for \(Self.text(seconds)) s \(moment.words)"
        case .unintelligible: "closed its line to the engine"
        case .vanished(let moment): "ended its process \(moment.words)"
        case .shared(let name?, let loss): "lost the process that it shared with \"\(name)\", which \(loss)"
        case .shared(nil, let loss): "lost the process that it shared with others; one of them \(loss)"
        }
    }

    static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
    }
}
