/// What a device granted.
package struct DeviceStreamFormat: Equatable, Sendable {
    /// The device that was opened.
    package let deviceName: String
    /// Frames in a second.
    package let sampleRateHz: Double
    /// Channels the callback gets.
    package let channelCount: Int
    /// The most frames the callback is asked for at once, and on a real device the typical number.
    package let periodFrameCount: Int
    /// Frames the device holds: how late sound is heard after it was rendered, at most.
    package let bufferFrameCount: Int
    /// The device's own samples, as its backend writes them (`FLOAT_LE`, `S16_LE`, …).
    package let sampleFormatName: String

    /// Describes what was granted.
    package init(
        deviceName: String, sampleRateHz: Double, channelCount: Int, periodFrameCount: Int,
        bufferFrameCount: Int, sampleFormatName: String = "FLOAT_LE"
    ) {
        self.deviceName = deviceName
        self.sampleRateHz = sampleRateHz
        self.channelCount = channelCount
        self.periodFrameCount = periodFrameCount
        self.bufferFrameCount = bufferFrameCount
        self.sampleFormatName = sampleFormatName
    }

    /// How many nanoseconds `frameCount` frames last, rounded down.
    package func nanoseconds(ofFrames frameCount: Int) -> UInt64 {
        UInt64(max(0, Double(frameCount) * 1e9 / sampleRateHz))
    }

    /// How many whole frames pass in `nanoseconds`.
    package func frameCount(inNanoseconds nanoseconds: UInt64) -> Int {
        Int(Double(nanoseconds) * sampleRateHz / 1e9)
    }
}
