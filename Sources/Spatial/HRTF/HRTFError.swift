/// Why a set of head-related transfer functions cannot be used.
package enum HRTFError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There are no directions, or more than can be read.
    case directionCount(Int)
    /// The responses have so few or so many frames.
    case responseLength(Int)
    /// The sample rate makes no sense.
    case sampleRate(Double)
    /// The tables do not have the sizes that they should have.
    case sizes(directions: Int, frames: Int, values: Int)
    /// A direction, a delay or a sample is infinite or no number; the place counts from 0.
    case notFinite(measurement: Int)
    /// A response is silent.
    case silent(measurement: Int)
    /// There is no filter for a direction at all.
    case noMesh

    /// A sentence for people.
    package var description: String {
        switch self {
        case .directionCount(let count):
            "The HRTF set has \(count) directions; 1 to \(HRTFMeasurement.mostDirections) can be used."
        case .responseLength(let count):
            "The responses of the HRTF set have \(count) frames; 8 to \(HRTFMeasurement.mostFrames) can be used."
        case .sampleRate(let rate): "The HRTF set has a sample rate of \(rate) Hz; 8 to 384 kHz can be used."
        case .sizes(let directions, let frames, let values):
            "The HRTF set has \(values) samples for \(directions) directions, 2 ears and \(frames) frames."
        case .notFinite(let place):
            "Measurement \(place) of the HRTF set has numbers that are infinite or none."
        case .silent(let place): "Measurement \(place) of the HRTF set is silent."
        case .noMesh: "The directions of the HRTF set cannot be joined to triangles."
        }
    }
}

/// What was left out of a set of head-related transfer functions, or added to it.
package enum HRTFNote: Sendable, Equatable, CustomStringConvertible {
    /// So many directions were there twice; the first of each was kept.
    case duplicates(Int)
    /// Of several distances, measurements at other ones than this were left out.
    case otherDistances(count: Int, keptMetres: Double)
    /// Directions were left out where they were closer together than is needed.
    case thinned(count: Int, kept: Int)
    /// So many directions were filled with their neighbours, because none was measured near them.
    case filled(Int)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .duplicates(let count): "\(count) directions were there twice."
        case .otherDistances(let count, let metres):
            "\(count) measurements at other distances than \(metres) m were left out."
        case .thinned(let count, let kept):
            "\(count) directions were left out, \(kept) are kept: they were very close together."
        case .filled(let count): "\(count) directions without measurements were filled with their neighbours."
        }
    }
}
