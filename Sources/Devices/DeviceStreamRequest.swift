import AVFRealtime
import AVFRender

/// What a stream is asked to be; the device grants what comes nearest.
package struct DeviceStreamRequest: Equatable, Sendable {
    /// The device, as its backend names it; nil is the default device.
    package var deviceName: String?
    /// Frames in a second.
    package var sampleRateHz: Double
    /// Channels side by side.
    package var channelCount: Int
    /// Frames rendered in one call.
    package var periodFrameCount: Int
    /// Periods the device holds: more are safer and later.
    package var periodCount: Int
    /// How much sound the device shall hold, in seconds.
    ///
    /// Periods become shorter if need be. Nil asks for `periodCount` periods, and for more of a sound server
    /// that needs it.
    package var latencySeconds: Double?
    /// Whether a stream that can do without a device looks for one only when it is told that it is used.
    package var waitsUntilUsed = false
    /// Whether memory that the card shares is preferred to read and write calls.
    package var prefersMapping = false
    /// SCHED_FIFO priority of the thread that renders; 0 asks for none.
    package var priority: Int

    /// Asks for a stream; the defaults suit playback on a desktop.
    package init(
        deviceName: String? = nil, sampleRateHz: Double = 48_000, channelCount: Int = 2,
        periodFrameCount: Int = 512, periodCount: Int = 3, latencySeconds: Double? = nil,
        priority: Int = NamedThread.usualRenderPriority
    ) {
        self.deviceName = deviceName
        self.sampleRateHz = sampleRateHz
        self.channelCount = channelCount
        self.periodFrameCount = periodFrameCount
        self.periodCount = periodCount
        self.latencySeconds = latencySeconds
        self.priority = priority
    }

    /// The name that stands for the device in errors and lists.
    package var shownName: String { deviceName ?? "default" }

    /// Refuses what no device could grant, before anything is opened.
    ///
    /// - Throws: `DeviceError.badRequest` with the value and its range.
    func validate() throws(DeviceError) {
        guard sampleRateHz >= 1_000, sampleRateHz <= 768_000 else {
            throw .badRequest(
                device: shownName, cause: "sample rate \(sampleRateHz) Hz is not in 1000…768000")
        }
        try check(channelCount, in: 1...256, "channel count")
        try check(periodFrameCount, in: 1...65_536, "period")
        try check(periodCount, in: 2...64, "number of periods")
        if let latencySeconds, !(latencySeconds > 0 && latencySeconds <= 10) {
            throw .badRequest(device: shownName, cause: "latency \(latencySeconds) s is not in 0…10")
        }
    }

    private func check(_ value: Int, in range: ClosedRange<Int>, _ what: String) throws(DeviceError) {
        guard range.contains(value) else {
            throw .badRequest(
                device: shownName,
                cause: "\(what) \(value) is not in \(range.lowerBound)…\(range.upperBound)")
        }
    }
}
