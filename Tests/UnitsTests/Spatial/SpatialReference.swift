import AVFSpatial
import Glibc

/// What a set should sound like, in double precision and without buses, grids or shared filters.
struct SpatialReference {
    let set: HRTFSet

    /// The filter and the delay in frames of an ear.
    func ear(_ ear: Int, azimuthDegrees: Double, elevationDegrees: Double = 0) -> (
        taps: [Double], delay: Double
    ) {
        let direction = HeadDirection(azimuthDegrees: azimuthDegrees, elevationDegrees: elevationDegrees)
        let place = set.view.place(of: direction.unit)
        var taps = [Float](repeating: 0, count: set.view.tapCount)
        set.view.taps(place, ear: ear, gain: 1, into: &taps)
        return (taps.map { Double($0) }, Double(ear == 0 ? place.leftDelay : place.rightDelay))
    }

    /// What an ear hears of a sine that comes from a direction that stays.
    func still(
        _ ear: Int, azimuthDegrees: Double, elevationDegrees: Double = 0, hz: Double, _ count: Int
    ) -> [Double] {
        let (taps, delay) = self.ear(
            ear, azimuthDegrees: azimuthDegrees, elevationDegrees: elevationDegrees)
        let step = 2 * Double.pi * hz / SpatialRun.rate
        var (real, imaginary) = (0.0, 0.0)
        for (tap, value) in taps.enumerated() {
            real += value * cos(step * (Double(tap) + delay))
            imaginary -= value * sin(step * (Double(tap) + delay))
        }
        return (0..<count).map { frame in
            real * sin(step * Double(frame)) + imaginary * cos(step * Double(frame))
        }
    }

    /// What an ear hears of a sine from a source that goes round.
    ///
    /// Each frame of the input is filtered as its own moment wants it. Filters and delays are those of the
    /// direction of each frame, or, with a grid, lie on straight lines between those of each so many frames.
    func moving(
        _ ear: Int, hz: Double, _ count: Int, grid: Int = 1, azimuth: (Double) -> Double
    ) -> [Double] {
        let step = 2 * Double.pi * hz / SpatialRun.rate
        var output = [Double](repeating: 0, count: count + set.view.tapCount)
        var ends = (self.ear(ear, azimuthDegrees: azimuth(0)), self.ear(ear, azimuthDegrees: azimuth(0)))
        output.withUnsafeMutableBufferPointer { output in
            for frame in 0..<count {
                if frame % grid == 0 {
                    ends = (ends.1, self.ear(ear, azimuthDegrees: azimuth(Double(frame + grid))))
                }
                let t = grid == 1 ? 0 : Double(frame % grid) / Double(grid)
                let delay = ends.0.delay + t * (ends.1.delay - ends.0.delay)
                let sample = sin(step * (Double(frame) - delay))
                for tap in ends.0.taps.indices {
                    let gain = ends.0.taps[tap] + t * (ends.1.taps[tap] - ends.0.taps[tap])
                    output[frame + tap] += gain * sample
                }
            }
        }
        return output
    }
}
