import AVFRender
import AVFUnits

/// Every file that is made from the units' declarations.
package enum GeneratedFiles {
    /// Where classes go.
    static let classFolder = "Sources/AVFAudio/Generated"
    /// Where the LV2 bundle is.
    static let bundleFolder = "Plugins/avfaudio.lv2"

    /// The files of these units, in a fixed order.
    package static func all(_ entries: [UnitEntry] = UnitCatalog.all) -> [GeneratedFile] {
        classes(entries) + bundle(entries.filter(\.descriptor.canBePlugin)) + [
            GeneratedFile(path: "Include/avfaudio/avf_units_generated.h", text: HeaderText(entries).text),
            GeneratedFile(path: "Plugins/REFERENCE.md", text: ReferenceText(entries).text),
        ]
    }

    /// The files of the LV2 bundle.
    private static func bundle(_ entries: [UnitEntry]) -> [GeneratedFile] {
        let texts = entries.map(PluginText.init)
        return [GeneratedFile(path: bundleFolder + "/manifest.ttl", text: ManifestText(texts).text)]
            + texts.map { GeneratedFile(path: bundleFolder + "/" + $0.fileName, text: $0.text) }
    }

    /// Writes the text of the LV2 bundle into a folder, which is made if need be.
    ///
    /// - Throws: `GenerateError` with the system's reason.
    package static func writeBundle(to folder: String) throws(GenerateError) {
        for file in bundle(UnitCatalog.plugins) {
            try TextFile.write(file.text, to: folder + file.path.dropFirst(bundleFolder.count))
        }
    }

    /// Classes that Apple has and that need more than their parameters, such as bands, are written by hand.
    ///
    /// So are the classes of time effects.
    private static func classes(_ entries: [UnitEntry]) -> [GeneratedFile] {
        entries.filter { !$0.isAppleClass && $0.descriptor.inputPace == nil }.map { entry in
            let text = ClassText(entry)
            return GeneratedFile(path: "\(classFolder)/\(text.className).swift", text: text.text)
        }
    }

    /// Files under `root` that were generated once and belong to no unit any more.
    package static func leftovers(
        under root: String, _ entries: [UnitEntry] = UnitCatalog.all
    ) -> [String] {
        let expected = Set(all(entries).map(\.path))
        return [(classFolder, ".swift"), (bundleFolder, ".ttl")].flatMap { folder, suffix in
            TextFile.names(in: root + "/" + folder).filter { $0.hasSuffix(suffix) }.map { folder + "/" + $0 }
        }.filter { !expected.contains($0) }
    }

    /// What differs between the files under `root` and what they should be; empty if nothing does.
    package static func staleness(under root: String) -> [String] {
        all().filter { !$0.isCurrent(under: root) }.map { "\($0.path) is not what the units say" }
            + leftovers(under: root).map { "\($0) belongs to no unit" }
    }
}
