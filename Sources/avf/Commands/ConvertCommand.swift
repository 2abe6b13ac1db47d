import AVFDSP
import AVFMedia
import ArgumentParser

/// `avf convert`.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Writes a file's sound in another format, rate or number of channels.",
        discussion: """
            The kind of output file follows from the name. The length is the input's at the new rate, rounded up. \
            Mono goes to left and right; more channels are mixed to stereo or mono after ITU-R BS.775. The output \
            file appears when it is complete.
            """)

    @Argument(help: "The file to read; - for standard input.") var input: String
    @Argument(
        help:
            "The file to write: .wav .aiff .caf .flac .ogg .opus .mp3 .m4a and others; - for standard output."
    )
    var output: String
    @Option(help: "The kind of file, as an extension; the name's unless given, and wav for standard output.")
    var container: String?
    @Option(help: "Frames a second of the output; the input's unless given.") var rate: Double?
    @Option(help: "Channels of the output; the input's unless given.") var channels: Int?
    @Option(
        help: ArgumentHelp(
            """
            How samples are stored: float32, int16, aac, alac16 …; unless given, as in the input where nothing \
            is done to them, else what suits the file.
            """,
            valueName: "encoding"))
    var format: String?
    @Option(help: "Of rate conversion: draft (80 dB), medium (95 dB), high (120 dB) or best (150 dB).")
    var quality = Quality.best
    @Flag(help: "Nothing is heard before an impulse; high frequencies come some samples late.")
    var minimumPhase = false
    @Flag(help: "Adds noise of one step before integers are rounded.") var dither = false
    @Option(help: "Bits a second of lossy encodings.") var bitRate: Int?

    /// Of rate conversion.
    enum Quality: String, ExpressibleByArgument, CaseIterable {
        case draft, medium, high, best

        var resampler: ResamplerQuality {
            switch self {
            case .draft: .draft
            case .medium: .medium
            case .high: .high
            case .best: .best
            }
        }
    }

    func validate() throws {
        if let rate, !AudioFileFormat.sampleRatesHz.contains(rate) {
            throw ValidationError("The sample rate \(rate.plain) Hz is not between 100 and 768000.")
        }
        if let channels, !AudioFileFormat.channelCounts.contains(channels) {
            throw ValidationError("The channel count \(channels) is not between 1 and 1024.")
        }
        if let format, AudioEncoding(rawValue: format) == nil {
            let names = AudioEncoding.allCases.filter { $0 != .other }.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no encoding “\(format)”; there are \(names).")
        }
        if let bitRate, !(1...10_000_000).contains(bitRate) {
            throw ValidationError("The bit rate \(bitRate) is not between 1 and 10000000.")
        }
    }

    func run() throws {
        try ConvertJob(self).run()
    }
}
