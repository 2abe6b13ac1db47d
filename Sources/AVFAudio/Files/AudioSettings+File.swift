import AVFMedia

extension AudioSettings {
    /// The file that the settings and its name ask for.
    func fileFormat(path: String) throws -> AudioFileFormat {
        let container = try container(path: path)
        guard let encoding = encoding(in: container) else {
            throw AVFAudioError.error(
                kAudioFileUnsupportedDataFormatError,
                "“\(path)” is to be \(container.rawValue), which cannot hold \(FourCharacters(formatID)).",
                path: path)
        }
        var format = AudioFileFormat(
            container: container, encoding: encoding, byteOrder: byteOrder(in: container),
            sampleRateHz: sampleRateHz, channelCount: Int(channelCount), speakers: channelLayout?.speakers)
        // Not every kind of sample exists in both orders; the sound is the same in the usual one.
        if !format.isWritable { format.byteOrder = .native }
        return format
    }

    /// What the settings say to an encoder.
    var encoder: EncoderSettings {
        let share = quality.map { Double($0) / Double(AVAudioQuality.max.rawValue) }
        return EncoderSettings(quality: share, compression: share, bitRate: bitRate)
    }

    private func container(path: String) throws -> AudioContainer {
        guard let fileType else {
            guard let container = AudioContainer(path: path) else { throw MediaError.unknownExtension(path) }
            return container
        }
        guard let container = AudioContainer(fileType: fileType) else {
            throw AVFAudioError.error(
                kAudioFileUnsupportedFileTypeError,
                "“\(path)” is to be of the type \(FourCharacters(fileType)), which cannot be written.",
                path: path)
        }
        return container
    }

    private func encoding(in container: AudioContainer) -> AudioEncoding? {
        let bits = bitDepthHint ?? 16
        return switch (formatID, container) {
        case (kAudioFormatLinearPCM, .wav), (kAudioFormatLinearPCM, .rf64), (kAudioFormatLinearPCM, .w64),
            (kAudioFormatLinearPCM, .aiff), (kAudioFormatLinearPCM, .caf), (kAudioFormatLinearPCM, .au):
            pcmEncoding
        case (kAudioFormatFLAC, .flac): bits <= 16 ? .int16 : .int24
        case (kAudioFormatAppleLossless, .caf):
            bits <= 16 ? .alac16 : bits <= 20 ? .alac20 : bits <= 24 ? .alac24 : .alac32
        case (kAudioFormatAppleLossless, .m4a): bits <= 16 ? .alac16 : .alac24
        case (kAudioFormatMPEG4AAC, .m4a): .aac
        case (kAudioFormatULaw, _): .ulaw
        case (kAudioFormatALaw, _): .alaw
        case (kAudioFormatOpus, .ogg): .opus
        case (kAudioFormatVorbis, .ogg): .vorbis
        case (kAudioFormatMPEGLayer3, .mp3): .mpegLayer3
        default: nil
        }
    }

    /// Nil for what no file holds.
    private var pcmEncoding: AudioEncoding? {
        switch (isFloat, bitDepth) {
        case (true, 16): nil
        case (true, 64): .float64
        case (true, _): .float32
        case (false, 8): .int8
        case (false, 24): .int24
        case (false, 32): .int32
        default: .int16
        }
    }

    /// The files that begin with RIFF have one order only.
    private func byteOrder(in container: AudioContainer) -> ByteOrder {
        guard formatID == kAudioFormatLinearPCM, [.aiff, .caf, .au].contains(container) else {
            return .native
        }
        return isBigEndian.map { $0 ? .big : .little } ?? .native
    }
}
