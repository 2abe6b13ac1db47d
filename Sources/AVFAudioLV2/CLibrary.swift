#if hasFeature(Embedded)
    import Glibc

    // What the module Glibc has in Swift besides what it imports.

    /// Why the C library's last call failed.
    var errno: Int32 { avf_errno() }

    /// Opens a file that exists.
    func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { avf_open(path, flags) }

    /// The bits of a mode that say what kind of file it is.
    let S_IFMT: mode_t = 0o170000
    /// A regular file.
    let S_IFREG: mode_t = 0o100000

    /// What Swift's library calls to read a number, and Embedded Swift's has not.
    @c(_swift_stdlib_strtod_clocale)
    public func readNumber(
        _ text: UnsafePointer<CChar>, _ number: UnsafeMutablePointer<Double>
    ) -> UnsafePointer<CChar>? {
        avf_read_number(text, number)
    }
#endif
