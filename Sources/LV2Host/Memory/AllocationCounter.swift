import Synchronization

/// Counts a thread's calls for memory, in programs that bring a way to do it.
///
/// Plugins should make none in `run()`: each may take as long as it likes.
package struct AllocationCounter: Sendable {
    private static let own = Mutex<AllocationCounter?>(nil)

    private let begin: @Sendable () -> Void
    private let end: @Sendable () -> UInt64

    /// A way to count: what begins, and what ends it and gives the number.
    package init(begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> UInt64) {
        self.begin = begin
        self.end = end
    }

    /// The program's way; nil where there is none. [control]
    package static var current: AllocationCounter? {
        get { own.withLock { $0 } }
        set { own.withLock { $0 = newValue } }
    }

    /// Runs a body; gives the calls for memory that it made on this thread.
    package func counting(_ body: () -> Void) -> Int {
        begin()
        body()
        return Int(clamping: end())
    }
}
