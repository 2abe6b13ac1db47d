import AVFConsole
import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender

/// The input of a render: what the player will deliver.
struct SourceFile: ChainSource {
    let engine = AudioEngine()
    private let player = PlayerNode()
    let input: SoundInput
    /// The rate of the render and the file's channels.
    let format: BusFormat
    private let knownFrameCount: Int
    /// How the file holds the sound.
    private let readFormat: AudioFileFormat
    /// Words about the sound.
    let tags: [AudioTag: String]

    /// Looks at a file; without a rate, its own is taken.
    ///
    /// - Throws: `Failure` if it cannot be read or brought to the rate.
    init(_ input: SoundInput, sampleRateHz: Double?) throws(Failure) {
        self.input = input
        do {
            let reader = try input.reader()
            readFormat = reader.format
            tags = reader.tags
            format = BusFormat(
                sampleRateHz: sampleRateHz ?? reader.format.sampleRateHz,
                channelCount: reader.format.channelCount)
            knownFrameCount = try SegmentReader(reader: reader, sampleRateHz: format.sampleRateHz)
                .outputFrameCount
        } catch {
            throw Failure(reading: error)
        }
        let (engine, player) = (engine, player)
        try explaining { () throws(EngineError) in try engine.attach(player) }
    }

    var head: EngineNode { player }

    var fileFormat: AudioFileFormat? { readFormat }

    var tailSeconds: Double { 0 }

    /// Frames at that rate; for a pipe that does not say, more than will come until it has ended.
    var frameCount: Int {
        if case .pipe(let reader) = input { reader.frameCount } else { knownFrameCount }
    }

    /// Whether `frameCount` will stay as it is.
    var isLengthKnown: Bool {
        if case .pipe(let reader) = input { reader.isLengthKnown } else { true }
    }

    func play(onEnd: (@Sendable () -> Void)?) throws(Failure) {
        let completion = onEnd.map { end in PlayerCompletion(.dataPlayedBack) { _ in end() } }
        switch input {
        case .pipe(let reader): player.schedule(piped: reader, completion: completion)
        case .file(let path):
            try explaining { () throws(EngineError) in
                try player.schedule(
                    file: MediaSource(path: path), startFrame: 0, frameCount: .max, completion: completion)
            }
        }
        try explaining { () throws(EngineError) in try player.play() }
    }

    func seek(toSeconds seconds: Double, onEnd: (@Sendable () -> Void)?) throws(Failure) -> Bool {
        guard case .file(let path) = input else { return false }
        let completion = onEnd.map { end in PlayerCompletion(.dataPlayedBack) { _ in end() } }
        try explaining { () throws(EngineError) in
            player.stop()
            try player.schedule(
                file: MediaSource(path: path), startFrame: Int64(seconds * readFormat.sampleRateHz),
                frameCount: .max, completion: completion)
            try player.play()
        }
        return true
    }

    /// The frames at the render's rate that so many frames of the file become.
    func frameCount(ofFile count: Int) -> Int {
        min(frameCount, Int((Double(count) * format.sampleRateHz / readFormat.sampleRateHz).rounded(.up)))
    }

    /// The whole signal as a picture.
    ///
    /// - Throws: `Failure` if the file cannot be read any more.
    func picture() throws(Failure) -> SignalPicture? {
        var picture = SignalPicture(format, frameCount: frameCount)
        let buffer = SampleBuffer(channelCount: format.channelCount, frameCapacity: 16_384)
        do {
            let reader = try SegmentReader(reader: input.reader(), sampleRateHz: format.sampleRateHz)
            while case let count = try reader.read(into: buffer.channels, frameCount: buffer.frameCapacity),
                count > 0
            {
                picture.add(buffer.readOnlyChannels, offset: 0, frameCount: count)
            }
        } catch {
            guard error.usableFrameCount != nil else { throw Failure(reading: error) }
        }
        return picture.finished()
    }
}
