import CAVFRealtime
import Glibc
import Synchronization

/// The frame around every call into a plugin that is not `run()`.
///
/// One at a time in the whole process: plugins share libraries that are not thread-safe, such as FFTW's
/// planner. Whatever the plugin does to the thread's floating-point mode or to the locale is undone.
enum ForeignCode {
    private static let turn = Mutex<Void>(())

    /// Runs `body`, which calls into plugins.
    static func call<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        _ = offscreenQt
        return try keepingFloatingPoint { () throws(Failure) in
            try turn.withLock { _ throws(Failure) in
                let locale = currentLocale()
                defer { if let locale, currentLocale() != locale { setlocale(LC_ALL, locale) } }
                return try body()
            }
        }
    }

    /// Runs `body` and undoes what it did to the thread's rounding and flush-to-zero.
    static func keepingFloatingPoint<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let floatingPoint = avf_rt_fpu_read()
        defer { avf_rt_fpu_write(floatingPoint) }
        return try body()
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
