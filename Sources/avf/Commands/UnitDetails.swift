import AVFEngine
import AVFLV2Host
import AVFPluginCatalog
import AVFPluginValidation
import AVFRender

/// What `avf units --show` says about a unit beyond its parameters; the unit is started for it.
struct UnitDetails {
    private static let frameCount = 512
    private static let blockCount = 94
    private static let warmUpCount = 16

    private let facts: PluginFacts?
    private let presets: [String]
    private let latencyFrames: Int?
    private let tailSeconds: Double?
    private let microseconds: Double?
    private let allocationCount: Int?
    private let verdict: String
    private let properties: [(property: PluginProperty, value: PropertyValue?)]

    /// Looks at a unit; what it refuses is left out.
    init(_ identifier: String, _ library: UnitLibrary) {
        facts = try? library.plugins.plugin(uri: identifier)
        let node = try? library.makeNode(identifier: identifier)
        presets = node?.factoryPresets.map(\.name) ?? []
        let lone = node.flatMap { node in
            try? StandaloneUnit(
                node, sampleRateHz: 48_000,
                inputChannelCounts: node.descriptor.inputBuses.map { $0.channelCount ?? 2 },
                outputChannelCounts: node.descriptor.outputBuses.map { $0.channelCount ?? 2 },
                maximumFrameCount: Self.frameCount, isOffline: true)
        }
        // What a plugin does in its first blocks, it does once.
        for block in 0..<Self.warmUpCount {
            lone?.render(frameCount: Self.frameCount, sampleTime: Int64(block * Self.frameCount))
        }
        let before = lone?.allocationCount
        microseconds = lone.map(Self.microsecondsPerBlock)
        allocationCount = lone?.allocationCount.map { $0 - (before ?? 0) }
        // A plugin without audio cannot be rendered alone, and may start all the same.
        let isStarted =
            lone != nil
            || (try? node?.probe(
                sampleRateHz: 48_000, channelCount: 2, maximumFrameCount: Self.frameCount)) != nil
        latencyFrames = isStarted ? node?.latencyFrames : nil
        tailSeconds = facts == nil ? node?.tailSeconds : nil
        properties = node?.properties.map { ($0, (try? node?.property($0.uri)) ?? nil) } ?? []
        verdict =
            facts.map { ValidationRecords.standard.verdict(of: $0.summary)?.rawValue ?? "not validated" }
            ?? "native"
    }

    /// The median of a second of blocks, silence in; with the way to another process where the unit has one.
    private static func microsecondsPerBlock(_ unit: StandaloneUnit) -> Double {
        var times: [Duration] = []
        for block in 0..<blockCount {
            let start = ContinuousClock.now
            unit.render(
                frameCount: frameCount, sampleTime: Int64((block + warmUpCount) * frameCount))
            times.append(ContinuousClock.now - start)
        }
        return (times.sorted()[blockCount / 2] / .nanoseconds(100)).rounded() / 10
    }

    /// Lines for people.
    var lines: [String] {
        var lines = ["validation: \(verdict)"]
        lines.append("latency: " + (latencyFrames.map { "\($0) frames at 48 kHz" } ?? "it does not start"))
        if let tailSeconds { lines.append("tail: \((tailSeconds * 1000).rounded() / 1000) s, to -120 dB") }
        if let microseconds { lines.append("time: \(microseconds) µs for \(Self.frameCount) frames") }
        if let allocationCount {
            let count = allocationCount == 0 ? "none" : "\(allocationCount) in \(Self.blockCount) blocks"
            lines.append("calls for memory while rendering: \(count)")
        }
        lines.append("presets: " + (presets.isEmpty ? "none" : presets.joined(separator: ", ")))
        guard let facts else { return lines }
        lines.append("required features: " + Self.list(facts.requiredFeatures))
        lines.append("optional features: " + Self.list(facts.optionalFeatures))
        lines.append("interfaces: " + Self.list(facts.extensionData))
        lines += ["ports:"] + facts.ports.map(Self.line)
        return properties.isEmpty ? lines : lines + ["properties:"] + properties.map(Self.line)
    }

    private static func line(_ property: PluginProperty, _ value: PropertyValue?) -> String {
        let bounds = [("from", property.minimum), ("to", property.maximum)].compactMap { word, bound in
            bound.map { " \(word) \($0)" }
        }
        return "  \(property.symbol.padded(to: 24)) \(property.kind?.rawValue ?? "")" + bounds.joined()
            + (property.isWritable ? "" : ", read only") + (value.map { ", is “\($0)”" } ?? "")
            + "  \(property.name)  (\(property.uri))"
    }

    /// The same as entries of an object.
    var json: [(key: String, value: JSON)] {
        let own: [(key: String, value: JSON)] = [
            ("validation", .text(verdict)), ("presets", .list(presets.map(JSON.text))),
            ("latencyFramesAt48kHz", latencyFrames.map { .integer($0) } ?? .null),
            ("tailSeconds", tailSeconds.map { .number($0) } ?? .null),
            ("memoryCallsIn\(Self.blockCount)Blocks", allocationCount.map { .integer($0) } ?? .null),
            ("microsecondsFor512Frames", microseconds.map { .number($0) } ?? .null),
        ]
        guard let facts else { return own }
        return own + [
            ("requiredFeatures", .list(facts.requiredFeatures.map(JSON.text))),
            ("optionalFeatures", .list(facts.optionalFeatures.map(JSON.text))),
            ("interfaces", .list(facts.extensionData.map(JSON.text))),
            ("ports", .list(facts.ports.map(Self.object))),
            ("properties", .list(properties.map(Self.object))),
        ]
    }

    private static func object(_ property: PluginProperty, _ value: PropertyValue?) -> JSON {
        .entries([
            "uri": .text(property.uri), "symbol": .text(property.symbol), "name": .text(property.name),
            "type": .text(property.kind?.rawValue ?? ""), "isWritable": .bool(property.isWritable),
            "isReadable": .bool(property.isReadable), "minimum": property.minimum.map { .number($0) },
            "maximum": property.maximum.map { .number($0) }, "value": value.map { .text($0.description) },
        ])
    }

    private static func object(_ port: PortFacts) -> JSON {
        .entries([
            "index": .integer(port.index), "symbol": .text(port.symbol), "name": .text(port.name),
            "kind": .text(port.kind.rawValue), "isInput": .bool(port.isInput),
            "isSideChain": .bool(port.flags.contains(.isSideChain)), "group": port.group.map(JSON.text),
        ])
    }

    private static func list(_ uris: [String]) -> String {
        uris.isEmpty ? "none" : uris.joined(separator: ", ")
    }

    private static func line(_ port: PortFacts) -> String {
        let group = port.group.map { "  (\($0))" } ?? ""
        let sideChain = port.flags.contains(.isSideChain) ? ", side chain" : ""
        return "  \(port.index)  \(port.symbol.padded(to: 24)) \(port.kind.rawValue) "
            + (port.isInput ? "in" : "out") + "\(sideChain)  \(port.name)\(group)"
    }
}
