import CAVFShimsFFmpeg
import Glibc

/// Puts a complete file in the place of one that is made of pieces.
enum JoinedFile {
    /// Replaces the file by one with its index in one place, which every program reads and whose length is
    /// exact.
    ///
    /// The new file gets its name when it is complete. If it cannot be made, the old one stays, which plays
    /// too; so does one that has other names, belongs to another user, or is no file.
    static func replace(path: String, frameCount: Int) {
        guard let whole = realpath(path, nil) else { return }
        defer { free(whole) }
        var status = stat()
        guard stat(whole, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
            status.st_uid == geteuid()
        else { return }
        var template = Array((String(cString: whole) + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return }
        _ = fchmod(descriptor, status.st_mode & 0o7777)
        Glibc.close(descriptor)
        let temporary = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        if copy(path, to: temporary, frameCount: frameCount), rename(temporary, whole) == 0 { return }
        unlink(temporary)
    }

    private static func copy(_ path: String, to temporary: String, frameCount: Int) -> Bool {
        guard let opened = try? FileSource(path: path),
            let target = try? FileBytes.writing(path: temporary)
        else { return false }
        let source = FileBytes(reading: opened)
        var (input, output) = (source.mediaBytes(), target.mediaBytes())
        let isCopied = withExtendedLifetime((source, target)) {
            FileSizeSignal.suppressed { avf_media_join(&input, &output, "ipod", Int64(frameCount)) != 0 }
        }
        return target.finish() && isCopied
    }
}
