import AVFRender

/// Builds a plugin's facts from the lines of its record.
package struct PluginFactsReader {
    private var facts = PluginFacts()
    private var port: PortFacts?
    private var property: PluginProperty?
    private var problem: String?

    /// The facts in a record, with the record itself, or the reason why the plugin cannot be used.
    package static func read(uri: String, bundle: String, record: [UInt8]) -> Result<PluginFacts, PluginError>
    {
        record.withUnsafeBytes { read(uri: uri, bundle: bundle, $0) }.map { facts in
            var facts = facts
            facts.record = record
            return facts
        }
    }

    /// The facts in a record, or the reason why the plugin cannot be used.
    static func read(uri: String, bundle: String, _ record: UnsafeRawBufferPointer)
        -> Result<PluginFacts, PluginError>
    {
        var reader = PluginFactsReader()
        reader.facts.summary.uri = uri
        reader.facts.summary.bundle = bundle
        var lines = RecordLines(record)
        while let line = lines.next() { reader.take(line) }
        reader.finishPart()
        if let reason = reader.problem {
            return .failure(.brokenDescription(uri: uri, bundle: bundle, reason: reason))
        }
        reader.finish()
        return .success(reader.facts)
    }

    private mutating func take(_ line: RecordLine) {
        if line.key == UInt8(ascii: "p") {
            finishPart()
            let fields = line.fields
            guard fields.count == 3, let index = Int(fields[0]) else { return }
            var begun = PortFacts()
            (begun.index, begun.symbol, begun.name) = (index, fields[1], fields[2])
            port = begun
        } else if line.key == UInt8(ascii: "y") {
            finishPart()
            beginProperty(line.fields)
        } else if property != nil {
            property?.take(line)
        } else if port != nil {
            port?.take(line)
        } else {
            takePluginLine(line)
        }
    }

    private mutating func takePluginLine(_ line: RecordLine) {
        switch line.key {
        case UInt8(ascii: "n"): facts.summary.name = line.text
        case UInt8(ascii: "a"): facts.summary.author = line.text
        case UInt8(ascii: "l"): facts.licence = line.text
        case UInt8(ascii: "c"): facts.classes.append(line.text)
        case UInt8(ascii: "b"): facts.summary.binary = line.text
        case UInt8(ascii: "v"): facts.summary.minorVersion = Int(line.text) ?? 0
        case UInt8(ascii: "w"): facts.summary.microVersion = Int(line.text) ?? 0
        case UInt8(ascii: "r"): facts.requiredFeatures.append(line.text)
        case UInt8(ascii: "o"): facts.optionalFeatures.append(line.text)
        case UInt8(ascii: "e"): facts.extensionData.append(line.text)
        case UInt8(ascii: "q"): facts.requiredOptions.append(line.text)
        case UInt8(ascii: "X"): problem = problem ?? line.text
        default: break
        }
    }

    private mutating func beginProperty(_ fields: [String]) {
        guard fields.count == 3 else { return }
        var begun = PluginProperty(uri: fields[0])
        begun.name = fields[1]
        begun.isWritable = fields[2].contains("w")
        begun.isReadable = fields[2].contains("r")
        property = begun
    }

    private mutating func finishPart() {
        if var finished = port {
            finished.scalePoints.sort { $0.value < $1.value }
            facts.ports.append(finished)
            port = nil
        }
        if var finished = property {
            finished.finish()
            if finished.kind != nil { facts.properties.append(finished) }
            property = nil
        }
    }

    /// The order of statements in Turtle means nothing and changes from reading to reading, so all is sorted.
    private mutating func finish() {
        facts.ports.sort { $0.index < $1.index }
        facts.properties.sort { $0.uri < $1.uri }
        facts.classes.sort()
        facts.requiredFeatures.sort()
        facts.optionalFeatures.sort()
        facts.extensionData.sort()
        facts.requiredOptions.sort()
        facts.summary.audioInputCount = facts.mainInputs.count
        facts.summary.audioOutputCount = facts.ports(.audio, isInput: false).count
        facts.summary.sideChainCount = facts.sideChainInputs.count
        facts.summary.takesMIDI = facts.ports.contains { $0.isInput && $0.flags.contains(.midi) }
        facts.summary.givesMIDI = facts.ports.contains { !$0.isInput && $0.flags.contains(.midi) }
        let names = facts.classes.filter { $0.hasPrefix(LV2.core) }.map {
            String($0.dropFirst(LV2.core.count))
        }
        facts.summary.className = names.filter { $0 != "Plugin" }.min() ?? "Plugin"
        facts.summary.kind = UnitKind(facts.summary, classNames: names)
    }
}

extension UnitKind {
    /// What a plugin does in a graph: instruments by their class, the rest by what goes in and comes out.
    init(_ summary: PluginSummary, classNames: [String]) {
        let hasAudioInput = summary.audioInputCount > 0
        if classNames.contains("InstrumentPlugin") && summary.audioOutputCount > 0 {
            self = .instrument
        } else if summary.audioOutputCount == 0 && !hasAudioInput {
            self = summary.takesMIDI || summary.givesMIDI ? .midiProcessor : .other
        } else if hasAudioInput {
            self = summary.takesMIDI ? .musicEffect : .effect
        } else {
            self = summary.takesMIDI ? .instrument : .generator
        }
    }
}
