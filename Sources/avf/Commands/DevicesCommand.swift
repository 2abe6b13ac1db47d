import AVFConsole
import AVFDevices
import ArgumentParser

/// `avf devices`.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "Lists the audio devices, the default one first.")

    @Flag(help: "Prints JSON.") var json = false

    func run() {
        let devices = SystemBackend().devices()
        if json {
            Console.out(JSON.list(devices.map(Self.object)).text())
        } else {
            devices.forEach(Self.show)
        }
    }

    private static func object(_ device: DeviceInfo) -> JSON {
        .entries([
            "name": .text(device.name), "summary": .text(device.summary), "canPlay": .bool(device.canPlay),
            "canCapture": .bool(device.canCapture),
        ])
    }

    private static func show(_ device: DeviceInfo) {
        let abilities = [device.canPlay ? "plays" : nil, device.canCapture ? "records" : nil]
        Console.out("\(Console.bold(device.name)) (\(abilities.compactMap(\.self).joined(separator: ", ")))")
        for line in device.summary.split(separator: "\n") { Console.out("    \(line)") }
    }
}
