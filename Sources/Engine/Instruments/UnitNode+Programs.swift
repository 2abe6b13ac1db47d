import AVFInstruments
import AVFRender
import AVFSequencing
import AVFSoundBanks
import AVFUnits
import Glibc

/// Programs of a sampler.
extension UnitNode {
    /// Which preset of a bank is meant.
    package enum BankChoice: Sendable, Equatable {
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
            let bank = try SoundBankCache.shared.bank(path: path, decoder: .files)
            try load(bank, choice, .bank(path: path, choice))
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
            try load(try SoundBank(audioFiles: paths, decoder: .files), .index(0), .audioFiles(paths))
        } catch {
            throw .soundBank(error)
        }
    }

    /// Gives a sampler the programs of a bank that a song asks for, and lets each channel have its own.
    /// [control]
    ///
    /// What the bank lacks is played by the nearest program that it has; `programNotes` tells so. A state
    /// holds them if the bank is a file.
    ///
    /// - Throws: As `loadProgram`.
    package func loadPrograms(
        of bank: SoundBank, isFile: Bool, for song: Song
    ) throws(EngineError) {
        let wanted = song.programs
        try loadPrograms(wanted, of: bank, isFile ? .song(path: bank.path, wanted) : nil)
    }

    /// Gives a sampler all programs of a bank, and lets each channel have its own. [control]
    ///
    /// - Parameter path: The bank; nil for `DefaultBank.path`.
    /// - Throws: As `loadProgram`; `EngineError.soundBank` too if there is no such bank.
    package func loadAllPrograms(ofBank path: String?) throws(EngineError) {
        guard let path = path ?? DefaultBank.path else {
            throw .soundBank(.noBank(variable: DefaultBank.variable))
        }
        try loadPrograms(try Self.presets(inBank: path).compactMap(SongProgram.init), ofBank: path)
    }

    /// The same for the programs that a state names.
    func loadPrograms(_ wanted: [SongProgram], ofBank path: String) throws(EngineError) {
        let bank: SoundBank
        do {
            bank = try SoundBankCache.shared.bank(path: path, decoder: .files)
        } catch {
            throw .soundBank(error)
        }
        try loadPrograms(wanted, of: bank, .song(path: path, wanted))
    }

    private func loadPrograms(
        _ all: [SongProgram], of bank: SoundBank, _ source: ProgramSource?
    ) throws(EngineError) {
        try checkIsSampler()
        var notes = bank.notes
        var programs: [SamplerProgram] = []
        for wanted in all {
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
        play(SamplerProgramSet(programs), of: bank, source, notes.map(\.description))
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

    private func load(
        _ bank: SoundBank, _ choice: BankChoice, _ source: ProgramSource
    ) throws(SoundBankError) {
        let program: InstrumentProgram
        switch choice {
        case .index(let index): program = try bank.program(index)
        case .program(let number, let bankMSB, let bankLSB):
            program = try bank.program(bankMSB: bankMSB, bankLSB: bankLSB, program: number)
        }
        var notes = bank.notes + program.notes
        let made = try Self.sampler(program, SongProgram(), of: bank, &notes)
        play(SamplerProgramSet([made]), of: bank, source, notes.map(\.description))
    }

    private func checkIsSampler() throws(EngineError) {
        guard isSampler else { throw .notSupported(node: name, reason: "is no sampler") }
    }

    /// Lets a sampler play its sine again.
    func removePrograms() { play(nil, of: nil, nil, []) }

    private func play(
        _ programs: SamplerProgramSet?, of bank: SoundBank?, _ source: ProgramSource?, _ notes: [String]
    ) {
        let unit = made.withLock { made in
            (made.programs, made.bank, made.programNotes) = (programs, bank, notes)
            made.programSource = source
            return made.unit?.unit
        }
        (unit as? SamplerUnit)?.setPrograms(programs ?? .sine)
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
