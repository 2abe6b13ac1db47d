import AVFRender
import AVFUnits

/// A unit as an LV2 plugin's description.
struct PluginText {
    private let unit: UnitDescriptor
    private let layout: PluginPortLayout

    init(_ entry: UnitEntry) {
        self.init(entry.descriptor, PluginPortLayout(entry))
    }

    init(_ unit: UnitDescriptor, _ layout: PluginPortLayout) {
        self.unit = unit
        self.layout = layout
    }

    /// The URI, in angle brackets.
    var subject: String { "<\(unit.pluginURI)>" }

    /// The file within the bundle.
    var fileName: String { unit.identifier + ".ttl" }

    /// Presets by their URIs, in angle brackets.
    var presets: [(subject: String, preset: UnitPreset)] {
        unit.presets.map { ("<\(unit.pluginURI)#\($0.name.camelCase)>", $0) }
    }

    var text: String {
        let body = plugin + soundProperty + presets.map(preset).joined()
        return "# \(generatedNotice)\n" + TurtleText.prefixes(usedBy: body) + body
    }

    private var plugin: String {
        let ports = layout.ports.enumerated().map { "        [ \(port($1, index: $0)) ]" }
        return """
            \(subject)
                a \((["lv2:Plugin"] + [unit.turtleClass].compactMap(\.self)).joined(separator: " , ")) ;
                doap:name \(TurtleText.literal(unit.name)) ;
                doap:shortdesc \(TurtleText.literal(unit.summary)) ;
                doap:license <http://www.apache.org/licenses/LICENSE-2.0> ;
                lv2:project <urn:avfaudio> ;
                lv2:minorVersion \(lv2Version.minor) ;
                lv2:microVersion \(lv2Version.micro) ;
            \(requiredFeature)    lv2:optionalFeature \(features.joined(separator: " , ")) ;
            \(soundFacts)    lv2:port
            \(ports.joined(separator: " ,\n")) .

            """
    }

    /// What the plugin can do without.
    private var features: [String] {
        ["lv2:hardRTCapable"]
            + (unit.hasFile && !unit.acceptsMIDI ? ["urid:map"] : [])
            + (unit.hasFile ? ["work:schedule", "state:threadSafeRestore"] : [])
    }

    /// What it cannot do without: numbers for the kinds of messages.
    private var requiredFeature: String {
        unit.acceptsMIDI ? "    lv2:requiredFeature urid:map ;\n" : ""
    }

    /// That there is a file to be chosen, and what is needed for it.
    private var soundFacts: String {
        guard unit.hasFile else { return "" }
        let properties = ["<\(unit.soundURI)>"] + (unit.playsBanks ? ["<\(unit.programURI)>"] : [])
        return """
                lv2:extensionData state:interface , work:interface ;
                patch:writable \(properties.joined(separator: " , ")) ;

            """
    }

    /// The property that holds the file.
    private var soundProperty: String {
        guard let sound = unit.sound else { return unit.playsBanks ? bankProperties : "" }
        return """

            <\(unit.soundURI)>
                a lv2:Parameter ;
                rdfs:label \(TurtleText.literal(sound.name.capitalisedFirst)) ;
                rdfs:comment "A WAV or AIFF file of up to \(Int(sound.mostSeconds)) s." ;
                rdfs:range atom:Path .

            """
    }

    /// The properties of a sampler: the bank, and the program that it begins with.
    private var bankProperties: String {
        """

        <\(unit.soundURI)>
            a lv2:Parameter ;
            rdfs:label "Bank" ;
            rdfs:comment "A SoundFont, DLS, SFZ, EXS24, .aupreset, WAV or AIFF file; samples must not be compressed." ;
            rdfs:range atom:Path .

        <\(unit.programURI)>
            a lv2:Parameter ;
            rdfs:label "Program" ;
            rdfs:comment "The first channel's program: its number, and 128 for each bank; bank 128 is percussion." ;
            rdfs:range atom:Int ;
            lv2:default 0 ;
            lv2:minimum 0 ;
            lv2:maximum 16511 .

        """
    }

    /// LV2 calls odd numbers unstable and minor 0 unreleased: so twice the major, twice the rest.
    private var lv2Version: (minor: UInt32, micro: UInt32) {
        (2 * (unit.version >> 16), 2 * (unit.version & 0xffff))
    }

