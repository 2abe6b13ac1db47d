import AVFSoundBanks
import AVFUnits

extension SamplerProgram {
    /// A program of a bank as the sampler plays it.
    ///
    /// What chooses among zones by more than key and velocity (turns, chance, key switches, controllers) is
    /// settled here, as it is before anything is played; `notes` tells what was left out for it.
    ///
    /// - Throws: `SamplerProgramError` for numbers that cannot be played.
    static func make(
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
        var memories: [ObjectIdentifier: SamplerMemory] = [:]
        let zones = heard.map { zone in
            let id = ObjectIdentifier(zone.frames)
            let memory = memories[id] ?? SamplerMemory(zone.frames)
            memories[id] = memory
            return SamplerZone(zone, memory)
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

extension SamplerZone {
    fileprivate init(_ zone: Zone, _ memory: SamplerMemory) {
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
        generators[Generator.exclusiveClass.rawValue] = Float(zone.exclusiveClass)
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
