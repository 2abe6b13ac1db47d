import AVFRender
import AVFSequencing
import AVFSoundBanks
import AVFUnits
import Glibc

/// Programs of a sampler.
extension UnitNode {
    /// Which preset of a bank is meant.
    package enum BankChoice: Sendable {
        /// The one of a bank select and a program change.
        case program(Int, bankMSB: Int, bankLSB: Int)
        /// The one at an index of the bank's table of contents.
        case index(Int)
    }

    /// Lists what is in a sound bank, an instrument or an audio file. [control]
    ///
    /// - Throws: `EngineError.soundBank` for a file that cannot be read.
    package static func presets(inBank path: String) throws(EngineError) -> [BankPreset] {
        do {
            return try SoundBankCache.shared.bank(path: path, decoder: .files).presets
        } catch {
            throw .soundBank(error)
        }
    }

    /// Gives a sampler a program of a file, which it plays on every channel. [control]
    ///
    /// Notes that are struck from the next block on have it; those that sound go on with the old one.
    ///
    /// - Throws: `EngineError.notSupported` for a unit that is no sampler, `EngineError.soundBank` for a file
    ///   or program that cannot be played. Nothing has changed then.
    package func loadProgram(
        ofBank path: String, _ choice: BankChoice = .index(0)
    ) throws(EngineError) {
        try checkIsSampler()
        do {
            try load(try SoundBankCache.shared.bank(path: path, decoder: .files), choice)
        } catch {
            throw .soundBank(error)
        }
    }

    /// Gives a sampler an instrument of audio files, which it plays on every channel. [control]
    ///
    /// What the files say of their keys counts; those that say nothing share the keys among them.
    ///
    /// - Throws: As `loadProgram`.
    package func loadProgram(ofAudioFiles paths: [String]) throws(EngineError) {
        try checkIsSampler()
        do {
            try load(try SoundBank(audioFiles: paths, decoder: .files), .index(0))
        } catch {
            throw .soundBank(error)
        }
    }

    /// Gives a sampler the programs of a bank that a song asks for, and lets each channel have its own.
    /// [control]
    ///
    /// What the bank lacks is played by the nearest program that it has; `programNotes` tells so.
    ///
    /// - Throws: As `loadProgram`.
    package func loadPrograms(of bank: SoundBank, for song: Song) throws(EngineError) {
        try checkIsSampler()
        var notes = bank.notes
        var programs: [SamplerProgram] = []
        for wanted in song.programs {
            guard let index = wanted.index(in: bank) else { continue }
            if !wanted.isExactly(bank.presets[index]) {
                notes.append(wanted.substitution(bank.presets[index]))
            }
            do {
                let program = try bank.program(index)
                notes += program.notes
                programs.append(try Self.sampler(program, wanted, of: bank, &notes))
            } catch {
                throw .soundBank(error)
            }
        }
        parameters.store(1, at: SamplerKernel.Parameter.multitimbral.rawValue)
        play(SamplerProgramSet(programs), of: bank, notes.map(\.description))
    }

    private static func sampler(
        _ program: InstrumentProgram, _ wanted: SongProgram, of bank: SoundBank, _ notes: inout [BankNote]
    ) throws(SoundBankError) -> SamplerProgram {
        do {
            return try SamplerProgram.make(
                program, bank: wanted.samplerBank, number: wanted.number, &notes)
        } catch {
            throw .unplayable(bank.path, preset: "“\(program.preset.name)”", reason: error.description)
        }
    }

    /// What was repaired in the file that was loaded last, or left out. [any]
    package var programNotes: [String] { made.withLock { $0.programNotes } }

    private func load(_ bank: SoundBank, _ choice: BankChoice) throws(SoundBankError) {
        let program: InstrumentProgram
        switch choice {
        case .index(let index): program = try bank.program(index)
        case .program(let number, let bankMSB, let bankLSB):
            program = try bank.program(bankMSB: bankMSB, bankLSB: bankLSB, program: number)
        }
        var notes = bank.notes + program.notes
        let made = try Self.sampler(program, SongProgram(), of: bank, &notes)
        play(SamplerProgramSet([made]), of: bank, notes.map(\.description))
    }

    private func checkIsSampler() throws(EngineError) {
        guard descriptor.component.subtype == SamplerKernel.subtype, plugin == nil, placement == nil else {
            throw .notSupported(node: name, reason: "is no sampler")
        }
    }

    private func play(_ programs: SamplerProgramSet, of bank: SoundBank, _ notes: [String]) {
        let unit = made.withLock { made in
            (made.programs, made.bank, made.programNotes) = (programs, bank, notes)
            return made.unit?.unit
        }
        (unit as? SamplerUnit)?.setPrograms(programs)
        // Made anew in the meantime, for another format.
        if let newer = currentUnit, newer !== unit { givePrograms(to: newer) }
    }

    /// Hands a sampler its programs, or the sine that it plays without.
    func givePrograms(to unit: RenderUnit) {
        guard let sampler = unit as? SamplerUnit else { return }
        sampler.setPrograms(made.withLock { $0.programs } ?? .sine)
    }
}

extension SamplerProgramSet {
    /// What a sampler plays before it has been given anything, as Apple's does: a sine at each key's pitch.
    fileprivate static let sine: SamplerProgramSet? = {
        let cycle = (0..<256).map { Float(0.5 * sin(2 * Double.pi * Double($0) / 256)) }
        let middleCHz = 440 * exp2(-9.0 / 12)
        var zone = SamplerZone(SamplerMemory(cycle + cycle), sampleRateHz: middleCHz * 256)
        zone.loop = 0..<256
        zone[.sampleMode] = 1
        return (try? SamplerProgram([zone])).map { SamplerProgramSet([$0]) }
    }()
}
