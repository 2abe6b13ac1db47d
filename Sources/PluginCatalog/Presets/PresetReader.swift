import AVFRender
import CAVFShimsLV2
import Glibc

extension UnitState {
    /// No preset needs more files than this.
    private static let mostFiles = 1000

    /// The state that a listed preset describes.
    ///
    /// - Throws: `PresetError`.
    package init(preset: PluginPreset) throws(PresetError) {
        try self.init(
            presetFile: preset.file, uri: preset.uri, pluginURI: preset.pluginURI, isListed: true)
    }

    /// The state that a preset in a Turtle file, or in the bundle that is a folder, describes.
    ///
    /// Without a URI the first preset of the file. Ports that the preset does not name keep what they have.
    /// - Throws: `PresetError`.
    package init(presetAt path: String, uri: String? = nil, pluginURI: String) throws(PresetError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            try self.init(presetFile: path, uri: uri, pluginURI: pluginURI)
            return
        }
        var folder = path
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        let entries = BundleScanner(secondsPerBundle: 2).scan([folder]).map { BundleEntry($0) }
        let presets = entries.flatMap(\.presets)
        guard let preset = presets.first(where: { uri == nil ? $0.pluginURI == pluginURI : $0.uri == uri })
        else {
            if let other = presets.first, uri == nil {
                throw .otherPlugin(path: path, expected: pluginURI, found: other.pluginURI)
            }
            throw .noPreset(path: path)
        }
        try self.init(presetFile: preset.file, uri: preset.uri, pluginURI: pluginURI)
    }

    private init(
        presetFile path: String, uri: String?, pluginURI: String, isListed: Bool = false
    ) throws(PresetError) {
        var reason = [CChar](repeating: 0, count: 4096)
        guard avf_shim_check_turtle(path, &reason, reason.count) == 0 else {
            let text = String(
                decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw .unreadable(path: path, reason: text)
        }
        let contents = PresetContents()
        switch contents.read(path, uri) {
        case 0: break
        case Int32(avf_shim_preset_missing): throw .noPreset(path: path)
        default: throw .unreadable(path: path, reason: "it is not valid Turtle")
        }
        // A preset without the statement is for whom it is loaded into; of a listed one the manifest has said
        // whom it is for.
        if !isListed, let found = contents.plugins.first, !contents.plugins.contains(pluginURI) {
            throw .otherPlugin(path: path, expected: pluginURI, found: found)
        }
        self = contents.state(pluginURI)
        files = Self.files(beside: path)
        properties = properties.map(nameOfFile)
    }

    /// A whole path to one of the bundle's files becomes its name; hosts write either.
    private func nameOfFile(_ property: Property) -> Property {
        let path = String(decoding: property.value.prefix { $0 != 0 }, as: UTF8.self)
        guard property.type == LV2.atom + "Path", let file = files.first(where: { $0.path == path }) else {
            return property
        }
        return Property(
            key: property.key, type: property.type, flags: property.flags, value: Array(file.name.utf8) + [0])
    }

    /// The files of a preset's bundle, under the names that its values have for them.
    private static func files(beside path: String) -> [File] {
        guard let end = path.lastIndex(of: "/") else { return [] }
        let folder = String(path[..<end])
        var files: [File] = []
        collect(folder, below: "", &files)
        return files.filter { !$0.name.hasSuffix(".ttl") }
    }

    private static func collect(_ folder: String, below prefix: String, _ files: inout [File]) {
        for path in SearchPath.entries(folder) where files.count < mostFiles {
            let name = prefix + path.dropFirst(folder.count + 1)
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR, prefix.split(separator: "/").count < 8 {
                collect(path, below: name + "/", &files)
            } else if status.st_mode & S_IFMT == S_IFREG {
                files.append(File(name: name, path: path, contents: nil))
            }
        }
    }
}

/// Takes what the C reader finds.
private final class PresetContents {
    private(set) var plugins: [String] = []
    private var parameters: [String: Float] = [:]
    private var properties: [UnitState.Property] = []
    private var uris: [String] = []

    func read(_ path: String, _ uri: String?) -> Int32 {
        // Proof: the sink is used during the call only, and `self` lives longer.
        var sink = avf_shim_preset_sink(
            context: Unmanaged.passUnretained(self).toOpaque(),
            applies_to: { context, uri in
                guard let uri else { return }
                PresetContents.of(context)?.plugins.append(String(cString: uri))
            },
            label: { _, _ in },
            port: { context, symbol, value in
                guard let symbol else { return }
                PresetContents.of(context)?.parameters[String(cString: symbol)] = Float(value)
            },
            property: { context, key, type, body, size in
                PresetContents.of(context)?.add(
                    key, type, UnsafeRawBufferPointer(start: body, count: Int(size)))
            })
        return withExtendedLifetime(self) { avf_shim_preset_read(path, uri, &sink) }
    }

    func state(_ identifier: String) -> UnitState {
        var state = UnitState(identifier: identifier, parameters: parameters)
        state.properties = properties.sorted { $0.key < $1.key }
        state.uris = uris
        return state
    }

    private func add(_ key: UnsafePointer<CChar>?, _ type: UInt32, _ body: UnsafeRawBufferPointer) {
        guard let key, let typeText = avf_shim_urid_unmap(nil, type) else { return }
        let type = String(cString: typeText)
        let value = AtomURIs.collected(Array(body), type: type, into: &uris)
        // Plain and portable: it came from text.
        properties.append(UnitState.Property(key: String(cString: key), type: type, flags: 3, value: value))
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> PresetContents? {
        // Proof: the context is the `self` of `read`.
        context.map { Unmanaged<PresetContents>.fromOpaque($0).takeUnretainedValue() }
    }
}
