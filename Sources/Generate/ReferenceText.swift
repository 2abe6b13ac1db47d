import AVFRender
import AVFUnits

/// The page that lists every native unit with its parameters.
struct ReferenceText {
    private let entries: [UnitEntry]

    init(_ entries: [UnitEntry]) { self.entries = entries }

    var text: String {
        """
        <!-- \(generatedNotice) -->
        # The native units

        Each unit is a Swift class, a C unit (by its symbol), an LV2 plugin (by its URI) and a word for
        `avf render --unit`; time effects and mixers are no LV2 plugins. Numbers
        outside of a parameter's range are clamped.
        As LV2 plugins, units with any number of channels have \(PluginPortLayout.anyChannelCount) of them.

        \(entries.map(section).joined(separator: "\n"))
        """
    }

    private func section(_ entry: UnitEntry) -> String {
        let facts = entry.descriptor
        let sections =
            entry.defaultSectionCount == 1
            ? ""
            : "\n\nIts sections repeat; the LV2 plugin and the command line have \(entry.defaultSectionCount)."
        return """
            ## \(facts.name)

            \(facts.summary)\(sections)

            | | |
            |---|---|
            | symbol, C | `\(facts.identifier)`, `AVF_UNIT_\(facts.identifier.screamingSnakeCase)` |
            | LV2 | \(facts.canBePlugin ? "`\(facts.pluginURI)`" : "none") |
            | component | \(facts.component) |
            | inputs, outputs | \(words(facts.inputBuses)), \(words(facts.outputBuses)) |
            \(parameters(ParameterFamily.all(of: entry)))\(presets(facts.presets))
            """
    }

    private func parameters(_ families: [ParameterFamily]) -> String {
        guard !families.isEmpty else { return "" }
        return """

            | parameter | address | range | meaning |
            |---|---|---|---|
            \(families.map(row).joined(separator: "\n"))

            """
    }

    private func words(_ buses: [BusDescriptor]) -> String {
        guard !buses.isEmpty else { return "none" }
        return buses.map { bus in
            (bus.channelCount.map { "\($0) channels" } ?? "any channels")
                + (bus.isSideChain ? " (side chain)" : "")
        }.joined(separator: " + ")
    }

    private func row(_ family: ParameterFamily) -> String {
        let address =
            "\(family.address)" + (family.stride.map { $0 == 1 ? " + section" : " + \($0) × section" } ?? "")
        return "| `\(family.symbol)` | \(address) | \(family.spec.rangeWords) | \(family.spec.summary) |"
    }

    private func presets(_ presets: [UnitPreset]) -> String {
        presets.isEmpty ? "" : "\nPresets: \(presets.map(\.name).joined(separator: ", ")).\n"
    }
}
