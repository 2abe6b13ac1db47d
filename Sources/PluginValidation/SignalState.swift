import AVFPluginCatalog
import Glibc

/// What each signal does in this process, and which of them this thread blocks.
struct SignalState {
    private static let numbers: [Int32] = Array(1..<65)

    /// The system's own record of each signal: handler, mask and flags.
    private let actions: [[UInt8]]
    private let blocked: Set<Int32>

    /// The state of this process and this thread.
    static var now: SignalState {
        var mask = sigset_t()
        sigemptyset(&mask)
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return SignalState(
            actions: numbers.map(action), blocked: Set(numbers.filter { sigismember(&mask, $0) == 1 }))
    }

    /// What is another than it was, in words for after "it"; nil if nothing is.
    func change(since before: SignalState) -> String? {
        let changed = Self.numbers.filter {
            actions[Int($0) - 1] != before.actions[Int($0) - 1]
        }
        let masked = blocked.symmetricDifference(before.blocked).sorted()
        if !changed.isEmpty { return "changed what \(Self.list(changed)) do" }
        return masked.isEmpty ? nil : "changed whether the thread blocks \(Self.list(masked))"
    }

    private static func action(_ number: Int32) -> [UInt8] {
        var action = sigaction()
        sigaction(number, nil, &action)
        // The system writes no more of the mask than it has signals.
        let mask = withUnsafeBytes(of: &action.sa_mask) { Array($0.prefix(numbers.count / 8)) }
        let flags = withUnsafeBytes(of: &action.sa_flags) { Array($0) }
        return withUnsafeBytes(of: &action.__sigaction_handler) { Array($0) } + mask + flags
    }

    private static func list(_ numbers: [Int32]) -> String {
        ProcessState.list(numbers.map(SignalName.of))
    }
}
