import TestBanks

/// Writes DLS files (MIDI Manufacturers Association, DLS Level 1 and 2).
struct DLSBuilder {
    /// Source, control, destination, transform, scale in the destination's unit × 65,536.
    typealias Connection = (Int, Int, Int, Int, Int)

    struct SampleOptions {
        var rootKey = 60
        var fineCents = 0
        /// In 1/655,360 dB.
        var gain = 0
        /// Kind, start, length.
        var loop: (Int, Int, Int)?

        var bytes: [UInt8] {
            var bytes = Build.u32(20) + Build.u16(rootKey) + Build.u16(fineCents) + Build.u32(gain)
            bytes += Build.u32(0) + Build.u32(loop == nil ? 0 : 1)
            if let loop {
                bytes += Build.u32(16) + Build.u32(loop.0) + Build.u32(loop.1) + Build.u32(loop.2)
            }
            return Build.chunk("wsmp", bytes)
        }
    }

    struct Region {
        var keys = (0, 127)
        var velocities = (0, 127)
        var group = 0
        var wave = 0
        var options: SampleOptions? = SampleOptions()
        var connections: [Connection] = []
        /// Link options and channels.
        var channel = (0, 1)
        var condition: [UInt8]?
    }

    struct Instrument {
        var name = "Instrument"
        var bank = 0
        var program = 0
        var regions = [Region()]
        var connections: [Connection] = []
        var condition: [UInt8]?
    }

    struct Wave {
        var name = "Wave"
        var bitCount = 16
        var channelCount = 1
        var rateHz = 22_050
        var tag = 1
        var data = Build.samples((0..<100).map { Int16($0) })
        var options: SampleOptions?

        var bytes: [UInt8] {
            let frame = channelCount * bitCount / 8
            var format = Build.u16(tag) + Build.u16(channelCount) + Build.u32(rateHz)
            format += Build.u32(rateHz * frame) + Build.u16(frame) + Build.u16(bitCount)
            return Build.list(
                "wave", Build.chunk("fmt ", format), Build.chunk("data", data), options?.bytes ?? [],
                Build.list("INFO", Build.chunk("INAM", Array((name + "\0").utf8))))
        }
    }

    var level = 2
    var instruments = [Instrument()]
    var waves = [Wave()]

    var bytes: [UInt8] {
        var offsets: [UInt8] = []
        var pool: [UInt8] = []
        for wave in waves {
            offsets += Build.u32(pool.count)
            pool += wave.bytes
        }
        var content = Array("DLS ".utf8) + Build.chunk("colh", Build.u32(instruments.count))
        content += Build.list("lins", instruments.flatMap(bytes))
        content += Build.chunk("ptbl", Build.u32(8) + Build.u32(waves.count) + offsets)
        content += Build.list("wvpl", pool)
        content += Build.list("INFO", Build.chunk("INAM", Array("Collection\0".utf8)))
        return Build.chunk("RIFF", content)
    }

    private func bytes(_ instrument: Instrument) -> [UInt8] {
        let header =
            Build.u32(instrument.regions.count) + Build.u32(instrument.bank) + Build.u32(instrument.program)
        return Build.list(
            "ins ", Build.chunk("insh", header), condition(instrument.condition),
            Build.list("lrgn", instrument.regions.flatMap(bytes)), articulation(instrument.connections),
            Build.list("INFO", Build.chunk("INAM", Array((instrument.name + "\0").utf8))))
    }

    private func bytes(_ region: Region) -> [UInt8] {
        var header = Build.u16(region.keys.0) + Build.u16(region.keys.1) + Build.u16(region.velocities.0)
        header += Build.u16(region.velocities.1) + Build.u16(0) + Build.u16(region.group)
        if level == 2 { header += Build.u16(0) }
        let link =
            Build.u16(region.channel.0) + Build.u16(0) + Build.u32(region.channel.1) + Build.u32(region.wave)
        return Build.list(
            level == 2 ? "rgn2" : "rgn ", condition(region.condition), Build.chunk("rgnh", header),
            region.options?.bytes ?? [], Build.chunk("wlnk", link), articulation(region.connections))
    }

    private func condition(_ bytes: [UInt8]?) -> [UInt8] { bytes.map { Build.chunk("cdl ", $0) } ?? [] }

    private func articulation(_ connections: [Connection]) -> [UInt8] {
        guard !connections.isEmpty else { return [] }
        var blocks = Build.u32(8) + Build.u32(connections.count)
        for block in connections {
            blocks += Build.u16(block.0) + Build.u16(block.1) + Build.u16(block.2) + Build.u16(block.3)
            blocks += Build.u32(block.4)
        }
        return Build.list(level == 2 ? "lar2" : "lart", Build.chunk(level == 2 ? "art2" : "art1", blocks))
    }
}
