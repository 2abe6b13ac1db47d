import CAVFAudio
import Glibc

/// The `userdata` of a callback: tells its owner when the library is done with it.
///
/// Sendable, because both are constants, and what they lead to is the program's.
final class CallbackContext: @unchecked Sendable {
    let userdata: UnsafeMutableRawPointer?
    private let destroy: avf_destroy?

    init(_ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?) {
        self.userdata = userdata
        self.destroy = destroy
    }

    deinit { CallbackScope.run { destroy?(userdata) } }
}

/// Knows whether this thread is inside a callback of the program.
enum CallbackScope {
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// Whether this thread is inside a callback.
    static var isActive: Bool { key.map { pthread_getspecific($0) != nil } ?? false }

    /// Runs a callback.
    static func run<Result>(_ callback: () throws -> Result) rethrows -> Result {
        guard let key, !isActive else { return try callback() }
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
        defer { pthread_setspecific(key, nil) }
        return try callback()
    }
}
