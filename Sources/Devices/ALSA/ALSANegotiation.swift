import CAVFALSA
import Glibc

/// Finds the settings of a card that come nearest to a request, and installs them.
struct ALSANegotiation {
    let calls: ALSACalls
    let pcm: OpaquePointer
    let request: DeviceStreamRequest

    /// Agrees with the card: sample format first, then channels, rate, period and buffer.
    ///
    /// - Throws: `DeviceError.cannotConfigure` with the first setting the card refuses.
    func settle() throws(DeviceError) -> (DeviceStreamFormat, ALSASampleFormat) {
        let hardware = try parameters(calls.makeHardware, "memory for its settings")
        defer { snd_pcm_hw_params_free(hardware) }
        try check(calls.anyHardware(pcm, hardware), "to be configured")
        try check(calls.setAccess(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved samples")
        let sampleFormat = try settleSampleFormat(hardware)
        let channelCount = try settleChannelCount(hardware)
        let rateHz = try settleRate(hardware)
        try settleSizes(hardware)
        try check(calls.installHardware(pcm, hardware), "these settings together")
        let (period, buffer) = try grantedSizes()
        try installSoftware(period: period, buffer: buffer)
        let format = DeviceStreamFormat(
            deviceName: request.shownName, sampleRateHz: Double(rateHz), channelCount: channelCount,
            periodFrameCount: period, bufferFrameCount: buffer, sampleFormatName: sampleFormat.name)
        return (format, sampleFormat)
    }

    private func settleSampleFormat(_ hardware: OpaquePointer) throws(DeviceError) -> ALSASampleFormat {
        var code = -EINVAL
        for candidate in ALSASampleFormat.allCases {
            code = calls.testFormat(pcm, hardware, candidate.alsaFormat)
            guard code >= 0 else { continue }
            try check(calls.setFormat(pcm, hardware, candidate.alsaFormat), "samples as \(candidate.name)")
            return candidate
        }
        throw refusal(of: "float, 32, 24 and 16 bit samples", code)
    }

    private func settleChannelCount(_ hardware: OpaquePointer) throws(DeviceError) -> Int {
        var count = UInt32(request.channelCount)
        try check(calls.setChannelsNear(pcm, hardware, &count), "\(request.channelCount) channels")
        return Int(count)
    }

    private func settleRate(_ hardware: OpaquePointer) throws(DeviceError) -> UInt32 {
        var rateHz = UInt32(request.sampleRateHz.rounded())
        var direction: Int32 = 0
        try check(calls.setRateNear(pcm, hardware, &rateHz, &direction), "a rate of \(rateHz) Hz")
        return rateHz
    }

    // The period first: it decides how often the graph runs, the buffer only how safe that is.
    private func settleSizes(_ hardware: OpaquePointer) throws(DeviceError) {
        var period = UInt(request.periodFrameCount)
        var direction: Int32 = 0
        try check(
            calls.setPeriodSizeNear(pcm, hardware, &period, &direction),
            "periods of \(request.periodFrameCount) frames")
        var buffer = period * UInt(request.periodCount)
        try check(calls.setBufferSizeNear(pcm, hardware, &buffer), "a buffer of \(buffer) frames")
    }

    private func grantedSizes() throws(DeviceError) -> (period: Int, buffer: Int) {
        var buffer: UInt = 0
        var period: UInt = 0
        try check(calls.grantedSizes(pcm, &buffer, &period), "to say what it granted")
        // A period that fills the whole buffer could only be written when the card has run dry.
        return (max(1, Int(min(period, buffer / 2))), Int(buffer))
    }

    private func installSoftware(period: Int, buffer: Int) throws(DeviceError) {
        let software = try parameters(calls.makeSoftware, "memory for its settings")
        defer { snd_pcm_sw_params_free(software) }
        try check(calls.currentSoftware(pcm, software), "to be configured")
        // Full is when no whole period fits any more: after an xrun the first may have been written in part.
        let threshold = UInt(buffer - period + 1)
        try check(calls.setStartThreshold(pcm, software, threshold), "to start when it is full")
        try check(calls.setAvailableMinimum(pcm, software, UInt(period)), "to wake for each period")
        try check(calls.installSoftware(pcm, software), "these software settings")
    }

    private func parameters(
        _ make: @convention(c) (UnsafeMutablePointer<OpaquePointer?>?) -> Int32, _ what: String
    ) throws(DeviceError) -> OpaquePointer {
        var made: OpaquePointer?
        try check(make(&made), what)
        guard let made else { throw refusal(of: what, -ENOMEM) }
        return made
    }

    private func check(_ code: Int32, _ setting: @autoclosure () -> String) throws(DeviceError) {
        guard code >= 0 else { throw refusal(of: setting(), code) }
    }

    private func refusal(of setting: String, _ code: Int32) -> DeviceError {
        .cannotConfigure(
            device: request.shownName, setting: setting, code: -code, cause: ALSACalls.text(ofError: code))
    }
}
