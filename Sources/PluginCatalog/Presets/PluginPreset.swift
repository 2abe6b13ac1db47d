/// A preset as a bundle lists it; what is in it is read when it is loaded.
package struct PluginPreset: Sendable, Equatable {
    /// Its name to programs.
    package let uri: String
    /// The plugin that it is for.
    package let pluginURI: String
    /// Its name to people.
    package let name: String
    /// The name of the bank that it belongs to; empty without one.
    package let bank: String
    /// The Turtle file that describes it.
    package let file: String
    /// The folder of the bundle that lists it.
    package let bundle: String

    /// A preset from the fields of an `R` line.
    init?(fields: [String], bundle: String) {
        guard fields.count == 5 else { return nil }
        (uri, pluginURI, bank, file) = (fields[0], fields[1], fields[3], fields[4])
        name = fields[2].isEmpty ? Self.lastWord(of: fields[0]) : fields[2]
        self.bundle = bundle
    }

    /// The fields of an `R` line.
    var fields: [String] { [uri, pluginURI, name, bank, file] }

    /// What a preset is called that has no label.
    private static func lastWord(of uri: String) -> String {
        uri.split { "/#:".contains($0) }.last.map(String.init) ?? uri
    }
}
