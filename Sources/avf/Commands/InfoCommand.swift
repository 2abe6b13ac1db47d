import AVFMedia
import AVFRender
import ArgumentParser

/// `avf info`.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Tells what is in an audio file.",
        discussion: "Damage is found by --levels, which reads the whole file.")

    @Argument(help: "The file to read; - for standard input.") var file: String
    @Flag(help: "Prints JSON.") var json = false
    @Flag(help: "Reads the whole file and tells peak, RMS and loudness.") var levels = false

    func run() throws {
        let path = try StandardStreams.input(file)
        let reader: AudioFileReader
        do { reader = try AudioFileReader(path: path) } catch { throw Failure(reading: error) }
        let measure = levels ? try measured(reader) : nil
        if json { Console.out(object(reader, measure).text()) } else { show(reader, measure) }
    }

    private func measured(_ reader: AudioFileReader) throws(Failure) -> SignalMeasure {
        let channelCount = reader.format.channelCount
        var measure = try SignalMeasure(
            sampleRateHz: reader.format.sampleRateHz, channelCount: channelCount)
        let buffer = SampleBuffer(channelCount: channelCount, frameCapacity: 16_384)
        do {
            while case let count = try reader.read(into: buffer.channels, frameCount: buffer.frameCapacity),
                count > 0
            {
                try measure.add(buffer.readOnlyChannels, offset: 0, frameCount: count)
            }
        } catch let error as MediaError {
            throw Failure(reading: error)
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(.internalError, "\(error)")
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
            "peakDecibels": measure.map { .number($0.peakDecibels) },
            "rmsDecibels": measure.map { .number($0.rmsDecibels) },
            "integratedLUFS": measure.map { .number($0.integratedLUFS) },
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
        line("loudness", measure.integratedLUFS.digits(2) + " LUFS")
    }

    private func line(_ name: String, _ value: String) { Console.out(name.padded(to: 11) + value) }
}
