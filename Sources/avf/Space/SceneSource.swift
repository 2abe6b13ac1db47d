import AVFConsole
import AVFEngine
import AVFGraph
import AVFMedia
import AVFSpatial
import AVFUnits
import Foundation

/// A scene at the head of a chain: files that sound around a listener, all of them on their ways.
///
/// Everything is moved at multiples of 64 frames, where the environment's lines begin and end, so the
/// result does not depend on the block size.
final class SceneSource: ChainSource {
    /// A source, what plays it, and how long it sounds.
    struct Voice {
        let source: SpatialScene.Source
        let name: String
        let player: PlayerNode
        let path: String
        let firstFrame: Int
        let frameCount: Int
    }

    private static let cellFrameCount = 64

    let engine = AudioEngine()
    let scene: SpatialScene
    let format: BusFormat
    let voices: [Voice]
    private let environment = EnvironmentNode()

    /// Reads a scene and looks at its files; a source without one plays the input.
    ///
    /// - Throws: `Failure` if a file cannot be used, or nothing plays the input.
    init(_ scenePath: String, input: String, sampleRateHz: Double?) throws(Failure) {
        let scene = try SpatialScene(path: scenePath)
        guard scene.sources.contains(where: { $0.file == nil }) else {
            throw Failure(
                .usage, "Every source of “\(scenePath)” has a file of its own: none plays the input.")
        }
        let folder = URL(fileURLWithPath: scenePath).deletingLastPathComponent()
        func resolved(_ name: String?) -> String {
            guard let name else { return input }
            return URL(fileURLWithPath: name, relativeTo: folder).path
        }
        let rate: Double
        if let sampleRateHz { rate = sampleRateHz } else { rate = try Self.facts(input, nil).rate }
        var voices: [Voice] = []
        for source in scene.sources {
            let path = resolved(source.file)
            let facts = try Self.facts(path, rate)
            guard facts.channelCount <= SpatialSource.mostChannels else {
                throw Failure(
                    .badData, "“\(path)” has \(facts.channelCount) channels; 16 at most can be placed.")
            }
            voices.append(
                Voice(
                    source: source,
                    name: URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent,
                    player: PlayerNode(), path: path,
                    firstFrame: Int((source.start * rate).rounded()),
                    frameCount: Int((Double(facts.frameCount) / Double(source.placement.rate)).rounded(.up))))
            try Self.connect(voices[voices.count - 1], facts.channelCount, rate, to: environment, engine)
        }
        self.scene = scene
        self.voices = voices
        format = BusFormat(sampleRateHz: rate, channelCount: scene.output.layout.speakers.count)
        try prepare(
            head: scene.head == "standard" || scene.head == "sphere" ? scene.head : resolved(scene.head))
    }

    private static func facts(
        _ path: String, _ rate: Double?
    ) throws(Failure) -> (rate: Double, channelCount: Int, frameCount: Int) {
        do {
            let reader = try AudioFileReader(path: path)
            let channelCount = reader.format.channelCount
            let rate = rate ?? reader.format.sampleRateHz
            return (
                rate, channelCount, try SegmentReader(reader: reader, sampleRateHz: rate).outputFrameCount
            )
        } catch {
            throw Failure(reading: error)
        }
    }

    private static func connect(
        _ voice: Voice, _ channelCount: Int, _ rate: Double, to environment: EnvironmentNode,
        _ engine: AudioEngine
    ) throws(Failure) {
        voice.player.volume = voice.source.gain
        voice.player.changePlacement { $0 = voice.source.placement }
        if voice.source.isSoundField { voice.player.arrangement = .soundField }
        try explaining { () throws(EngineError) in
            try engine.attach(environment)
            try engine.attach(voice.player)
            try engine.connect(
                voice.player, to: environment,
                format: BusFormat(sampleRateHz: rate, channelCount: channelCount))
        }
    }

    private func prepare(head: String) throws(Failure) {
        environment.arrangement = .loudspeakers(scene.output.layout)
        var room: SpatialRoom?
        if let wanted = scene.room {
            guard let preset = ReverbKernel.presets.firstIndex(where: { Self.isSame($0.name, wanted.preset) })
            else {
                let names = ReverbKernel.presets.map(\.name).joined(separator: ", ")
                throw Failure(.badData, "There is no room “\(wanted.preset)”; there are \(names).")
            }
            room = SpatialRoom(preset: preset)
        }
        environment.change { settings in
            settings.outputType = scene.output.type
            settings.attenuation = scene.distance?.attenuation ?? DistanceAttenuation()
            guard let room else { return }
            settings.isReverbEnabled = true
            settings.reverbDecibels = scene.room?.level ?? 0
            settings.room = room
        }
        try explaining { () throws(EngineError) in
            switch head {
            case "standard": try environment.useHRTF(.standard)
            case "sphere": try environment.useHRTF(.sphericalHead)
            default: try environment.useHRTF(.measured(MeasuredHead(path: head)))
            }
        }
        move(to: 0)
    }

    /// Names of rooms are compared without spaces and case.
    private static func isSame(_ a: String, _ b: String) -> Bool {
        func plain(_ name: String) -> String { name.lowercased().filter { !$0.isWhitespace } }
        return plain(a) == plain(b)
    }

    // MARK: - The chain

    var head: EngineNode { environment }

    /// Up to the end of the last source.
    var frameCount: Int { voices.map { $0.firstFrame + $0.frameCount }.max() ?? 0 }

    var isLengthKnown: Bool { true }

    /// What the room needs, and sound that is on its way.
    var tailSeconds: Double {
        let room = environment.settings.room
        let decay = scene.room == nil ? 0 : Double(max(room.decayAtZeroHz, room.decayAtNyquist))
        return decay + (voices.contains { $0.source.placement.dopplerFactor > 0 } ? 1 : 0)
    }

    var fileFormat: AudioFileFormat? { nil }

    var tags: [AudioTag: String] { [:] }

    var stepFrameCount: Int? { Self.cellFrameCount }

    func play(onEnd: (@Sendable () -> Void)?) throws(Failure) {
        for voice in voices {
            try explaining { () throws(EngineError) in
                try voice.player.schedule(
                    file: MediaSource(path: voice.path), startFrame: 0, frameCount: .max)
                try voice.player.play(atSampleTime: Int64(voice.firstFrame))
            }
        }
    }

    /// Puts everything where it is at the end of the coming 64 frames, to which lines lead.
    func move(to frame: Int) {
        let time = Double(frame == 0 ? 0 : frame + Self.cellFrameCount) / format.sampleRateHz
        for voice in voices where frame == 0 || !voice.source.path.isStill {
            let place = voice.source.path.point(at: time).position
            voice.player.changePlacement {
                $0.position = SIMD3(Float(place.x), Float(place.y), Float(place.z))
            }
        }
        guard frame == 0 || !scene.listener.isStill else { return }
        let listener = scene.listener.point(at: time)
        environment.change {
            _ = $0.listener.move(to: listener.position)
            _ = $0.listener.turn(
                yawDegrees: listener.yaw, pitchDegrees: listener.pitch, rollDegrees: listener.roll)
        }
    }

    func frameCount(ofFile count: Int) -> Int { count }

    func picture() throws(Failure) -> SignalPicture? { nil }
}
