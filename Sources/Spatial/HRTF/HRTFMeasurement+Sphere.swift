import CAVFDSP

extension HRTFMeasurement {
    /// What would be measured on a rigid sphere with two ears: `SphericalHead`, every 7°. [control]
    package static func sphericalHead(
        sampleRateHz: Double, radius: Double = 0.0875
    ) throws(HRTFError) -> HRTFMeasurement {
        let head = SphericalHead(radius: radius)
        let frameCount = Int(0.004 * sampleRateHz) + 64
        let directions = grid()
        let table = FractionalDelayTable()
        var responses: [Float] = []
        responses.reserveCapacity(directions.count * 2 * frameCount)
        for direction in directions {
            for ear in [SphericalHead.Ear.left, .right] {
                let incidence = head.incidence(ear, direction)
                let delay = (head.delay(incidence: incidence) + 0.000_5) * sampleRateHz + 16
                let shelf = head.shadow(incidence: incidence, sampleRateHz: sampleRateHz)
                responses += response(shelf, delay: delay, frameCount, table.view)
            }
        }
        return try HRTFMeasurement(
            positions: directions.map(\.unit), responses: responses, frameCount: frameCount,
            sampleRateHz: sampleRateHz)
    }

    /// Rings 7.5° apart, with as many directions as their length asks for.
    private static func grid() -> [HeadDirection] {
        stride(from: -90.0, through: 90, by: 7.5).flatMap { elevation -> [HeadDirection] in
            let count = max(1, Int((48 * avf_dsp_cos(elevation * .pi / 180)).rounded()))
            return (0..<count).map {
                HeadDirection(
                    azimuthDegrees: Double($0) * 360 / Double(count), elevationDegrees: elevation)
            }
        }
    }

    private static func response(
        _ shelf: SphericalHead.Shelf, delay: Double, _ frameCount: Int, _ table: FractionalDelayView
    ) -> [Float] {
        var sinc = [Float](repeating: 0, count: FractionalDelayView.tapCount)
        let whole = Int(delay)
        table.taps(fraction: delay - Double(whole), into: &sinc)
        var (input, output) = (0.0, 0.0)
        return (0..<frameCount).map { frame in
            let tap = frame - (whole - FractionalDelayView.latency)
            let sample = tap >= 0 && tap < sinc.count ? Double(sinc[tap]) : 0
            output = shelf.b0 * sample + shelf.b1 * input - shelf.a1 * output
            input = sample
            return Float(output)
        }
    }
}
