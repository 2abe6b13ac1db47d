import AVFInstruments
import AVFRender
import AVFSoundBanks
import AVFUnits
import CAVFSounds
import Glibc

/// The bank whose programs a sampler plugin plays. [control]
///
/// It reads what the host's user asks for: the bank's tables, and the samples of programs that were chosen.
final class PluginBank {
    private let unit: SamplerUnit
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var bank: SoundBank?
    private var programs: [SamplerProgram] = []

    /// A bank for a unit of the sampler's entry in the catalog.
    init(_ unit: RenderUnit) {
        // Proof: that entry makes its units in this box. Embedded Swift has no casts.
        self.unit = Unmanaged<SamplerUnit>.fromOpaque(Unmanaged.passUnretained(unit).toOpaque())
            .takeUnretainedValue()
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Plays another bank: the programs that were chosen, or its first one if it has none of them, and
    /// percussion if channels have parts.
    ///
    /// False if the file is no bank, or has no program that can be played: nothing has changed then.
    func open(_ path: String, _ chosen: PluginPrograms) -> Bool {
        do throws(SoundBankError) {
            let opened = try SoundBank(path: path, decoder: .uncompressed)
            var made = chosen.all.compactMap { Self.program($0, of: opened) }
            if made.isEmpty, let first = Self.first(of: opened) { made = [first] }
            guard !made.isEmpty else { return false }
            if chosen.isMultitimbral, let kit = Self.program(PluginPrograms.percussion, of: opened) {
                made.append(kit)
            }
            use(opened, made)
            return true
        } catch { return false }
    }

    /// Plays nothing.
    func close() { use(nil, []) }

    /// Adds a program to those that are chosen from; false if the bank has none that could be played for it.
    func load(_ number: Int) -> Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        guard let bank else { return false }
        guard !programs.contains(where: { $0.bank * 128 + $0.number == number }) else { return true }
        guard let program = Self.program(number, of: bank) else { return false }
        programs.append(program)
        unit.setPrograms(SamplerProgramSet(programs))
        return true
    }

    private func use(_ bank: SoundBank?, _ programs: [SamplerProgram]) {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        (self.bank, self.programs) = (bank, programs)
        unit.setPrograms(bank.map { _ in SamplerProgramSet(programs) })
    }

    /// The program of bank 0 that is number 0, or else the file's first.
    private static func first(of bank: SoundBank) -> SamplerProgram? {
        let index = bank.presetIndex(bankMSB: BankPreset.melodicMSB, bankLSB: 0, program: 0) ?? 0
        return program(at: index, of: bank, bank: 0, number: 0)
    }

    /// The program with a number, or the one that takes its place.
    private static func program(_ number: Int, of bank: SoundBank) -> SamplerProgram? {
        let (high, low) =
            number >> 7 == 128 ? (BankPreset.percussionMSB, 0) : (BankPreset.melodicMSB, number >> 7)
        let index =
            bank.presetIndex(bankMSB: high, bankLSB: low, program: number & 127)
            ?? bank.substituteIndex(isPercussion: number >> 7 == 128, program: number & 127)
        return index.flatMap { program(at: $0, of: bank, bank: number >> 7, number: number & 127) }
    }

    private static func program(
        at index: Int, of bank: SoundBank, bank bankNumber: Int, number: Int
    ) -> SamplerProgram? {
        do throws(SoundBankError) {
            let program = try bank.program(index)
            var notes: [BankNote] = []
            do throws(SamplerProgramError) {
                return try SamplerProgram.make(program, bank: bankNumber, number: number, &notes)
            } catch { return nil }
        } catch { return nil }
    }
}

extension SoundDecoder {
    /// Reads WAV and AIFF files: a plugin has no library for compressed sound.
    fileprivate static let uncompressed = SoundDecoder { (source, mostFrames) throws(SoundDecodingError) in
        guard case .file(let path) = source else {
            throw SoundDecodingError("this plugin has no decoder for compressed sound")
        }
        var sound = avf_sound()
        guard path.withCString({ avf_sound_read($0, 3600, &sound) }) == AVF_SOUND_READ,
            let samples = sound.samples
        else { throw SoundDecodingError("it is no uncompressed WAV or AIFF file") }
        defer { avf_sound_free(&sound) }
        let (frameCount, channelCount) = (sound.frameCount, Int(sound.channelCount))
        guard frameCount <= mostFrames else {
            throw SoundDecodingError("it has \(frameCount) frames; at most \(mostFrames) fit")
        }
        var interleaved = [Float](repeating: 0, count: frameCount * channelCount)
        for channel in 0..<channelCount {
            for frame in 0..<frameCount {
                interleaved[frame * channelCount + channel] = samples[channel * frameCount + frame]
            }
        }
        return DecodedSound(
            rateHz: sound.sampleRateHz, channelCount: channelCount, samples: .float32(interleaved))
    }
}
