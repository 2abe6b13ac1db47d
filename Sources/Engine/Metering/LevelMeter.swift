import AVFRealtime
import Glibc
import Synchronization

/// How loud a channel is, in decibels of full scale.
package struct ChannelLevel: Equatable, Sendable {
    /// Mean power over about a tenth of a second, −160 and up.
    package let averageDecibels: Float
    /// The highest sample, which stays for half a second and falls by 20 dB in a second then, −160 and up.
    package let peakDecibels: Float

    /// Digital silence.
    package static let silence = ChannelLevel(averageDecibels: -160, peakDecibels: -160)
}

/// Measures channels on the render side, for readers on any thread.
///
/// `@unchecked Sendable`: `take` is for the thread that has the samples; what it publishes is atomic.
package final class LevelMeter: @unchecked Sendable {
    private let followers: OwnedBuffer<LevelFollower>
    private let published: OwnedBuffer<Atomic<UInt64>>
    private let sampleRateHz: Double
    private let isOn = Atomic<Bool>(false)

    /// A meter that is off.
    package init(channelCount: Int, sampleRateHz: Double) {
        followers = OwnedBuffer(repeating: LevelFollower(), count: channelCount)
        published = OwnedBuffer(count: channelCount) { _ in Atomic(0) }
        self.sampleRateHz = sampleRateHz
    }

    /// Channels that are measured.
    var channelCount: Int { published.count }

    /// Whether anything is measured. [any]
    package var isEnabled: Bool {
        get { isOn.load(ordering: .relaxed) }
        set { isOn.store(newValue, ordering: .relaxed) }
    }

    /// Takes the next frames in, if the meter is on. [render]
    @_noLocks
    func take(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
        guard frameCount > 0, isOn.load(ordering: .relaxed) else { return }
        for channel in 0..<published.count {
            followers.pointer[channel].take(
                channels[channel], frameCount: frameCount, sampleRateHz: sampleRateHz)
            (published.pointer + channel).pointee.store(
                followers.pointer[channel].bits, ordering: .relaxed)
        }
    }

    /// What was measured last. [any]
    package func levels() -> [ChannelLevel] {
        (0..<published.count).map { channel in
            let bits = published.pointer[channel].load(ordering: .relaxed)
            let meanSquare = Float(bitPattern: UInt32(truncatingIfNeeded: bits >> 32))
            let peak = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
            return ChannelLevel(
                averageDecibels: Self.decibels(meanSquare, 10), peakDecibels: Self.decibels(peak, 20))
        }
    }

    /// Takes the next frames in, for a meter that no render side uses. [control]
    package func take(_ channels: [UnsafePointer<Float>], frameCount: Int) {
        // Proof: the meter only reads.
        let rows = channels.map { UnsafeMutablePointer(mutating: $0) }
        rows.withUnsafeBufferPointer { rows in
            guard rows.count >= published.count, let first = rows.baseAddress else { return }
            take(first, frameCount: frameCount)
        }
    }

    private static func decibels(_ value: Float, _ factor: Float) -> Float {
        value > 0 ? max(-160, factor * log10(value)) : -160
    }
}
