import AVFPluginCatalog
import AVFRender
import CAVFShimsLV2
import Glibc

extension UnitState {
    /// Writes the state as an LV2 bundle with one preset, which every host finds below a folder of its search
    /// path.
    ///
    /// The folder is made; a preset that it holds already is replaced. Files of the plugin's own bundle are
    /// named by their whole path.
    /// - Throws: `PresetError.unwritable`.
    package func write(
        presetBundle folder: String, name: String, pluginBundle: String
    ) throws(PresetError) {
        SmallFile.makeFolders(folder)
        let memory = ForeignMemory()
        let properties = try portableProperties(folder, pluginBundle, memory)
        let ports = parameters.sorted { $0.key < $1.key }.filter(\.value.isFinite).map {
            avf_shim_preset_port(symbol: memory.string($0.key), value: memory.string("\($0.value)"))
        }
        let result = ports.withUnsafeBufferPointer { ports in
            properties.withUnsafeBufferPointer { properties in
                var text = avf_shim_preset_text(
                    plugin: memory.string(identifier), label: memory.string(name), bank: nil,
                    ports: ports.baseAddress, port_count: ports.count, properties: properties.baseAddress,
                    property_count: properties.count)
                return avf_shim_preset_write(folder + "/preset.ttl", &text)
            }
        }
        let manifest = Self.manifest(pluginURI: identifier)
        guard result == 0, SmallFile.write(folder + "/manifest.ttl", Array(manifest.utf8)) else {
            throw .unwritable(path: folder)
        }
    }

    /// The properties as atoms of this process, and their files below the folder.
    private func portableProperties(
        _ folder: String, _ pluginBundle: String, _ memory: ForeignMemory
    ) throws(PresetError) -> [avf_shim_preset_property] {
        for file in files {
            guard let contents = file.contents, !file.name.contains("..") else { continue }
            let path = folder + "/" + file.name
            SmallFile.makeFolders(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
            guard SmallFile.write(path, contents) else { throw .unwritable(path: path) }
        }
        return properties.compactMap { property in
            var value = AtomURIs.resolved(property.value, type: property.type, uris)
            if property.type == LV2.atom + "Path" { value = portablePath(value, pluginBundle) }
            guard let key = memory.string(property.key), let body = memory.bytes(value.count) else {
                return nil
            }
            value.withUnsafeBytes { bytes in
                if let base = bytes.baseAddress { body.copyMemory(from: base, byteCount: bytes.count) }
            }
            return avf_shim_preset_property(
                key: key, type: avf_shim_urid_map(nil, property.type), size: UInt32(clamping: value.count),
                body: body)
        }
    }

    /// A file that is carried along keeps its name, which is a path below the bundle; another one its whole
    /// path.
    private func portablePath(_ value: [UInt8], _ pluginBundle: String) -> [UInt8] {
        let name = String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
        if let inside = StateFiles.pathInsideBundle(name, pluginBundle) { return Array(inside.utf8) + [0] }
        guard let file = files.first(where: { $0.name == name }), file.contents == nil else { return value }
        return Array(file.path.utf8) + [0]
    }

    private static func manifest(pluginURI: String) -> String {
        """
        @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
        @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

        <preset.ttl>
            a pset:Preset ;
            lv2:appliesTo <\(pluginURI)> ;
            rdfs:seeAlso <preset.ttl> .

        """
    }
}
