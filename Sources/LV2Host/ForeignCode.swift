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
