import AVFConsole
import AVFMedia
import AVFRender
import ArgumentParser

/// `avf info`.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Tells what is in an audio file, a MIDI file or a sound bank.",
        discussion: """
            Of a file that is incomplete, what is there is told, then what is missing, and the exit status is 3. \
            FLAC, MP3 and MPEG-4 files show what is missing to --levels only, which reads the whole file.
            """)

    @Argument(help: "The file to read; - for standard input.") var file: String
    @Flag(help: "Prints JSON.") var json = false
    @Flag(help: "Reads the whole file and tells peak, RMS and loudness.") var levels = false
    @Option(help: ArgumentHelp("Draws the notes of a MIDI file.", valueName: "file.svg")) var plot: String?

    func run() throws {
        let isSong = SongSource.isSong(file)
        guard plot == nil || isSong else {
            throw Failure(.usage, "--plot is for MIDI files here; avf render draws sound.")
        }
        guard !levels || !isSong && !BankInfo.isBank(file) else {
            throw Failure(.usage, "--levels is for sound: “\(file)” is none.")
        }
        if isSong {
            let song = try SongInfo(file)
            if let plot { try song.plot(to: plot) }
            return json ? Console.out(song.json.text()) : song.show()
        }
        if BankInfo.isBank(file) {
            let bank = try BankInfo(file)
            return json ? Console.out(bank.json.text()) : bank.show()
        }
        let path = try StandardStreams.input(file)
        let reader: AudioFileReader
        do { reader = try AudioFileReader(path: path) } catch { throw Failure(reading: error) }
        let measure = levels ? try measured(reader) : nil
        if json { Console.out(object(reader, measure).text()) } else { show(reader, measure) }
        try reader.checkComplete()
    }

    private func measured(_ reader: AudioFileReader) throws(Failure) -> SignalMeasure {
        let channelCount = reader.format.channelCount
        var measure = try SignalMeasure(
            sampleRateHz: reader.format.sampleRateHz, channelCount: channelCount)
        let buffer = SampleBuffer(channelCount: channelCount, frameCapacity: 16_384)
        let read = { () throws(MediaError) in
            try reader.read(into: buffer.channels, frameCount: buffer.frameCapacity)
        }
        while case let count = try reader.deliver(read), count > 0 {
            try measure.add(buffer.readOnlyChannels, offset: 0, frameCount: count)
        }
        return measure
    }

    private func object(_ reader: AudioFileReader, _ measure: SignalMeasure?) -> JSON {
        let format = reader.format
        return .entries([
            "file": .text(file), "container": .text(format.container.rawValue),
            "encoding": .text(format.encoding.rawValue), "sampleRateHz": .number(format.sampleRateHz),
            "channelCount": .integer(format.channelCount), "frameCount": .integer(reader.frameCount),
            "durationSeconds": .number(Double(reader.frameCount) / format.sampleRateHz),
            "isIncomplete": .bool(reader.incompleteness != nil),
            "expectedFrameCount": .integer(reader.expectedFrameCount),
            "peakDecibels": measure.map { .number($0.peakDecibels) },
            "rmsDecibels": measure.map { .number($0.rmsDecibels) },
            "integratedLUFS": measure.map { $0.integratedLUFS.map(JSON.number) ?? JSON.null },
        ])
    }

    private func show(_ reader: AudioFileReader, _ measure: SignalMeasure?) {
        let format = reader.format
        line("file", file)
        line("container", format.container.rawValue)
        line("encoding", format.encoding.rawValue)
        line("rate", format.sampleRateHz.plain + " Hz")
        line("channels", "\(format.channelCount)")
        line(
            "duration",
            (Double(reader.frameCount) / format.sampleRateHz).digits(3) + " s (\(reader.frameCount) frames)")
        guard let measure else { return }
        line("peak", measure.peakDecibels.digits(2) + " dBFS")
        line("RMS", measure.rmsDecibels.digits(2) + " dBFS")
        line("loudness", measure.loudnessText)
    }

    private func line(_ name: String, _ value: String) { Console.out(name.padded(to: 11) + value) }
}
