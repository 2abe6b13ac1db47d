import CAVFALSA
import Glibc

/// What a card and a stream have agreed on.
struct ALSAAgreement: Sendable {
    let format: DeviceStreamFormat
    let sampleFormat: ALSASampleFormat
    let access: ALSAAccess
}

/// Finds the settings of a card that come nearest to a request, and installs them.
struct ALSANegotiation {
    let calls: ALSACalls
    let pcm: OpaquePointer
    let request: DeviceStreamRequest
    var isCapture = false

    // A sound server moves its own blocks, some 20 ms each: with less than this it falls dry.
    private static let serverBufferSeconds = 0.085

    /// Agrees with the card: the way samples take and their format first, then channels, rate, period and
    /// buffer.
    ///
    /// - Throws: `DeviceError.cannotConfigure` with the first setting the card refuses.
    func settle() throws(DeviceError) -> ALSAAgreement {
        let hardware = try parameters(calls.makeHardware, "memory for its settings")
        defer { snd_pcm_hw_params_free(hardware) }
        try check(calls.anyHardware(pcm, hardware), "to be configured")
        let access = try settleAccess(hardware)
        let sampleFormat = try settleSampleFormat(hardware)
        let channelCount = try settleChannelCount(hardware)
        let rateHz = try settleRate(hardware)
        try settleSizes(hardware, rateHz: Double(rateHz))
        try check(calls.installHardware(pcm, hardware), "these settings together")
        let (period, buffer) = try grantedSizes()
        try installSoftware(period: period, buffer: buffer)
        let format = DeviceStreamFormat(
            deviceName: request.shownName, sampleRateHz: Double(rateHz), channelCount: channelCount,
            periodFrameCount: period, bufferFrameCount: buffer, sampleFormatName: sampleFormat.name)
        return ALSAAgreement(format: format, sampleFormat: sampleFormat, access: access)
    }

    private func settleAccess(_ hardware: OpaquePointer) throws(DeviceError) -> ALSAAccess {
        var code = -EINVAL
        for access in ALSAAccess.ordered(prefersMapping: request.prefersMapping) {
            code = calls.setAccess(pcm, hardware, access.alsaAccess)
            if code >= 0 { return access }
        }
        throw refusal(of: "interleaved or planar samples", code)
    }

    private func settleSampleFormat(_ hardware: OpaquePointer) throws(DeviceError) -> ALSASampleFormat {
        var code = -EINVAL
        for candidate in ALSASampleFormat.allCases {
            code = calls.testFormat(pcm, hardware, candidate.alsaFormat)
            guard code >= 0 else { continue }
            try check(calls.setFormat(pcm, hardware, candidate.alsaFormat), "samples as \(candidate.name)")
            return candidate
        }
        throw refusal(of: "linear samples", code)
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
    private func settleSizes(_ hardware: OpaquePointer, rateHz: Double) throws(DeviceError) {
        let (wantedPeriod, wantedBuffer) = wantedSizes(rateHz: rateHz)
        var period = UInt(wantedPeriod)
        var direction: Int32 = 0
        try check(
            calls.setPeriodSizeNear(pcm, hardware, &period, &direction), "periods of \(wantedPeriod) frames")
        var buffer = max(period * UInt(request.periodCount), UInt(wantedBuffer))
        if request.latencySeconds != nil { buffer = max(2 * period, UInt(wantedBuffer)) }
        try check(calls.setBufferSizeNear(pcm, hardware, &buffer), "a buffer of \(buffer) frames")
    }

    /// The period and the least buffer: by the latency, if one is asked for.
    private func wantedSizes(rateHz: Double) -> (period: Int, buffer: Int) {
        guard let latencySeconds = request.latencySeconds else {
            let isServer = calls.type(pcm) == SND_PCM_TYPE_IOPLUG
            return (request.periodFrameCount, isServer ? Int(Self.serverBufferSeconds * rateHz) : 0)
        }
        let buffer = max(32, Int((latencySeconds * rateHz).rounded()))
        return (min(request.periodFrameCount, max(16, buffer / request.periodCount)), buffer)
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
        let threshold = isCapture ? 1 : UInt(buffer - period + 1)
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
