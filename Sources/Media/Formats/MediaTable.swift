import CAVFSndFile

// The one table of containers, encodings and codings: what reading, writing, settings, C and tests know of
// each. A new one is a case with its row here, and what decodes it.

/// What is known of a kind of file.
struct ContainerFacts {
    /// The extensions of paths, in lower-case letters.
    let fileExtensions: [String]
    /// Core Audio's numbers (`kAudioFile…Type`) as their four characters.
    let fileTypes: [String]
    /// libsndfile's numbers: what is written, then what is read too; empty for what FFmpeg reads and writes.
    let majorFormats: [Int]
    /// What is written when nothing else is asked for: the encoding that keeps most of a float signal.
    let defaultEncoding: AudioEncoding

    init(_ fileExtensions: [String], _ fileTypes: [String], _ majorFormats: [Int], _ encoding: AudioEncoding)
    {
        self.fileExtensions = fileExtensions
        self.fileTypes = fileTypes
        self.majorFormats = majorFormats
        defaultEncoding = encoding
    }
}

extension AudioContainer {
    /// The row of this container.
    var facts: ContainerFacts {
        switch self {
        case .wav: .init(["wav", "wave", "bwf"], ["WAVE"], [SF_FORMAT_WAV, SF_FORMAT_WAVEX], .float32)
        case .rf64: .init(["rf64"], ["RF64"], [SF_FORMAT_RF64], .float32)
        case .w64: .init(["w64"], ["W64f"], [SF_FORMAT_W64], .float32)
        case .aiff: .init(["aiff", "aif", "aifc"], ["AIFF", "AIFC"], [SF_FORMAT_AIFF], .float32)
        case .caf: .init(["caf"], ["caff"], [SF_FORMAT_CAF], .float32)
        case .au: .init(["au", "snd"], ["NeXT"], [SF_FORMAT_AU], .float32)
        case .flac: .init(["flac"], ["flac"], [SF_FORMAT_FLAC], .int24)
        case .ogg: .init(["ogg", "oga", "opus"], [], [SF_FORMAT_OGG], .vorbis)
        case .mp3: .init(["mp3"], ["MPG3"], [SF_FORMAT_MPEG], .mpegLayer3)
        case .m4a: .init(["m4a", "m4b", "mp4"], ["m4af", "m4bf", "mp4f"], [], .aac)
        case .other: .init([], [], [], .float32)
        }
    }
}

/// What is known of how samples are stored in a file.
struct EncodingFacts {
    /// The number in C, which stays; 0 for none.
    let number: Int
    /// Core Audio's number (`kAudioFormat…`) as its four characters.
    let formatID: String
    /// libsndfile's numbers: the usual one, then that of unsigned integers.
    let subFormats: [Int]
    /// The bits of a sample for encodings of integers; what their decoders give for others of that kind.
    let integerBitCount: Int?
    /// The bytes of a sample for encodings of fixed size.
    let sampleByteCount: Int?
    let isLossless: Bool

    init(
        _ number: Int, _ formatID: String, _ subFormats: [Int], bits: Int? = nil, bytes: Int? = nil,
        isLossless: Bool
    ) {
        self.number = number
        self.formatID = formatID
        self.subFormats = subFormats
        integerBitCount = bits
        sampleByteCount = bytes
        self.isLossless = isLossless
    }
}

extension AudioEncoding {
    /// The row of this encoding.
    var facts: EncodingFacts {
        switch self {
        case .int8:
            .init(1, "lpcm", [SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8], bits: 8, bytes: 1, isLossless: true)
        case .int16: .init(2, "lpcm", [SF_FORMAT_PCM_16], bits: 16, bytes: 2, isLossless: true)
        case .int24: .init(3, "lpcm", [SF_FORMAT_PCM_24], bits: 24, bytes: 3, isLossless: true)
        case .int32: .init(4, "lpcm", [SF_FORMAT_PCM_32], bits: 32, bytes: 4, isLossless: true)
        case .float32: .init(5, "lpcm", [SF_FORMAT_FLOAT], bytes: 4, isLossless: true)
        case .float64: .init(6, "lpcm", [SF_FORMAT_DOUBLE], bytes: 8, isLossless: true)
        case .ulaw: .init(7, "ulaw", [SF_FORMAT_ULAW], bits: 16, bytes: 1, isLossless: false)
        case .alaw: .init(8, "alaw", [SF_FORMAT_ALAW], bits: 16, bytes: 1, isLossless: false)
        case .alac16: .init(9, "alac", [SF_FORMAT_ALAC_16], bits: 16, isLossless: true)
        case .alac20: .init(10, "alac", [SF_FORMAT_ALAC_20], bits: 20, isLossless: true)
        case .alac24: .init(11, "alac", [SF_FORMAT_ALAC_24], bits: 24, isLossless: true)
        case .alac32: .init(12, "alac", [SF_FORMAT_ALAC_32], bits: 32, isLossless: true)
        case .vorbis: .init(13, "vorb", [SF_FORMAT_VORBIS], isLossless: false)
        case .opus: .init(14, "opus", [SF_FORMAT_OPUS], isLossless: false)
        case .mpegLayer1: .init(15, ".mp1", [SF_FORMAT_MPEG_LAYER_I], isLossless: false)
        case .mpegLayer2: .init(16, ".mp2", [SF_FORMAT_MPEG_LAYER_II], isLossless: false)
        case .mpegLayer3: .init(17, ".mp3", [SF_FORMAT_MPEG_LAYER_III], isLossless: false)
        case .aac: .init(18, "aac ", [], isLossless: false)
        case .other: .init(0, "????", [], isLossless: false)
        }
    }
}

/// What is known of a coding of packets.
struct CodingFacts {
    /// Core Audio's numbers (`kAudioFormat…`) as their four characters.
    let formatIDs: [String]
    /// FFmpeg's decoder.
    let decoder: String
    /// FFmpeg's encoder; nil for none.
    let encoder: String?
    let isLossless: Bool

    init(_ formatIDs: [String], decoder: String, encoder: String?, isLossless: Bool = false) {
        self.formatIDs = formatIDs
        self.decoder = decoder
        self.encoder = encoder
        self.isLossless = isLossless
    }
}

extension PacketCoding {
    /// The row of this coding.
    var facts: CodingFacts {
        switch self {
        case .aac: .init(["aac "], decoder: "aac", encoder: "aac")
        case .aacHighEfficiency: .init(["aach", "aacp"], decoder: "aac", encoder: nil)
        case .alac: .init(["alac"], decoder: "alac", encoder: "alac", isLossless: true)
        case .flac: .init(["flac"], decoder: "flac", encoder: "flac", isLossless: true)
        case .opus: .init(["opus"], decoder: "opus", encoder: "libopus")
        case .mpegLayer1: .init([".mp1"], decoder: "mp1float", encoder: nil)
        case .mpegLayer2: .init([".mp2"], decoder: "mp2float", encoder: "mp2")
        case .mpegLayer3: .init([".mp3"], decoder: "mp3float", encoder: "libmp3lame")
        case .ulaw: .init(["ulaw"], decoder: "pcm_mulaw", encoder: "pcm_mulaw")
        case .alaw: .init(["alaw"], decoder: "pcm_alaw", encoder: "pcm_alaw")
        case .ima4: .init(["ima4"], decoder: "adpcm_ima_qt", encoder: "adpcm_ima_qt")
        case .ac3: .init(["ac-3"], decoder: "ac3", encoder: "ac3")
        case .enhancedAC3: .init(["ec-3"], decoder: "eac3", encoder: "eac3")
        }
    }
}

/// The number that four characters of ASCII are.
func fourCharacters(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
