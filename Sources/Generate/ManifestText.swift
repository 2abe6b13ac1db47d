/// What a host reads of the bundle before it knows that it wants a plugin.
struct ManifestText {
    private let plugins: [PluginText]

    init(_ plugins: [PluginText]) { self.plugins = plugins }

    var text: String {
        "# \(generatedNotice)\n" + TurtleText.prefixes(["lv2", "pset", "rdfs"])
            + plugins.map(entry).joined(separator: "\n")
    }

    private func entry(_ plugin: PluginText) -> String {
        let presets = plugin.presets.map { subject, _ in
            """

            \(subject)
                a pset:Preset ;
                lv2:appliesTo \(plugin.subject) ;
                rdfs:seeAlso <\(plugin.fileName)> .

            """
        }
        return """
            \(plugin.subject)
                a lv2:Plugin ;
                lv2:binary <libavfaudio-lv2.so> ;
                rdfs:seeAlso <\(plugin.fileName)> .

            """ + presets.joined()
    }
}
