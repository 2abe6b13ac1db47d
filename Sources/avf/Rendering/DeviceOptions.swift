import AVFConsole
import AVFDevices
import AVFEngine
import ArgumentParser

/// Which device plays, and how soon.
struct DeviceOptions: ParsableArguments {
    @Option(help: "The device that plays, as `avf devices` names it; the default one unless given.")
    var device: String?
    @Option(
        name: .customLong("also"),
        help: ArgumentHelp("A device that plays the same beside it; may be repeated.", valueName: "device"))
    var others: [String] = []
    @Option(
        help: ArgumentHelp(
            "How much sound the device holds: less is sooner, more is safer. Without it what suits the device.",
            valueName: "milliseconds"))
    var latency: Double?
    @Flag(help: "Says at the end what the device has done: blocks, latency, dropouts.") var stats = false

    func validate() throws {
        if let latency, !(latency > 0 && latency <= 10_000) {
            throw ValidationError("--latency \(latency.plain) is not in 0…10000 milliseconds.")
        }
    }

    /// The request for a stream of such frames.
    func request(sampleRateHz: Double, channelCount: Int) -> DeviceStreamRequest {
        var request = DeviceStreamRequest(
            deviceName: device, sampleRateHz: sampleRateHz, channelCount: channelCount)
        guard let latency else { return request }
        request.latencySeconds = latency / 1_000
        // At least three periods in what the device holds.
        let longest = Int(latency / 1_000 * sampleRateHz / 3)
        request.periodFrameCount = min(request.periodFrameCount, max(16, longest))
        return request
    }

    /// Asks an engine that is stopped for the devices.
    ///
    /// - Throws: As `AudioEngine.setDevice` and `setFurtherOutputs`.
    func apply(_ request: DeviceStreamRequest, to engine: AudioEngine) throws(EngineError) {
        try engine.setDevice(request)
        try engine.setFurtherOutputs(others)
    }

    /// Says what the device has done, before the engine gives it back.
    func tell(_ engine: AudioEngine) {
        let dropoutCount = engine.dropoutCount
        if stats, let format = engine.deviceFormat {
            let milliseconds = (engine.deviceLatencySeconds * 1_000).rounded()
            let inputMilliseconds = (engine.inputLatencySeconds * 1_000).rounded()
            Console.error(
                "\(engine.renderedFrameCount) frames in blocks of \(format.periodFrameCount); latency "
                    + "\(milliseconds.plain) ms out"
                    + (inputMilliseconds > 0 ? ", \(inputMilliseconds.plain) ms in" : "")
                    + "; dropouts: \(dropoutCount)")
        } else if dropoutCount > 0 {
            Console.error(
                "avf: the device dropped out \(dropoutCount) \(dropoutCount == 1 ? "time" : "times")")
        }
    }
}

/// Tells on standard error what becomes of devices.
enum DeviceNews {
    /// Tells of an event that is about a device; false for any other.
    static func tell(_ event: AudioEngine.Event) -> Bool {
        switch event {
        case .deviceMissing(let direction, let error):
            let instead = direction == .playback ? "playing in real time, but silently" : "hearing silence"
            Console.error("avf: \(error): \(instead), until there is one")
        case .deviceChanged(_, .lost(let error)): Console.error("avf: \(error): going on without it")
        case .deviceChanged(let direction, .found(let format)):
            Console.error(
                "avf: \(direction == .playback ? "plays on" : "captures from") '\(format.deviceName)' now")
        default: return false
        }
        return true
    }
}
