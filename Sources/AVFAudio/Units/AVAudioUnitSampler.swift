import AVFEngine
import AVFRender
import AVFSoundBanks
import AVFUnits

/// A sampler: plays SoundFonts (SF2, SF3), DLS banks, presets of Apple's sampler, EXS24 and SFZ instruments
/// and audio files.
///
/// It plays one program, on every channel, and a sine until it has been given one. Each note begins at its
/// own frame, the first as the others. Loading blocks, and must not be done on a render thread; what sounds
/// goes on with what it began with.
open class AVAudioUnitSampler: AVAudioUnitMIDIInstrument, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A sampler that plays a sine.
    public override init() { super.init(UnitNode(native: UnitEntry(SamplerKernel.self))) }

    /// The same by its component description.
    ///
    /// For the description of another unit it is silent, and `loadError` says why.
    public override init(audioComponentDescription description: AudioComponentDescription) {
        super.init(own: UnitNode(native: UnitEntry(SamplerKernel.self)), as: description)
    }

    /// Loads an instrument: a preset of Apple's sampler, an EXS24 or SFZ instrument, an audio file, which all
    /// keys play, or the first program of a bank.
    ///
    /// - Throws: An `NSError` with the domain `com.apple.coreaudio.avfaudio`, which names file, program and
    ///   zone: −43 if a file is missing, −54 if it may not be read, `kAudioUnitErr_InvalidFile` if it is
    ///   damaged or none of these. What was loaded before stays.
    open func loadInstrument(at instrumentURL: URL) throws {
        try load([instrumentURL]) { paths throws(EngineError) in try unit.loadProgram(ofBank: paths[0]) }
    }

    /// Loads a program of a SoundFont or DLS bank.
    ///
    /// - Parameters:
    ///   - bankURL: The bank.
    ///   - program: 0…127.
    ///   - bankMSB: `kAUSampler_DefaultMelodicBankMSB` or `kAUSampler_DefaultPercussionBankMSB`.
    ///   - bankLSB: The bank's number; usually `kAUSampler_DefaultBankLSB`.
    /// - Throws: As `loadInstrument(at:)`; −10851 if the bank has no such program.
    open func loadSoundBankInstrument(
        at bankURL: URL, program: UInt8, bankMSB: UInt8, bankLSB: UInt8
    ) throws {
        let choice = UnitNode.BankChoice.program(
            Int(program), bankMSB: Int(bankMSB), bankLSB: Int(bankLSB))
        try load([bankURL]) { paths throws(EngineError) in try unit.loadProgram(ofBank: paths[0], choice) }
    }

    /// Loads audio files as one instrument.
    ///
    /// What a file says of its key, its range and its loop counts; so does a note in its name
    /// (`Piano-C4.wav`). Files without any share the keys among them.
    /// - Throws: As `loadInstrument(at:)`.
    open func loadAudioFiles(at audioFiles: [URL]) throws {
        try load(audioFiles) { paths throws(EngineError) in try unit.loadProgram(ofAudioFiles: paths) }
    }

    /// What was repaired in the file that was loaded last, or left out; empty for one without faults.
    ///
    /// (Not in Apple's API.)
    public final var loadNotes: [String] { unit.programNotes }

    private func load(_ urls: [URL], _ body: ([String]) throws(EngineError) -> Void) throws {
        let paths = try urls.map { try Self.path(of: $0) }
        do throws(EngineError) { try body(paths) } catch { throw AVFAudioError.error(error) }
    }

    private static func path(of url: URL) throws -> String {
        guard url.isFileURL else {
            throw AVFAudioError.error(
                kAudio_BadFilePathError, "“\(url)” does not name a file on this machine.")
        }
        return url.path
    }

    // MARK: - Its level and pitch

    /// The balance from left to right, −100…100 percent, default 0. [any]
    open var stereoPan: Float {
        get { 100 * unit.value(atAddress: SamplerKernel.address(of: .pan)) }
        set { unit.setValue(newValue / 100, atAddress: SamplerKernel.address(of: .pan)) }
    }

    /// The gain of everything, −90…12 dB, default 0. [any]
    open var overallGain: Float {
        get { unit.value(atAddress: SamplerKernel.address(of: .gain)) }
        set { unit.setValue(newValue, atAddress: SamplerKernel.address(of: .gain)) }
    }

    /// The same as `overallGain`, as it was called before. [any]
    open var masterGain: Float {
        get { overallGain }
        set { overallGain = newValue }
    }

    /// What is added to the pitch of everything, −2400…2400 cents, default 0. [any]
    open var globalTuning: Float {
        get {
            100 * unit.value(atAddress: SamplerKernel.address(of: .coarseTuning))
                + unit.value(atAddress: SamplerKernel.address(of: .fineTuning))
        }
        set {
            let cents = newValue.isNaN ? 0 : min(max(newValue, -2400), 2400)
            let semitones = (cents / 100).rounded(.towardZero)
            unit.setValue(semitones, atAddress: SamplerKernel.address(of: .coarseTuning))
            unit.setValue(cents - 100 * semitones, atAddress: SamplerKernel.address(of: .fineTuning))
        }
    }
}

extension AVAudioUnitSampler {
    /// A program of a sound bank.
    ///
    /// (Not in Apple's API.)
    public struct Preset: Sendable, Hashable {
        /// The name in the bank; may be empty.
        public let name: String
        /// The program, 0…127.
        public let program: UInt8
        /// The bank as `loadSoundBankInstrument` takes it.
        public let bankMSB: UInt8
        /// The bank's finer number.
        public let bankLSB: UInt8
    }

    /// Lists the programs of a sound bank, or of an instrument that can be loaded, in the file's order.
    ///
    /// (Not in Apple's API.)
    /// - Throws: As `loadInstrument(at:)`.
    public static func presets(at bankURL: URL) throws -> [Preset] {
        let path = try path(of: bankURL)
        do throws(EngineError) {
            return try UnitNode.presets(inBank: path).map {
                Preset(
                    name: $0.name, program: UInt8(clamping: $0.program), bankMSB: UInt8(clamping: $0.bankMSB),
                    bankLSB: UInt8(clamping: $0.bankLSB))
            }
        } catch { throw AVFAudioError.error(error) }
    }
}
