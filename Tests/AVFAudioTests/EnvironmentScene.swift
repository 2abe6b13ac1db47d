import AVFAudio
import Testing

/// Sources in an environment that feeds the output of an engine in manual rendering.
struct EnvironmentScene {
    let offline: OfflineEngine
    let environment = AVAudioEnvironmentNode()
    private(set) var players: [AVAudioPlayerNode] = []

    var engine: AVAudioEngine { offline.engine }

    /// An environment for a layout, or for as many channels as the engine has.
    init(
        layout: AudioChannelLayoutTag = kAudioChannelLayoutTag_Stereo,
        maximumFrameCount: AVAudioFrameCount = 4096
    ) throws {
        let count = AudioChannelLayoutTag_GetNumberOfChannels(layout)
        offline = try OfflineEngine(channels: count, maximumFrameCount: maximumFrameCount)
        engine.attach(environment)
        engine.connect(environment, to: engine.outputNode, format: try Self.format(layout))
        try environment.loadHRTFSet(.sphericalHead)
    }

    static func format(_ layout: AudioChannelLayoutTag) throws -> AVAudioFormat {
        AVAudioFormat(
            standardFormatWithSampleRate: 48_000,
            channelLayout: try #require(AVAudioChannelLayout(layoutTag: layout)))
    }

    /// A source, at a place.
    @discardableResult
    mutating func add(
        channels: AVAudioChannelCount = 1, layout: AudioChannelLayoutTag? = nil,
        at position: AVAudio3DPoint? = nil
    ) throws -> AVAudioPlayerNode {
        let player = AVAudioPlayerNode()
        engine.attach(player)
        let format = try layout.map(Self.format) ?? standardFormat(channels)
        engine.connect(player, to: environment, format: format)
        if let position { player.position = position }
        players.append(player)
        return player
    }

    /// Starts, and lets each source play its formula for so many frames.
    func play(_ frameCount: Int, _ value: (_ source: Int, _ frame: Int, _ channel: Int) -> Float) throws {
        if !engine.isRunning { try engine.start() }
        for (source, player) in players.enumerated() {
            let format = player.outputFormat(forBus: 0)
            let made = try #require(
                AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)))
            made.frameLength = AVAudioFrameCount(frameCount)
            for channel in 0..<Int(format.channelCount) {
                for frame in 0..<frameCount {
                    made.floatChannelData?[channel][frame] = value(source, frame, channel)
                }
            }
            player.scheduleBuffer(made)
            player.play()
        }
    }

    /// What comes out of sources that all play 1.
    func gains(_ frameCount: Int = 400) throws -> [Float] {
        try play(frameCount) { _, _, _ in 1 }
        return try offline.render(frameCount).map { $0[frameCount - 1] }
    }
}

/// A place in the plane of the ears, by its azimuth, clockwise.
func place(azimuthDegrees: Double, distance: Double = 1) -> AVAudio3DPoint {
    let angle = azimuthDegrees * .pi / 180
    return AVAudio3DPoint(x: Float(distance * sin(angle)), y: 0, z: Float(-distance * cos(angle)))
}

func isNear(_ a: Float, _ b: Double, _ limit: Double = 1e-5) -> Bool { abs(Double(a) - b) < limit }

/// White noise in −0.5…0.5 that depends only on the frame.
func noise(_ frame: Int, _ seed: Int = 1) -> Float {
    var bits = UInt64(bitPattern: Int64(frame &* 0x9E37_79B9 &+ seed &* 0x85EB_CA6B))
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Float((bits ^ (bits >> 31)) >> 40) / Float(1 << 24) - 0.5
}
