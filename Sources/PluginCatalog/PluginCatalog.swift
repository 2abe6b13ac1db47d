import AVFRender
import Synchronization

/// The LV2 plugins of this machine, found in a child process and remembered between programs.
///
/// Nothing is read before the first question. All functions may be called from any thread but a render
/// thread; a first question takes as long as the scan does.
package final class PluginCatalog: Sendable {
    /// Where bundles are looked for.
    package let searchPath: SearchPath
    private let cache: DiscoveryCache
    private let scanner: BundleScanner
    private let listing = Mutex<Listing?>(nil)

    /// A catalog of the bundles on a search path: by default that of `LV2_PATH`, with the user's own cache.
    ///
    /// A bundle from which nothing comes for so long is given up; large ones take seconds on a busy machine.
    package init(
        searchPath: SearchPath = .environment(), cachePath: String? = PluginCatalog.standardCachePath,
        scanSecondsPerBundle: Double = 15
    ) {
        self.searchPath = searchPath
        scanner = BundleScanner(secondsPerBundle: scanSecondsPerBundle)
        cache = DiscoveryCache(path: cachePath)
    }

    /// `$XDG_CACHE_HOME/avfaudio/lv2.cache`; nil if no home is known.
    package static var standardCachePath: String? { DiscoveryCache.standardPath }

    /// Every usable plugin, ordered by URI.
    package func plugins() -> [PluginSummary] {
        withListing { listing in listing.plugins.values.map(\.summary).sorted { $0.uri < $1.uri } }
    }

    /// Everything known about one plugin.
    ///
    /// - Throws: `noSuchPlugin`, or `brokenDescription` with the reason found by the scan.
    package func plugin(uri: String) throws(PluginError) -> PluginFacts {
        let found = withListing { ($0.plugins[uri], $0.failures.first { $0.uri == uri }) }
        if let plugin = found.0 {
            guard let record = plugin.record.bytes else {
                throw .brokenDescription(
                    uri: uri, bundle: plugin.summary.bundle, reason: "its record in the cache was cut off")
            }
            return try PluginFactsReader.read(uri: uri, bundle: plugin.summary.bundle, record: record).get()
        }
        if let failure = found.1 {
            throw .brokenDescription(uri: uri, bundle: failure.bundle, reason: failure.reason)
        }
        throw .noSuchPlugin(uri: uri, searchPath: searchPath.description)
    }

    /// The plugin behind an audio component; of two with one code, the alphabetically first URI.
    package func plugin(component: ComponentDescription) -> PluginSummary? {
        guard component.manufacturer == ComponentDescription.pluginManufacturer else { return nil }
        return plugins().first { $0.component == component }
    }

    /// The presets of a plugin, from all bundles, ordered by bank and name.
    package func presets(ofPlugin uri: String) -> [PluginPreset] {
        withListing { $0.presets[uri, default: []] }.sorted {
            ($0.bank, $0.name, $0.uri) < ($1.bank, $1.name, $1.uri)
        }
    }

    /// What could not be used, with the reason; in bundle order.
    package var failures: [BundleFailure] { withListing(\.failures) }

    /// Looks at the disk again; reads only what has changed.
    package func refresh() {
        listing.withLock { $0 = Listing(scan(reusing: cache.load())) }
    }

    /// Forgets the cache and reads every bundle again, also those that killed an earlier scan.
    package func rescan() {
        listing.withLock { $0 = Listing(scan(reusing: [:])) }
    }

    private func withListing<Result>(_ body: (Listing) -> Result) -> Result {
        listing.withLock { slot in
            let current = slot ?? Listing(scan(reusing: cache.load()))
            slot = current
            return body(current)
        }
    }

    private func scan(reusing cached: [String: BundleEntry]) -> [BundleEntry] {
        let bundles = searchPath.bundles()
        var entries = cached.filter { $0.value.isCurrent }
        let stale = bundles.filter { entries[$0] == nil }
        let records = scanner.scan(stale)
        for record in records { entries[record.bundle] = BundleEntry(record) }
        let found = bundles.map { bundle in
            // Not remembered: the next start may have the process or memory that this one lacked.
            entries[bundle]
                ?? BundleEntry(
                    bundle: bundle, files: [], problem: "the process that reads bundles did not start",
                    plugins: [])
        }
        let gone = cached.keys.contains { entries[$0] == nil }
        if !records.isEmpty || gone {
            cache.save(found.filter { !$0.files.isEmpty } + others(entries, bundles))
        }
        return found
    }

    /// Entries of other search paths, which share the cache.
    private func others(_ entries: [String: BundleEntry], _ bundles: [String]) -> [BundleEntry] {
        let own = Set(bundles)
        return entries.values.filter { !own.contains($0.bundle) }.sorted { $0.bundle < $1.bundle }
    }
}

/// What a scan found, arranged for questions.
private struct Listing: Sendable {
    var plugins: [String: BundleEntry.Plugin] = [:]
    var presets: [String: [PluginPreset]] = [:]
    var failures: [BundleFailure] = []

    init(_ entries: [BundleEntry]) {
        for entry in entries {
            if let problem = entry.problem {
                failures.append(BundleFailure(bundle: entry.bundle, uri: nil, reason: problem))
            }
            for plugin in entry.plugins { add(plugin) }
            for preset in entry.presets { presets[preset.pluginURI, default: []].append(preset) }
        }
        // A plugin that another bundle describes properly is not lost.
        failures.removeAll { $0.uri.map { plugins[$0] != nil } ?? false }
    }

    private mutating func add(_ plugin: BundleEntry.Plugin) {
        let summary = plugin.summary
        if let problem = plugin.problem {
            failures.append(BundleFailure(bundle: summary.bundle, uri: summary.uri, reason: problem))
        } else if let other = plugins[summary.uri]?.summary {
            let version = (summary.minorVersion, summary.microVersion)
            if version > (other.minorVersion, other.microVersion) { plugins[summary.uri] = plugin }
        } else {
            plugins[summary.uri] = plugin
        }
    }
}
