import AVFConsole
import AVFDevices
import ArgumentParser

/// `avf devices`.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "Lists the audio devices, the default one first.")

    @Flag(help: "Prints JSON.") var json = false
    @Flag(help: "Opens each device for a moment and says which channels, rates and samples it takes.")
    var capabilities = false

    func run() {
        let devices = SystemBackend().devices()
        if json {
            Console.out(JSON.list(devices.map(object)).text())
        } else {
            devices.forEach(show)
        }
    }

    private func object(_ device: DeviceInfo) -> JSON {
        .entries([
            "name": .text(device.name), "summary": .text(device.summary), "canPlay": .bool(device.canPlay),
            "canCapture": .bool(device.canCapture), "playback": abilities(device, .playback),
            "capture": abilities(device, .capture),
        ])
    }

    private func abilities(_ device: DeviceInfo, _ direction: DeviceDirection) -> JSON? {
        guard directions(device).contains(direction) else { return nil }
        do throws(DeviceError) {
            let found = try SystemBackend().capabilities(ofDevice: device.name, direction)
            return .entries([
                "minimumChannels": .number(Double(found.channelCounts.lowerBound)),
                "maximumChannels": .number(Double(found.channelCounts.upperBound)),
                "sampleRates": .list(found.sampleRatesHz.map { .number($0) }),
                "sampleFormats": .list(found.sampleFormatNames.map { .text($0) }),
            ])
        } catch {
            return .entries(["error": .text(error.description)])
        }
    }

    /// The directions that are asked about.
    private func directions(_ device: DeviceInfo) -> [DeviceDirection] {
        guard capabilities else { return [] }
        return (device.canPlay ? [.playback] : []) + (device.canCapture ? [.capture] : [])
    }

    private func show(_ device: DeviceInfo) {
        let abilities = [device.canPlay ? "plays" : nil, device.canCapture ? "records" : nil]
        Console.out("\(Console.bold(device.name)) (\(abilities.compactMap(\.self).joined(separator: ", ")))")
        for line in device.summary.split(separator: "\n") { Console.out("    \(line)") }
        for direction in directions(device) {
            Console.out(
                "    \(direction == .playback ? "plays" : "records"): \(words(device.name, direction))")
        }
    }

    private func words(_ name: String, _ direction: DeviceDirection) -> String {
        do throws(DeviceError) {
            let found = try SystemBackend().capabilities(ofDevice: name, direction)
            let rates = found.sampleRatesHz.map(\.plain).joined(separator: " ")
            return
                "\(found.channelCounts.lowerBound)…\(found.channelCounts.upperBound) channels; \(rates) Hz; "
                + found.sampleFormatNames.joined(separator: " ")
        } catch {
            return error.description
        }
    }
}
