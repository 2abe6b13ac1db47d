import AVFRender
import AVFSoundBanks
import AVFUnits

/// What a sampler's programs were loaded from, so that a state can name it.
enum ProgramSource: Sendable, Equatable {
    /// A program of a bank, or the instrument of a file.
    case bank(path: String, UnitNode.BankChoice)
    /// An instrument of audio files.
    case audioFiles([String])
    /// The programs of a song.
    case song(path: String, [SongProgram])

    /// The files of a state: each is called by what it is there for.
    var files: [UnitState.File] {
        switch self {
        case .bank(let path, .index(let index)): [Self.file("index \(index)", path)]
        case .bank(let path, .program(let number, let high, let low)):
            [Self.file("program \(number) \(high) \(low)", path)]
        case .audioFiles(let paths): paths.map { Self.file("audio", $0) }
        case .song(let path, let programs):
            [Self.file((["song"] + programs.map(\.text)).joined(separator: " "), path)]
        }
    }

    private static func file(_ name: String, _ path: String) -> UnitState.File {
        UnitState.File(name: name, path: path, contents: nil)
    }

    /// What the files of a state say; nil for none, and for names that are not understood.
    init?(_ files: [UnitState.File]) {
        guard let first = files.first else { return nil }
        let words = first.name.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch words.first {
        case "index" where numbers.count == 1: self = .bank(path: first.path, .index(numbers[0]))
        case "program" where numbers.count == 3:
            self = .bank(path: first.path, .program(numbers[0], bankMSB: numbers[1], bankLSB: numbers[2]))
        case "audio": self = .audioFiles(files.map(\.path))
        case "song":
            let programs = words.dropFirst().compactMap { SongProgram(text: $0) }
            guard programs.count == words.count - 1 else { return nil }
            self = .song(path: first.path, programs)
        default: return nil
        }
    }
}

extension SongProgram {
    /// The program in a state: percussion or not, bank, number.
    fileprivate var text: String { "\(isPercussion ? 1 : 0).\(bankMSB).\(bankLSB).\(number)" }

    fileprivate init?(text: Substring) {
        let numbers = text.split(separator: ".").compactMap { Int($0) }
        guard numbers.count == 4, numbers.allSatisfy({ (0...127).contains($0) }) else { return nil }
        self.init(
            isPercussion: numbers[0] == 1, bankMSB: numbers[1], bankLSB: numbers[2], number: numbers[3])
    }
}

extension UnitNode {
    /// Whether it plays programs of banks.
    package var isSampler: Bool {
        descriptor.component.subtype == SamplerKernel.subtype && plugin == nil && placement == nil
    }

    /// A state with the files of a sampler's programs.
    func addPrograms(to state: UnitState) -> UnitState {
        guard isSampler, let source = made.withLock({ $0.programSource }) else { return state }
        var state = state
        state.files = source.files
        return state
    }

    /// Loads the programs that a state names, or takes them away; gives the paths of what cannot be had.
    ///
    /// What it plays stays then.
    func restorePrograms(of state: UnitState) -> [String] {
        guard let source = ProgramSource(state.files) else {
            if state.files.isEmpty { removePrograms() }
            return state.files.map(\.path)
        }
        do {
            try load(source)
            return []
        } catch {
            return state.files.map(\.path)
        }
    }

    private func load(_ source: ProgramSource) throws(EngineError) {
        switch source {
        case .bank(let path, let choice): try loadProgram(ofBank: path, choice)
        case .audioFiles(let paths): try loadProgram(ofAudioFiles: paths)
        case .song(let path, let programs): try loadPrograms(programs, ofBank: path)
        }
    }
}
