import AVFConsole

/// What `avf render --stats` prints.
struct RenderStatistics {
    private let measure: SignalMeasure
    private let render: OfflineRender
    private let seconds: Double

    init(_ measure: SignalMeasure, _ render: OfflineRender, seconds: Double) {
        self.measure = measure
        self.render = render
        self.seconds = seconds
    }

    /// Prints one fact a line.
    func print() {
        let format = render.chain.outputFormat
        let duration = Double(measure.frameCount) / format.sampleRateHz
        line("duration", "\(duration.digits(3)) s (\(measure.frameCount) frames, \(format))")
        line("peak", measure.peakDecibels.digits(2) + " dBFS")
        line("RMS", measure.rmsDecibels.digits(2) + " dBFS")
        line("loudness", measure.loudnessText)
        line("latency", "\(render.latencyFrames) frames, compensated")
        line("speed", (duration / max(seconds, 1e-9)).digits(1) + " x real time")
        for unit in render.chain.units {
            let share = Double(unit.processingTimeNanoseconds) / 1e6
            line("time", "\(share.digits(3)) ms in \(unit.name)")
        }
    }

    private func line(_ name: String, _ value: String) { Console.out(name.padded(to: 10) + value) }
}
