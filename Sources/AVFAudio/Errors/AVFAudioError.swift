import AVFMedia

/// The errors of this module as programs written for Apple's systems expect them: an `NSError` with an
/// `OSStatus` for a code and a sentence that names the cause.
enum AVFAudioError {
    /// The domain of AVFAudio's own errors.
    static let domain = "com.apple.coreaudio.avfaudio"

    /// The disk is full, as the Macintosh has always called it.
    static let diskFull: OSStatus = -34

    /// An error with a sentence for people.
    static func error(_ status: OSStatus, _ sentence: String, path: String? = nil) -> NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: sentence]
        if let path { userInfo[NSFilePathErrorKey] = path }
        return NSError(domain: domain, code: Int(status), userInfo: userInfo)
    }

    /// Something is wrong with a settings dictionary for a file.
    static func error(_ error: AudioSettingsError, path: String) -> NSError {
        self.error(kAudio_ParamError, "“\(path)” cannot be written: \(error).", path: path)
    }

    /// Something is wrong with a file.
    static func error(_ error: MediaError, path: String) -> NSError {
        self.error(status(of: error, path: path), error.description, path: path)
    }

    /// Something is wrong with packets of compressed audio.
    static func error(_ error: PacketError) -> NSError {
        let status =
            switch error {
            case .unavailable: kAudio_UnimplementedError
            case .damagedPacket, .changedStream: badData
            case .encoderFailed: kAudio_ParamError
            }
        return self.error(status, error.description)
    }

    /// `kAudioCodecBadDataError`: 'bada'.
    private static let badData: OSStatus = 0x6261_6461

    private static func status(of error: MediaError, path: String) -> OSStatus {
        switch error {
        case .invalidPath, .notARegularFile: kAudio_BadFilePathError
        case .notFound, .closed: kAudio_FileNotFoundError
        case .permissionDenied: kAudio_FilePermissionError
        case .unsupportedFormat:
            // A file that claims by its name to be audio is broken; another is of an unknown kind.
            AudioContainer(path: path) == nil
                ? kAudioFileUnsupportedFileTypeError : kAudioFileInvalidFileError
        case .unknownExtension: kAudioFileUnsupportedFileTypeError
        case .unsupportedEncoding, .tooLarge, .invalidSampleRate, .invalidChannelCount:
            kAudioFileUnsupportedDataFormatError
        case .invalidSeek: kAudioFilePositionError
        case .decodingFailed, .incomplete: kAudioFileInvalidFileError
        case .diskFull: diskFull
        case .openFailed, .writeFailed: kAudioFileUnspecifiedError
        case .outOfMemory: kAudio_MemFullError
        }
    }
}
