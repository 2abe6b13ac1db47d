import AVFConsole
import AVFEngine
import AVFGraph
import AVFUnits
import Glibc

/// How the playing of a file ends.
enum PlayEnd {
    case ended, next, previous, quit
}

/// A player on a terminal: a line that shows what is played, and keys.
final class PlayScreen {
    /// What is heard.
    let meter = PlayMeter()
    private let source: any ChainSource
    private let hasKeys: Bool
    private var line = PlayLine()
    /// Where the sound was when the engine had rendered so many frames.
    private var origin = (seconds: 0.0, frames: Int64(0))

    private static let drawMilliseconds: Int32 = 50

    /// A screen for a source; nil if there is no terminal to show it on.
    init?(_ source: any ChainSource) {
        guard Console.isInteractive else { return nil }
        self.source = source
        hasKeys = TerminalMode.begin()
    }

    deinit { TerminalMode.end() }

    /// Shows the line and obeys keys until the sound ends.
    ///
    /// - Throws: `Failure` from the engine.
    func run(_ engine: AudioEngine, _ state: PlayState) throws(Failure) -> PlayEnd {
        try explaining { () throws(EngineError) in try meter.begin(in: engine) }
        defer { Console.redraw("\u{1b}[K") }
        if hasKeys { Console.error(PlayKey.help) }
        origin = (0, engine.renderedFrameCount)
        while !state.hasEnded {
            if Interruption.isRequested { return .quit }
            draw(engine)
            guard let keys = hasKeys ? PlayKey.wait(milliseconds: Self.drawMilliseconds) : pause() else {
                return .quit
            }
            for key in keys {
                if let end = try obey(key, engine, state) { return end }
            }
        }
        return .ended
    }

    /// Waits in place of keys.
    private func pause() -> [PlayKey] {
        usleep(UInt32(Self.drawMilliseconds) * 1_000)
        return []
    }

    private var totalSeconds: Double? {
        source.isLengthKnown ? Double(source.frameCount) / source.format.sampleRateHz : nil
    }

    private func seconds(_ engine: AudioEngine) -> Double {
        let played = Double(engine.renderedFrameCount - origin.frames) / engine.format.sampleRateHz
        return min(origin.seconds + played, totalSeconds ?? .infinity)
    }

    private func draw(_ engine: AudioEngine) {
        line.seconds = seconds(engine)
        line.totalSeconds = totalSeconds
        line.levels = meter.levels.map { line.isPaused ? .silence : $0 }
        let text = line.text(
            columnCount: TerminalMode.columnCount, isUnicode: TerminalMode.showsUnicode,
            isColoured: getenv("NO_COLOR") == nil)
        Console.redraw(text + "\u{1b}[K")
    }

    // MARK: - Keys

    private func obey(
        _ key: PlayKey, _ engine: AudioEngine, _ state: PlayState
    ) throws(Failure) -> PlayEnd? {
        switch key {
        case .quit: return .quit
        case .next: return .next
        case .previous: return .previous
        case .pause: try togglePause(engine)
        case .start: try seek(to: 0, engine, state)
        case .seek(let distance): try seek(to: seconds(engine) + distance, engine, state)
        case .mute:
            line.isMuted.toggle()
            applyVolume()
        case .volume(let step):
            line.volumePercent = min(100, max(0, line.volumePercent + step))
            line.isMuted = false
            applyVolume()
        }
        return nil
    }

    private func applyVolume() {
        meter.mixer.outputVolume = line.isMuted ? 0 : Float(line.volumePercent / 100)
    }

    private func togglePause(_ engine: AudioEngine) throws(Failure) {
        line.isPaused.toggle()
        if line.isPaused { return engine.pause() }
        try explaining { () throws(EngineError) in try engine.start() }
    }

    private func seek(to wanted: Double, _ engine: AudioEngine, _ state: PlayState) throws(Failure) {
        // A paused engine plays nothing; it goes on with the seek.
        if line.isPaused { try togglePause(engine) }
        let seconds = max(0, min(wanted, (totalSeconds ?? .infinity) - 0.05))
        let play = state.begin()
        guard try source.seek(toSeconds: seconds, onEnd: { state.end(play) }) else { return }
        origin = (seconds, engine.renderedFrameCount)
    }
}
