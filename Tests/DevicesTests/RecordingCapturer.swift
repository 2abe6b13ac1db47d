import AVFDevices
import Synchronization

/// Stands in for who records: keeps what it is given, and when.
final class RecordingCapturer: Sendable {
    struct State {
        var samples: [Float] = []
        var hostTimes: [UInt64] = []
        var frameCounts: [Int] = []
    }

    private let state = Mutex(State())
    /// Posted after each call.
    let called = Signal()

    /// Frames as they came, channels interleaved.
    var samples: [Float] { state.withLock { $0.samples } }
    var hostTimes: [UInt64] { state.withLock { $0.hostTimes } }
    var frameCounts: [Int] { state.withLock { $0.frameCounts } }

    /// The stream must be closed before this object goes away.
    var capturing: DeviceCapturing {
        DeviceCapturing(context: Unmanaged.passUnretained(self).toOpaque()) {
            context, channels, channelCount, frameCount, hostTime in
            guard let context else { return }
            let capturer = Unmanaged<RecordingCapturer>.fromOpaque(context).takeUnretainedValue()
            capturer.state.withLock { state in
                state.hostTimes.append(hostTime)
                state.frameCounts.append(Int(frameCount))
                for frame in 0..<Int(frameCount) {
                    for channel in 0..<Int(channelCount) { state.samples.append(channels[channel][frame]) }
                }
            }
            capturer.called.post()
        }
    }
}
