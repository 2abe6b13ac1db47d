import AVFConsole
import AVFDSP

/// What a unit makes of an impulse.
struct ImpulseResponse {
    private static let longestFrameCount = 16 * 48_000
    /// What is left of the energy where the picture ends, in decibels.
    private static let floorDecibels = -80.0

    /// All samples that were heard.
    let samples: [Float]
    /// As many of them as a picture shows: what follows is less than the ten-thousandth part.
    let shownFrameCount: Int

    /// Hits the unit.
    ///
    /// - Throws: `Failure` if the unit cannot be connected.
    init(of unit: UnitProbe) throws(Failure) {
        samples = try unit.response(
            to: [1], mostFrameCount: Self.longestFrameCount, endsInSilence: true)
        var left = 0.0
        let energy = samples.reduce(0) { $0 + Double($1) * Double($1) }
        let floor = energy * Double.linear(decibels: 2 * Self.floorDecibels)
        let end = samples.lastIndex { sample in
            left += Double(sample) * Double(sample)
            return left > floor
        }
        shownFrameCount = min(samples.count, max(480, (end ?? 0) * 21 / 20))
    }

    var shownSeconds: Double { Double(shownFrameCount) / UnitProbe.sampleRateHz }

    /// Gain in decibels of each bin up to half of the rate, from as much of the response as a transform
    /// takes.
    var gainDecibels: [Double] {
        var transform = RealFFT(minimumSize: min(samples.count, 65_536))
        var block = Array(samples.prefix(transform.size))
        block += [Float](repeating: 0, count: transform.size - block.count)
        var real = [Float](repeating: 0, count: transform.binCount)
        var imaginary = real
        transform.forward(block, real: &real, imaginary: &imaginary)
        return zip(real, imaginary).map { real, imaginary in
            max(-200, Double(real * real + imaginary * imaginary).squareRoot().decibels)
        }
    }

    /// The energy that is left at each place that is shown, in decibels of all of it: Schroeder's backward
    /// integral.
    func decayDecibels(pointCount: Int) -> [Double] {
        var left = samples.reduce(0) { $0 + Double($1) * Double($1) }
        let all = max(left, 1e-30)
        let step = max(1, shownFrameCount / pointCount)
        return stride(from: 0, to: shownFrameCount, by: step).map { start in
            let level = max(-200, (max(0, left) / all).squareRoot().decibels)
            for frame in start..<min(start + step, shownFrameCount) {
                left -= Double(samples[frame]) * Double(samples[frame])
            }
            return level
        }
    }

    /// Seconds until 60 dB of the energy are gone, as the curve of `decayDecibels` shows it.
    ///
    /// Nil for what is no room: a decay in less than 50 ms. No straight line is laid through a part of the
    /// curve (ISO 3382's T30): where dry sound comes before the room, that would be another time than the
    /// drawn one.
    var decaySeconds: Double? {
        let levels = decayDecibels(pointCount: 4000)
        guard let end = levels.firstIndex(where: { $0 < -60 }) else { return nil }
        let seconds = Double(end) * shownSeconds / Double(levels.count)
        return seconds < 0.05 ? nil : seconds
    }
}
