import AVFConsole
import AVFMedia
import Glibc

/// Peak, RMS and loudness of a signal that is heard once.
struct SignalMeasure {
    /// Nil for more channels than loudness is defined for.
    private let loudness: LoudnessMeter?
    private let channelCount: Int
    private(set) var frameCount = 0
    private var peak: Float = 0
    private var squareSum = 0.0

    /// A measure for one signal.
    ///
    /// - Throws: `Failure` without memory.
    init(sampleRateHz: Double, channelCount: Int) throws(Failure) {
        self.channelCount = channelCount
        do {
            loudness =
                LoudnessMeter.channelCounts.contains(channelCount)
                ? try LoudnessMeter(sampleRateHz: sampleRateHz, channelCount: channelCount) : nil
        } catch {
            throw Failure(.badData, "The loudness cannot be measured: \(error)")
        }
    }

    /// Hears frames.
    ///
    /// - Throws: `Failure` without memory.
    mutating func add(
        _ channels: UnsafePointer<UnsafePointer<Float>>, offset: Int, frameCount: Int
    ) throws(Failure) {
        self.frameCount += frameCount
        for channel in 0..<channelCount {
            for frame in offset..<offset + frameCount {
                let sample = channels[channel][frame]
                peak = max(peak, abs(sample))
                squareSum += Double(sample) * Double(sample)
            }
        }
        do {
            try loudness?.add(channels, offset: offset, frameCount: frameCount)
        } catch {
            throw Failure(.internalError, error.description)
        }
    }

    /// The highest magnitude, in decibels of full scale.
    var peakDecibels: Double { Double(peak).decibels }

    /// The mean power over all channels, in decibels of a full-scale square wave.
    var rmsDecibels: Double {
        (squareSum / Double(max(1, frameCount * channelCount))).squareRoot().decibels
    }

    /// Integrated loudness after BS.1770; nil for more channels than that can be measured of.
    var integratedLUFS: Double? { loudness?.integratedLUFS }

    /// The same for people.
    var loudnessText: String {
        integratedLUFS.map { $0.digits(2) + " LUFS" } ?? "not defined for \(channelCount) channels"
    }
}
