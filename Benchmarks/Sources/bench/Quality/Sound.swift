import Foundation

/// Interleaved stereo for peers, and back.
enum Sound {
    /// So many seconds of a formula on both channels.
    static func stereo(seconds: Double, sampleRateHz: Double = 48_000, _ formula: (Int) -> Double) -> [Float]
    {
        (0..<Int(seconds * sampleRateHz)).flatMap { frame in
            let sample = Float(formula(frame))
            return [sample, sample]
        }
    }

    /// A sine at −6 dB.
    static func tone(hertz: Double, seconds: Double, sampleRateHz: Double) -> [Float] {
        stereo(seconds: seconds, sampleRateHz: sampleRateHz) {
            0.5 * sin(2 * .pi * hertz * Double($0) / sampleRateHz)
        }
    }

    /// The left channel.
    static func left(_ interleaved: [Float]) -> [Double] {
        stride(from: 0, to: interleaved.count, by: 2).map { Double(interleaved[$0]) }
    }
}
