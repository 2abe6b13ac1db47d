import CAVFALSA
import Glibc

/// Asks a device what it can do, without setting anything up.
struct ALSACapabilities {
    let calls: ALSACalls
    let pcm: OpaquePointer
    let deviceName: String

    // Plugins that convert take thousands of channels.
    private static let mostChannels = 256

    /// Reads the device's own range of settings.
    ///
    /// - Throws: `DeviceError.cannotConfigure` if the device does not tell.
    func read() throws(DeviceError) -> DeviceCapabilities {
        var made: OpaquePointer?
        try check(calls.makeHardware(&made))
        guard let hardware = made else { throw refusal(-ENOMEM) }
        defer { snd_pcm_hw_params_free(hardware) }
        try check(calls.anyHardware(pcm, hardware))
        var fewest: UInt32 = 0
        var most: UInt32 = 0
        try check(calls.fewestChannels(hardware, &fewest))
        try check(calls.mostChannels(hardware, &most))
        let least = min(max(1, Int(fewest)), Self.mostChannels)
        return DeviceCapabilities(
            channelCounts: least...max(least, min(Int(most), Self.mostChannels)),
            sampleRatesHz: DeviceCapabilities.usualRatesHz.filter {
                calls.testRate(pcm, hardware, UInt32($0), 0) >= 0
            },
            sampleFormatNames: ALSASampleFormat.allCases.filter {
                calls.testFormat(pcm, hardware, $0.alsaFormat) >= 0
            }.map(\.name))
    }

    private func check(_ code: Int32) throws(DeviceError) {
        guard code >= 0 else { throw refusal(code) }
    }

    private func refusal(_ code: Int32) -> DeviceError {
        .cannotConfigure(
            device: deviceName, setting: "to say what it can do", code: -code,
            cause: ALSACalls.text(ofError: code))
    }
}
