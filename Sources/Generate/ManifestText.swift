/// What a host reads of the bundle before it knows that it wants a plugin.
struct ManifestText {
    private let plugins: [PluginText]

    init(_ plugins: [PluginText]) { self.plugins = plugins }

    var text: String {
        let body = plugins.map(entry).joined(separator: "\n") + project
        return "# \(generatedNotice)\n" + TurtleText.prefixes(usedBy: body) + body
    }

    private var project: String {
        """

        <urn:avfaudio>
            a doap:Project ;
            doap:name "AVFAudio for Linux" ;
            doap:license <http://www.apache.org/licenses/LICENSE-2.0> ;
            doap:maintainer <urn:avfaudio:contributors> .

        <urn:avfaudio:contributors>
            a foaf:Person ;
            foaf:name "The contributors to AVFAudio for Linux" .

        """
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
