/// How samples are stored in a file.
package enum AudioEncoding: String, CaseIterable, Sendable {
    /// Eight-bit integers: unsigned in WAVE files, signed elsewhere.
    case int8
    /// Sixteen-bit integers.
    case int16
    /// Twenty-four-bit integers, packed in three bytes.
    case int24
    /// Thirty-two-bit integers.
    case int32
    /// IEEE single precision.
    case float32
    /// IEEE double precision.
    case float64
    /// ITU-T G.711 µ-law.
    case ulaw
    /// ITU-T G.711 A-law.
    case alaw
    /// Apple Lossless, 16 bits.
    case alac16
    /// Apple Lossless, 20 bits.
    case alac20
    /// Apple Lossless, 24 bits.
    case alac24
    /// Apple Lossless, 32 bits.
    case alac32
    /// MPEG-4 Advanced Audio Coding.
    case aac
    /// Xiph Vorbis.
    case vorbis
    /// IETF Opus.
    case opus
    /// MPEG audio layer I.
    case mpegLayer1
    /// MPEG audio layer II.
    case mpegLayer2
    /// MPEG audio layer III.
    case mpegLayer3
    /// Something else that is decoded (ADPCM, GSM and the like); never written.
    case other

    /// The bits of a sample for encodings of integers, else nil.
    ///
    /// µ-law and A-law count as 16 bits: that is what their decoders give.
    package var integerBitCount: Int? { facts.integerBitCount }

    /// The bytes of a sample for encodings of fixed size, else nil.
    var sampleByteCount: Int? { facts.sampleByteCount }

    /// Whether samples come back as they were written, up to rounding to the encoding's precision.
    package var isLossless: Bool { facts.isLossless }

    /// Core Audio's number (`kAudioFormat…`); `'????'` for those that have none.
    package var formatID: UInt32 { fourCharacters(facts.formatID) }

    /// The number in C; nil for those that have none.
    package var number: Int? { facts.number > 0 ? facts.number : nil }

    init(subFormat: Int32) {
        let code = Int(subFormat)
        self = AudioEncoding.allCases.first { $0.facts.subFormats.contains(code) } ?? .other
    }

    func subFormat(in container: AudioContainer) -> Int32? {
        let codes = facts.subFormats
        let isUnsigned = self == .int8 && [.wav, .rf64, .w64].contains(container)
        return (isUnsigned ? codes.last : codes.first).map { Int32($0) }
    }
}
