import CAVFRealtime
import Glibc
import Synchronization

/// The frame around every call into a plugin that is not `run()`.
///
/// One at a time in the whole process: plugins share libraries that are not thread-safe, such as FFTW's
/// planner. Whatever the plugin does to the thread's floating-point mode or to the locale is undone.
package enum ForeignCode {
    /// What plugins did that was undone here.
    package struct Undone: OptionSet {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The modes of the thread's arithmetic were changed.
        package static let arithmetic = Undone(rawValue: 1 << 0)
        /// The process's locale was changed.
        package static let locale = Undone(rawValue: 1 << 1)
    }

    private static let turn = Mutex<Void>(())
    private static let undone = Atomic<UInt8>(0)

    /// What was undone since the last call, for who validates a plugin.
    package static func takeUndone() -> Undone { Undone(rawValue: undone.exchange(0, ordering: .relaxed)) }

    /// Remembers what was undone, here or by the real-time entry.
    package static func note(_ what: Undone) { undone.bitwiseOr(what.rawValue, ordering: .relaxed) }

    /// Runs `body`, which calls into plugins.
    package static func call<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        _ = offscreenQt
        return try keepingFloatingPoint { () throws(Failure) in
            try turn.withLock { _ throws(Failure) in
                let locale = currentLocale()
                defer {
                    if let locale, currentLocale() != locale {
                        note(.locale)
                        setlocale(LC_ALL, locale)
                    }
                }
                return try body()
            }
        }
    }

    /// Runs `body` and undoes what it did to the thread's rounding and flush-to-zero.
    package static func keepingFloatingPoint<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let floatingPoint = avf_rt_fpu_read()
        defer {
            note(changes(from: floatingPoint, to: avf_rt_fpu_read()))
            avf_rt_fpu_write(floatingPoint)
        }
        return try body()
    }

    /// What foreign code has done to the modes of arithmetic.
    ///
    /// That denormal numbers are flushed to zero is nothing: what a compiler adds to fast libraries does it
    /// when they are loaded, and in the real-time context it is so anyway.
    package static func changes(from before: avf_rt_fpu_state, to after: avf_rt_fpu_state) -> Undone {
        let changed = (before.value ^ after.value) & ~exceptionFlags
        return changed == 0 || changed == after.value & ~before.value & flushModes ? [] : .arithmetic
    }

    #if arch(x86_64)
        /// Which exceptions have ever occurred, in MXCSR: no modes.
        private static let exceptionFlags: UInt64 = 0x3f
        /// Flush-to-zero and denormals-are-zero, in MXCSR.
        private static let flushModes: UInt64 = 0x8040
    #else
        private static let exceptionFlags: UInt64 = 0
        /// Flush-to-zero, in FPCR.
        private static let flushModes: UInt64 = 0x100_0000
    #endif

    /// Plugins with threads of Qt's crash when they are let go while these begin, so they live for a moment.
    ///
    /// `birth` is the host time at which the plugin was made.
    static func outliveStart(_ birth: UInt64) {
        let age = avf_rt_host_time() &- birth
        guard age < momentNanoseconds, isQtLoaded else { return }
        usleep(UInt32((momentNanoseconds - age) / 1000))
    }

    private static let momentNanoseconds: UInt64 = 300_000_000

    private static var isQtLoaded: Bool {
        ["libQt5Core.so.5", "libQt6Core.so.6"].contains { name in
            guard let library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD) else { return false }
            dlclose(library)
            return true
        }
    }

    private static func currentLocale() -> String? {
        setlocale(LC_ALL, nil).map { String(cString: $0) }
    }

    /// Some plugins start Qt in instantiate(), which ends the process when there is no display.
    ///
    /// Done once,
    /// before the first plugin is loaded.
    private static let offscreenQt: Void = {
        guard getenv("DISPLAY") == nil, getenv("WAYLAND_DISPLAY") == nil else { return }
        setenv("QT_QPA_PLATFORM", "offscreen", 0)
    }()
}
