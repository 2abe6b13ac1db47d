extension PortFacts {
    /// Takes one line of the port's part of a record.
    mutating func take(_ line: RecordLine) {
        switch line.key {
        case UInt8(ascii: "t"): takeType(line.text)
        case UInt8(ascii: "d"): defaultValue = Self.number(line.text)
        case UInt8(ascii: "i"): minimum = Self.number(line.text)
        case UInt8(ascii: "x"): maximum = Self.number(line.text)
        case UInt8(ascii: "f"): flags.formUnion(Self.flagsByURI[line.text] ?? [])
        case UInt8(ascii: "g"): takeDesignation(line.text)
        case UInt8(ascii: "u"): unitURI = line.text
        case UInt8(ascii: "U"): unitSymbol = line.text
        case UInt8(ascii: "s"): takeScalePoint(line.fields)
        case UInt8(ascii: "z"): minimumSize = max(0, Int(line.text) ?? 0)
        case UInt8(ascii: "m"): flags.formUnion(Self.eventFlagsByURI[line.text] ?? [])
        case UInt8(ascii: "G"): group = line.text
        case UInt8(ascii: "C"): flags.insert(.isSideChain)
        default: break
        }
    }

    private mutating func takeType(_ uri: String) {
        switch uri {
        case Self.inputPort: isInput = true
        // The host does not ask it to, so it stays what else it is.
        case Self.morphPort, Self.autoMorphPort: flags.insert(.morph)
        default: kind = Self.kindsByURI[uri] ?? kind
        }
    }

    // Put together once: a catalog has tens of thousands of ports.
    private static let inputPort = LV2.core + "InputPort"
    private static let morphPort = LV2.morph + "MorphPort"
    private static let autoMorphPort = LV2.morph + "AutoMorphPort"

    private static let kindsByURI: [String: Kind] = [
        LV2.core + "AudioPort": .audio, LV2.core + "CVPort": .controlVoltage,
        LV2.core + "ControlPort": .control, LV2.atom + "AtomPort": .atom, LV2.event + "EventPort": .oldEvent,
    ]

    private mutating func takeScalePoint(_ fields: [String]) {
        guard fields.count == 2, let value = Self.number(fields[0]) else { return }
        scalePoints.append(ScalePoint(value: value, label: fields[1]))
    }

    /// Turtle writes `1`, `1.`, `-.5`, `1e3`, `true`; nil for words.
    private static func number(_ text: String) -> Float? {
        switch text {
        case "true": return 1
        case "false": return 0
        default: return Float(text) ?? Float(text + "0")
        }
    }

    /// Of several, those that the host acts on win.
    private mutating func takeDesignation(_ uri: String) {
        switch uri {
        case LV2.core + "latency": designation = .latency
        case LV2.core + "enabled": designation = .enabled
        case LV2.core + "freeWheeling": designation = .freeWheeling
        case LV2.core + "control": designation = .control
        default: if designation == .none { designation = .other(uri) }
        }
    }

    private static let flagsByURI: [String: Flags] = [
        LV2.core + "toggled": .toggled, LV2.core + "integer": .integer,
        LV2.core + "enumeration": .enumeration, LV2.core + "sampleRate": .sampleRate,
        LV2.core + "connectionOptional": .connectionOptional, LV2.core + "isSideChain": .isSideChain,
        LV2.core + "reportsLatency": .reportsLatency, LV2.portProperties + "logarithmic": .logarithmic,
        LV2.portProperties + "notOnGUI": .notOnGUI, LV2.portProperties + "trigger": .trigger,
        // The names these properties had before they were adopted.
        LV2.oldPortProperties + "logarithmic": .logarithmic, LV2.oldPortProperties + "notOnGUI": .notOnGUI,
        LV2.oldPortProperties + "trigger": .trigger,
        LV2.oldPortProperties + "reportsLatency": .reportsLatency,
    ]

    private static let eventFlagsByURI: [String: Flags] = [
        LV2.midi + "MidiEvent": .midi, LV2.time + "Position": .time, LV2.patch + "Message": .patch,
    ]
}
