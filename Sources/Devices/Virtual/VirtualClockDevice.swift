import Glibc
import Synchronization

/// A device whose clock stands still until it is told to advance: for tests, and exact in every run.
///
/// As a backend it grants what is asked for and opens one stream in each direction at a time. `advance`
/// renders on the caller's thread; the host time of a frame is its number since the device was made, so two
/// runs with the same calls see the same times.
package final class VirtualClockDevice: DeviceBackend {
    /// The name of the only device.
    package static let deviceName = "virtual"

    /// What is heard at a frame since the device was opened, in a channel.
    package typealias Signal = @Sendable (_ frame: Int, _ channel: Int) -> Float

    private let stream = Mutex<VirtualClockStream?>(nil)
    private let captureStream = Mutex<VirtualCaptureStream?>(nil)
    private let signal: Signal

    /// Makes a device whose clock is at zero, which captures `signal`.
    package init(capturing signal: @escaping Signal = { _, _ in 0 }) { self.signal = signal }

    package func devices() -> [DeviceInfo] {
        let summary = "Renders when a test says so"
        return [DeviceInfo(name: Self.deviceName, summary: summary, canPlay: true, canCapture: true)]
    }

    /// Opens the device with exactly the format asked for.
    ///
    /// - Throws: `DeviceError.badRequest`; `.cannotOpen` while another stream is open.
    package func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        try request.validate()
        let opened = VirtualClockStream(request, rendering: rendering)
        let isFree = stream.withLock { current in
            guard current == nil || current?.state == .closed else { return false }
            current = opened
            return true
        }
        guard isFree else {
            throw .cannotOpen(device: request.shownName, code: EBUSY, cause: "it is open already")
        }
        return opened
    }

    /// Opens the device for capture with exactly the format asked for.
    ///
    /// - Throws: `DeviceError.badRequest`; `.cannotOpen` while another capture is open.
    package func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream {
        try request.validate()
        let opened = VirtualCaptureStream(request, capturing: capturing, signal: signal)
        let isFree = captureStream.withLock { current in
            guard current == nil || current?.state == .closed else { return false }
            current = opened
            return true
        }
        guard isFree else {
            throw .cannotOpen(device: request.shownName, code: EBUSY, cause: "it is open already")
        }
        return opened
    }

    /// Lets `frameCount` frames of time pass and renders them, in whole periods and one shorter rest.
    ///
    /// What was captured is handed over first. Nothing happens while no stream runs; the clock goes on all
    /// the same.
    package func advance(frameCount: Int) {
        advanceCapture(frameCount: frameCount)
        stream.withLock { $0 }?.advance(frameCount: frameCount)
    }

    /// Lets the time of the capturing side pass alone.
    package func advanceCapture(frameCount: Int) {
        captureStream.withLock { $0 }?.advance(frameCount: frameCount)
    }

    /// Everything that was played since the stream was opened, one array per channel.
    package var playedChannels: [[Float]] { stream.withLock { $0 }?.playedChannels ?? [] }

    /// Pretends that the sound was interrupted and `lostFrameCount` frames of time passed unheard.
    package func interrupt(lostFrameCount: Int) {
        stream.withLock { $0 }?.interrupt(lostFrameCount: lostFrameCount)
    }

    /// Pretends that the device was pulled out.
    package func unplug() {
        stream.withLock { $0 }?.unplug()
        captureStream.withLock { $0 }?.unplug()
    }
}
