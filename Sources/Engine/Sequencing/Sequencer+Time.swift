import AVFRender
import AVFSequencing

/// Where beats are in the host's time.
extension Sequencer {
    /// Nanoseconds of CLOCK_MONOTONIC at which a beat is heard.
    ///
    /// - Throws: `EngineError.notSupported` while it does not play on a device, and for beats before the
    ///   start.
    package func hostTime(ofBeat beat: Double) throws(EngineError) -> UInt64 {
        let (instant, rateHz) = try newestBlock()
        guard let frame = self.frame(ofBeat: beat) else { throw notYet("beat \(beat)") }
        let nanoseconds =
            Double(instant.hostTime) + Double(frame - instant.sampleTime) / rateHz * 1e9
        guard nanoseconds >= 0, nanoseconds < 0x1p63 else { throw notYet("beat \(beat)") }
        return UInt64(nanoseconds.rounded())
    }

    /// The beat that is heard at a time of CLOCK_MONOTONIC in nanoseconds.
    ///
    /// - Throws: `EngineError.notSupported` while it does not play on a device, and for times before the
    ///   start.
    package func beat(atHostTime hostTime: UInt64) throws(EngineError) -> Double {
        let (instant, rateHz) = try newestBlock()
        let frames = (Double(hostTime) - Double(instant.hostTime)) * 1e-9 * rateHz
        let frame = (Double(instant.sampleTime) + frames).rounded()
        guard abs(frame) < 0x1p62, let beat = beat(ofFrame: Int64(frame)) else {
            throw notYet("host time \(hostTime)")
        }
        return beat
    }

    private func newestBlock() throws(EngineError) -> (RenderInstant, rateHz: Double) {
        guard isPlaying, let engine, engine.mode == .device, let rateHz = node.sampleRateHz,
            let instant = engine.renderInstant(of: node)
        else {
            throw .notSupported(
                node: node.name, reason: "has host times only while it plays on a device")
        }
        return (instant, rateHz)
    }

    private func notYet(_ what: String) -> EngineError {
        .notSupported(node: node.name, reason: "did not play yet at \(what)")
    }
}
