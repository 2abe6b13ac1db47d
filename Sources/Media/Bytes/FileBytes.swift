import CAVFSndFile
import Glibc

/// The bytes of one file as libsndfile wants to see them, with the reason kept when the system refuses.
///
/// All positions are our own: interrupted and short transfers are continued.
final class FileBytes {
    /// What is read; nil for a file that is written, which the descriptor reads.
    private let source: (any ByteSource)?
    /// The descriptor; −1 for a source, for a sink that counts bytes and drops them, and after closing.
    var descriptor: Int32
    /// Whether bytes are counted and dropped.
    let isSink: Bool
    /// Whether bytes are written one after the other into a pipe: what libsndfile writes anew is left out.
    let isStream: Bool
    /// What a pipe is told first, while libsndfile may still write it anew; nil once that has been sent.
    var held: [UInt8]?
    /// No byte is written at or behind this position.
    let byteLimit: Int
    var position = 0
    var length: Int
    /// The first `errno` of a failed write; 0 while all is well.
    var writeError: Int32 = 0
    /// The first `errno` of a failed read; 0 while all is well.
    private(set) var readError: Int32 = 0
    /// What becomes of the header of a WAVE file that is written.
    var waveHeader: WaveHeader?
    /// What comes through a pipe that is read.
    var pipe: PipeReader?

    /// Whether libsndfile shall believe that every write succeeds: its Ogg writers leak when a page fails.
    var hidesFailures = false

    /// Bytes that are read instead of the file's.
    struct Overlay {
        let position: Int
        let bytes: [UInt8]

        /// Replaces what a read of `count` bytes from `start` on shares with the overlay.
        func apply(to target: UnsafeMutableRawPointer, from start: Int, count: Int) {
            for (index, byte) in bytes.enumerated() {
                let offset = position + index - start
                if offset >= 0, offset < count {
                    target.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
                }
            }
        }
    }
    var overlay: Overlay?

    /// Bytes that are read before the file's, and those of the file's first that are left out.
    private var prefix: (bytes: [UInt8], skippedByteCount: Int) = ([], 0)

    /// Shows other bytes in the place of the file's first.
    func replaceStart(byteCount: Int, by bytes: [UInt8]) {
        length += prefix.skippedByteCount - prefix.bytes.count + bytes.count - byteCount
        prefix = (bytes, byteCount)
    }

    init(descriptor: Int32, length: Int, byteLimit: Int = .max, isStream: Bool = false) {
        source = nil
        self.descriptor = descriptor
        self.byteLimit = byteLimit
        self.isStream = isStream
        isSink = descriptor < 0
        self.length = length
    }

    /// The bytes of a source.
    init(reading source: any ByteSource) {
        self.source = source
        descriptor = -1
        byteLimit = 0
        (isStream, isSink) = (false, false)
        length = source.byteCount
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// A sink without a file, for trying out an encoder before a file is touched.
    static func discarding() -> FileBytes { FileBytes(descriptor: -1, length: 0) }

    func read(into target: UnsafeMutableRawPointer, count: Int) -> Int {
        if let got = pipe?.read(into: target, from: position, count: count) {
            overlay?.apply(to: target, from: position, count: got)
            position += got
            readError = pipe?.error ?? 0
            return got
        }
        var done = readPrefix(into: target, count: count)
        while done < count {
            let place = position - prefix.bytes.count + prefix.skippedByteCount
            let got = readSource(into: target + done, count: count - done, from: place)
            if got < 0 && readError == 0 { readError = Int32(clamping: -got) }
            guard got > 0 else { break }
            overlay?.apply(to: target + done, from: position, count: got)
            done += got
            position += got
        }
        return done
    }

    private func readSource(into target: UnsafeMutableRawPointer, count: Int, from place: Int) -> Int {
        if let source { return source.read(into: target, count: count, from: place) }
        while true {
            let got = pread(descriptor, target, count, off_t(place))
            guard got < 0 else { return got }
            if errno != EINTR { return Int(-errno) }
        }
    }

    private func readPrefix(into target: UnsafeMutableRawPointer, count: Int) -> Int {
        let got = max(0, min(count, prefix.bytes.count - position))
        guard got > 0 else { return 0 }
        target.copyMemory(from: Array(prefix.bytes[position..<position + got]), byteCount: got)
        position += got
        return got
    }

    func seek(to offset: Int, from whence: Int32) -> Int {
        let base =
            switch whence {
            case SEEK_CUR: position
            case SEEK_END: length
            default: 0
            }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return -1 }
        position = target
        return target
    }

    fileprivate var tell: Int { position }
}

// MARK: - Opening

extension FileBytes {
    static func openDescriptor(path: String, flags: Int32) throws(MediaError) -> Int32 {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .invalidPath(path) }
        while true {
            let descriptor = open(path, flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0o666)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw openError(path: path, code: errno) }
        }
    }

    static func statusOrClose(_ descriptor: Int32, path: String) throws(MediaError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw openError(path: path, code: code)
        }
        return status
    }

    static func openError(path: String, code: Int32) -> MediaError {
        switch code {
        case ENOENT, ENOTDIR: .notFound(path)
        case EISDIR: .notARegularFile(path, kind: "a directory")
        case ENXIO: .notARegularFile(path, kind: "a socket or a FIFO")
        case EACCES, EPERM, EROFS: .permissionDenied(path)
        case ENOSPC, EDQUOT: .diskFull(path, framesWritten: 0)
        default: .openFailed(path, reason: text(of: code))
        }
    }

    static func kind(of status: stat) -> String {
        switch status.st_mode & S_IFMT {
        case S_IFDIR: "a directory"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        default: "something else"
        }
    }

    /// The system's words for an `errno`.
    static func text(of code: Int32) -> String { String(cString: strerror(code)) }
}

// MARK: - libsndfile's view

extension FileBytes {
    /// The calls by which libsndfile reaches a `FileBytes` passed as its user data.
    static func virtualIO() -> SF_VIRTUAL_IO {
        SF_VIRTUAL_IO(
            get_filelen: { sf_count_t(FileBytes.at($0)?.length ?? 0) },
            seek: { sf_count_t(FileBytes.at($2)?.seek(to: Int($0), from: $1) ?? -1) },
            read: { target, count, context in
                guard let target, count > 0 else { return 0 }
                return sf_count_t(FileBytes.at(context)?.read(into: target, count: Int(count)) ?? 0)
            },
            write: { source, count, context in
                guard let source, count > 0 else { return 0 }
                return sf_count_t(FileBytes.at(context)?.report(from: source, count: Int(count)) ?? 0)
            },
            tell: { sf_count_t(FileBytes.at($0)?.tell ?? -1) })
    }

    /// The object behind a library's user data; its owner keeps it alive as long as the sound file is open.
    static func at(_ context: UnsafeMutableRawPointer?) -> FileBytes? {
        context.map { Unmanaged<FileBytes>.fromOpaque($0).takeUnretainedValue() }
    }
}
