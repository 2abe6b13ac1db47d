import AVFConsole
import AVFMedia

/// What an output file does not hold of what went into it, said on standard error.
enum OutputNotes {
    /// Says how many samples integers could not hold.
    static func tellClipping(_ count: Int, path: String) {
        guard count > 0 else { return }
        Console.error(
            "avf: \(count.grouped) \(count == 1 ? "sample is" : "samples are") louder than full scale and clipped "
                + "in “\(path)”: make them softer, or choose --format float32.")
    }

    /// Says which words about the input are not in a complete file.
    static func tellLostTags(_ tags: [AudioTag: String], in place: String, path: String) {
        guard !tags.isEmpty else { return }
        let kept = (try? AudioFileReader(path: place))?.tags ?? [:]
        let lost = AudioTag.allCases.filter { tags[$0] != nil && kept[$0] != tags[$0] }.map(\.rawValue)
        guard !lost.isEmpty else { return }
        Console.error("avf: “\(path)” cannot hold all tags of the input: \(lost.joined(separator: ", ")).")
    }

    /// Says that samples are stored otherwise than the user may expect, who has not asked for it.
    static func tellEncoding(_ source: AudioFileFormat, _ target: AudioFileFormat, path: String) {
        guard let bits = source.encoding.integerBitCount, target.encoding != source.encoding,
            [.float32, .float64].contains(target.encoding)
        else { return }
        Console.error(
            "avf: “\(path)” holds \(target.encoding.rawValue), for which the input's \(bits) bits are too few "
                + "once it is worked on; --format \(source.encoding.rawValue) rounds.")
    }
}
