import Glibc

/// Reads alsa-lib's hints about devices; opens none of them.
struct ALSADeviceList {
    let calls: ALSACalls

    func read() -> [DeviceInfo] {
        var found: ALSACalls.Hints?
        guard calls.findHints(-1, "pcm", &found) >= 0, let hints = found else { return [] }
        defer { _ = calls.freeHints(hints) }
        var list: [DeviceInfo] = []
        var index = 0
        while let hint = hints[index] {
            if let device = device(hint) { list.append(device) }
            index += 1
        }
        return list
    }

    private func device(_ hint: UnsafeMutableRawPointer) -> DeviceInfo? {
        guard let name = text(hint, "NAME") else { return nil }
        // No direction in the hint means both.
        let direction = text(hint, "IOID")
        return DeviceInfo(
            name: name, summary: text(hint, "DESC") ?? "", canPlay: direction != "Input",
            canCapture: direction != "Output")
    }

    private func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let bytes = calls.readHint(hint, key) else { return nil }
        defer { free(bytes) }
        return String(cString: bytes)
    }
}
