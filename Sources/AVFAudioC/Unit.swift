// avf_unit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
public import CAVFAudio

// MARK: - Search

@c @implementation
public func avf_unit_list_create(
    _ text: UnsafePointer<CChar>?, _ kind: avf_unit_kind, _ list: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(list, "list", .unitList) {
        let wanted = try text.map { text throws(CallFailure) in try AVFAudioC.text(text, "text") } ?? ""
        return UnitList(containing: wanted, kind: try UnitKind.named(kind))
    }
}

@c @implementation
public func avf_unit_list_retain(_ list: OpaquePointer?) -> avf_status { retain(list, as: .unitList) }

@c @implementation
public func avf_unit_list_release(_ list: OpaquePointer?) -> avf_status { release(list, as: .unitList) }

@c @implementation
public func avf_unit_list_get_count(
    _ list: OpaquePointer?, _ count: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(count, "count", empty: 0) { UInt32(try HandleType.unitList.object(list).units.count) }
}

@c @implementation
public func avf_unit_list_get_info(
    _ list: OpaquePointer?, _ index: UInt32, _ infoSize: Int, _ info: UnsafeMutablePointer<avf_unit_info>?
) -> avf_status {
    giveStruct(info, "info", size: infoSize) {
        try element(Int(index), of: HandleType.unitList.object(list).units, "unit").info
    }
}

// MARK: - Making

@c @implementation
public func avf_unit_create(
    _ identifier: UnsafePointer<CChar>?, _ unit: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(unit, "unit", .unit) {
        try UnitLibrary.shared.makeNode(identifier: text(identifier, "identifier"))
    }
}

@c @implementation
public func avf_unit_create_with_sections(
    _ symbol: UnsafePointer<CChar>?, _ sectionCount: UInt32, _ unit: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(unit, "unit", .unit) {
        let symbol = try text(symbol, "symbol")
        guard (1...1024).contains(sectionCount) else {
            throw CallFailure.badArgument("\(sectionCount) sections are not in 1...1024.")
        }
        guard let entry = UnitCatalog[symbol] else {
            throw CallFailure(AVF_ERROR_NO_SUCH_UNIT, "There is no native unit '\(symbol)'.")
        }
        return UnitNode(native: entry, sectionCount: Int(sectionCount))
    }
}

@c @implementation
public func avf_unit_create_for_component(
    _ type: UInt32, _ subtype: UInt32, _ manufacturer: UInt32, _ unit: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(unit, "unit", .unit) {
        try UnitLibrary.shared.makeNode(
            component: ComponentDescription(type: type, subtype: subtype, manufacturer: manufacturer))
    }
}

@c @implementation
public func avf_unit_prepare(
    _ unit: OpaquePointer?, _ format: UnsafePointer<avf_format>?, _ maximumFrameCount: UInt32
) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(unit)
        let format = try AVFAudioC.format(format)
        guard (1...1_048_576).contains(maximumFrameCount) else {
            throw CallFailure.badArgument("\(maximumFrameCount) frames are not in 1...1048576.")
        }
        try unit.probe(
            sampleRateHz: format.sampleRateHz, channelCount: format.channelCount,
            maximumFrameCount: Int(maximumFrameCount))
    }
}

@c @implementation
public func avf_unit_get_info(
    _ unit: OpaquePointer?, _ infoSize: Int, _ info: UnsafeMutablePointer<avf_unit_info>?
) -> avf_status {
    giveStruct(info, "info", size: infoSize) {
        let descriptor = try HandleType.unit.object(unit).descriptor
        return FoundUnit(descriptor, isPlugin: UnitCatalog[descriptor.identifier] == nil).info
    }
}

// MARK: - The rest

@c @implementation
public func avf_unit_set_bypassed(_ unit: OpaquePointer?, _ isBypassed: Bool) -> avf_status {
    attempt { try HandleType.unit.object(unit).isBypassed = isBypassed }
}

@c @implementation
public func avf_unit_get_bypassed(
    _ unit: OpaquePointer?, _ isBypassed: UnsafeMutablePointer<Bool>?
) -> avf_status {
    give(isBypassed, "is_bypassed", empty: false) { try HandleType.unit.object(unit).isBypassed }
}

@c @implementation
public func avf_unit_get_latency(
    _ unit: OpaquePointer?, _ latencySeconds: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(latencySeconds, "latency_seconds", empty: 0) { try HandleType.unit.object(unit).latencySeconds }
}

@c @implementation
public func avf_unit_get_tail(
    _ unit: OpaquePointer?, _ tailSeconds: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(tailSeconds, "tail_seconds", empty: 0) { try HandleType.unit.object(unit).tailSeconds }
}

@c @implementation
public func avf_unit_get_processing_time(
    _ unit: OpaquePointer?, _ nanoseconds: UnsafeMutablePointer<UInt64>?
) -> avf_status {
    give(nanoseconds, "nanoseconds", empty: 0) {
        try HandleType.unit.object(unit).processingTimeNanoseconds
    }
}
