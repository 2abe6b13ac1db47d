import AVFDevices
import Glibc
import Testing

/// Against the real alsa-lib, with what it has on a machine without a sound card.
@Suite struct ALSABackendTests {
    let renderer = RecordingRenderer()

    @Test func `the list of devices does not need a sound card`() {
        let names = ALSABackend().devices().map(\.name)
        #expect(Set(names).count == names.count)
        if let index = names.firstIndex(of: "default") { #expect(index == 0) }
        #expect(SystemBackend().devices().contains { $0.canPlay })
    }

    @Test func `a list that cannot be read is empty, and the null device stands in`() {
        var calls = ALSACalls()
        calls.findHints = { _, _, _ in -ENOMEM }
        let backend = ALSABackend(calls: calls)
        #expect(backend.devices().isEmpty)
        #expect(SystemBackend(alsa: backend).devices() == NullBackend().devices())
    }

    @Test func `hints become devices, the default one first`() {
        var calls = ALSACalls()
        calls.findHints = { _, _, hints in
            hints?.pointee = .allocate(capacity: 4)
            for index in 0..<3 { hints?.pointee?[index] = UnsafeMutableRawPointer(bitPattern: index + 1) }
            hints?.pointee?[3] = nil
            return 0
        }
        calls.readHint = { hint, key in
            let texts = [
                ["NAME": "hw:0", "DESC": "A card", "IOID": "Output"],
                ["NAME": "mic", "IOID": "Input"],
                ["NAME": "default", "DESC": "Both"],
            ]
            guard let key, let text = texts[Int(bitPattern: hint) - 1][String(cString: key)] else {
                return nil
            }
            return strdup(text)
        }
        calls.freeHints = { hints in
            hints?.deallocate()
            return 0
        }
        #expect(
            ALSABackend(calls: calls).devices() == [
                DeviceInfo(name: "default", summary: "Both", canPlay: true, canCapture: true),
                DeviceInfo(name: "hw:0", summary: "A card", canPlay: true, canCapture: false),
                DeviceInfo(name: "mic", summary: "", canPlay: false, canCapture: true),
            ])
    }

    @Test func `alsa-lib's null device is paced`() throws {
        let request = DeviceStreamRequest(deviceName: "null", periodFrameCount: 48, priority: 0)
        let stream = try ALSABackend().openPlayback(request, rendering: renderer.rendering)
        try stream.start()
        #expect(renderer.called.wait(5))
        stream.close()
        #expect(stream.latencyFrameCount == 48)
        let times = renderer.calls.map(\.hostTimeNanoseconds)
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= 1_000_000) }
    }

    @Test func `a device that does not exist is named in the error`() {
        let request = DeviceStreamRequest(deviceName: "hw:31,7")
        #expect {
            _ = try SystemBackend().openPlayback(request, rendering: renderer.rendering)
        } throws: { error in
            "\(error)".hasPrefix("cannot open audio device 'hw:31,7': ")
        }
    }

    @Test(arguments: [ENOENT, ENODEV, ENXIO, ECONNREFUSED, EHOSTDOWN])
    func `without any default device the null device plays`(code: Int32) throws {
        let backend = SystemBackend(alsa: ALSABackend(calls: Self.calls(failingWith: code)))
        let stream = try backend.openPlayback(DeviceStreamRequest(), rendering: renderer.rendering)
        #expect(stream.format.deviceName == "null")
    }

    @Test(arguments: [EBUSY, EACCES])
    func `a default device that is busy or forbidden is not replaced`(code: Int32) {
        let backend = SystemBackend(alsa: ALSABackend(calls: Self.calls(failingWith: code)))
        #expect(throws: DeviceError.self) {
            _ = try backend.openPlayback(DeviceStreamRequest(), rendering: renderer.rendering)
        }
    }

    // C functions capture nothing, so each code has its own.
    private static func calls(failingWith code: Int32) -> ALSACalls {
        var calls = ALSACalls()
        switch code {
        case ENOENT: calls.open = { _, _, _, _ in -ENOENT }
        case ENODEV: calls.open = { _, _, _, _ in -ENODEV }
        case ENXIO: calls.open = { _, _, _, _ in -ENXIO }
        case ECONNREFUSED: calls.open = { _, _, _, _ in -ECONNREFUSED }
        case EHOSTDOWN: calls.open = { _, _, _, _ in -EHOSTDOWN }
        case EBUSY: calls.open = { _, _, _, _ in -EBUSY }
        default: calls.open = { _, _, _, _ in -EACCES }
        }
        return calls
    }
}
