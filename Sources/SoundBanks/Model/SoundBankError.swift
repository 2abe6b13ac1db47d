/// Why a bank, or a program of it, cannot be used; every case names the file and the place in it.
package enum SoundBankError: Error, Equatable, Sendable {
    /// No bank was named, and none is where systems keep them.
    case noBank(variable: String)
    /// There is no such file.
    case notFound(String)
    /// The file cannot be opened; the system says why.
    case cannotOpen(String, reason: String)
    /// The content is none of the formats that are read.
    case unknownFormat(String)
    /// The file's structure is damaged at a byte offset; nothing of it can be trusted.
    case malformed(String, reason: String, offset: Int)
    /// The system refused to read at a byte offset, or the file ends before it.
    case readFailed(String, offset: Int, reason: String)
    /// The file is not the one any more that was opened.
    case changed(String)
    /// No preset has this bank and program.
    case noSuchPreset(String, bankMSB: Int, bankLSB: Int, program: Int)
    /// No preset has this index.
    case noSuchPresetIndex(String, index: Int, available: Int)
    /// No zone of the preset can be played; the first reason is given.
    case unplayable(String, preset: String, reason: String)
    /// A sample's file is nowhere that was looked.
    case sampleNotFound(String, sample: String, searched: [String])
    /// A sample cannot be decoded; the decoder says why.
    case undecodable(String, sample: String, reason: String)
    /// The samples of a program, or a table of the file, take more memory than the limit.
    case tooLarge(String, what: String, byteCount: Int, byteLimit: Int)
    /// Memory ran out while so many bytes were wanted.
    case outOfMemory(String, byteCount: Int)
}

extension SoundBankError: CustomStringConvertible {
    /// One sentence that names the file and the cause.
    package var description: String {
        switch self {
        case .noBank(let variable):
            "There is no sound bank: name one, set \(variable) to one, or install one in /usr/share/sounds/sf2 "
                + "or sf3."
        case .notFound(let path):
            "There is no file “\(path)”."
        case .cannotOpen(let path, let reason):
            "“\(path)” could not be opened: \(reason)."
        case .unknownFormat(let path):
            "“\(path)” is no sound bank, instrument or audio file that can be read."
        case .malformed(let path, let reason, let offset):
            "“\(path)” is damaged at byte \(offset): \(reason)."
        case .readFailed(let path, let offset, let reason):
            "“\(path)” could not be read at byte \(offset): \(reason)."
        case .changed(let path):
            "“\(path)” was changed after it had been opened."
        case .noSuchPreset(let path, let bankMSB, let bankLSB, let program):
            "“\(path)” has no program \(program) in the bank with MSB \(bankMSB) and LSB \(bankLSB)."
        case .noSuchPresetIndex(let path, let index, let available):
            "“\(path)” has no preset with index \(index): it has \(available)."
        default: descriptionOfProgram
        }
    }

    /// The sentences about programs and their samples.
    private var descriptionOfProgram: String {
        switch self {
        case .unplayable(let path, let preset, let reason):
            "\(preset) of “\(path)” cannot be played: \(reason)" + (reason.hasSuffix(".") ? "" : ".")
        case .sampleNotFound(let path, let sample, let searched):
            "The sample “\(sample)” of “\(path)” was not found; looked at: "
                + searched.map { "“\($0)”" }.joined(separator: ", ") + "."
        case .undecodable(let path, let sample, let reason):
            "The sample “\(sample)” of “\(path)” could not be decoded: \(reason)."
        case .tooLarge(let path, let what, let byteCount, let byteLimit):
            "“\(path)” wants \(byteCount) bytes for \(what); the limit is \(byteLimit)."
        case .outOfMemory(let path, let byteCount):
            "Memory ran out when “\(path)” wanted \(byteCount) bytes."
        default: ""
        }
    }
}
