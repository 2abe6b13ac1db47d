import AVFDSP

/// What a unit uses a sound for.
package struct UnitSoundSpec: Sendable, Equatable {
    /// A word for it, such as "impulse response".
    package let name: String
    /// The longest that the unit can work with.
    package let mostSeconds: Double

    /// The facts of a unit's sound.
    package init(_ name: String, mostSeconds: Double) {
        self.name = name
        self.mostSeconds = mostSeconds
    }
}

/// A sound that a unit works with, such as an impulse response: samples in memory, and where they came from.
package struct UnitSound: Sendable {
    /// The file that it was read from; empty if it was given as samples.
    package let path: String
    /// Frames a second.
    package let sampleRateHz: Double
    /// The samples of each channel, all equally many.
    package let channels: [[Float]]

    /// A sound.
    package init(path: String, sampleRateHz: Double, channels: [[Float]]) {
        self.path = path
        self.sampleRateHz = sampleRateHz
        self.channels = channels
    }

    /// Samples of each channel.
    package var frameCount: Int { channels.first?.count ?? 0 }

    /// How long it lasts.
    package var seconds: Double { Double(frameCount) / sampleRateHz }

    /// The sound as an impulse response at another rate: it filters as before. [control]
    ///
    /// Frames that lie closer together weigh less, because more of them are added up.
    package func impulseResponse(atRateHz rateHz: Double) -> UnitSound {
        guard rateHz != sampleRateHz else { return self }
        let count = RateConversion.outputFrameCount(
            forInput: frameCount, inputRateHz: sampleRateHz, outputRateHz: rateHz)
        let weight = sampleRateHz / rateHz
        let converted = channels.map { channel in
            let converter = RateConversion.converter(
                inputRateHz: sampleRateHz, outputRateHz: rateHz, channelCount: 1, quality: .best,
                isPatient: true)
            return Self.resample(channel.map { Double($0) * weight }, converter, frameCount: count)
        }
        return UnitSound(path: path, sampleRateHz: rateHz, channels: converted)
    }

    private static func resample(
        _ samples: [Double], _ converter: any RateConverter, frameCount: Int
    ) -> [Float] {
        var (input, output) = (samples, [Double](repeating: 0, count: frameCount))
        var (taken, made) = (0, 0)
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                guard let source = input.baseAddress, let target = output.baseAddress else { return }
                while made < frameCount {
                    var (from, to) = (source + taken, target + made)
                    let left = input.count - taken
                    let wanted = converter.neededFrameCount(forOutput: frameCount - made)
                    let step = withUnsafePointer(to: &from) {
                        converter.convert(
                            left > 0 ? $0 : nil, inputFrameCount: left > 0 ? left : wanted, output: &to,
                            outputFrameCount: frameCount - made)
                    }
                    guard step.consumedFrameCount + step.producedFrameCount > 0 else { return }
                    taken += step.consumedFrameCount
                    made += step.producedFrameCount
                }
            }
        }
        return output.map { Float($0) }
    }
}

/// Why a unit cannot work with a sound.
package enum UnitSoundError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is nothing in it.
    case empty(path: String)
    /// It is longer than the unit can work with.
    case tooLong(path: String, seconds: Double, mostSeconds: Double)
    /// Its channels do not fit the unit's.
    case channels(path: String, channelCount: Int, unitChannelCount: Int)
    /// Some of its samples are infinite or no numbers.
    case notFinite(path: String)
    /// It cannot be cut into cycles of a wave.
    case cycles(path: String, frameCount: Int, channelCount: Int)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .empty(let path): "\(Self.named(path)) has no frames."
        case .tooLong(let path, let seconds, let mostSeconds):
            "\(Self.named(path)) lasts \(seconds) s; up to \(mostSeconds) s can be used."
        case .channels(let path, let count, let unit):
            """
            \(Self.named(path)) has \(count) channels, which do not fit \(unit): there may be 1, \(unit) or \
            \(unit * unit).
            """
        case .notFinite(let path):
            "\(Self.named(path)) has samples that are infinite or no numbers."
        case .cycles(let path, let frameCount, let channelCount):
            """
            \(Self.named(path)) has \(channelCount) channels of \(frameCount) frames: a channel is one cycle of up to \
            4096 frames or several of 2048, all channels are equally long, and there are 256 cycles at most.
            """
        }
    }

    private static func named(_ path: String) -> String { path.isEmpty ? "The sound" : "“\(path)”" }
}
