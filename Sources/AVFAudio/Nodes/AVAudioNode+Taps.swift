import AVFEngine
import AVFGraph

extension AVAudioNode {
    /// Installs a tap; returns what names it.
    @discardableResult
    func addTap(
        _ bus: AVAudioNodeBus, _ bufferSize: AVAudioFrameCount, _ format: AVAudioFormat?,
        _ block: @escaping AVAudioNodeTapBlock
    ) throws(EngineError) -> any Sendable & AnyObject {
        guard let engine = core.engine else { throw .notAttached(node: core.name) }
        if let format { try give(format, toBus: bus, in: engine) }
        let layout = format ?? attachment.withLock { $0.formats[bus] }
        return try engine.installTap(on: core, bus: bus, frameCount: Int(bufferSize)) { piece in
            guard let buffer = AVAudioPCMBuffer(copying: piece, format: layout) else { return }
            block(buffer, piece.time)
        }
    }

    /// A tap's format belongs to a bus without connections; elsewhere it may only repeat what is so anyway.
    private func give(
        _ format: AVAudioFormat, toBus bus: AVAudioNodeBus, in engine: AudioEngine
    ) throws(EngineError) {
        let wanted = try format.checkedBusFormat(of: self, bus: bus)
        guard let present = engine.outputFormat(of: core, bus: bus), present != wanted else { return }
        guard engine.outputConnections(of: core, bus: bus).isEmpty else {
            throw .badTap(
                node: core.name, bus: bus,
                reason: "its format is \(wanted), but the bus is connected as \(present)")
        }
        // What feeds nothing runs at the rate of the graph's end; there is no wire that could convert.
        guard wanted.sampleRateHz == engine.format.sampleRateHz else {
            throw .badTap(
                node: core.name, bus: bus,
                reason: "its format is \(wanted), but without a connection the bus has the engine's rate, "
                    + "\(engine.format.sampleRateHz) Hz")
        }
        try engine.setOutputFormat(wanted, of: core, bus: bus)
        remember(format, forBus: bus)
    }
}

extension TapBlock {
    /// When the first frame is heard; without a device the sample time only.
    fileprivate var time: AVAudioTime {
        guard hostTime > 0 else { return AVAudioTime(sampleTime: sampleTime, atRate: sampleRateHz) }
        return AVAudioTime(hostTime: hostTime, sampleTime: sampleTime, atRate: sampleRateHz)
    }
}

extension AVAudioPCMBuffer {
    /// A buffer of its own, in `format` if that fits, with a tap's piece of audio.
    fileprivate convenience init?(copying piece: TapBlock, format: AVAudioFormat?) {
        let plain = BusFormat(sampleRateHz: piece.sampleRateHz, channelCount: piece.channels.count)
        let fits = format.map { $0.busFormat == plain && $0.isStandard } ?? false
        self.init(
            pcmFormat: fits ? format ?? .standard(plain) : .standard(plain),
            frameCapacity: AVAudioFrameCount(piece.frameCount))
        guard let channels = planarFloatChannels else { return nil }
        for (channel, samples) in piece.channels.enumerated() {
            channels[channel].update(from: samples, count: piece.frameCount)
        }
        frameLength = AVAudioFrameCount(piece.frameCount)
    }
}
