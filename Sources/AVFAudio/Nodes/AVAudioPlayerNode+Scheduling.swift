import AVFEngine
import AVFMedia
import AVFUnits

// How a player's calls reach the core.

extension AVAudioPlayerNode {
    @discardableResult
    func schedule(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime? = nil,
        _ options: AVAudioPlayerNodeBufferOptions = [],
        completion: PlayerCompletion?
    ) -> Bool {
        refusing { () throws(EngineError) in
            guard let samples = buffer.playableSamples else {
                throw .notSupported(node: core.name, reason: "cannot play \(buffer.format)")
            }
            try player.schedule(
                samples, start: try start(when), loops: options.contains(.loops),
                interruption: options.interruption, completion: completion)
        }
    }

    @discardableResult
    func schedule(
        _ file: AVAudioFile, _ startFrame: AVAudioFramePosition, _ frameCount: Int64, at when: AVAudioTime?,
        completion: PlayerCompletion?
    ) -> Bool {
        refusing { () throws(EngineError) in
            try player.schedule(
                file: file.file.handle.source ?? MediaSource(path: file.url.path), startFrame: startFrame,
                frameCount: frameCount, start: try start(when),
                completion: completion)
        }
    }

    func begin(at when: AVAudioTime?) throws(EngineError) {
        guard let when else { return try player.play() }
        if when.isSampleTimeValid { return try player.play(atSampleTime: frames(of: when)) }
        guard when.isHostTimeValid else { throw .badTime(node: core.name) }
        try player.play(atHostTime: when.hostTime)
    }

    func shifted(_ time: AVAudioTime, by sign: Int64) -> AVAudioTime? {
        guard let offset = player.timeOffset else { return nil }
        let known = time.isSampleTimeValid ? time : lastRenderTime.flatMap { anchored(time, $0) }
        guard let known else { return nil }
        let (frames, isOutOfRange) = frames(of: known).addingReportingOverflow(sign * offset)
        guard !isOutOfRange else { return nil }
        guard time.isHostTimeValid else { return AVAudioTime(sampleTime: frames, atRate: rateHz) }
        return AVAudioTime(hostTime: time.hostTime, sampleTime: frames, atRate: rateHz)
    }

    private var rateHz: Double { player.outputFormat.sampleRateHz }

    /// A host time as a node time.
    private func anchored(_ time: AVAudioTime, _ anchor: AVAudioTime) -> AVAudioTime? {
        guard time.isHostTimeValid, anchor.isHostTimeValid else { return nil }
        let seconds = (Double(time.hostTime) - Double(anchor.hostTime)) * 1e-9
        let frames = Double(anchor.sampleTime) + seconds * rateHz
        return AVAudioTime(sampleTime: AVAudioFramePosition(nearestTo: frames), atRate: rateHz)
    }

    /// The player time at which something is to start; nil for after what was scheduled before.
    private func start(_ when: AVAudioTime?) throws(EngineError) -> Int64? {
        guard let when else { return nil }
        if when.isSampleTimeValid { return max(0, frames(of: when)) }
        guard when.isHostTimeValid else { throw .badTime(node: core.name) }
        return player.playerTime(atHostTime: when.hostTime).map { max(0, $0) }
    }

    /// A sample time at the player's rate.
    private func frames(of time: AVAudioTime) -> Int64 {
        let isOther = time.sampleRate > 0 && time.sampleRate.isFinite && time.sampleRate != rateHz
        guard isOther else { return time.sampleTime }
        return AVAudioFramePosition(nearestTo: Double(time.sampleTime) * rateHz / time.sampleRate)
    }
}

extension AVAudioPlayerNodeBufferOptions {
    fileprivate var interruption: PlayerItem.Interruption {
        if contains(.interruptsAtLoop) { return .atLoopEnd }
        return contains(.interrupts) ? .atItsTime : .never
    }
}

extension PlayerCompletion {
    /// A handler for data that the player has taken.
    static func consumed(_ handler: AVAudioNodeCompletionHandler?) -> PlayerCompletion? {
        handler.map { handler in PlayerCompletion(.dataConsumed) { _ in handler() } }
    }

    /// A handler for data that has reached a stage.
    static func reaching(
        _ type: AVAudioPlayerNodeCompletionCallbackType, _ handler: AVAudioPlayerNodeCompletionHandler?
    ) -> PlayerCompletion? {
        let kind = PlayerCompletionKind(rawValue: type.rawValue) ?? .dataConsumed
        return handler.map { handler in PlayerCompletion(kind) { _ in handler(type) } }
    }
}
