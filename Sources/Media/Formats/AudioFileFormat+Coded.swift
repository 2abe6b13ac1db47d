import CAVFShimsFFmpeg

extension AudioFileFormat {
    /// What FFmpeg found in a file.
    init(_ found: avf_media_format) {
        let codec = Self.text(found.codec)
        let container = Self.text(found.container)
        self.init(
            container: container.contains("mov") ? .m4a : .other,
            encoding: AudioEncoding(codec: codec, bitCount: Int(found.bitCount)),
            sampleRateHz: Double(found.sampleRateHz), channelCount: Int(found.channelCount))
    }

    /// Whether FFmpeg writes this.
    var isCoded: Bool { container == .m4a }

    /// Whether FFmpeg is there and has an encoder for this; its rates are tried out when a file is made.
    var isCodedWritable: Bool {
        guard [.aac, .alac16, .alac24].contains(encoding), channelCount <= 8 else { return false }
        return avf_media_unavailable() == nil
    }

    /// The text of a C array.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension AudioEncoding {
    fileprivate init(codec: String, bitCount: Int) {
        self =
            switch (codec, bitCount) {
            case ("aac", _): .aac
            case ("alac", ...16): .alac16
            case ("alac", ...20): .alac20
            case ("alac", ...24): .alac24
            case ("alac", _): .alac32
            case ("mp3", _): .mpegLayer3
            case ("opus", _): .opus
            default: .other
            }
    }
}

extension avf_media_format {
    /// What FFmpeg shall write.
    init(_ format: AudioFileFormat, encoder: EncoderSettings) {
        self.init()
        let isLossy = format.encoding == .aac
        let usual = CodedMedia.usualAACBitRate(
            sampleRateHz: format.sampleRateHz, channelCount: format.channelCount, quality: encoder.quality)
        Self.put(isLossy ? "aac" : "alac", into: &codec)
        Self.put("ipod", into: &container)
        sampleRateHz = Int32(clamping: Int(format.sampleRateHz))
        channelCount = Int32(clamping: format.channelCount)
        bitCount = isLossy ? 0 : Int32(format.encoding.integerBitCount ?? 16)
        bitRate = isLossy ? Int64(encoder.bitRate ?? usual) : 0
        frameCount = -1
    }

    private static func put<Characters>(_ text: String, into characters: inout Characters) {
        withUnsafeMutableBytes(of: &characters) { $0.copyBytes(from: text.utf8) }
    }
}

extension FileBytes {
    /// The calls by which FFmpeg reaches these bytes, which must outlive them.
    func mediaBytes() -> avf_media_bytes {
        avf_media_bytes(
            read: { context, target, count in
                guard let target else { return -1 }
                return Int32(clamping: FileBytes.at(context)?.read(into: target, count: Int(count)) ?? -1)
            },
            write: { context, source, count in
                guard let source else { return -1 }
                return Int32(clamping: FileBytes.at(context)?.report(from: source, count: Int(count)) ?? -1)
            },
            seek: { Int64(FileBytes.at($0)?.seek(to: Int($1), from: $2) ?? -1) },
            length: { Int64(FileBytes.at($0)?.length ?? 0) },
            // The owner of the bytes closes the decoder or encoder first.
            context: Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether the file looks like something that only FFmpeg decodes: MPEG-4, or a bare stream of AAC.
    var isCodedMedia: Bool {
        defer { _ = seek(to: 0, from: 0) }
        var head = [UInt8](repeating: 0, count: 12)
        guard seek(to: 0, from: 0) == 0, read(into: &head, count: 12) == 12 else { return false }
        let isMPEG4 = head[4..<8].elementsEqual("ftyp".utf8) || head[4..<8].elementsEqual("moov".utf8)
        // ADTS: twelve bits of sync, then layer 0.
        return isMPEG4 || head[0] == 0xFF && head[1] & 0xF6 == 0xF0
    }
}
