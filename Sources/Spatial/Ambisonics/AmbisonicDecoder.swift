/// Loudspeaker gains of a sound field: all-round ambisonic decoding.
///
/// The field is decoded to very many directions with max-rE weights, and each of these is panned between
/// loudspeakers (Zotter and Frank, "All-round ambisonic panning and decoding", 2012). On average over all
/// directions a source has the power 1.
package struct AmbisonicDecoder: Sendable {
    /// Row of loudspeaker s and channel c: `gains[s * 16 + c]`.
    package let gains: [Double]
    /// Loudspeakers.
    package let speakerCount: Int

    private static let directionCount = 900

    /// The decoder of the third order to a layout. [control]
    package init(_ panner: VectorPanner) {
        speakerCount = panner.speakerCount
        let weights = SphericalHarmonics.maxREWeights(order: 3)
        var gains = [Double](repeating: 0, count: speakerCount * 16)
        let directions = Self.evenDirections(Self.directionCount)
        for direction in directions {
            let panned = panner.gains(direction)
            let harmonics = SphericalHarmonics.values(direction.unit)
            for channel in 0..<16 {
                let order = SphericalHarmonics.order(ofChannel: channel)
                let value = Double(2 * order + 1) * weights[order] * harmonics[channel]
                for speaker in 0..<speakerCount { gains[speaker * 16 + channel] += panned[speaker] * value }
            }
        }
        let power = Self.meanPower(gains, directions)
        let scale = power > 0 ? 1 / power.squareRoot() : 0
        self.gains = gains.map { $0 * scale }
    }

    private static func meanPower(_ gains: [Double], _ directions: [HeadDirection]) -> Double {
        var total = 0.0
        for direction in directions {
            let harmonics = SphericalHarmonics.values(direction.unit)
            for speaker in 0..<gains.count / 16 {
                let gain = (0..<16).reduce(0.0) { $0 + gains[speaker * 16 + $1] * harmonics[$1] }
                total += gain * gain
            }
        }
        return total / Double(directions.count)
    }

    /// Directions as even as a spiral makes them: Saff and Kuijlaars, "Distributing many points on a
    /// sphere", 1997.
    static func evenDirections(_ count: Int) -> [HeadDirection] {
        (0..<count).map { place in
            let height = 1 - (2 * Double(place) + 1) / Double(count)
            let level = (1 - height * height).squareRoot()
            let turn = HeadDirection(
                azimuthDegrees: (Double(place) * 137.507_764_050_037_85).truncatingRemainder(
                    dividingBy: 360), elevationDegrees: 0
            ).unit
            return HeadDirection(front: level * turn.x, left: level * turn.y, up: height)
        }
    }
}
