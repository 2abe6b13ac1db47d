import CAVFDSP

/// A zone as the render side reads it: numbers and pointers, all of them checked.
struct SamplerZoneTable: BitwiseCopyable {
    let lowestVelocity: UInt8
    let highestVelocity: UInt8
    let isOneShot: Bool
    let isReleaseTrigger: Bool
    /// Whether a modulator reaches the filter.
    let modulatesFilter: Bool
    let modulatorCount: Int32
    /// The controllers that a modulator listens to, as bits.
    private let controllers: (UInt64, UInt64)
    let generators: UnsafePointer<Float>
    let modulators: UnsafePointer<SamplerModulator>
    let sample: avf_dsp_voice_sample
    let hasLoop: Bool
    let sampleRateHz: Double
    let rootKey: Double
    let tuningCents: Double
    let gain: Double

    /// Whether a modulator listens to a controller.
    @_noLocks
    func listens(to controller: Int) -> Bool {
        let bits = controller < 64 ? controllers.0 : controllers.1
        return bits >> UInt64(controller & 63) & 1 == 1
    }
}

/// A program as the render side reads it.
struct SamplerProgramTable: BitwiseCopyable {
    let zones: UnsafePointer<SamplerZoneTable>
    /// Where the zones of a key begin in `places`, and where those of the last one end: 129 numbers.
    let starts: UnsafePointer<UInt32>
    /// The zones of each key in turn.
    let places: UnsafePointer<UInt32>
}

/// One instrument: zones in flat tables that nothing changes, ready to be played by any number of units.
package final class SamplerProgram: @unchecked Sendable {
    // Proof: nothing changes after it was made; the tables are freed with it.
    let table: UnsafePointer<SamplerProgramTable>
    /// How many zones there are.
    package let zoneCount: Int
    /// The bank by which a program change finds it: 0…127, or 128 for percussion.
    package let bank: Int
    /// The number by which a program change finds it.
    package let number: Int
    private let zones: UnsafeMutablePointer<SamplerZoneTable>
    private let generators: UnsafeMutablePointer<Float>
    private let modulators: UnsafeMutablePointer<SamplerModulator>
    private let starts: UnsafeMutablePointer<UInt32>
    private let places: UnsafeMutablePointer<UInt32>
    private let memories: [SamplerMemory]

    /// A program of zones. [control]
    ///
    /// - Throws: `SamplerProgramError` for the first zone that cannot be played.
    package init(_ list: [SamplerZone], bank: Int = 0, number: Int = 0) throws(SamplerProgramError) {
        for (place, zone) in list.enumerated() { try Self.check(zone, place) }
        zoneCount = list.count
        self.bank = bank
        self.number = number
        memories = list.map { $0.memory }
        generators = Self.memory(list.flatMap { $0.generators })
        modulators = Self.memory(list.flatMap { $0.modulators })
        (starts, places) = Self.index(list)
        zones = .allocate(capacity: max(1, list.count))
        var modulatorPlace = 0
        for (place, zone) in list.enumerated() {
            (zones + place).initialize(
                to: SamplerZoneTable(
                    zone, generators: generators + place * SamplerGenerator.count,
                    modulators: modulators + modulatorPlace))
            modulatorPlace += zone.modulators.count
        }
        table = UnsafePointer(
            Self.memory([SamplerProgramTable(zones: zones, starts: starts, places: places)]))
    }

    deinit {
        UnsafeMutablePointer(mutating: table).deallocate()
        zones.deallocate()
        generators.deallocate()
        modulators.deallocate()
        starts.deallocate()
        places.deallocate()
    }

    private static func memory<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: max(1, values.count))
        for (place, value) in values.enumerated() { (memory + place).initialize(to: value) }
        return memory
    }

    /// The zones of each key, in their order.
    private static func index(
        _ list: [SamplerZone]
    ) -> (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) {
        var (starts, places): ([UInt32], [UInt32]) = ([], [])
        for key in 0..<128 {
            starts.append(UInt32(places.count))
            for (place, zone) in list.enumerated() where zone.keys.contains(key) {
                places.append(UInt32(place))
            }
        }
        return (memory(starts + [UInt32(places.count)]), memory(places))
    }

    private static func check(_ zone: SamplerZone, _ place: Int) throws(SamplerProgramError) {
        let most = min(zone.memory.frameCount, Int(Int32.max))
        let loop = zone.loop ?? zone.frames
        guard zone.frames.lowerBound >= 0, zone.frames.upperBound <= most, zone.loop?.isEmpty != true,
            loop.lowerBound >= 0, loop.upperBound <= zone.frames.upperBound
        else { throw .frames(zone: place) }
        guard zone.generators.count == SamplerGenerator.count,
            zone.generators.allSatisfy({ $0.isFinite && abs($0) <= 65_536 })
        else { throw .generators(zone: place) }
        guard zone.keys.lowerBound >= 0, zone.keys.upperBound < 128, zone.velocities.lowerBound >= 0,
            zone.velocities.upperBound < 128
        else { throw .keys(zone: place) }
        guard zone.sampleRateHz.isFinite, zone.sampleRateHz >= 1, zone.sampleRateHz <= 10_000_000,
            abs(zone.tuningCents) <= 65_536, abs(zone.gainDecibels) <= 240, (0..<128).contains(zone.rootKey)
        else { throw .tuning(zone: place) }
        let isKnown = zone.modulators.allSatisfy {
            Int($0.destination) < SamplerGenerator.count && $0.amount.isFinite && abs($0.amount) <= 65_536
        }
        guard isKnown else { throw .modulators(zone: place) }
    }
}

extension SamplerZoneTable {
    fileprivate init(
        _ zone: SamplerZone, generators: UnsafePointer<Float>, modulators: UnsafePointer<SamplerModulator>
    ) {
        lowestVelocity = UInt8(zone.velocities.lowerBound)
        highestVelocity = UInt8(zone.velocities.upperBound)
        isOneShot = zone.isOneShot
        isReleaseTrigger = zone.isReleaseTrigger
        let filter = SamplerGenerator.filterCutoff.number...SamplerGenerator.modEnvelopeToFilterCutoff.number
        modulatesFilter = zone.modulators.contains { filter.contains(Int($0.destination)) && $0.amount != 0 }
        modulatorCount = Int32(zone.modulators.count)
        var controllers: (UInt64, UInt64) = (0, 0)
        for source in zone.modulators.flatMap({ [$0.source, $0.amountSource] }) where source & 0x80 != 0 {
            let bit: UInt64 = 1 << UInt64(source & 63)
            if source & 64 == 0 { controllers.0 |= bit } else { controllers.1 |= bit }
        }
        self.controllers = controllers
        self.generators = generators
        self.modulators = modulators
        let loop = zone.loop ?? 0..<0
        sample = avf_dsp_voice_sample(
            frames: zone.memory.frames, lowBytes: zone.memory.lowBytes, start: UInt32(zone.frames.lowerBound),
            end: UInt32(zone.frames.upperBound), loopStart: UInt32(loop.lowerBound),
            loopEnd: UInt32(loop.upperBound), format: zone.memory.format)
        hasLoop = zone.loop != nil
        sampleRateHz = zone.sampleRateHz
        rootKey = Double(zone.rootKey)
        tuningCents = zone.tuningCents
        gain = avf_dsp_voice_power(zone.gainDecibels * 0.16609640474436813)
    }
}
