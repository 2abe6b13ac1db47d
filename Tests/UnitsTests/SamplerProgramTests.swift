import AVFRender
import AVFUnits
import Glibc
import Synchronization
import Testing

/// Programs: which zones sound, how programs are changed and freed, and what becomes of bad input.
@Suite struct SamplerProgramTests {
    private func zone(_ level: Float, keys: ClosedRange<Int> = 0...127) -> SamplerZone {
        var zone = SamplerFixture.level(20_000)
        zone.memory = SamplerMemory([Float](repeating: level, count: 20_000))
        zone.keys = keys
        return zone
    }

    private func level(_ run: SamplerRun, after frameCount: Int = 100) -> Double {
        Double(run.left(frameCount)[frameCount - 1]) / SamplerFixture.centre
    }

    @Test func `keys and velocities choose the zones`() throws {
        var zones = [zone(1, keys: 60...64), zone(2, keys: 64...127), zone(4, keys: 0...127)]
        zones[2].velocities = 100...127
        for (key, velocity, expected) in [
            (60, 99, 1), (64, 99, 3), (65, 99, 2), (59, 99, 0), (60, 100, 5), (127, 127, 6), (0, 127, 4),
        ] as [(UInt8, UInt8, Double)] {
            let run = try SamplerRun(zones)
            run.noteOn(key, velocity)
            #expect(abs(level(run) - expected) < 1e-5)
        }
    }

    @Test func `a new program is for new notes, and the old one's go on`() throws {
        let run = try SamplerRun([zone(1)])
        run.noteOn(60)
        #expect(abs(level(run) - 1) < 1e-6)
        run.sampler.setProgram(try SamplerProgram([zone(4)]))
        #expect(abs(level(run) - 1) < 1e-6)
        run.noteOn(62)
        #expect(abs(level(run) - 5) < 1e-5)
        run.noteOff(60)
        #expect(abs(level(run, after: 2000) - 4) < 1e-5)
    }

    /// Samples that count how often they were freed.
    private func counted(_ count: UnsafeMutablePointer<Atomic<Int>>) -> SamplerMemory {
        let samples = UnsafeMutableRawPointer.allocate(byteCount: 80_000, alignment: 4)
        samples.initializeMemory(as: Float.self, repeating: 1, count: 20_000)
        let (address, counter) = (UInt(bitPattern: samples), UInt(bitPattern: count))
        return SamplerMemory(float: samples, frameCount: 20_000) {
            UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
            UnsafeMutablePointer<Atomic<Int>>(bitPattern: counter)?.pointee.add(1, ordering: .relaxed)
        }
    }

    private func withCounter(_ body: (UnsafeMutablePointer<Atomic<Int>>) throws -> Void) rethrows {
        let counter = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
        counter.initialize(to: Atomic(0))
        defer { counter.deallocate() }
        try body(counter)
    }

    @Test func `a program is freed when its last note has ended, and not before`() throws {
        try withCounter { freed in
            let run = try SamplerRun()
            var zone = zone(1)
            zone.memory = counted(freed)
            run.sampler.setProgram(try SamplerProgram([zone]))
            zone.memory = SamplerMemory([0] as [Float])
            run.noteOn(60)
            _ = run.left(100)
            run.sampler.setPrograms(nil)
            _ = run.left(100)
            run.sampler.service()
            #expect(freed.pointee.load(ordering: .relaxed) == 0)
            run.noteOff(60)
            #expect(level(run, after: 100) > 0)
            _ = run.left(2000)
            run.sampler.service()
            #expect(freed.pointee.load(ordering: .relaxed) == 1)
        }
    }

    @Test func `programs that were never played, or sound when the unit goes, are freed with it`() throws {
        try withCounter { freed in
            do {
                let run = try SamplerRun()
                for index in 0..<5 {
                    var zone = zone(1)
                    zone.memory = counted(freed)
                    run.sampler.setProgram(try SamplerProgram([zone]))
                    guard index > 2 else { continue }
                    run.noteOn(UInt8(60 + index))
                    _ = run.left(100)
                }
            }
            #expect(freed.pointee.load(ordering: .relaxed) == 5)
        }
    }

    @Test func `parts play their own programs, and a program change chooses`() throws {
        let programs = try [(0, 0, 1), (0, 5, 2), (128, 0, 4), (3, 5, 8)].map { bank, number, level in
            try SamplerProgram([zone(Float(level))], bank: bank, number: number)
        }
        let run = try SamplerRun([], ["multitimbral": 1])
        run.sampler.setPrograms(SamplerProgramSet(programs))
        let play = { (channel: UInt8, expected: Double, messages: [[UInt8]]) in
            for message in messages { run.send([message[0] | channel] + message.dropFirst()) }
            run.noteOn(60, channel: channel)
            #expect(abs(level(run) - expected) < 1e-5, "channel \(channel)")
            run.control(120, 0, channel: channel)
            _ = run.left(1000)
        }
        play(0, 1, [])
        play(1, 2, [[0xC0, 5]])
        play(1, 8, [[0xB0, 0, 3], [0xC0, 5]])
        play(9, 4, [])
        play(2, 4, [[0xB0, 0, 0x78], [0xC0, 0]])
        // There is no program 9 anywhere: what was chosen stays.
        play(1, 8, [[0xC0, 9]])
        run.sampler.setPrograms(SamplerProgramSet([try SamplerProgram([zone(16)])]), part: 3)
        play(3, 16, [])
        play(0, 1, [])
    }

