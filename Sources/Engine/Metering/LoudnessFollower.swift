import AVFDSP
import AVFRealtime
import Glibc
import Synchronization

/// How loud a sound is, after ITU-R BS.1770 and EBU R 128.
package struct Loudness: Equatable, Sendable {
    /// Of the last 400 ms, in LUFS, −120 and up.
    package var momentaryLUFS: Double
    /// Of the last 3 s, in LUFS, −120 and up.
    package var shortTermLUFS: Double
    /// Gated, of everything since the measuring began, in LUFS, −120 and up.
    package var integratedLUFS: Double
    /// The highest peak between samples since the measuring began, in decibels of full scale, −120 and up.
    package var truePeakDecibels: Double

    /// Digital silence.
    package static let silence = Loudness(
        momentaryLUFS: -120, shortTermLUFS: -120, integratedLUFS: -120, truePeakDecibels: -120)
}

/// Measures loudness on the render side, for readers on any thread; made when it is first asked for.
///
/// `@unchecked Sendable`: `take` is for the thread that has the samples; what it publishes is atomic.
final class LoudnessFollower: @unchecked Sendable {
    private let measure = LazyCell<LoudnessMeasure>()
    private let channelCount: Int
    private let sampleRateHz: Double
    private let isOn = Atomic<Bool>(false)
    private let beginsAnew = Atomic<Bool>(false)
    private let loudnessWord = Atomic<UInt64>(LoudnessFollower.bits(-120, -120))
    private let summaryWord = Atomic<UInt64>(LoudnessFollower.bits(-120, 0))

    /// A meter that is off.
    init(channelCount: Int, sampleRateHz: Double) {
        self.channelCount = channelCount
        self.sampleRateHz = sampleRateHz
    }

    /// Whether loudness is measured; switched on, it begins anew. [control]
    var isEnabled: Bool {
        get { isOn.load(ordering: .relaxed) }
        set {
            guard newValue != isEnabled else { return }
            if newValue {
                _ = measure.pointer {
                    LoudnessMeasure(channelCount: channelCount, sampleRateHz: sampleRateHz)
                }
                beginsAnew.store(true, ordering: .relaxed)
                publish(-120, -120, -120, 0)
            }
            isOn.store(newValue, ordering: .releasing)
        }
    }

    /// Takes the next frames in, if it is on. [render]
    func take(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
        guard frameCount > 0, isOn.load(ordering: .acquiring), let measure = measure.pointer else { return }
        if beginsAnew.exchange(false, ordering: .relaxed) { measure.pointee.reset() }
        measure.pointee.hear(channels, frameCount: frameCount)
        publish(
            Float(measure.pointee.momentary), Float(measure.pointee.shortTerm),
            Float(measure.pointee.integrated), measure.pointee.truePeak)
    }

    /// What was measured last. [any]
    var loudness: Loudness {
        let (momentary, shortTerm) = Self.floats(loudnessWord.load(ordering: .relaxed))
        let (integrated, peak) = Self.floats(summaryWord.load(ordering: .relaxed))
        return Loudness(
            momentaryLUFS: Double(momentary), shortTermLUFS: Double(shortTerm),
            integratedLUFS: Double(integrated),
            truePeakDecibels: peak > 0 ? max(-120, 20 * log10(Double(peak))) : -120)
    }

    private func publish(_ momentary: Float, _ shortTerm: Float, _ integrated: Float, _ peak: Float) {
        loudnessWord.store(Self.bits(momentary, shortTerm), ordering: .relaxed)
        summaryWord.store(Self.bits(integrated, peak), ordering: .relaxed)
    }

    private static func bits(_ first: Float, _ second: Float) -> UInt64 {
        UInt64(first.bitPattern) << 32 | UInt64(second.bitPattern)
    }

    private static func floats(_ bits: UInt64) -> (Float, Float) {
        (
            Float(bitPattern: UInt32(truncatingIfNeeded: bits >> 32)),
            Float(bitPattern: UInt32(truncatingIfNeeded: bits))
        )
    }
}
