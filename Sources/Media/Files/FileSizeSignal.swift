import Glibc

/// Keeps SIGXFSZ from ending the process while a file grows.
///
/// Writing behind RLIMIT_FSIZE raises that signal in the writing thread, besides failing with EFBIG. It is
/// blocked around the write and, if this write raised it, taken off the queue; the thread's mask is as
/// before.
enum FileSizeSignal {
    static func suppressed<Result>(_ body: () -> Result) -> Result {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGXFSZ)
        var before = sigset_t()
        guard pthread_sigmask(SIG_BLOCK, &blocked, &before) == 0 else { return body() }
        let wasBlocked = sigismember(&before, SIGXFSZ) == 1
        let result = body()
        if !wasBlocked {
            var now = timespec()
            while sigtimedwait(&blocked, nil, &now) < 0 && errno == EINTR {}
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return result
    }
}
