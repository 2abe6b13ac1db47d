import AVFDevices
import Glibc
import Synchronization

/// Stands in for the engine: counts frames into every channel and notes how it was called.
final class RecordingRenderer: Sendable {
    struct Call: Equatable {
        let frameCount: Int
        let hostTimeNanoseconds: UInt64
    }

    private struct State {
        var calls: [Call] = []
        var nextSample: Float = 0
    }

    private let state = Mutex(State())
    /// Posted after each call.
    let called = Signal()

    var calls: [Call] { state.withLock { $0.calls } }

    /// The stream must be closed before this object goes away.
    var rendering: DeviceRendering {
        DeviceRendering(context: Unmanaged.passUnretained(self).toOpaque()) {
            context, channels, channelCount, frameCount, hostTime in
            guard let context else { return }
            Unmanaged<RecordingRenderer>.fromOpaque(context).takeUnretainedValue()
                .render(channels, Int(channelCount), Int(frameCount), hostTime)
        }
    }

    // Frame n of channel c holds n + c / 8: exact in float, different in each channel.
    private func render(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ channelCount: Int, _ frameCount: Int,
        _ hostTime: UInt64
    ) {
        state.withLock { state in
            state.calls.append(Call(frameCount: frameCount, hostTimeNanoseconds: hostTime))
            for frame in 0..<frameCount {
                for channel in 0..<channelCount {
                    channels[channel][frame] = state.nextSample + Float(channel) / 8
                }
                state.nextSample += 1
            }
        }
        called.post()
    }
}

/// A counting semaphore between the device's thread and the test.
final class Signal: @unchecked Sendable {
    // Owned here and thread-safe by definition.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func post() { sem_post(semaphore) }

    /// Waits for `count` posts; false when ten seconds pass without one.
    func wait(_ count: Int = 1) -> Bool {
        for _ in 0..<count {
            var deadline = timespec()
            clock_gettime(CLOCK_REALTIME, &deadline)
            deadline.tv_sec += 10
            while sem_timedwait(semaphore, &deadline) != 0 {
                guard errno == EINTR else { return false }
            }
        }
        return true
    }
}
