/// The latencies that plugins have told when they were started, beside the discovery cache.
///
/// Those of a bundle do not count whose binary or manifest has changed since.
package final class LatencyRecords: Sendable {
    /// What is known of a plugin.
    package enum Latency: Sendable, Equatable {
        /// Frames at 48 kHz.
        case frames(Int)
        /// It does not start.
        case refused
    }

    /// The user's own records.
    package static let standard = LatencyRecords(path: PluginNotes.standardPath("latency"))

    private static let refusal = "-"
    private let notes: PluginNotes

    /// Records in a file; nil for none.
    package init(path: String?) {
        // Goes up whenever plugins are asked in another way.
        notes = PluginNotes(path: path, header: "avfaudio LV2 latency 1")
    }

    /// The latency of a plugin as it is now; nil if it has not been measured.
    package func latency(of plugin: PluginSummary) -> Latency? {
        guard let text = notes.note(on: plugin) else { return nil }
        return text == Self.refusal ? Latency.refused : Int(text).map(Latency.frames)
    }

    /// Remembers latencies for this and other programs.
    package func remember(_ latencies: [(plugin: PluginSummary, latency: Latency)]) {
        notes.remember(
            latencies.map { plugin, latency in
                if case .frames(let count) = latency { return (plugin, "\(count)") }
                return (plugin, Self.refusal)
            })
    }
}