    private func port(_ port: PluginPortLayout.Port, index: Int) -> String {
        let common = [
            "lv2:index \(index)", "lv2:symbol \(TurtleText.literal(port.symbol))",
            "lv2:name \(TurtleText.literal(port.name))",
        ]
        let facts = facts(of: port)
        let lines = [[kind(of: port)] + common] + (facts.isEmpty ? [] : [facts])
        return lines.map { $0.joined(separator: " ; ") }.joined(separator: " ;\n          ")
    }

    private func kind(of port: PluginPortLayout.Port) -> String {
        switch port.role {
        case .audioInput: "a lv2:InputPort , lv2:AudioPort"
        case .audioOutput: "a lv2:OutputPort , lv2:AudioPort"
        case .enabled: "a lv2:InputPort , lv2:ControlPort"
        case .latency: "a lv2:OutputPort , lv2:ControlPort"
        case .control: "a lv2:InputPort , atom:AtomPort"
        case .notify, .midiOutput: "a lv2:OutputPort , atom:AtomPort"
        case .parameter(let index):
            unit.parameters[index].spec.isReadOnly
                ? "a lv2:OutputPort , lv2:ControlPort" : "a lv2:InputPort , lv2:ControlPort"
        }
    }

    private func facts(of port: PluginPortLayout.Port) -> [String] {
        switch port.role {
        case .audioInput:
            port.isSideChain ? ["lv2:portProperty lv2:isSideChain , lv2:connectionOptional"] : []
        case .audioOutput: []
        case .enabled:
            [
                "lv2:designation lv2:enabled", "lv2:minimum 0", "lv2:maximum 1", "lv2:default 1",
                "lv2:portProperty lv2:toggled , lv2:integer , lv2:connectionOptional",
            ]
        case .latency:
            [
                "lv2:designation lv2:latency", "lv2:minimum 0", "units:unit units:frame",
                "lv2:portProperty lv2:reportsLatency , lv2:integer , lv2:connectionOptional",
            ]
        case .control, .notify:
            [
                "atom:bufferType atom:Sequence",
                "atom:supports \(messages(of: port.role).joined(separator: " , "))",
                "lv2:portProperty lv2:connectionOptional",
            ] + (port.role == .control ? ["lv2:designation lv2:control"] : [])
        case .midiOutput: ["atom:bufferType atom:Sequence", "atom:supports midi:MidiEvent"]
        case .parameter(let index): facts(of: unit.parameters[index].spec)
        }
    }

    private func messages(of role: PluginPortLayout.Role) -> [String] {
        (unit.hasFile ? ["patch:Message"] : [])
            + (unit.acceptsMIDI && role == .control ? ["midi:MidiEvent"] : [])
    }

    private func facts(of spec: ParameterSpec) -> [String] {
        var facts = ["rdfs:comment \(TurtleText.literal(spec.summary))"]
        if !spec.isReadOnly { facts.append("lv2:default \(TurtleText.number(spec.defaultValue))") }
        facts.append("lv2:minimum \(TurtleText.number(spec.range.lowerBound))")
        facts.append("lv2:maximum \(TurtleText.number(spec.range.upperBound))")
        if let unit = spec.unit.turtleName { facts.append("units:unit \(unit)") }
        let properties = properties(of: spec)
        if !properties.isEmpty { facts.append("lv2:portProperty \(properties.joined(separator: " , "))") }
        let points = spec.namedValues.map {
            "[ rdfs:label \(TurtleText.literal($0.name)) ; rdf:value \(TurtleText.number($0.value)) ]"
        }
        if !points.isEmpty { facts.append("lv2:scalePoint \(points.joined(separator: " ,\n            "))") }
        return facts
    }

    private func properties(of spec: ParameterSpec) -> [String] {
        var properties: [String] = []
        if spec.unit == .boolean { properties.append("lv2:toggled") }
        if spec.isInteger { properties.append("lv2:integer") }
        if spec.unit == .indexed && !spec.namedValues.isEmpty { properties.append("lv2:enumeration") }
        if spec.isLogarithmic { properties.append("pprops:logarithmic") }
        return properties
    }

    private func preset(_ subject: String, _ preset: UnitPreset) -> String {
        let values = unit.parameters.filter { !$0.spec.isReadOnly }.map { parameter in
            let value = preset.values[parameter.symbol] ?? parameter.spec.defaultValue
            return
                "[ lv2:symbol \(TurtleText.literal(parameter.symbol)) ; pset:value \(TurtleText.number(value)) ]"
        }
        return """

            \(subject)
                a pset:Preset ;
                lv2:appliesTo \(self.subject) ;
                rdfs:label \(TurtleText.literal(preset.name)) ;
                lv2:port \(values.joined(separator: " ,\n        ")) .

            """
    }
}
