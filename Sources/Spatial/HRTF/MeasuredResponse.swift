import CAVFDSP

/// One ear's response to one direction, taken apart: how strong each frequency is, and how late all are.
struct MeasuredResponse {
    /// Natural logarithms of magnitudes, for the bins of the analysis.
    var logMagnitudes: [Float]
    /// Seconds.
    var delay: Double

    init(logMagnitudes: [Float], delay: Double) {
        self.logMagnitudes = logMagnitudes
        self.delay = delay
    }

    /// The mean of some responses, of the logarithms and of the delays.
    init(meanOf responses: [MeasuredResponse]) {
        let share = Float(1) / Float(responses.count)
        var sum = [Float](repeating: 0, count: responses.first?.logMagnitudes.count ?? 0)
        for response in responses {
            for bin in sum.indices { sum[bin] += share * response.logMagnitudes[bin] }
        }
        logMagnitudes = sum
        delay = responses.reduce(0) { $0 + $1.delay } / Double(responses.count)
    }
}

/// Takes responses apart. [control]
struct ResponseAnalysis {
    private let sampleRateHz: Double
    private let work: SpectrumWork
    /// Frames before and behind the onset that are the head's; what is later is the room's.
    private let before: Int
    private let behind: Int
    private let fade: Int

    /// Bins of a spectrum.
    var binCount: Int { work.binCount }
    /// From bin to bin.
    var hzPerBin: Double { sampleRateHz / Double(work.size) }

    init(sampleRateHz: Double, frameCount: Int) {
        self.sampleRateHz = sampleRateHz
        before = Int(0.000_18 * sampleRateHz)
        behind = Int(0.003_2 * sampleRateHz)
        fade = Int(0.000_36 * sampleRateHz)
        // 22 Hz at the most from bin to bin, and room for twice the response.
        work = SpectrumWork(minimumSize: max(min(2 * frameCount, 8192), Int(sampleRateHz / 24)))
    }

    /// Takes one response apart; `delay` in frames comes on top of its own.
    func analyse(_ response: ArraySlice<Float>, delay: Double) -> MeasuredResponse {
        let samples = response.prefix(work.size / 2).map { Double($0) }
        let onset = Self.onset(samples)
        let late = excessDelay(samples) ?? Double(onset) / sampleRateHz
        work.transform(windowed(samples, onset: onset))
        return MeasuredResponse(
            logMagnitudes: work.logMagnitudes().map { Float($0) }, delay: late + delay / sampleRateHz)
    }

    /// The first sample that reaches a tenth of the largest one.
    private static func onset(_ samples: [Double]) -> Int {
        let largest = samples.reduce(0) { max($0, abs($1)) }
        return samples.firstIndex { abs($0) >= 0.1 * largest } ?? 0
    }

    private func windowed(_ samples: [Double], onset: Int) -> [Double] {
        let first = max(0, onset - before)
        let count = min(samples.count - first, behind + before)
        return (0..<count).map { place in
            let late = place - (before + behind - fade)
            let weight =
                late < 0 ? 1 : 0.5 + 0.5 * avf_dsp_cos(.pi * (Double(late) + 0.5) / Double(fade))
            return samples[first + place] * weight
        }
    }

    /// Seconds by which the response is later than its twin of minimum phase, from 300 to 1500 Hz; nil if too
    /// few bins lie there.
    ///
    /// It is the slope of the phase that is left (Kulkarni, Isabelle and Colburn, "Sensitivity of human
    /// subjects to head-related transfer-function phase spectra", 1999).
    private func excessDelay(_ samples: [Double]) -> Double? {
        let first = Int((300 / hzPerBin).rounded(.up))
        let last = min(Int(1500 / hzPerBin), binCount - 1)
        guard last - first >= 4 else { return nil }
        work.transform(samples)
        let logarithms = work.logMagnitudes()
        let angles = (first...last).map { avf_dsp_atan2(work.imaginary[$0], work.real[$0]) }
        work.minimumPhase(logarithms)
        var excess = zip(angles, first...last).map { $0 - work.imaginary[$1] }
        for place in 1..<excess.count {
            let step = excess[place] - excess[place - 1]
            excess[place] -= 2 * .pi * (step / (2 * .pi)).rounded()
        }
        let count = Double(excess.count)
        let middle = (count - 1) / 2
        let mean = excess.reduce(0, +) / count
        var (product, square) = (0.0, 0.0)
        for (place, value) in excess.enumerated() {
            product += (Double(place) - middle) * (value - mean)
            square += (Double(place) - middle) * (Double(place) - middle)
        }
        return -product / square / (2 * .pi * hzPerBin)
    }
}
