import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import Glibc
import Synchronization
import TestSupport

/// A graph with one of everything that can stand between a player and the output.
///
///     player ─ equalizer ───────┐
///     mono player ─ gain ───────┤
///     player at 44.1 kHz ─ rate ┤
///     player ─┬─ late ──────────┼─ main mixer (tapped) ─ output
///             └─ (compensated) ─┤
///     player ─ LV2 plugin ──────┘
final class DemoGraph: Sendable {
    static let maximumFrameCount = 512

    let engine = AudioEngine()
    let players: [PlayerNode]
    let effects: [UnitNode]
    private let tapped = Mutex(0)

    /// Builds the graph and starts it; nil takes a plugin of Debian's that keeps the rules, if there is one.
    init(pluginURI: String?) throws {
        let library = UnitLibrary.shared
        var effects = [
            UnitEntry(LatentKernel.self), UnitEntry(EqualizerKernel.self), UnitEntry(GainKernel.self),
        ]
        .map { UnitNode(native: $0) }
        if let pluginURI {
            effects.append(try library.makeNode(identifier: pluginURI, placement: .inProcess))
        }
        self.effects = effects
        players = (0..<4 + (pluginURI == nil ? 0 : 1)).map { PlayerNode(name: "player \($0)") }
        try engine.enableManualRendering(
            .realtime, format: Self.stereo, maximumFrameCount: Self.maximumFrameCount)
        try connect()
        for player in players { try Self.scheduleLoop(player) }
        try addTap()
        try engine.start()
        for player in players { try player.play() }
    }

    static let stereo = BusFormat(sampleRateHz: 48_000, channelCount: 2)
    static let mono = BusFormat(sampleRateHz: 48_000, channelCount: 1)
    private static let slowMono = BusFormat(sampleRateHz: 44_100, channelCount: 1)

    private func connect() throws {
        for node in players as [EngineNode] + effects { try engine.attach(node) }
        let mixer = engine.mainMixerNode
        let (late, equalizer, gain) = (effects[0], effects[1], effects[2])
        try engine.connect(players[0], to: equalizer, format: Self.stereo)
        try engine.connect(equalizer, to: mixer, format: nil)
        try engine.connect(players[1], to: gain, format: Self.mono)
        try engine.connect(gain, to: mixer, format: nil)
        try engine.connect(players[2], to: mixer, format: Self.slowMono)
        try engine.connect(late, to: mixer, format: nil)
        let free = engine.nextAvailableInputBus(of: mixer)
        try engine.connect(players[3], bus: 0, to: [(late, 0), (mixer, free)], format: Self.stereo)
        for plugin in effects.dropFirst(3) {
            let channels = plugin.descriptor.inputBuses.first?.channelCount ?? 2
            try engine.connect(
                players[4], to: plugin, format: BusFormat(sampleRateHz: 48_000, channelCount: channels))
            try engine.connect(plugin, to: mixer, format: nil)
        }
    }

    /// A second of a sine that loops, after whatever is scheduled.
    static func scheduleLoop(_ player: PlayerNode) throws(EngineError) {
        let format = player.outputFormat
        let frameCount = Int(format.sampleRateHz)
        let buffer = SampleBuffer(channelCount: format.channelCount, frameCapacity: frameCount)
        for channel in 0..<format.channelCount {
            for frame in 0..<frameCount {
                buffer.channels[channel][frame] = 0.1 * sinf(Float(frame) * Float(channel + 1) * 0.05)
            }
        }
        try player.schedule(PlayableSamples(buffer, frameCount: frameCount), loops: true)
    }

    func addTap() throws(EngineError) {
        try engine.installTap(on: engine.mainMixerNode, bus: 0, frameCount: 1000) { [weak self] block in
            self?.tapped.withLock { $0 += block.frameCount }
        }
    }

    /// Frames that the tap's listener has seen so far.
    var tappedFrameCount: Int { tapped.withLock { $0 } }
}
