import AVFAudio
import References

/// Work whose instructions callgrind counts: the same number in every run, on every machine.
struct CountedWork {
    let name: String
    /// How often the work is done while it is counted.
    var count = 32
    /// Makes everything ready; what it returns does the work once.
    let prepare: () throws -> () throws -> Void

    /// Does all of it; for each a line `counted NAME COUNT`, and a profile by callgrind.
    static func countAll(_ names: [String]) throws {
        for work in countedUnits() + countedPaths() where names.isEmpty || names.contains(work.name) {
            let once = try work.prepare()
            for _ in 0..<16 { try once() }
            // Errors are a property of the work, not of the block: the first blocks would have thrown them.
            counted { for _ in 0..<work.count { try? once() } }
            counted_end()
            print("counted \(work.name) \(work.count)")
        }
    }

    private static func counted(_ work: @escaping () -> Void) {
        var call = Call(work: work)
        withUnsafeMutablePointer(to: &call) {
            counted_call({ $0?.assumingMemoryBound(to: Call.self).pointee.work() }, $0)
        }
    }

    /// A closure on its way through a C function.
    private struct Call {
        let work: () -> Void
    }
}

/// Every native unit of the catalogue over blocks of 512.
private func countedUnits() -> [CountedWork] {
    let effects = nativeEffects().filter { $0 != "conv" }.map { subtype in
        CountedWork(name: "unit-\(subtype)") {
            let unit = AVAudioUnitEffect(audioComponentDescription: effect(subtype))
            for (parameter, value) in unitSettings[subtype] ?? [:] { unit[parameter: parameter] = value }
            return try blocks(through: [unit])
        }
    }
    let generators = generators().map { name, make in
        CountedWork(name: "unit-\(name)") {
            let offline = try OfflineEngine(blockFrameCount: 512)
            try offline.generate(make())
            return offline.renderBlock
        }
    }
    return effects + generators + countedTimeUnits()
}

private func countedTimeUnits() -> [CountedWork] {
    [
        CountedWork(name: "unit-conv") { try room(seconds: 1, blockFrameCount: 512).renderBlock },
        CountedWork(name: "unit-stretch") { try blocks(through: [timePitch(rate: 0.8, cents: 0)]) },
        CountedWork(name: "unit-pitch") { try blocks(through: [timePitch(rate: 1, cents: 300)]) },
        CountedWork(name: "unit-varispeed") {
            let unit = AVAudioUnitVarispeed()
            unit.rate = 1.25
            return try blocks(through: [unit])
        },
    ]
}

private func blocks(
    through nodes: [AVAudioNode], blockFrameCount: Int = 512, channelCount: Int = 2
) throws -> () throws -> Void {
    let offline = try OfflineEngine(blockFrameCount: blockFrameCount)
    try offline.playThrough(nodes, try Noise.buffer(frameCount: 96_000, channelCount: channelCount))
    return offline.renderBlock
}
