import TestSupport
import Testing

@testable import AVFSequencing

/// Places of ticks in time, against exact fractions.
struct TempoMapTests {
    /// A map of tempi in microseconds of a quarter note at ticks.
    private func map(_ tempi: [(tick: Int64, microseconds: UInt64)], _ timeBase: TimeBase = .usual)
        -> TempoMap
    {
        TempoMap(
            tempi.map {
                TempoChange(
                    unit: $0.tick * TimeBase.unitsPerTick, picosecondsPerQuarter: $0.microseconds * 1_000_000)
            }, timeBase: timeBase)
    }

    private func frames(_ ticks: [Int64], _ map: TempoMap, _ sampleRateHz: Double) -> [Int64] {
        ticks.map { map.frame(ofUnit: $0 * TimeBase.unitsPerTick, sampleRateHz: sampleRateHz) }
    }

    @Test func `one tempo, from the first tick to six days`() {
        #expect(
            frames([0, 1, 240, 479, 480, 1_000_000], map([(0, 500_000)]), 48000)
                == [0, 50, 12000, 23950, 24000, 50_000_000])
    }

    @Test func `four tempi at 44.1 kHz, rounded half up`() {
        let map = map([(0, 500_000), (960, 400_000), (1440, 333_333), (2000, 1_000_000)])
        #expect(
            frames([959, 960, 961, 1440, 1999, 2000, 2001, 100_000], map, 44100)
                == [44054, 44100, 44137, 61740, 78859, 78890, 78982, 9_082_640])
    }

    @Test func `a thousand tempi do not drift`() {
        var tempi: [(tick: Int64, microseconds: UInt64)] = []
        for index in 0..<1000 {
            let tick = Int64(index) * 96
            tempi.append((tick, UInt64(500_000 + tick * 7919 % 100_003)))
        }
        #expect(frames([96000], map(tempi, .ticksPerQuarter(96)), 48000) == [26_395_098])
    }

    @Test func `ticks of film frames, where tempo events do not count`() {
        func frame(_ framesPerSecond: Int, _ ticksPerFrame: Int, _ tick: Int64) -> Int64 {
            let base = TimeBase.smpte(framesPerSecond: framesPerSecond, ticksPerFrame: ticksPerFrame)
            return frames([tick], map([(0, 123)], base), 48000)[0]
        }
        #expect(frame(25, 40, 1001) == 48048)
        #expect(frame(29, 80, 12345) == 247_147)
        #expect(frame(30, 80, 12345) == 246_900)
        #expect(frame(24, 100, 999) == 19980)
    }

    @Test func `at rate 1.5 beat 2 is at frame 32000`() {
        let map = map([(0, 500_000)])
        var clock = SampleClock(sampleRateHz: 48000, denominator: map.table.denominator)
        clock.anchor(0, at: 0, rate: SampleClock.rate(1.5))
        #expect(clock.frame(of: map.table.time(ofUnit: 960 * TimeBase.unitsPerTick)) == 32000)
    }

    @Test func `seconds of beats and beats of seconds`() {
        let map = map([(0, 500_000), (960, 250_000)])
        #expect([1, 2, 3].map { map.seconds(ofBeat: $0) } == [0.5, 1.0, 1.25])
        #expect([0.5, 1.0, 1.25].map { map.beat(ofSeconds: $0) } == [1, 2, 3])
        #expect(map.seconds(ofBeat: -2) == -1)
        #expect(map.beat(ofSeconds: -1) == -2)
    }

    @Test func `of two tempi at one tick the last one holds`() {
        let map = map([(0, 1_000_000), (0, 500_000), (480, 7), (480, 250_000)])
        #expect([1, 2].map { map.seconds(ofBeat: $0) } == [0.5, 0.75])
    }

    @Test(arguments: [1.0, 33.3, 60, 90.5, 119.999, 120, 999.9])
    func `a tempo is kept to a picosecond of a quarter note`(tempo: Double) {
        let picoseconds = TempoChange.picoseconds(ofTempo: tempo)
        #expect(abs(Double(picoseconds) - 6e13 / tempo) <= 0.5)
    }

    @Test(arguments: [0, -1, .infinity, .nan, 1e-300, 1e300] as [Double])
    func `a tempo that cannot be is the nearest that can`(tempo: Double) {
        let picoseconds = TempoChange.picoseconds(ofTempo: tempo)
        #expect(picoseconds >= TempoTable.leastPicoseconds && picoseconds <= TempoTable.mostPicoseconds)
    }

    @Test func `every unit of random maps comes back from its time, and no frame goes back`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            var unit: Int64 = 0
            let changes = (0..<20).map { _ in
                unit += Int64.random(in: 0...(1 << 30), using: &random)
                return TempoChange(
                    unit: unit, picosecondsPerQuarter: .random(in: 1000...(1 << 44), using: &random))
            }
            let map = TempoMap(changes, timeBase: .ticksPerQuarter(.random(in: 1...32767, using: &random)))
            var last: Int64 = 0
            for unit in (0..<50).map({ _ in Int64.random(in: 0...(1 << 35), using: &random) }).sorted() {
                let position = map.table.position(ofTime: map.table.time(ofUnit: unit))
                #expect(position.unit == unit && position.remainder == 0)
                let frame = map.frame(ofUnit: unit, sampleRateHz: 44100)
                #expect(frame >= last)
                last = frame
            }
        }
    }

    @Test func `the first time of a frame is where frames begin to be rounded to it`() {
        var random = SeededGenerator(seed: 4)
        let map = map([(0, 500_010)])
        for rateNumber in 0..<60 {
            let rates = [44100.0, 48000, 96000, 44099.5, 131071.996]
            let sampleRateHz = rates[rateNumber % rates.count]
            var clock = SampleClock(sampleRateHz: sampleRateHz, denominator: map.table.denominator)
            let rate = rateNumber % 3 == 0 ? 1 : Double.random(in: 0.1...8, using: &random)
            let anchor = SongTime(UInt64.random(in: 0...(1 << 60), using: &random)) << 10
            clock.anchor(anchor, at: 1000, rate: SampleClock.rate(rate))
            for _ in 0..<20 {
                let frame = Int64.random(in: 1001...(1 << 34), using: &random)
                // The exact place is at most a 2⁻³² of a frame away, which the rounding of rates allows.
                let time = clock.firstTime(ofFrame: frame)
                let part = SongTime(Double(map.table.denominator) / sampleRateHz * 1e-6)
                #expect(clock.frame(of: time - part) == frame - 1)
                #expect(clock.frame(of: time + part) == frame)
            }
        }
    }
}
