import AVFConsole
import AVFEngine
import AVFPluginCatalog
import AVFRender
import AVFUnits
import ArgumentParser

/// `avf units`.
struct UnitsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "units", abstract: "Lists native units and LV2 plugins, with their parameters.",
        discussion: """
            Plugins are looked for in LV2_PATH, or the default folders; what was found is remembered. Plugins that \
            cannot be used are named on standard error. With --plot, the unit may have parameters or a preset, \
            as for render: avf units reverb:preset=cathedral --plot reverb.svg
            """)

    @Argument(help: "Only the unit with this symbol or URI, with all its parameters.") var unit: String?
    @Option(
        help: ArgumentHelp(
            """
            Draws impulse response, decay and gain; of units to which loudness matters, levels and waveshape; \
            of generators, wave and spectrum.
            """,
            valueName: "file.svg"))
    var plot: String?
    @Option(
        help: ArgumentHelp(
            "Starts this unit and says everything: ports, features, presets, latency, time, validation.",
            valueName: "symbol or URI"))
    var show: String?
    @Flag(help: "Prints JSON, with every bus, parameter and latency.") var json = false
    @Flag(help: "Reads every bundle again instead of relying on what is remembered.") var rescan = false

    func validate() throws {
        guard plot == nil || unit != nil || show != nil else {
            throw ValidationError("--plot needs a unit, such as: avf units reverb --plot reverb.svg")
        }
        guard unit == nil || show == nil else { throw ValidationError("Give a unit, or --show with one.") }
    }

    func run() throws {
        let library = UnitLibrary.shared
        if let unit = unit ?? show, let plot {
            let probe = try UnitProbe(UnitArgument(unit), library)
            try SignalPlot.write(ResponsePlot(of: probe).svg, to: plot)
            guard show != nil else { return }
        }
        if rescan { library.plugins.rescan() }
        if let show { return try showAll(of: show, library) }
        if let unit { return try showOne(unit, library) }
        if json { return printAll(library) }
        let native = UnitCatalog.all.map(\.descriptor).map { ($0.identifier, $0.name, $0.kind) }
        for (identifier, name, kind) in native + library.plugins.plugins().map({ ($0.uri, $0.name, $0.kind) })
        {
            Console.out("\(Console.bold(identifier))  \(name) (\(kind.rawValue))")
        }
        for failure in library.plugins.failures { Console.error("avf: \(failure)") }
    }

    private func showOne(_ identifier: String, _ library: UnitLibrary) throws(Failure) {
        let descriptor = try one(identifier, library)
        guard json else { return show(descriptor) }
        let latencies = UnitLatencies(of: [descriptor], library, isAnew: rescan)
        Console.out(
            JSON.list([UnitListing(descriptor, latencyFrames: latencies[descriptor.identifier]).json]).text())
    }

    /// Every unit as JSON; what was printed is remembered, because it takes the facts of every plugin.
    private func printAll(_ library: UnitLibrary) {
        if !rescan, let text = RememberedListing(library).text { return Console.out(text) }
        let descriptors = all(library)
        let latencies = UnitLatencies(of: descriptors, library, isAnew: rescan)
        let units = descriptors.map { UnitListing($0, latencyFrames: latencies[$0.identifier]).json }
        let text = JSON.list(units).text()
        if latencies.areComplete { RememberedListing(library).remember(text) }
        Console.out(text)
    }

    private func showAll(of identifier: String, _ library: UnitLibrary) throws(Failure) {
        let descriptor = try one(identifier, library)
        let details = UnitDetails(identifier, library)
        guard !json else {
            // The details measure it themselves.
            guard case .object(let facts) = UnitListing(descriptor, latencyFrames: nil).json else { return }
            let known = Set(details.json.map(\.key))
            return Console.out(
                JSON.object(facts.filter { !known.contains($0.key) } + details.json).text())
        }
        Console.out(
            "\(Console.bold(descriptor.identifier))  \(descriptor.name) (\(descriptor.kind.rawValue))")
        Console.out("    \(descriptor.summary)")
        for parameter in descriptor.parameters { Console.out("    " + UnitListing.line(parameter)) }
        for line in details.lines { Console.out("    " + line) }
    }

    private func one(_ identifier: String, _ library: UnitLibrary) throws(Failure) -> UnitDescriptor {
        try library.makeNode(named: identifier).descriptor
    }

    /// A plugin that vanished since the scan, or whose facts cannot be read, is left out and named.
    private func all(_ library: UnitLibrary) -> [UnitDescriptor] {
        UnitCatalog.all.map(\.descriptor)
            + library.plugins.plugins().compactMap { summary in
                do {
                    return try library.makeNode(identifier: summary.uri).descriptor
                } catch {
                    Console.error("avf: \(error)")
                    return nil
                }
            }
    }

    private func show(_ descriptor: UnitDescriptor) {
        Console.out(
            "\(Console.bold(descriptor.identifier))  \(descriptor.name) (\(descriptor.kind.rawValue))")
        Console.out("    \(descriptor.summary)")
        if let sound = descriptor.sound {
            Console.out("    file".padded(to: 28) + " \(sound.name), up to \(sound.mostSeconds.plain) s")
        }
        if !descriptor.presets.isEmpty {
            let names = descriptor.presets.map(\.name).joined(separator: ", ")
            Console.out("    preset".padded(to: 28) + " \(names)")
        }
        for parameter in descriptor.parameters { Console.out("    " + UnitListing.line(parameter)) }
    }
}

