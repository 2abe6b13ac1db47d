import CAVFDSP

/// Makes a filter for the engine's rate of a response that was taken apart. [control]
struct HRTFEqualiser {
    private static let lowHz = 250.0

    private let field: DiffuseField
    private let hzPerBin: Double
    private let highHz: Double
    private let settings: HRTFSettings
    private let work: SpectrumWork

    init(_ field: DiffuseField, hzPerBin: Double, sourceRateHz: Double, _ settings: HRTFSettings) {
        self.field = field
        self.hzPerBin = hzPerBin
        self.settings = settings
        // Where anti-aliasing filters begin nothing was measured.
        highHz = min(18_000, 0.41 * sourceRateHz)
        work = SpectrumWork(minimumSize: max(4 * settings.tapCount, Int(settings.sampleRateHz / 24)))
    }

    /// The filter of minimum phase.
    ///
    /// Both ears together have the power 1 in the mean of all directions.
    func taps(_ response: MeasuredResponse) -> [Float] {
        var logarithms = sampled(response)
        rebuildLows(&logarithms)
        let least = (logarithms.max() ?? 0) - avf_dsp_log(1000)
        let level = 0.5 * avf_dsp_log(0.5)
        for bin in logarithms.indices { logarithms[bin] = max(logarithms[bin], least) + level }
        return work.minimumPhaseTaps(logarithms, count: settings.tapCount)
    }

    /// The equalised logarithms at the engine's frequencies, between bins along straight lines.
    private func sampled(_ response: MeasuredResponse) -> [Double] {
        let step = settings.sampleRateHz / Double(work.size)
        let last = response.logMagnitudes.count - 1
        return (0..<work.binCount).map { bin in
            let place = min(min(Double(bin) * step, highHz) / hzPerBin, Double(last))
            let (low, share) = (min(last - 1, Int(place)), place - Double(min(last - 1, Int(place))))
            let a = Double(response.logMagnitudes[low]) - field.logMagnitudes[low]
            let b = Double(response.logMagnitudes[low + 1]) - field.logMagnitudes[low + 1]
            return a + share * (b - a)
        }
    }

    /// Below 250 Hz straight to 0 dB at 0 Hz: a head is small there.
    private func rebuildLows(_ logarithms: inout [Double]) {
        let step = settings.sampleRateHz / Double(work.size)
        let low = Int((Self.lowHz / step).rounded())
        let around = max(0, low - 4)...min(logarithms.count - 1, low + 4)
        let level = logarithms[around].reduce(0, +) / Double(around.count)
        for bin in logarithms.indices.prefix(low) {
            logarithms[bin] = level * Double(bin) * step / Self.lowHz
        }
    }
}
