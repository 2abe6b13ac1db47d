import AVFPluginCatalog

/// What a validation of a plugin came to.
package enum ValidationVerdict: String, Sendable {
    case pass, warn, fail, crash

    /// Nothing was found that keeps a host from using the plugin in its own process.
    package var isUsable: Bool { self == .pass || self == .warn }
}

/// The verdicts of earlier validations, beside the discovery cache.
///
/// Those on a bundle do not count whose binary or manifest has changed since.
package final class ValidationRecords: Sendable {
    /// The user's own records.
    package static let standard = ValidationRecords(path: standardPath)

    private let notes: PluginNotes

    /// Records in a file; nil for none.
    package init(path: String?) {
        // Goes up whenever the validation learns to see more: what has passed before has no right by it.
        notes = PluginNotes(path: path, header: "avfaudio LV2 validation 3")
    }

    /// `$XDG_CACHE_HOME/avfaudio/lv2.validation`; nil if no home is known.
    package static var standardPath: String? { PluginNotes.standardPath("validation") }

    /// The verdict on a plugin as it is now; nil if there is none.
    package func verdict(of plugin: PluginSummary) -> ValidationVerdict? {
        notes.note(on: plugin).flatMap(ValidationVerdict.init(rawValue:))
    }

    /// Remembers verdicts for this and other programs.
    package func remember(_ verdicts: [(plugin: PluginSummary, verdict: ValidationVerdict)]) {
        notes.remember(verdicts.map { ($0.plugin, $0.verdict.rawValue) })
    }
}
