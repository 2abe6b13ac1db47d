import AVFConsole
import AVFEngine
import AVFGraph
import AVFRender

/// A source and units behind it, in a row.
struct UnitChain {
    let engine: AudioEngine
    let units: [UnitNode]
    /// What leaves the last unit.
    let outputFormat: BusFormat

    /// Wires the row; a mixer converts channels where two neighbours do not agree.
    ///
    /// - Throws: `Failure` if a unit cannot be part of a row.
    init(
        _ units: [UnitNode], source: any ChainSource, last: MixerNode? = nil
    ) throws(Failure) {
        try self.init(units, behind: source.head, source.format, source.engine, last: last)
    }

    /// Wires the row behind a node of an engine, which gives frames in a format; a mixer may come last.
    ///
    /// - Throws: `Failure` if a unit cannot be part of a row.
    init(
        _ units: [UnitNode], behind head: EngineNode, _ format: BusFormat, _ engine: AudioEngine,
        last: MixerNode? = nil
    ) throws(Failure) {
        self.engine = engine
        self.units = units
        outputFormat = try Self.wire(units, behind: head, format, engine, last)
    }

    /// Connects the units; returns the format behind the last one.
    private static func wire(
        _ units: [UnitNode], behind head: EngineNode, _ source: BusFormat, _ engine: AudioEngine,
        _ mixer: MixerNode?
    ) throws(Failure) -> BusFormat {
        var last = head
        var format = source
        for unit in units {
            guard let input = unit.descriptor.inputBuses.first, let output = unit.descriptor.outputBuses.first
            else {
                throw Failure(
                    .usage,
                    "“\(unit.name)” has no \(unit.descriptor.inputBuses.isEmpty ? "input" : "output"): "
                        + "it cannot stand in a chain of effects.")
            }
            if let wanted = input.channelCount, wanted < format.channelCount {
                Console.error(
                    "avf: “\(unit.name)” takes \(wanted) \(wanted == 1 ? "channel" : "channels"): the "
                        + "\(format.channelCount) that reach it are mixed.")
            }
            try explaining { () throws(EngineError) in
                try engine.attach(unit)
                if let wanted = input.channelCount, wanted != format.channelCount {
                    let mixer = MixerNode(name: "channels for \(unit.name)")
                    try engine.attach(mixer)
                    try engine.connect(last, to: mixer, format: format)
                    format.channelCount = wanted
                    last = mixer
                }
                try engine.connect(last, to: unit, format: format)
            }
            format.channelCount = output.channelCount ?? format.channelCount
            last = unit
        }
        let (end, endFormat) = (last, format)
        try explaining { () throws(EngineError) in
            if let mixer {
                try engine.attach(mixer)
                try engine.connect(end, to: mixer, format: endFormat)
            }
            try engine.connect(mixer ?? end, to: engine.outputNode, format: endFormat)
        }
        return format
    }
}
