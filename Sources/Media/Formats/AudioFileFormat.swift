import CAVFSndFile

/// The order of the bytes within a sample.
package enum ByteOrder: Sendable {
    /// The container's own order.
    case native
    /// Least significant byte first.
    case little
    /// Most significant byte first.
    case big
}

/// What is in an audio file, or shall be.
package struct AudioFileFormat: Equatable, Sendable {
    /// The sample rates that are read and written.
    ///
    /// Nothing that carries sound lies below; above lie only damaged headers (an AIFF rate of NaN reads as
    /// 67 MHz, one of zero as 1 Hz).
    package static let sampleRatesHz: ClosedRange<Double> = 100...768_000

    /// The channel counts that are read and written.
    package static let channelCounts: ClosedRange<Int> = 1...1024

    /// The kind of file.
    package var container: AudioContainer
    /// How samples are stored.
    package var encoding: AudioEncoding
    /// The order of the bytes within a sample.
    package var byteOrder: ByteOrder
    /// Frames in each second.
    package var sampleRateHz: Double
    /// Samples in each frame.
    package var channelCount: Int
    /// The speaker of each channel, if the file says so.
    package var speakers: [SpeakerPosition]?

    /// A format from its parts.
    package init(
        container: AudioContainer, encoding: AudioEncoding, byteOrder: ByteOrder = .native,
        sampleRateHz: Double, channelCount: Int, speakers: [SpeakerPosition]? = nil
    ) {
        self.container = container
        self.encoding = encoding
        self.byteOrder = byteOrder
        self.sampleRateHz = sampleRateHz
        self.channelCount = channelCount
        self.speakers = speakers
    }

    /// The format that a path's extension asks for, with the container's default encoding unless one is
    /// given.
    ///
    /// - Throws: `unknownExtension` when the extension names no container.
    package init(
        path: String, encoding: AudioEncoding? = nil, sampleRateHz: Double, channelCount: Int
    ) throws(MediaError) {
        guard let container = AudioContainer(path: path) else { throw .unknownExtension(path) }
        self.init(
            container: container, encoding: encoding ?? container.defaultEncoding(path: path),
            sampleRateHz: sampleRateHz, channelCount: channelCount)
    }

    /// Whether this combination can be written.
    ///
    /// libsndfile decides, with exceptions: it knows no MPEG audio in WAVE files and no layer but III in
    /// reality, and its ALAC encoder loses samples of loud noise at 20, 24 and 32 bits (1.2.0, seen by round
    /// trip).
    package var isWritable: Bool {
        if isCoded { return isCodedWritable }
        switch encoding {
        case .alac20, .alac24, .alac32, .mpegLayer1, .mpegLayer2: return false
        case .mpegLayer3 where container != .mp3: return false
        default: break
        }
        guard var info = soundFileInfo else { return false }
        return sf_format_check(&info) != 0
    }

    /// The same in libsndfile's words; nil for what has no word there.
    var soundFileInfo: SF_INFO? {
        guard let major = container.majorFormat(channelCount: channelCount),
            let sub = encoding.subFormat(in: container),
            let rate = Int32(exactly: sampleRateHz), let channels = Int32(exactly: channelCount)
        else { return nil }
        var info = SF_INFO()
        info.samplerate = rate
        info.channels = channels
        info.format = major | sub | byteOrderFlag
        return info
    }

    private var byteOrderFlag: Int32 {
        switch byteOrder {
        case .native: Int32(SF_ENDIAN_FILE)
        case .little: Int32(SF_ENDIAN_LITTLE)
        case .big: Int32(SF_ENDIAN_BIG)
        }
    }

    /// What libsndfile found in a file.
    init(_ info: SF_INFO) {
        let major = info.format & Int32(SF_FORMAT_TYPEMASK)
        let order: ByteOrder =
            switch Int(info.format) & SF_FORMAT_ENDMASK {
            case SF_ENDIAN_LITTLE: .little
            case SF_ENDIAN_BIG: .big
            default: .native
            }
        self.init(
            container: AudioContainer(majorFormat: major),
            encoding: AudioEncoding(subFormat: info.format & Int32(SF_FORMAT_SUBMASK)), byteOrder: order,
            sampleRateHz: Double(info.samplerate), channelCount: Int(info.channels))
    }

    /// Refuses rates and channel counts that no audio file has.
    func checkLimits(path: String) throws(MediaError) {
        guard AudioFileFormat.sampleRatesHz.contains(sampleRateHz) else {
            throw .invalidSampleRate(path, sampleRateHz: sampleRateHz)
        }
        guard AudioFileFormat.channelCounts.contains(channelCount) else {
            throw .invalidChannelCount(path, channelCount: channelCount)
        }
    }
}

extension AudioFileFormat: CustomStringConvertible {
    /// Container, encoding, channels and rate in one line.
    package var description: String {
        "\(container.rawValue) with \(encoding.rawValue), \(channelCount) ch, \(sampleRateHz) Hz"
    }
}
