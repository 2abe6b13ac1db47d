import Glibc

/// The bytes of a bank: a file that is read in parts as they are needed, or bytes in memory.
///
/// Files are read with `pread` into memory of the process and not mapped. A file that is cut while it is
/// mapped gives SIGBUS to whoever touches the missing page, also with MAP_PRIVATE and also on the render
/// thread; one that is read gives an error. The price is a copy of what a program needs, once for each
/// sample: 7.6 MB (the largest piano of a common General MIDI bank) took 7 ms in fresh memory, where mapping
/// and touching took 0.5 ms; both on a loader thread. The descriptor keeps a file that is replaced by
/// another one of its name.
final class BankBytes: Sendable {
    /// What a file must stay to be the same one.
    struct Identity: Hashable, Sendable {
        let device: UInt
        let inode: UInt
        let byteCount: Int
        let modifiedSeconds: Int
        let modifiedNanoseconds: Int

        init(_ status: stat) {
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
            byteCount = Int(status.st_size)
            modifiedSeconds = Int(status.st_mtim.tv_sec)
            modifiedNanoseconds = Int(status.st_mtim.tv_nsec)
        }
    }

    private enum Storage {
        case file(Int32, Identity)
        case memory([UInt8])
    }

    /// The file's path, or what the bytes were called; for messages.
    let path: String
    /// How many bytes there are.
    let count: Int
    private let storage: Storage

    /// Bytes in memory.
    init(bytes: [UInt8], name: String) {
        path = name
        count = bytes.count
        storage = .memory(bytes)
    }

    /// Opens a regular file; a FIFO or a device is refused without waiting for it.
    init(path: String) throws(SoundBankError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw .cannotOpen(path, reason: "it is not a usable file name")
        }
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw .notFound(path) }
            throw .cannotOpen(path, reason: Self.reason(errno))
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .cannotOpen(path, reason: "it is not a file")
        }
        let identity = Identity(status)
        self.path = path
        count = identity.byteCount
        storage = .file(descriptor, identity)
    }

    deinit {
        if case .file(let descriptor, _) = storage { close(descriptor) }
    }

    /// The system's words for an `errno`.
    static func reason(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// The identity of the file when it was opened; nil for bytes in memory.
    var identity: Identity? {
        if case .file(_, let identity) = storage { identity } else { nil }
    }

    /// Throws if the file was written to since it was opened.
    func checkUnchanged() throws(SoundBankError) {
        guard case .file(let descriptor, let identity) = storage else { return }
        var status = stat()
        guard fstat(descriptor, &status) == 0, Identity(status) == identity else { throw .changed(path) }
    }

    /// Exactly so many bytes from an offset.
    func read(at offset: Int, count: Int) throws(SoundBankError) -> Bytes {
        try check(offset, count)
        if case .memory(let bytes) = storage {
            return Bytes(bytes, from: offset, count: count, fileOffset: offset)
        }
        var failure: SoundBankError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            guard let target = buffer.baseAddress else { return }
            do throws(SoundBankError) {
                try copy(to: UnsafeMutableRawPointer(target), at: offset, count: count)
                filled = count
            } catch { failure = error }
        }
        if let failure { throw failure }
        return Bytes(bytes, from: 0, count: count, fileOffset: offset)
    }

    /// Copies exactly so many bytes from an offset to memory.
    func copy(to target: UnsafeMutableRawPointer, at offset: Int, count: Int) throws(SoundBankError) {
        try check(offset, count)
        switch storage {
        case .memory(let bytes):
            bytes.withUnsafeBytes { source in
                if let base = source.baseAddress { target.copyMemory(from: base + offset, byteCount: count) }
            }
        case .file(let descriptor, _): try transfer(descriptor, target, offset, count)
        }
    }

    private func transfer(
        _ descriptor: Int32, _ target: UnsafeMutableRawPointer, _ offset: Int, _ count: Int
    ) throws(SoundBankError) {
        var done = 0
        while done < count {
            let got = pread(descriptor, target + done, count - done, off_t(offset + done))
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else {
                let reason = got == 0 ? "the file ends here" : Self.reason(errno)
                throw .readFailed(path, offset: offset + done, reason: reason)
            }
            done += got
        }
    }

    private func check(_ offset: Int, _ count: Int) throws(SoundBankError) {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
            throw .readFailed(path, offset: max(0, offset), reason: "the file ends at byte \(self.count)")
        }
    }
}
