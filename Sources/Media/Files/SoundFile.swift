import CAVFSndFile

/// An open libsndfile handle together with the bytes it works on.
///
/// Used by one thread at a time, as its owner is.
final class SoundFile {
    /// Whether libsndfile reads the bytes or writes them.
    enum Mode {
        case read, write
    }

    /// libsndfile's handle; valid until `close()`, which the owner calls last.
    let handle: OpaquePointer
    let bytes: FileBytes
    let info: SF_INFO
    private var isOpen = true

    /// Hands `bytes` to libsndfile.
    ///
    /// - Throws: `unsupportedFormat` with libsndfile's reason.
    init(_ bytes: FileBytes, mode: Mode, info wanted: SF_INFO, path: String) throws(MediaError) {
        var info = wanted
        var calls = FileBytes.virtualIO()
        // The bytes outlive the handle: this object owns both and closes the handle first.
        let context = Unmanaged.passUnretained(bytes).toOpaque()
        let flag = mode == .read ? SFM_READ : SFM_WRITE
        guard let handle = sf_open_virtual(&calls, Int32(flag), &info, context) else {
            throw .unsupportedFormat(path, reason: SoundFile.text(of: sf_error(nil)))
        }
        self.handle = handle
        self.bytes = bytes
        self.info = info
    }

    deinit { _ = close() }

    /// Completes the file; false when libsndfile or the system could not.
    ///
    /// Only the first call does anything.
    func close() -> Bool {
        guard isOpen else { return true }
        isOpen = false
        let isComplete = sf_close(handle) == 0
        return bytes.finish() && isComplete
    }

    /// Switches an option of libsndfile on or off.
    func set(_ command: Int, isOn: Bool) {
        sf_command(handle, Int32(command), nil, isOn ? 1 : 0)
    }

    /// libsndfile's words for what went wrong last; nil when nothing did.
    var errorText: String? {
        let code = sf_error(handle)
        return code == 0 ? nil : SoundFile.text(of: code)
    }

    private static func text(of code: Int32) -> String {
        guard let text = sf_error_number(code) else { return "unknown error" }
        let sentence = String(cString: text)
        // libsndfile's words for a stream without a first frame speak of a pipe; there is none here.
        return sentence.contains("regular file") ? "No audio data found." : sentence
    }
}
