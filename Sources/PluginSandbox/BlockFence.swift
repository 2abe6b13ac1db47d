import Glibc

/// What stands around the channels of a plugin's memory, in the plugin's process.
///
/// The instances of a plugin write to channels that lie one behind the other. What one of them writes a
/// little beside its own is found and told, and what it writes far beside it ends the process, so that no
/// other instance's samples are hit.
final class BlockFence {
    /// Not 0, so that zeros are found, and as good as silence for who only reads too far.
    private static let mark: Float = 0x1.5p-100
    private static let zoneLength = PluginMemoryLayout.zoneByteCount / MemoryLayout<Float>.stride

    private let marks: UnsafeMutablePointer<Float>
    /// Right before and right behind each channel.
    private let zones: [UnsafeMutablePointer<Float>]

    /// A fence around all channels of memory that begins at `base`.
    init(_ memory: PluginMemory, _ layout: PluginMemoryLayout, base: UnsafeMutableRawPointer) {
        zones = (0..<layout.channelCount).flatMap { index in
            let samples = memory.samples(index)
            return [samples - Self.zoneLength, samples + layout.maximumFrameCount]
        }
        marks = .allocate(capacity: Self.zoneLength)
        marks.initialize(repeating: Self.mark, count: Self.zoneLength)
        for offset in layout.guardPages {
            mprotect(base + offset, PluginMemoryLayout.pageByteCount, PROT_NONE)
        }
        for zone in zones { mend(zone) }
    }

    deinit { marks.deallocate() }

    /// Whether the space beside each channel is unchanged since the last call.
    func isWhole() -> Bool {
        var isWhole = true
        for zone in zones where memcmp(zone, marks, PluginMemoryLayout.zoneByteCount) != 0 {
            mend(zone)
            isWhole = false
        }
        return isWhole
    }

    private func mend(_ zone: UnsafeMutablePointer<Float>) {
        zone.update(from: marks, count: Self.zoneLength)
    }
}
