// avf_sampler.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFSoundBanks
public import CAVFAudio

@c @implementation
public func avf_sampler_load_instrument(
    _ sampler: OpaquePointer?, _ path: UnsafePointer<CChar>?
) -> avf_status {
    attempt { try HandleType.unit.object(sampler).loadProgram(ofBank: text(path, "path")) }
}

@c @implementation
public func avf_sampler_load_program(
    _ sampler: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ program: UInt32, _ bankMSB: UInt32,
    _ bankLSB: UInt32
) -> avf_status {
    attempt {
        try HandleType.unit.object(sampler).loadProgram(
            ofBank: text(path, "path"),
            .program(Int(program), bankMSB: Int(bankMSB), bankLSB: Int(bankLSB)))
    }
}

@c @implementation
public func avf_sampler_load_files(
    _ sampler: OpaquePointer?, _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32
) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(sampler)
        guard let paths else { throw CallFailure.missing("paths") }
        guard (1...65_536).contains(count) else {
            throw CallFailure.badArgument("\(count) files are not 1...65536.")
        }
        try unit.loadProgram(ofAudioFiles: (0..<Int(count)).map { try text(paths[$0], "paths[\($0)]") })
    }
}

@c @implementation
public func avf_sampler_get_note(
    _ sampler: OpaquePointer?, _ index: UInt32, _ note: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> avf_status {
    giveFrom(sampler, .unit, note, "note", empty: nil) { unit in
        let notes = unit.programNotes
        return notes.indices.contains(Int(index)) ? StringPool.string(notes[Int(index)]) : nil
    }
}

@c @implementation
public func avf_sampler_get_preset_count(
    _ path: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(count, "count", empty: 0) { UInt32(try UnitNode.presets(inBank: text(path, "path")).count) }
}

@c @implementation
public func avf_sampler_get_preset(
    _ path: UnsafePointer<CChar>?, _ index: UInt32, _ presetSize: Int,
    _ preset: UnsafeMutablePointer<avf_bank_preset>?
) -> avf_status {
    giveStruct(preset, "preset", size: presetSize) {
        let path = try text(path, "path")
        let presets = try UnitNode.presets(inBank: path)
        guard presets.indices.contains(Int(index)) else {
            throw EngineError.soundBank(
                .noSuchPresetIndex(path, index: Int(index), available: presets.count))
        }
        let found = presets[Int(index)]
        return avf_bank_preset(
            name: StringPool.string(found.name), program: UInt32(clamping: found.program),
            bank_msb: UInt32(clamping: found.bankMSB), bank_lsb: UInt32(clamping: found.bankLSB))
    }
}
