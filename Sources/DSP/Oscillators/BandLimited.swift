/// The one smooth curve through samples: what lies between them, by way of the spectrum.
enum BandLimited {
    /// The curve through `samples`, at `newRate` instead of `rate` samples for each unit, silence behind it.
    ///
    /// The result is as long as the least power of two that is at least `unitCount` units, and is periodic.
    static func resampled(
        _ samples: [Double], samplesPerUnit rate: Int, to newRate: Int, unitCount: Int
    ) -> [Double] {
        var units = 64
        while units < unitCount { units *= 2 }
        var coarse = DoubleFFT(size: units * rate)
        let spectrum = coarse.spectrum(of: samples)
        var fine = DoubleFFT(size: units * newRate)
        let kept = min(spectrum.real.count, fine.binCount) - 1
        var moved = DoubleFFT.Spectrum(binCount: fine.binCount)
        moved.real.replaceSubrange(0..<kept, with: spectrum.real[0..<kept])
        moved.imaginary.replaceSubrange(0..<kept, with: spectrum.imaginary[0..<kept])
        return fine.samples(of: moved)
    }
}
