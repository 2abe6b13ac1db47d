import AVFEngine

/// A piece of what a bus carries, as `AVAudioNode.tapBuffers` gives it. (Not in Apple's API.)
public struct AVAudioTapBuffer: Sendable {
    /// The frames: as many as were asked for.
    public let buffer: AVReadOnlyAudioPCMBuffer
    /// When the first of them is heard; without a device the sample time only.
    public let time: AVAudioTime
}

extension AVAudioNode {
    /// What an output bus carries, as a sequence of buffers of exactly `bufferSize` frames. (Not in Apple's
    /// API.)
    ///
    /// Listening begins with the call. It ends with the loop or the task that goes through the sequence, and
    /// the sequence ends with `removeTap(onBus:)` and with the node's detachment. Buffers wait for a slow
    /// loop without limit unless a policy says otherwise: rendering does not wait for it. The other rules are
    /// those of `installTap`; what that refuses, the sequence throws when its first buffer is asked for.
    public func tapBuffers(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat? = nil,
        bufferingPolicy: AsyncThrowingStream<AVAudioTapBuffer, any Error>.Continuation.BufferingPolicy =
            .unbounded
    ) -> AsyncThrowingStream<AVAudioTapBuffer, any Error> {
        AsyncThrowingStream(bufferingPolicy: bufferingPolicy) { continuation in
            let listener = TapSequenceListener(continuation)
            do throws(EngineError) {
                let tap = try addTap(bus, bufferSize, format) { listener.hear($0, $1) }
                continuation.onTermination = { [weak self, weak tap] _ in
                    guard let core = self?.core, let tap else { return }
                    core.engine?.removeTap(from: core, bus: bus, only: tap)
                }
            } catch {
                // The listener ends the sequence as it goes, so it must not go before.
                withExtendedLifetime(listener) {
                    continuation.finish(throwing: AVFAudioError.error(error))
                }
            }
        }
    }
}

/// Hands buffers on; the sequence ends when the tap has let go of it.
private final class TapSequenceListener: Sendable {
    private let continuation: AsyncThrowingStream<AVAudioTapBuffer, any Error>.Continuation

    init(_ continuation: AsyncThrowingStream<AVAudioTapBuffer, any Error>.Continuation) {
        self.continuation = continuation
    }

    deinit { continuation.finish() }

    func hear(_ buffer: AVAudioPCMBuffer, _ time: AVAudioTime) {
        continuation.yield(AVAudioTapBuffer(buffer: AVReadOnlyAudioPCMBuffer(made: buffer), time: time))
    }
}
