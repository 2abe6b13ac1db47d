import AVFConsole
import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender
import ArgumentParser

/// `avf render`.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Sends a file through units, as fast as it goes, into another file.",
        discussion: """
            A MIDI file is played with the sounds of --bank, or by the first unit if that is an instrument. \
            Units stand in a chain, in the order in which they are given:

              avf render in.wav out.wav --unit equalizer:globalGain=-3 --unit http://moddevices.com/plugins/…
              avf render in.wav out.wav --tail 3 --unit convolution:file=hall.wav,dryWetMix=30
              avf render song.mid out.wav --unit sampler:bank=font.sf2,gain=-6
              avf render song.mid out.flac --bank FluidR3_GM.sf2 --unit limiter
              avf render in.wav out.wav --tail 6 --unit reverb:preset=cathedral,dryWetMix=30
              avf render bee.wav out.wav --spatial scene.json --plot scene.svg

            A scene is a JSON file with sources on their ways around a listener; one without a file is the \
            input. Places are metres to the right, up and to the back:

              {"output": "headphones", "room": {"preset": "large hall"}, "sources": [{"reverb": 0.2, "path": [
                {"time": 0, "position": [-5, 0, -1]}, {"time": 4, "position": [5, 1, -1]}]}]}

            The kind of output file follows from the name. Integer formats are rounded to the nearest, without \
            dither. Latency of the units is compensated: output and input stay aligned. The result does not \
            depend on the block size. The output file appears when it is complete.
            """)

    @Argument(help: "The file to read; - for standard input.") var input: String
    @Argument(
        help: "The file to write: .wav .aiff .caf .flac .ogg .opus .mp3 and others; - for standard output.")
    var output: String
    @Option(help: "The kind of file, as an extension; the name's unless given, and wav for standard output.")
    var container: String?
    @Option(
        name: .customLong("unit"),
        help: ArgumentHelp(
            "A native unit's symbol or a plugin's URI, with parameters or preset=name; may be repeated.",
            valueName: "unit[:parameter=value,...]"))
    var units: [String] = []
    @OptionGroup var hosting: HostingOptions
    @Option(help: "Frames of each block, 1 to 65536.") var blockSize = 512
    @Option(help: "Frames a second of the output; the input's unless given.") var sampleRate: Double?
    @Option(help: "How samples are stored: float32, int16 or int24; what suits the file unless given.")
    var format: SampleFormat?
    @Option(
        help: ArgumentHelp(
            "Goes on after the input's end, for echoes; 0 unless given, 3 behind a song.",
            valueName: "seconds"))
    var tail: Double?
    @OptionGroup var song: SongOptions
    @Option(
        help: ArgumentHelp(
            "Places the input, and other files, in space around a listener; --plot draws it from above.",
            valueName: "scene.json"))
    var spatial: String?
    @Flag(help: "Writes each track of a MIDI file into a file of its own, with number and name in its name.")
    var stems = false
    @Flag(help: "Prints duration, levels, loudness, speed, and the time spent in each unit.") var stats =
        false
    @Flag(help: "Prints a table of the time spent in each node.") var profile = false
    @Option(
        help: ArgumentHelp(
            "Writes what each node took in each block, for chrome://tracing and ui.perfetto.dev.",
            valueName: "file.json"))
    var trace: String?
    @Option(help: ArgumentHelp("Draws waveform and spectrum, before and after.", valueName: "file.svg"))
    var plot: String?

    /// How samples are stored.
    enum SampleFormat: String, ExpressibleByArgument, CaseIterable {
        case float32, int16, int24

        var encoding: AudioEncoding {
            switch self {
            case .float32: .float32
            case .int16: .int16
            case .int24: .int24
            }
        }
    }

    func validate() throws {
        guard (1...65_536).contains(blockSize) else {
            throw ValidationError("The block size \(blockSize) is not between 1 and 65536.")
        }
        guard !stems || song.track == nil else {
            throw ValidationError("--stems writes all tracks; --track one.")
        }
        guard !stems || plot == nil && trace == nil else {
            throw ValidationError("--stems writes many files; --plot and --trace belong to one: use --track.")
        }
        guard spatial == nil || !stems && song.bank == nil && song.track == nil else {
            throw ValidationError("--spatial places sounds: render the MIDI file first.")
        }
        guard spatial == nil || input != StandardStreams.name else {
            throw ValidationError("--spatial needs the name of an input file.")
        }
        guard !stems || output != StandardStreams.name else {
            throw ValidationError("--stems needs the name of a file, for one for each track.")
        }
        guard tail.map({ $0.isFinite && (0...86_400).contains($0) }) ?? true else {
            throw ValidationError("The tail of \((tail ?? 0).plain) s is not between 0 and 86400.")
        }
        if let rate = sampleRate, !AudioFileFormat.sampleRatesHz.contains(rate) {
            throw ValidationError("The sample rate \(rate.plain) Hz is not between 100 and 768000.")
        }
    }

    func run() throws {
        guard stems else { return try RenderJob(self).run() }
        for (place, name) in try SongSource.trackNames(of: input).enumerated() {
            var stem = self
            stem.song.track = place + 1
            stem.output = Self.stemPath(output, place + 1, name)
            Console.error("avf: “\(stem.output)”")
            try RenderJob(stem).run()
        }
    }

    /// The path of a track's file: its number and its name stand before the extension.
    static func stemPath(_ path: String, _ number: Int, _ name: String) -> String {
        let start = path.lastIndex(of: "/") ?? path.startIndex
        let dot = path[start...].lastIndex(of: ".") ?? path.endIndex
        let safe = name.filter { $0 != "/" && !$0.isNewline && $0 != "\0" }.prefix(60)
        return path[..<dot] + " \(number)" + (safe.isEmpty ? "" : " " + safe) + path[dot...]
    }
}
