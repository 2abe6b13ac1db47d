import CAVFShimsProcess

/// What a plugin in a process of its own may do, and how long the engine waits for it.
package struct IsolationOptions: Sendable, Equatable {
    /// The helper program; nil looks for it: see `HostProgram`.
    package var programPath: String?
    /// The part of a block's duration that the render thread waits at most, in live rendering.
    package var liveWaitShare = 0.5
    /// How long an offline render waits for one block.
    package var offlineWaitSeconds = 10.0
    /// How long a live plugin may be late before its process is ended.
    package var hangSeconds = 1.0
    /// How long each instance of a plugin may take to start (a mono plugin has one for each channel), how
    /// long a plugin may take to answer a question, and its worker for one job before that is told.
    package var startSeconds = 10.0
    /// How long a plugin may take to end.
    package var endSeconds = 1.0
    /// Address space beyond what the process has when the plugin starts; `UInt64.max` for no limit.
    package var memoryLimitBytes = IsolationOptions.defaultMemoryLimitBytes
    /// 4 GiB.
    package static let defaultMemoryLimitBytes: UInt64 = 4 << 30
    /// How often within a minute a lost plugin is started again, with its last state; 0 for never.
    package var restartsPerMinute = 0

    /// Whether the plugin keeps its process to itself.
    ///
    /// Otherwise it may share it with its neighbours in a chain, which makes the chain faster; when one of
    /// them crashes, the others go on in a new process with what they had saved.
    package var dedicatedProcess = false

    /// Whether `memoryLimitBytes` does anything: not in a program that was built with a sanitizer.
    package static var canLimitMemory: Bool { avf_shim_child_can_limit_memory() }

    /// The default limits.
    package init() {}

    /// The same limits, with times that can be waited for: at least a millisecond, at most a day.
    var sensible: IsolationOptions {
        var options = self
        options.liveWaitShare = Self.within(liveWaitShare, 0...1e6, else: 0.5)
        options.offlineWaitSeconds = Self.within(offlineWaitSeconds, Self.seconds, else: 10)
        options.hangSeconds = Self.within(hangSeconds, Self.seconds, else: 1)
        options.startSeconds = Self.within(startSeconds, Self.seconds, else: 10)
        options.endSeconds = Self.within(endSeconds, Self.seconds, else: 1)
        return options
    }

    private static let seconds = 0.001...86_400.0

    private static func within(
        _ value: Double, _ range: ClosedRange<Double>, else usual: Double
    ) -> Double {
        value.isNaN ? usual : min(max(value, range.lowerBound), range.upperBound)
    }
}