    @Test func `without parts all channels play the first one`() throws {
        let run = try SamplerRun([zone(1)])
        for channel in 0..<16 as Range<UInt8> { run.noteOn(60, channel: channel) }
        #expect(abs(level(run) - 16) < 1e-4)
    }

    @Test func `without parts the newest choice of a channel plays, also of programs that come later`() throws
    {
        let programs = try [(0, 1), (5, 2)].map { number, level in
            try SamplerProgram([zone(Float(level))], number: number)
        }
        let run = try SamplerRun([])
        let play = { (channel: UInt8, expected: Double) in
            run.noteOn(60, channel: channel)
            #expect(abs(level(run) - expected) < 1e-5, "channel \(channel)")
            run.control(120, 0, channel: channel)
            _ = run.left(1000)
        }
        run.sampler.setPrograms(SamplerProgramSet([programs[0], programs[0]]))
        run.send([0xC3, 5])
        play(3, 1)
        run.sampler.setPrograms(SamplerProgramSet(programs))
        play(0, 2)
        play(7, 2)
        run.send([0xC1, 0])
        play(3, 1)
    }

    @Test func `a zone that cannot be played is named`() throws {
        let good = zone(1)
        let bad: [(SamplerProgramError, (inout SamplerZone) -> Void)] = [
            (.frames(zone: 1), { $0.frames = 0..<20_001 }), (.frames(zone: 1), { $0.loop = 5..<5 }),
            (.frames(zone: 1), { $0.loop = 10..<20_001 }), (.frames(zone: 1), { $0.frames = -1..<5 }),
            (.generators(zone: 1), { $0.generators = [] }), (.generators(zone: 1), { $0[.pan] = .nan }),
            (.keys(zone: 1), { $0.keys = 0...128 }), (.keys(zone: 1), { $0.velocities = -1...3 }),
            (.tuning(zone: 1), { $0.sampleRateHz = 0 }), (.tuning(zone: 1), { $0.sampleRateHz = .nan }),
            (.tuning(zone: 1), { $0.tuningCents = .infinity }), (.tuning(zone: 1), { $0.rootKey = 255 }),
            (.tuning(zone: 1), { $0.gainDecibels = .nan }),
            (
                .modulators(zone: 1),
                {
                    $0.modulators = [SamplerModulator(source: 2, destination: 61, amount: 1)]
                }
            ),
        ]
        for (error, change) in bad {
            var zone = good
            change(&zone)
            #expect(throws: error) { _ = try SamplerProgram([good, zone]) }
            #expect(error.description.contains("Zone 1"))
        }
    }

    @Test func `zones without frames and programs without zones are silent`() throws {
        var empty = zone(1)
        empty.loop = nil
        empty.frames = 0..<0
        for zones in [[empty], []] {
            let run = try SamplerRun()
            run.sampler.setProgram(try SamplerProgram(zones))
            run.noteOn(60)
            #expect(run.left(200).allSatisfy { $0 == 0 })
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `ten thousand messages leave neither notes nor numbers that are none`(seed: UInt64) throws {
        let extremes = noise(SamplerGenerator.count, seed: seed + 1).map { $0 * 60_000 }
        var wild = SamplerZone(
            SamplerMemory(noise(5000, seed: 2)), sampleRateHz: 1000 + 50_000 * Double(seed))
        wild.loop = 4998..<5000
        wild.generators = seed % 2 == 0 ? extremes : SamplerGenerator.defaults
        wild[.sampleMode] = 1
        wild[.attenuation] = 0
        wild[.volumeEnvelopeRelease] = min(0, wild[.volumeEnvelopeRelease])
        for (place, amount) in noise(40, seed: seed + 9).enumerated() {
            wild.modulators.append(
                SamplerModulator(
                    source: UInt16(place * 157 & 0xFFF), destination: place % 37, amount: amount * 20_000))
        }
        let run = try SamplerRun([wild, zone(0.01)], ["voiceCount": 100])
        for part in 0..<2 {
            for message in SamplerScore.random(seed: 10 * seed + UInt64(part), count: 500, frameCount: 4000) {
                run.send(message.bytes, at: message.frame)
            }
            #expect(areFinite(run.render(4000, blocks: [64, 3, 500])))
        }
        for channel in 0..<4 as Range<UInt8> {
            run.control(121, 0, channel: channel)
            run.control(123, 0, channel: channel)
        }
        // The longest release of the wild zone is a second, and NRPNs may have made it 100 times as long.
        for channel in 0..<4 as Range<UInt8> { run.control(120, 0, channel: channel, at: 2000) }
        _ = run.render(250_000, blocks: [4096])
        #expect(run.left(1000).allSatisfy { $0 == 0 })
    }
}
