import AVFPluginCatalog
import AVFRender
import CAVFLilv
import CAVFShimsLV2

/// What a plugin stores while it saves its state, or asks for while it restores it: the host's half of the
/// calls.
///
/// Lives on the stack of one call into a plugin, which holds its address.
final class StateCapture {
    let files: StateFiles
    /// The values stored, or those that may be asked for.
    private(set) var properties: [UnitState.Property] = []
    private(set) var uris: [String] = []
    private let memory = ForeignMemory()
    private var answers: [UInt32: (type: UInt32, flags: UInt32, value: UnsafeMutableRawPointer, size: Int)] =
        [:]

    /// What the plugin has asked for.
    private var asked: Set<UInt32> = []

    /// A state to be filled.
    init(saving files: StateFiles) { self.files = files }

    /// A state to be asked.
    init(restoring state: UnitState, _ files: StateFiles) {
        self.files = files
        for property in state.properties { addAnswer(property, state.uris) }
    }

    private func addAnswer(_ property: UnitState.Property, _ uris: [String]) {
        var value = AtomURIs.resolved(property.value, type: property.type, uris)
        if property.type == LV2.atom + "Path" {
            // A path, whether or not the plugin asks for it: some forget to.
            value = Array(files.path(Self.text(value)).utf8) + [0]
        }
        guard let place = memory.bytes(value.count) else { return }
        value.withUnsafeBytes { bytes in
            if let base = bytes.baseAddress { place.copyMemory(from: base, byteCount: bytes.count) }
        }
        answers[avf_shim_urid_map(nil, property.key)] = (
            avf_shim_urid_map(nil, property.type), property.flags, place, value.count
        )
    }

    private static func text(_ value: [UInt8]) -> String {
        String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Stores what was set in a plugin that does not store it by itself.
    func keep(_ property: PluginProperty, _ value: PropertyValue) {
        guard let kind = property.kind, !properties.contains(where: { $0.key == property.uri }) else {
            return
        }
        store(
            key: property.uri, type: LV2.atom + kind.rawValue,
            flags: UInt32(LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue), value: value.body(kind)
        )
    }

    /// Those of a plugin's properties that the state has and the plugin did not ask for.
    func unasked(_ properties: [PluginProperty]) -> [String: PropertyValue] {
        var values: [String: PropertyValue] = [:]
        for property in properties where property.isWritable {
            let key = avf_shim_urid_map(nil, property.uri)
            guard !asked.contains(key), let answer = answers[key],
                let type = avf_shim_urid_unmap(nil, answer.type)
            else { continue }
            let body = Array(UnsafeRawBufferPointer(start: answer.value, count: answer.size))
            values[property.uri] = PropertyValue(body[...], type: String(cString: type))
        }
        return values
    }

    // MARK: Calls from the plugin

    private static func of(_ handle: UnsafeMutableRawPointer?) -> StateCapture? {
        // Proof: the handle is `self`, which the caller keeps alive during the call into the plugin.
        handle.map { Unmanaged<StateCapture>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The address that callbacks get.
    var handle: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// `LV2_State_Store_Function`.
    static let store:
        @convention(c) (
            LV2_State_Handle?, UInt32, UnsafeRawPointer?, Int, UInt32, UInt32
        ) -> LV2_State_Status = { handle, key, value, size, type, flags in
            guard let capture = of(handle), let value, let keyText = avf_shim_urid_unmap(nil, key),
                let typeText = avf_shim_urid_unmap(nil, type)
            else { return LV2_STATE_ERR_UNKNOWN }
            // What is not plain data is a pointer: worthless in another process.
            guard flags & UInt32(LV2_STATE_IS_POD.rawValue) != 0 else { return LV2_STATE_ERR_BAD_FLAGS }
            capture.store(
                key: String(cString: keyText), type: String(cString: typeText), flags: flags,
                value: Array(UnsafeRawBufferPointer(start: value, count: size)))
            return LV2_STATE_SUCCESS
        }

    private func store(key: String, type: String, flags: UInt32, value: [UInt8]) {
        var value = AtomURIs.collected(value, type: type, into: &uris)
        if type == LV2.atom + "Path" { value = Array(files.abstractName(Self.text(value)).utf8) + [0] }
        properties.removeAll { $0.key == key }
        properties.append(UnitState.Property(key: key, type: type, flags: flags, value: value))
    }

    /// `LV2_State_Retrieve_Function`.
    static let retrieve:
        @convention(c) (
            LV2_State_Handle?, UInt32, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UInt32>?,
            UnsafeMutablePointer<UInt32>?
        ) -> UnsafeRawPointer? = { handle, key, size, type, flags in
            let capture = of(handle)
            capture?.asked.insert(key)
            let answer = capture?.answers[key]
            size?.pointee = answer?.size ?? 0
            type?.pointee = answer?.type ?? 0
            flags?.pointee = answer?.flags ?? 0
            return answer.map { UnsafeRawPointer($0.value) }
        }

    /// The path features over this state's files, to be placed in `memory`.
    func pathFeatures(in memory: ForeignMemory) -> [String: UnsafeMutableRawPointer] {
        let map = LV2_State_Map_Path(
            handle: handle,
            abstract_path: { handle, path in
                StateCapture.map(handle, path) { $0.files.abstractName($1) }
            },
            absolute_path: { handle, path in StateCapture.map(handle, path) { $0.files.path($1) } })
        return [LV2.state + "mapPath": memory.place(map)].compactMapValues { $0 }
    }

    private static func map(
        _ handle: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?,
        _ body: (StateCapture, String) -> String
    ) -> UnsafeMutablePointer<CChar>? {
        guard let capture = of(handle), let path else { return nil }
        return strdup(body(capture, String(cString: path)))
    }
}
