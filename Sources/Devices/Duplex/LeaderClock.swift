/// The stream by whose blocks time is kept for the others.
package struct LeaderClock: BitwiseCopyable, Equatable, Sendable {
    /// Frames in a second.
    package let sampleRateHz: Double
    /// Frames of a block.
    package let blockFrameCount: Int

    /// The clock of a stream with this format.
    package init(_ format: DeviceStreamFormat) {
        self.init(sampleRateHz: format.sampleRateHz, blockFrameCount: format.periodFrameCount)
    }

    /// A clock with blocks of so many frames.
    package init(sampleRateHz: Double, blockFrameCount: Int) {
        self.sampleRateHz = sampleRateHz
        self.blockFrameCount = blockFrameCount
    }

    /// What a drift loop needs to know of it and of a stream that follows.
    ///
    /// - Throws: `DeviceError.cannotConfigure` when the rates are more than two octaves apart.
    func settings(follower format: DeviceStreamFormat) throws(DeviceError) -> DriftSettings {
        guard DriftSettings.paces.contains(format.sampleRateHz / sampleRateHz) else {
            throw .cannotConfigure(
                device: format.deviceName, setting: "a stream of \(Int(sampleRateHz)) Hz beside it", code: 0,
                cause: "its \(Int(format.sampleRateHz)) Hz are more than two octaves away")
        }
        return DriftSettings(
            leaderRateHz: sampleRateHz, followerRateHz: format.sampleRateHz,
            leaderBlockFrameCount: blockFrameCount, followerBlockFrameCount: format.periodFrameCount)
    }
}
