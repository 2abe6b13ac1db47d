import CAVFSndFile

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
    package var integerBitCount: Int? {
        switch self {
        case .int8: 8
        case .int16, .alac16, .ulaw, .alaw: 16
        case .alac20: 20
        case .int24, .alac24: 24
        case .int32, .alac32: 32
        default: nil
        }
    }

    /// The bytes of a sample for encodings of fixed size, else nil.
    var sampleByteCount: Int? {
        switch self {
        case .int8, .ulaw, .alaw: 1
        case .int16: 2
        case .int24: 3
        case .int32, .float32: 4
        case .float64: 8
        default: nil
        }
    }

    /// Whether samples come back as they were written, up to rounding to the encoding's precision.
    package var isLossless: Bool {
        switch self {
        case .ulaw, .alaw, .aac, .vorbis, .opus, .mpegLayer1, .mpegLayer2, .mpegLayer3, .other: false
        default: true
        }
    }

    init(subFormat: Int32) {
        let code = Int(subFormat)
        self = AudioEncoding.allCases.first { $0.subFormats.contains(code) } ?? .other
    }

    func subFormat(in container: AudioContainer) -> Int32? {
        let isUnsigned = self == .int8 && [.wav, .rf64, .w64].contains(container)
        let code = isUnsigned ? subFormats.last : subFormats.first
        return code.map(Int32.init)
    }

    /// The codes of libsndfile that mean this encoding.
    private var subFormats: [Int] {
        switch self {
        case .int8: [SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8]
        case .int16: [SF_FORMAT_PCM_16]
        case .int24: [SF_FORMAT_PCM_24]
        case .int32: [SF_FORMAT_PCM_32]
        case .float32: [SF_FORMAT_FLOAT]
        case .float64: [SF_FORMAT_DOUBLE]
        case .ulaw: [SF_FORMAT_ULAW]
        case .alaw: [SF_FORMAT_ALAW]
        case .alac16: [SF_FORMAT_ALAC_16]
        case .alac20: [SF_FORMAT_ALAC_20]
        case .alac24: [SF_FORMAT_ALAC_24]
        case .alac32: [SF_FORMAT_ALAC_32]
        case .vorbis: [SF_FORMAT_VORBIS]
        case .opus: [SF_FORMAT_OPUS]
        case .mpegLayer1: [SF_FORMAT_MPEG_LAYER_I]
        case .mpegLayer2: [SF_FORMAT_MPEG_LAYER_II]
        case .mpegLayer3: [SF_FORMAT_MPEG_LAYER_III]
        case .aac, .other: []
        }
    }
}
