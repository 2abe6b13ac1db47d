import AVFConsole
import AVFEngine
import AVFPluginCatalog
import AVFPluginSandbox
import AVFRender
import AVFUnits

/// The latencies of units at 48 kHz: each plugin is started once for it, and what it told is remembered.
struct UnitLatencies {
    /// So many plugins are measured between two visits to the file.
    private static let batchSize = 32

    private var frames: [String: Int] = [:]
    /// Whether every plugin has told its latency, or that it does not start.
    private(set) var areComplete = true
    private let library: UnitLibrary
    private let records: LatencyRecords

    /// Looks units up, and measures those about which nothing is known; a bar shows how far that is.
    ///
    /// `isAnew` measures all plugins, whatever is known.
    init(
        of units: [UnitDescriptor], _ library: UnitLibrary, records: LatencyRecords = .standard, isAnew: Bool
    ) {
        self.library = library
        self.records = records
        let plugins = Dictionary(
            library.plugins.plugins().map { ($0.uri, $0) }, uniquingKeysWith: { first, _ in first })
        var unknown: [PluginSummary] = []
        for unit in units {
            if UnitCatalog[unit.identifier] != nil {
                frames[unit.identifier] = Self.frames(measured(unit.identifier, .automatic))
            } else if let plugin = plugins[unit.identifier] {
                let known = isAnew ? nil : records.latency(of: plugin)
                if known == nil { unknown.append(plugin) }
                frames[plugin.uri] = Self.frames(known)
            }
        }
        measure(unknown)
    }

    /// A unit's latency; nil for one that does not start.
    subscript(identifier: String) -> Int? { frames[identifier] }

    private static func frames(_ latency: LatencyRecords.Latency?) -> Int? {
        if case .frames(let count) = latency { count } else { nil }
    }

    private mutating func measure(_ plugins: [PluginSummary]) {
        guard !plugins.isEmpty else { return }
        if plugins.count >= Self.batchSize {
            Console.error("avf: starting \(plugins.count) plugins, once, to ask for their latency")
        }
        var bar = ProgressBar(total: plugins.count)
        defer { bar.finish() }
        for start in stride(from: 0, to: plugins.count, by: Self.batchSize) {
            var latencies: [(plugin: PluginSummary, latency: LatencyRecords.Latency)] = []
            for (index, plugin) in plugins.enumerated().dropFirst(start).prefix(Self.batchSize) {
                bar.show(index)
                let latency = measured(
                    plugin.uri, HostProgram.isInstalled(given: nil) ? .outOfProcess : .automatic)
                frames[plugin.uri] = Self.frames(latency)
                if let latency { latencies.append((plugin, latency)) } else { areComplete = false }
            }
            records.remember(latencies)
        }
    }

    /// A plugin that crashes when it starts must not take the list with it, whatever its validation said; nil
    /// if it could not be tried.
    private func measured(_ identifier: String, _ placement: PluginPlacement) -> LatencyRecords.Latency? {
        do {
            let node = try library.makeNode(identifier: identifier, placement: placement)
            try node.probe(sampleRateHz: 48_000, channelCount: 2, maximumFrameCount: 512)
            return .frames(node.latencyFrames)
        } catch {
            if case .plugin(.hostFailed) = error { return nil }
            return .refused
        }
    }
}
