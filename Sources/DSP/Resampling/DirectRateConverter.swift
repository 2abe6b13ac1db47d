import CAVFDSP

/// The weights of a `DirectRateConverter`.
final class DirectTable: SharedDesign, @unchecked Sendable {  // Proof: constants.
    let rows: ResamplerRows

    /// The rows for a ratio, made if they are not among the newest designs. [control]
    static func shared(ratio: RateRatio, quality: ResamplerQuality, phase: ResamplerPhase) -> DirectTable {
        let key = Key(form: .rows, ratio: ratio, quality: quality, phase: phase)
        return DesignCache.shared.design(key) { DirectTable(key) }
    }

    private override init(_ key: Key) {
        rows = ResamplerRows(ratio: key.ratio, quality: key.quality, phase: key.phase)
        super.init(key)
    }

    override var byteCount: Int { rows.values.count * MemoryLayout<Double>.stride }
}

/// Sums weights and samples for each output frame, for any ratio of rates.
final class DirectRateConverter: RateConverter {
    private let ratio: RateRatio
    private let rows: ResamplerRows
    private let history: SampleHistory
    private var row: [Double]
    private var firstFrame = 0
    private var phase: UInt64 = 0

    init(ratio: RateRatio, channelCount: Int, quality: ResamplerQuality, phase: ResamplerPhase) {
        self.ratio = ratio
        rows = DirectTable.shared(ratio: ratio, quality: quality, phase: phase).rows
        row = [Double](repeating: 0, count: rows.tapCount)
        history = SampleHistory(
            channelCount: channelCount, capacity: rows.tapCount + max(1024, 2 * rows.tapCount))
        restart()
    }

    var lookaheadFrameCount: Int { rows.lookaheadFrameCount }

    func neededFrameCount(forOutput frameCount: Int) -> Int {
        guard frameCount > 0 else { return 0 }
        let phases = phase + UInt64(frameCount - 1) * ratio.phasesPerOutput
        let windowEnd = firstFrame + Int(phases / ratio.phaseCount) + rows.tapCount
        return max(0, windowEnd - history.frameCount)
    }

    func convert(
        _ input: UnsafePointer<UnsafeMutablePointer<Double>>?, inputFrameCount: Int,
        output: UnsafePointer<UnsafeMutablePointer<Double>>, outputFrameCount: Int
    ) -> (consumedFrameCount: Int, producedFrameCount: Int) {
        let wanted = min(inputFrameCount, neededFrameCount(forOutput: outputFrameCount))
        var (consumed, produced) = (0, 0)
        while true {
            while produced < outputFrameCount, firstFrame + rows.tapCount <= history.frameCount {
                makeFrame(output, at: produced)
                produced += 1
            }
            dropPast()
            let count = min(wanted - consumed, history.capacity - history.frameCount)
            guard count > 0 else { return (consumed, produced) }
            history.append(input, from: consumed, count: count)
            consumed += count
        }
    }

    func restart() {
        (firstFrame, phase) = (0, 0)
        history.restart(silentFrameCount: rows.tapCount - 1 - rows.lookaheadFrameCount)
    }

    private func makeFrame(_ output: UnsafePointer<UnsafeMutablePointer<Double>>, at frame: Int) {
        withRow { row in
            for (index, channel) in history.channels.enumerated() {
                output[index][frame] = avf_dsp_dot_double(row, channel + firstFrame, rows.tapCount)
            }
        }
        phase += ratio.phasesPerOutput
        firstFrame += Int(phase / ratio.phaseCount)
        phase %= ratio.phaseCount
    }

    /// Hands over the weights of the current phase.
    private func withRow(_ body: (UnsafePointer<Double>) -> Void) {
        let tapCount = rows.tapCount
        rows.values.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return }
            guard rows.tablePositions > 0 else { return body(base + Int(phase) * tapCount) }
            row.withUnsafeMutableBufferPointer { row in
                guard let target = row.baseAddress else { return }
                let scaled = phase * UInt64(rows.tablePositions)
                let whole = scaled / ratio.phaseCount
                let share = Double(scaled - whole * ratio.phaseCount) / Double(ratio.phaseCount)
                avf_dsp_interpolate_rows(target, base + Int(whole) * tapCount, tapCount, share)
                body(target)
            }
        }
    }

    private func dropPast() {
        let past = min(firstFrame, history.frameCount)
        guard past > 0 else { return }
        history.drop(past)
        firstFrame -= past
    }
}
