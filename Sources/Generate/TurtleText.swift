import AVFRender

/// Pieces of Turtle, the language of LV2 bundles.
enum TurtleText {
    /// Lines for the prefixes that a text uses.
    static func prefixes(usedBy text: String) -> String {
        let words = Set(text.split { $0.isWhitespace }.compactMap { $0.split(separator: ":").first })
        return namespaces.filter { words.contains($0.key[...]) }.sorted { $0.key < $1.key }
            .map { "@prefix \($0.key): <\($0.value)> .\n" }.joined() + "\n"
    }

    /// A string literal.
    static func literal(_ text: String) -> String {
        var quoted = ""
        for character in text {
            switch character {
            case "\"", "\\": quoted += "\\\(character)"
            case "\n": quoted += "\\n"
            default: quoted.append(character)
            }
        }
        return "\"\(quoted)\""
    }

    /// A decimal or double literal.
    static func number(_ value: Float) -> String { "\(value)" }

    private static let namespaces = [
        "atom": "http://lv2plug.in/ns/ext/atom#",
        "doap": "http://usefulinc.com/ns/doap#",
        "foaf": "http://xmlns.com/foaf/0.1/",
        "lv2": "http://lv2plug.in/ns/lv2core#",
        "midi": "http://lv2plug.in/ns/ext/midi#",
        "patch": "http://lv2plug.in/ns/ext/patch#",
        "pprops": "http://lv2plug.in/ns/ext/port-props#",
        "pset": "http://lv2plug.in/ns/ext/presets#",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
        "state": "http://lv2plug.in/ns/ext/state#",
        "units": "http://lv2plug.in/ns/extensions/units#",
        "urid": "http://lv2plug.in/ns/ext/urid#",
        "work": "http://lv2plug.in/ns/ext/worker#",
    ]
}

extension ParameterUnit {
    /// The name in LV2's vocabulary of units; nil where it has none.
    var turtleName: String? {
        switch self {
        case .generic, .indexed, .boolean, .pan, .ratio: nil
        case .percent: "units:pc"
        case .seconds: "units:s"
        case .milliseconds: "units:ms"
        case .samples: "units:frame"
        case .hertz: "units:hz"
        case .decibels: "units:db"
        case .linearGain: "units:coef"
        case .octaves: "units:oct"
        case .cents: "units:cent"
        case .semitones: "units:semitone12TET"
        case .degrees: "units:degree"
        case .beatsPerMinute: "units:bpm"
        case .midiNote: "units:midiNote"
        case .meters: "units:m"
        case .beats: "units:beat"
        }
    }
}

extension UnitDescriptor {
    /// The class in LV2's tree: from the kind, and for effects from Apple's subtype.
    var turtleClass: String? {
        switch kind {
        case .generator: return "lv2:GeneratorPlugin"
        case .instrument: return "lv2:InstrumentPlugin"
        case .mixer: return "lv2:MixerPlugin"
        case .midiProcessor: return "lv2:MIDIPlugin"
        case .timeEffect, .other: return nil
        case .effect, .musicEffect: break
        }
        return Self.turtleClasses.first { $0.0 == component.subtype }?.1
    }

    private static let turtleClasses: [(UInt32, String)] = [
        (fourCharacterCode("gain"), "lv2:AmplifierPlugin"), (fourCharacterCode("nbeq"), "lv2:MultiEQPlugin"),
        (fourCharacterCode("pmeq"), "lv2:ParaEQPlugin"), (fourCharacterCode("greq"), "lv2:MultiEQPlugin"),
        (fourCharacterCode("lpas"), "lv2:LowpassPlugin"), (fourCharacterCode("hpas"), "lv2:HighpassPlugin"),
        (fourCharacterCode("bpas"), "lv2:BandpassPlugin"),
        (fourCharacterCode("dcmp"), "lv2:CompressorPlugin"),
        (fourCharacterCode("lmtr"), "lv2:LimiterPlugin"), (fourCharacterCode("dely"), "lv2:DelayPlugin"),
        (fourCharacterCode("rvb2"), "lv2:ReverbPlugin"), (fourCharacterCode("dist"), "lv2:DistortionPlugin"),
    ]
}