/// How one unit is listed.
struct UnitListing {
    private let unit: UnitDescriptor
    private let latencyFrames: Int?

    /// A unit, with its latency at 48 kHz if that is known.
    init(_ unit: UnitDescriptor, latencyFrames: Int?) {
        self.unit = unit
        self.latencyFrames = latencyFrames
    }

    var json: JSON {
        .entries([
            "identifier": .text(unit.identifier), "name": .text(unit.name),
            "manufacturer": .text(unit.manufacturer), "kind": .text(unit.kind.rawValue),
            "summary": .text(unit.summary), "component": .text(unit.component.description),
            "acceptsMIDI": .bool(unit.acceptsMIDI), "inputs": .list(unit.inputBuses.map(Self.object)),
            "outputs": .list(unit.outputBuses.map(Self.object)),
            "latencyFramesAt48kHz": latencyFrames.map { .integer($0) } ?? .null,
            "presets": .list(unit.presets.map { .text($0.name) }),
            "parameters": .list(unit.parameters.map(Self.object)),
        ])
    }

    private static func object(_ bus: BusDescriptor) -> JSON {
        .entries([
            "name": .text(bus.name), "channelCount": bus.channelCount.map { .integer($0) } ?? .null,
            "isSideChain": .bool(bus.isSideChain),
        ])
    }

    private static func object(_ parameter: UnitDescriptor.Parameter) -> JSON {
        let spec = parameter.spec
        let values = spec.namedValues.map {
            JSON.entries(["value": .number(Double($0.value)), "name": .text($0.name)])
        }
        return .entries([
            "symbol": .text(parameter.symbol), "name": .text(spec.name),
            "address": .integer(Int(parameter.address)), "minimum": .number(Double(spec.range.lowerBound)),
            "maximum": .number(Double(spec.range.upperBound)), "default": .number(Double(spec.defaultValue)),
            "unit": .text(spec.unit.rawValue), "isReadOnly": .bool(spec.isReadOnly),
            "namedValues": values.isEmpty ? nil : .list(values),
        ])
    }

    /// One parameter for people.
    static func line(_ parameter: UnitDescriptor.Parameter) -> String {
        let spec = parameter.spec
        let unit = [.generic, .indexed, .boolean].contains(spec.unit) ? "" : " " + spec.unit.rawValue
        let range = "\(spec.range.lowerBound.plain) to \(spec.range.upperBound.plain)\(unit)"
        let names = spec.namedValues.map { "\($0.value.plain) \($0.name)" }.joined(separator: ", ")
        return parameter.symbol.padded(to: 24) + " \(range), default \(spec.defaultValue.plain)"
            + (spec.isReadOnly ? ", read only" : "") + "  \(spec.name)" + (names.isEmpty ? "" : " [\(names)]")
    }
}
