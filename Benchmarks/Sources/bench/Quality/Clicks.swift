import Foundation

/// How far clicks are spread.
enum Clicks {
    /// A click of a millisecond each quarter of a second, at 48 kHz.
    static func sample(_ frame: Int) -> Double {
        let place = Double(frame % 12_000)
        return place < 48 ? sin(place * 2.1) * exp(-place / 12) : 0
    }

    /// The RMS width of the energy around the loudest sample of the second half, in milliseconds.
    static func widthMilliseconds(_ output: [Double]) -> Double {
        let middle = output.indices.dropFirst(output.count / 2).dropLast(5000).max {
            abs(output[$0]) < abs(output[$1])
        }
        let places = max(0, (middle ?? 0) - 4000)..<min(output.count, (middle ?? 0) + 4000)
        var (energy, moment, spread) = (0.0, 0.0, 0.0)
        for place in places {
            energy += output[place] * output[place]
            moment += output[place] * output[place] * Double(place)
        }
        let centre = moment / energy
        for place in places {
            spread += output[place] * output[place] * (Double(place) - centre) * (Double(place) - centre)
        }
        return (spread / energy).squareRoot() / 48
    }
}
