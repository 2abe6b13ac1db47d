import AVFConsole
import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender

/// One `avf render`: checks everything, then renders, then reports.
struct RenderJob {
    private let command: RenderCommand

    init(_ command: RenderCommand) { self.command = command }

    /// - Throws: `Failure` with the cause; no output file is left then, except on a full disk and where the
    ///   input is incomplete.
    func run() throws(Failure) {
        let arguments = try command.units.map { (text) throws(Failure) in try UnitArgument(text) }
        try checkPaths()
        var nodes = try arguments.map { (argument) throws(Failure) in
            try argument.makeNode(from: UnitLibrary.shared, placement: command.hosting.placement)
        }
        let source = try source(&nodes)
        let chain = try UnitChain(nodes, source: source)
        chain.engine.setEventHandler { event in
            switch event {
            case .failed(.plugin(let trouble)): Console.error("avf: \(trouble)")
            case .failed(let loss) where loss.isOfEvents: Console.error("avf: \(loss)")
            default: break
            }
        }
        chain.engine.isProfiling = command.stats || command.profile
        let render = try OfflineRender(
            chain, source, tailFrameCount: tailFrameCount(source),
            blockSize: command.blockSize)
        Interruption.listen()
        let format = try fileFormat(chain.outputFormat)
        let output = try OutputFile(
            path: command.output, format: format, frameCount: render.isLengthKnown ? render.frameCount : nil,
            tags: source.tags)
        if command.format == nil, let fileFormat = source.fileFormat {
            OutputNotes.tellEncoding(fileFormat, format, path: command.output)
        }
        if let path = command.trace {
            try explaining { () throws(EngineError) in try chain.engine.startTrace(path: path) }
        }
        try transfer(render, into: output, from: source)
    }

    private func source(_ nodes: inout [UnitNode]) throws(Failure) -> any ChainSource {
        if let scene = command.spatial {
            return try SceneSource(scene, input: command.input, sampleRateHz: command.sampleRate)
        }
        guard SongSource.isSong(command.input) else {
            try command.song.checkUnused()
            return try SourceFile(try input(), sampleRateHz: command.sampleRate)
        }
        return try SongSource(command.input, command.song, &nodes, sampleRateHz: command.sampleRate)
    }

    private func tailFrameCount(_ source: any ChainSource) -> Int {
        Int(((command.tail ?? source.tailSeconds) * source.format.sampleRateHz).rounded())
    }

    /// A pipe is read as it comes unless its length or its beginning is needed.
    private func input() throws(Failure) -> SoundInput {
        guard command.sampleRate == nil, command.plot == nil else {
            return .file(try StandardStreams.input(command.input))
        }
        return try StandardStreams.open(command.input)
    }

    /// Nothing that is read or written may be written over.
    private func checkPaths() throws(Failure) {
        guard !OutputFile.areSame(command.input, command.output) else {
            throw Failure(.usage, "Input and output are the same file, “\(command.output)”.")
        }
        try checkSide(command.plot, option: "--plot", name: "plot")
        try checkSide(command.trace, option: "--trace", name: "trace")
        for side in [command.output, command.plot, command.trace].compactMap(\.self) {
            if let scene = command.spatial, OutputFile.areSame(side, scene) {
                throw Failure(.usage, "The scene “\(scene)” would be written over.")
            }
        }
    }

    private func checkSide(_ side: String?, option: String, name: String) throws(Failure) {
        guard let side else { return }
        guard !side.isEmpty else { throw Failure(.usage, "\(option) needs the name of a file.") }
        for path in [command.input, command.output] where OutputFile.areSame(side, path) {
            throw Failure(.usage, "The \(name) would be written over “\(path)”.")
        }
    }

    private func fileFormat(_ format: BusFormat) throws(Failure) -> AudioFileFormat {
        do {
            return try AudioFileFormat(
                path: StandardStreams.formatPath(command.output, container: command.container),
                encoding: command.format?.encoding, sampleRateHz: format.sampleRateHz,
                channelCount: format.channelCount)
        } catch {
            throw Failure(writing: error)
        }
    }

    private func transfer(
        _ render: OfflineRender, into output: OutputFile, from source: any ChainSource
    ) throws(Failure) {
        let format = render.chain.outputFormat
        var measure: SignalMeasure?
        var picture: SignalPicture?
        var levels = command.spatial != nil ? LevelTrace(sampleRateHz: format.sampleRateHz) : nil
        let watch = Stopwatch()
        do {
            if command.stats {
                measure = try SignalMeasure(
                    sampleRateHz: format.sampleRateHz, channelCount: format.channelCount)
            }
            if command.plot != nil, levels == nil {
                picture = SignalPicture(
                    format, frameCount: render.frameCount, tailFrameCount: render.tailFrameCount)
            }
            try pump(render, output, &measure, &picture, &levels)
        } catch {
            // A full disk has kept what was written; after anything else nothing is left.
            if error.status != .inputOutput { output.discard() }
            throw error
        }
        try output.finish()
        let seconds = watch.seconds
        if command.trace != nil {
            try explaining { () throws(EngineError) in try render.chain.engine.stopTrace() }
        }
        if let measure { RenderStatistics(measure, render, seconds: seconds).print() }
        if command.profile { ProfileTable(render.chain.engine.renderCosts).print() }
        if let path = command.plot {
            if let scene = source as? SceneSource, let levels {
                try ScenePlot(scene, levels.finished()).write(to: path)
            } else if let picture {
                try SignalPlot(before: try source.picture(), after: picture.finished()).write(to: path)
            }
        }
        if let error = render.incompleteness { throw Failure(incomplete: error) }
    }

    private func pump(
        _ render: OfflineRender, _ output: OutputFile, _ measure: inout SignalMeasure?,
        _ picture: inout SignalPicture?, _ levels: inout LevelTrace?
    ) throws(Failure) {
        let channelCount = render.chain.outputFormat.channelCount
        var bar = ProgressBar(total: render.frameCount)
        defer { bar.finish() }
        var done = 0
        try render.run { (channels, offset, frameCount) throws(Failure) in
            try output.write(channels, offset: offset, frameCount: frameCount)
            try measure?.add(channels, offset: offset, frameCount: frameCount)
            picture?.add(channels, offset: offset, frameCount: frameCount)
            levels?.add(channels, channelCount: channelCount, offset: offset, frameCount: frameCount)
            done += frameCount
            bar.show(done)
        }
    }
}
