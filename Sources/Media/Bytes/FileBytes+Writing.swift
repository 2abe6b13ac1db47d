import Glibc

extension FileBytes {
    /// Opens or makes a file for writing and empties it; character devices such as `/dev/null` serve too.
    static func writing(path: String, byteLimit: Int = .max) throws(MediaError) -> FileBytes {
        let descriptor = try openDescriptor(path: path, flags: O_RDWR | O_CREAT)
        let status = try statusOrClose(descriptor, path: path)
        let type = status.st_mode & S_IFMT
        guard type == S_IFREG || type == S_IFCHR else {
            close(descriptor)
            throw .notARegularFile(path, kind: kind(of: status))
        }
        if type == S_IFREG, ftruncate(descriptor, 0) != 0 {
            let code = errno
            close(descriptor)
            throw openError(path: path, code: code)
        }
        return FileBytes(descriptor: descriptor, length: 0, byteLimit: byteLimit)
    }

    /// Writes into a pipe, whose descriptor stays open.
    static func streaming(into pipe: Int32) throws(MediaError) -> FileBytes {
        let descriptor = fcntl(pipe, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { throw .openFailed("standard output", reason: text(of: errno)) }
        let bytes = FileBytes(descriptor: descriptor, length: 0, isStream: true)
        bytes.held = []
        return bytes
    }

    /// Closes the descriptor; false (and `writeError`) when the system only now says that a write failed.
    func finish() -> Bool {
        guard descriptor >= 0 else { return writeError == 0 }
        // EINTR: Linux has closed the descriptor nevertheless, and nothing is lost.
        if close(descriptor) != 0, errno != EINTR { noteWriteError(errno) }
        descriptor = -1
        return writeError == 0
    }

    /// What libsndfile is told was written.
    func report(from source: UnsafeRawPointer, count: Int) -> Int {
        let done = write(from: source, count: count)
        return hidesFailures ? count : done
    }

    private func write(from source: UnsafeRawPointer, count: Int) -> Int {
        // After a failure only what is there may change (the header): appending would leave a hole.
        guard writeError == 0 || position + count <= length else { return 0 }
        let bytes = UnsafeRawBufferPointer(start: source, count: count)
        if position == 0, let header = waveHeader?.completed(bytes, length: max(length, count)) {
            let isWritten = header.withUnsafeBytes { put($0, at: 0) == $0.count }
            return isWritten ? moveOn(count) : 0
        }
        return moveOn(put(bytes, at: position + (waveHeader?.addedByteCount ?? 0)))
    }

    private func moveOn(_ count: Int) -> Int {
        position += count
        length = max(length, position)
        return count
    }

    /// Writes into the pipe what was held back; from now on every byte goes there at once.
    func release() {
        guard let start = held else { return }
        held = nil
        length = start.count - (waveHeader?.addedByteCount ?? 0)
        _ = start.withUnsafeBytes { putAll($0, at: 0) }
    }

    /// Keeps bytes that may still be written anew: all of them, from the first one on.
    private func hold(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
        if place == 0 { held = [] }
        held? += bytes
        return bytes.count
    }

    /// Writes bytes at a place of the file; fewer after a failure.
    private func put(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
        if held != nil { return hold(bytes, at: place) }
        // A pipe has no place but its end.
        return isStream && position < length ? bytes.count : putAll(bytes, at: place)
    }

    private func putAll(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
        var done = 0
        while done < bytes.count {
            let count = putOnce(UnsafeRawBufferPointer(rebasing: bytes[done...]), at: place + done)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                noteWriteError(count < 0 ? errno : ENOSPC)
                break
            }
            done += count
        }
        return done
    }

    private func putOnce(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
        if isSink { return bytes.count }
        if isStream { return Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
        let allowed = min(bytes.count, byteLimit - place)
        if allowed > 0 { return pwrite(descriptor, bytes.baseAddress, allowed, off_t(place)) }
        errno = EFBIG
        return -1
    }

    private func noteWriteError(_ code: Int32) {
        if writeError == 0 { writeError = code }
    }
}
