// avf_unit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFRender
public import CAVFAudio

@c @implementation
public func avf_unit_list_refresh() -> avf_status {
    attempt { UnitLibrary.shared.plugins.refresh() }
}

@c @implementation
public func avf_unit_save_state(
    _ unit: OpaquePointer?, _ buffer: UnsafeMutableRawPointer?, _ capacity: Int,
    _ size: UnsafeMutablePointer<Int>?
) -> avf_status {
    give(size, "size", empty: 0) {
        let unit = try HandleType.unit.object(unit)
        guard buffer != nil || capacity == 0 else { throw CallFailure.missing("buffer") }
        let bytes = try unit.saveState().bytes
        // A size_t above Int's range arrives as a negative number; it has room for everything.
        if capacity < 0 || bytes.count <= capacity { buffer?.copyMemory(from: bytes, byteCount: bytes.count) }
        return bytes.count
    }
}

@c @implementation
public func avf_unit_restore_state(
    _ unit: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int
) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(unit)
        guard let bytes else { throw CallFailure.missing("bytes") }
        guard size >= 0 else {
            throw CallFailure.badArgument("No state has \(UInt(bitPattern: size)) bytes.")
        }
        try unit.restoreState(bytes: Array(UnsafeRawBufferPointer(start: bytes, count: size)))
    }
}

// MARK: - Presets

@c @implementation
public func avf_unit_get_preset_count(
    _ unit: OpaquePointer?, _ count: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    giveFrom(unit, .unit, count, "count", empty: 0) { UInt32(clamping: $0.factoryPresetCount) }
}

@c @implementation
public func avf_unit_get_preset_name(
    _ unit: OpaquePointer?, _ index: UInt32, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> avf_status {
    give(name, "name", empty: nil) {
        StringPool.string(try preset(index, of: HandleType.unit.object(unit)).name)
    }
}

@c @implementation
public func avf_unit_get_preset_bank(
    _ unit: OpaquePointer?, _ index: UInt32, _ bank: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> avf_status {
    give(bank, "bank", empty: nil) {
        StringPool.string(try preset(index, of: HandleType.unit.object(unit)).bank)
    }
}

@c @implementation
public func avf_unit_load_preset(_ unit: OpaquePointer?, _ index: UInt32) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(unit)
        _ = try preset(index, of: unit)
        try unit.loadFactoryPreset(Int(index))
    }
}

@c @implementation
public func avf_unit_load_preset_file(
    _ unit: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ presetURI: UnsafePointer<CChar>?
) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(unit)
        let path = try text(path, "path")
        let uri = try presetURI.map { uri throws(CallFailure) in try text(uri, "preset_uri") }
        try unit.loadPreset(at: path, uri: uri)
    }
}

@c @implementation
public func avf_unit_write_preset_bundle(
    _ unit: OpaquePointer?, _ folder: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?
) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(unit)
        try unit.writePreset(toBundle: try text(folder, "folder"), name: try text(name, "name"))
    }
}

private func preset(_ index: UInt32, of unit: UnitNode) throws(CallFailure) -> (name: String, bank: String) {
    let presets = unit.factoryPresets
    guard presets.indices.contains(Int(index)) else {
        throw CallFailure(
            AVF_ERROR_NO_SUCH_PARAMETER,
            "'\(unit.name)' has \(presets.count) factory presets, so none at \(index).")
    }
    return presets[Int(index)]
}

// MARK: - Sounds

@c @implementation
public func avf_unit_load_sound(_ unit: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(unit)
        guard let path else { return try unit.removeSound() }
        try unit.loadSound(at: try text(path, "path"))
    }
}

@c @implementation
public func avf_unit_set_cycles(
    _ unit: OpaquePointer?, _ samples: UnsafePointer<Float>?, _ cycleLength: UInt32, _ cycleCount: UInt32
) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(unit)
        guard let samples else { throw CallFailure.missing("samples") }
        try unit.setCycles(samples, length: Int(cycleLength), count: Int(cycleCount))
    }
}

@c @implementation
public func avf_unit_get_sound_path(
    _ unit: OpaquePointer?, _ path: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> avf_status {
    giveFrom(unit, .unit, path, "path", empty: nil) { StringPool.string($0.soundPath ?? "") }
}
