/// What a device can do in one direction.
package struct DeviceCapabilities: Equatable, Sendable {
    /// How many channels it may have.
    package let channelCounts: ClosedRange<Int>
    /// The usual rates that it takes, in hertz, rising.
    package let sampleRatesHz: [Double]
    /// The samples that it takes, as its backend writes them, the preferred ones first.
    package let sampleFormatNames: [String]

    /// The rates that devices are asked for.
    package static let usualRatesHz: [Double] = [
        8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 352_800,
        384_000,
    ]

    /// Describes one direction of a device.
    package init(channelCounts: ClosedRange<Int>, sampleRatesHz: [Double], sampleFormatNames: [String]) {
        self.channelCounts = channelCounts
        self.sampleRatesHz = sampleRatesHz
        self.sampleFormatNames = sampleFormatNames
    }
}

/// Which way sound goes through a device.
package enum DeviceDirection: Equatable, Hashable, CaseIterable, Sendable {
    case playback
    case capture
}
