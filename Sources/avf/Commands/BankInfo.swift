import AVFConsole
import AVFEngine
import AVFSoundBanks

/// What `avf info` tells of a sound bank.
struct BankInfo {
    private let path: String
    private let presets: [BankPreset]

    /// Whether a file's name is that of a bank or an instrument.
    static func isBank(_ path: String) -> Bool {
        [".sf2", ".sf3", ".dls", ".aupreset", ".exs", ".sfz"].contains(where: path.lowercased().hasSuffix)
    }

    /// Reads a bank's table of contents.
    ///
    /// - Throws: `Failure` if it cannot be read.
    init(_ path: String) throws(Failure) {
        self.path = path
        let presets = try explaining { () throws(EngineError) in try UnitNode.presets(inBank: path) }
        self.presets = presets.sorted {
            ($0.isPercussion ? 1 : 0, $0.bankLSB, $0.program) < (
                $1.isPercussion ? 1 : 0, $1.bankLSB, $1.program
            )
        }
    }

    /// Prints a line for each program.
    func show() {
        Console.out("file       \(path)")
        Console.out("programs   \(presets.count)")
        Console.out("    bank  program  name")
        for preset in presets {
            let bank = preset.isPercussion ? "kit" : "\(preset.bankLSB)"
            Console.out(Self.right(bank, 8) + Self.right("\(preset.program)", 9) + "  " + preset.name)
        }
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// The same as JSON.
    var json: JSON {
        .entries([
            "file": .text(path),
            "programs": .list(
                presets.map {
                    .entries([
                        "name": .text($0.name), "program": .integer($0.program),
                        "bankMSB": .integer($0.bankMSB), "bankLSB": .integer($0.bankLSB),
                        "isPercussion": .bool($0.isPercussion),
                    ])
                }),
        ])
    }
}
