import AVFRender

/// The line that generated files begin with, behind the comment mark of their language.
let generatedNotice = "Made by `avf-dev generate` from the units' declarations. Do not edit."

extension String {
    /// "lowPassFilter" as "LowPassFilter".
    var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// As the name of a type, in which an acronym at the beginning is in capitals: dcBlocker becomes
    /// DCBlocker.
    var typeName: String {
        let first = prefix { $0.isLowercase }
        return ["dc", "midi"].contains(first) ? first.uppercased() + dropFirst(first.count) : capitalisedFirst
    }

    /// "lowPassFilter" or "Low Pass" as "LOW_PASS_FILTER" or "LOW_PASS".
    var screamingSnakeCase: String {
        var words = ""
        var wasLower = false
        for character in self {
            let isWord = character.isASCII && (character.isLetter || character.isNumber)
            if (character.isUppercase && wasLower || !isWord), !words.isEmpty, words.last != "_" {
                words += "_"
            }
            if isWord { words += character.uppercased() }
            wasLower = character.isLowercase || character.isNumber
        }
        return words
    }

    /// "Low Pass" as "lowPass".
    var camelCase: String {
        let words = split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init)
        let first =
            words.first.map { $0.allSatisfy(\.isUppercase) ? $0.lowercased() : $0.lowercasedFirst } ?? ""
        return first + words.dropFirst().map(\.capitalisedFirst).joined()
    }

    /// The text up to the first full stop before a space, and the rest.
    var firstSentence: (first: String, rest: String) {
        guard let stop = firstRange(of: ". ") else { return (self, "") }
        return (self[..<stop.lowerBound] + ".", String(self[stop.upperBound...]))
    }

    private var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension Float {
    /// The number for people: whole numbers without a point, a true minus sign.
    var words: String { (self < 0 ? "−" : "") + abs(self).plain }

    /// The number for programs, in as many digits as it takes to read it back.
    var plain: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}

extension ParameterUnit {
    /// What stands behind a number; empty where a number needs nothing.
    var words: String {
        switch self {
        case .generic, .indexed, .boolean, .pan, .ratio, .linearGain: ""
        case .percent: "%"
        case .seconds: "s"
        case .milliseconds: "ms"
        case .samples: "frames"
        case .hertz: "Hz"
        case .decibels: "dB"
        case .octaves: "octaves"
        case .cents: "cents"
        case .semitones: "semitones"
        case .degrees: "°"
        case .beatsPerMinute: "beats a minute"
        case .midiNote: "MIDI note"
        case .meters: "m"
        case .beats: "beats"
        }
    }
}

extension ParameterSpec {
    /// "20…20000 Hz, default 440 Hz", or "on or off, default off".
    var rangeWords: String {
        if unit == .boolean { return "On or off, default \(defaultValue == 0 ? "off" : "on")." }
        if unit == .indexed, !namedValues.isEmpty {
            let named = namedValues.first { $0.value == defaultValue }?.name ?? defaultValue.words
            return "One of \(namedValues.map(\.name).joined(separator: ", ")); default \(named)."
        }
        let suffix = unit.words.isEmpty ? "" : " " + unit.words
        return "\(range.lowerBound.words)…\(range.upperBound.words)\(suffix), "
            + "default \(defaultValue.words)\(suffix)\(isReadOnly ? "; measured by the unit" : "")."
    }
}

/// A sentence cut into lines of a comment.
func commentLines(_ text: String, mark: String, width: Int = 100) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
        if let last = lines.last, last.count + 1 + word.count <= width {
            lines[lines.count - 1] = last + " " + word
        } else {
            lines.append(mark + " " + word)
        }
    }
    return lines.map { $0 + "\n" }.joined()
}
