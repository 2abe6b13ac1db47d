import Glibc

/// The newest failure of each thread, as a C string that the thread keeps.
enum ErrorDetail {
    /// The thread's slot; nil if the system has none left: then there are no details.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, { free($0) }) == 0 ? key : nil
    }()

    /// Keeps a sentence for this thread.
    static func store(_ sentence: String) {
        guard let key, let copy = strdup(sentence) else { return }
        let old = pthread_getspecific(key)
        guard pthread_setspecific(key, copy) == 0 else { return free(copy) }
        free(old)
    }

    /// This thread's sentence; empty before the first failure.
    static var current: UnsafePointer<CChar> {
        guard let key, let kept = pthread_getspecific(key) else { return StringPool.empty }
        return UnsafePointer(kept.assumingMemoryBound(to: CChar.self))
    }
}
