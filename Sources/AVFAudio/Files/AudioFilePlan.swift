import AVFMedia

/// A file that settings and a name ask for, before it is made.
struct AudioFilePlan {
    let file: AudioFileFormat
    let encoder: EncoderSettings
    /// How the samples will be stored.
    let format: AVAudioFormat

    /// Understands settings.
    ///
    /// - Throws: An `NSError`, as `AVAudioFile.init(forWriting:settings:)`; the file is not touched.
    init(url: URL, settings: [String: Any]) throws {
        guard url.isFileURL else {
            throw AVFAudioError.error(
                kAudio_BadFilePathError, "“\(url)” does not name a file on this machine.")
        }
        do {
            let settings = try AudioSettings(settings)
            file = try settings.fileFormat(path: url.path)
            encoder = settings.encoder
            guard file.isWritable else { throw MediaError.unsupportedEncoding(url.path, file) }
            let layout = settings.channelLayout ?? AVAudioChannelLayout(file)
            format = AVAudioFormat(checked: AudioStreamBasicDescription(file), layout: layout)
        } catch let error as MediaError {
            throw AVFAudioError.error(error, path: url.path)
        } catch let error as AudioSettingsError {
            throw AVFAudioError.error(error, path: url.path)
        }
    }
}
