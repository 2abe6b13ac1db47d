import TestBanks

/// Writes EXS24 instruments in either byte order.
struct EXSBuilder {
    struct Zone {
        var name = "Zone"
        var options = 0
        var rootKey = 60
        var fineCents = 0
        var coarse = 0
        var pan = 0
        var volume = 0
        var keys = (0, 127)
        var velocities = (0, 127)
        var frames = (0, 100)
        var loop = (0, 0)
        var loopOptions = 0
        var group = -1
        var sample = 0
    }

    struct Group {
        var volume = 0
        var pan = 0
        var options = 0
        var exclusive = 0
        var velocities = (0, 127)
        var releaseMilliseconds = 0
        var isReleaseTrigger = false
        var round = -1
        var condition = 0
        var controller = (0, 0, 0)
    }

    var isBig = false
    var zones = [Zone()]
    var groups: [Group] = []
    /// Folder and name of each sample.
    var samples = [("/Volumes/Mac/Samples", "a.wav")]
    /// Numbers and values.
    var parameters: [(Int, Int)] = []

    var bytes: [UInt8] {
        var bytes = block(0, "Instrument", [UInt8](repeating: 0, count: 32))
        for zone in zones { bytes += block(1, zone.name, content(zone)) }
        for group in groups { bytes += block(2, "Group", content(group)) }
        for sample in samples {
            let paths = Build.text(sample.0, 256) + Build.text(sample.1, 256)
            bytes += block(3, sample.1, [UInt8](repeating: 0, count: 80) + paths)
        }
        guard !parameters.isEmpty else { return bytes }
        var content = u32(parameters.count) + parameters.map { UInt8($0.0) }
        for parameter in parameters { content += u16(parameter.1) }
        return bytes + block(4, "Default Param", content)
    }

    private func u32(_ value: Int) -> [UInt8] {
        isBig ? Build.big(UInt32(truncatingIfNeeded: value)) : Build.u32(value)
    }

    private func u16(_ value: Int) -> [UInt8] {
        isBig ? Build.big(UInt16(truncatingIfNeeded: value)) : Build.u16(value)
    }

    private func block(_ kind: UInt8, _ name: String, _ content: [UInt8]) -> [UInt8] {
        let head: [UInt8] = [isBig ? 0 : 1, 1, 0, kind]
        return head + u32(content.count) + u32(0) + u32(0) + Array((isBig ? "SOBT" : "TBOS").utf8)
            + Build.text(name, 64) + content
    }

    private func content(_ zone: Zone) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 96)
        func put(_ value: Int, _ offset: Int) { bytes[offset] = UInt8(truncatingIfNeeded: value) }
        func put32(_ value: Int, _ offset: Int) {
            bytes.replaceSubrange(offset..<offset + 4, with: u32(value))
        }
        put(zone.options, 0)
        put(zone.rootKey, 1)
        put(zone.fineCents, 2)
        put(zone.pan, 3)
        put(zone.volume, 4)
        put(zone.keys.0, 6)
        put(zone.keys.1, 7)
        put(zone.velocities.0, 9)
        put(zone.velocities.1, 10)
        put32(zone.frames.0, 12)
        put32(zone.frames.1, 16)
        put32(zone.loop.0, 20)
        put32(zone.loop.1, 24)
        put(zone.loopOptions, 33)
        put(zone.coarse, 80)
        put32(zone.group, 88)
        put32(zone.sample, 92)
        return bytes
    }

    private func content(_ group: Group) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 92)
        let values = [
            (group.volume, 0), (group.pan, 1), (group.options, 3), (group.exclusive, 4),
            (group.velocities.0, 5),
            (group.velocities.1, 6), (group.isReleaseTrigger ? 1 : 0, 73), (group.condition, 84),
            (group.controller.0, 85), (group.controller.1, 86), (group.controller.2, 87),
        ]
        for (value, offset) in values { bytes[offset] = UInt8(truncatingIfNeeded: value) }
        bytes.replaceSubrange(16..<18, with: u16(group.releaseMilliseconds))
        bytes.replaceSubrange(80..<84, with: u32(group.round))
        return bytes
    }
}
