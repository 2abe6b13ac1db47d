import AVFSoundBanks
import AVFUnits

extension SamplerProgram {
    /// A program of a bank as the sampler plays it.
    ///
    /// What chooses among zones by more than key and velocity (turns, chance, key switches, controllers) is
    /// settled here, as it is before anything is played; `notes` tells what was left out for it.
    ///
    /// - Throws: `SamplerProgramError` for numbers that cannot be played.
    package static func make(
        _ program: InstrumentProgram, bank: Int, number: Int, _ notes: inout [BankNote]
    ) throws(SamplerProgramError) -> SamplerProgram {
        let heard = program.zones.filter { $0.extras?.isHeardAtFirst ?? true }
        let leftOut = program.zones.count - heard.count
        if leftOut > 0 {
            notes.append(
                BankNote(
                    place: "program “\(program.preset.name)”",
                    text: "\(leftOut) zones that sound in turn, by chance or by switches are left out"))
        }
        let ignored = heard.count { $0.extras?.hasUnheardTimes ?? false }
        if ignored > 0 {
            notes.append(
                BankNote(
                    place: "program “\(program.preset.name)”",
                    text: "\(ignored) zones have a delay, a group that ends them or a decay before their "
                        + "release, which are not played"))
        }
        let classes = ExclusiveClasses(heard)
        var memories: [ObjectIdentifier: SamplerMemory] = [:]
        let zones = heard.map { zone in
            if zone.extras?.isReversed ?? false { return SamplerZone(reversing: zone, classes) }
            let id = ObjectIdentifier(zone.frames)
            let memory = memories[id] ?? SamplerMemory(zone.frames)
            memories[id] = memory
            return SamplerZone(zone, memory, classes)
        }
        return try SamplerProgram(zones, bank: bank, number: number)
    }
}

extension ZoneExtras {
    /// Whether the zone sounds for the first of many equal notes, with all controllers at rest.
    fileprivate var isHeardAtFirst: Bool {
        sequencePosition == 1 && random.lowerBound == 0 && trigger != .legato
            && controllers.allSatisfy { $0.values.contains(0) } && (keySwitch?.isAtRest ?? true)
    }
}

extension ZoneExtras {
    /// Whether it says something of time or of other groups that the sampler does not do.
    fileprivate var hasUnheardTimes: Bool { delaySeconds > 0 || offBy != 0 || releaseDecayDecibels > 0 }
}

extension ZoneExtras.KeySwitch {
    fileprivate var isAtRest: Bool { down == nil && previous == nil && (last == nil || last == initial) }
}

extension SamplerMemory {
    /// Frames of a bank, kept as long as a program plays them.
    fileprivate convenience init(_ frames: SampleFrames) {
        if let int16 = frames.int16 {
            self.init(
                int16: UnsafeRawPointer(int16), lowBytes: frames.lowBytes, frameCount: frames.frameCount
            ) { withExtendedLifetime(frames) {} }
        } else if let float = frames.float32 {
            self.init(float: UnsafeRawPointer(float), frameCount: frames.frameCount) {
                withExtendedLifetime(frames) {}
            }
        } else {
            self.init([Int16](repeating: 0, count: frames.frameCount))
        }
    }
}

/// The classes of a program's zones, numbered from 1: files may have any numbers.
private struct ExclusiveClasses {
    private var numbers: [Int: Int] = [:]

    init(_ zones: [Zone]) {
        for zone in zones where zone.exclusiveClass != 0 && numbers[zone.exclusiveClass] == nil {
            numbers[zone.exclusiveClass] = numbers.count + 1
        }
    }

    /// The number of a class; 0 for none.
    subscript(exclusiveClass: Int) -> Int { numbers[exclusiveClass] ?? 0 }
}

extension SamplerZone {
    /// A zone that is played from its end to its start.
    fileprivate init(reversing zone: Zone, _ classes: ExclusiveClasses) {
        let last = zone.end - 1
        self.init(
            zone, SamplerMemory((0..<zone.end - zone.start).map { Float(zone.frames[last - $0]) }), classes)
        frames = 0..<zone.end - zone.start
        loop = loop.map { zone.end - $0.upperBound..<zone.end - max($0.lowerBound, zone.start) }
    }

    fileprivate init(_ zone: Zone, _ memory: SamplerMemory, _ classes: ExclusiveClasses) {
        self.init(memory, sampleRateHz: zone.frames.rateHz)
        keys = Int(zone.keys.lowerBound)...Int(zone.keys.upperBound)
        velocities = Int(zone.velocities.lowerBound)...Int(zone.velocities.upperBound)
        generators = zone.generators.amounts.map { Float($0) }
        modulators = zone.modulators.map { SamplerModulator($0) }
        frames = zone.start..<zone.end
        loop = zone.loopMode == .none ? nil : zone.loopStart..<zone.loopEnd
        rootKey = Int(zone.rootKey)
        tuningCents = zone.tuningCents
        gainDecibels = Double(zone.gainDecibels)
        isOneShot = zone.extras?.isOneShot ?? false
        isReleaseTrigger = zone.extras?.trigger == .release
        generators[Generator.sampleModes.rawValue] = Float(zone.loopMode.rawValue)
        generators[Generator.exclusiveClass.rawValue] = Float(classes[zone.exclusiveClass])
    }
}

extension SamplerModulator {
    fileprivate init(_ modulator: Modulator) {
        self.init(
            source: modulator.source.bits, destination: modulator.destination.rawValue,
            amount: Float(modulator.amount), amountSource: modulator.amountSource.bits,
            transform: modulator.isAbsolute ? 2 : 0)
    }
}
