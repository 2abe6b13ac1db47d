// avf_unit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFPluginCatalog
public import CAVFAudio

@c @implementation
public func avf_unit_get_property_count(
    _ unit: OpaquePointer?, _ count: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    giveFrom(unit, .unit, count, "count", empty: 0) { UInt32(clamping: $0.properties.count) }
}

@c @implementation
public func avf_unit_get_property_info(
    _ unit: OpaquePointer?, _ index: UInt32, _ infoSize: Int,
    _ info: UnsafeMutablePointer<avf_property_info>?
) -> avf_status {
    giveStruct(info, "info", size: infoSize) {
        let unit = try HandleType.unit.object(unit)
        let properties = unit.properties
        guard properties.indices.contains(Int(index)) else {
            throw CallFailure(
                AVF_ERROR_NO_SUCH_PARAMETER,
                "'\(unit.name)' has \(properties.count) properties, so none with index \(index).")
        }
        return properties[Int(index)].info
    }
}

@c @implementation
public func avf_unit_set_property_number(
    _ unit: OpaquePointer?, _ property: UnsafePointer<CChar>?, _ value: Double
) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(unit)
        try unit.setProperty(try text(property, "property"), .double(value))
    }
}

@c @implementation
public func avf_unit_set_property_text(
    _ unit: OpaquePointer?, _ property: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(unit)
        try unit.setProperty(try text(property, "property"), .string(try text(value, "value")))
    }
}

@c @implementation
public func avf_unit_get_property_number(
    _ unit: OpaquePointer?, _ property: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(value, "value", empty: 0) {
        let unit = try HandleType.unit.object(unit)
        let identifier = try text(property, "property")
        switch try unit.property(identifier) {
        case .bool(let value): return value ? 1 : 0
        case .int(let value): return Double(value)
        case .double(let value): return value
        case .string, .path, nil:
            throw CallFailure(
                AVF_ERROR_NOT_SUPPORTED, "The property '\(identifier)' of '\(unit.name)' has no number.")
        }
    }
}

@c @implementation
public func avf_unit_get_property_text(
    _ unit: OpaquePointer?, _ property: UnsafePointer<CChar>?,
    _ value: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> avf_status {
    give(value, "value", empty: nil) {
        let unit = try HandleType.unit.object(unit)
        return StringPool.string(try unit.property(try text(property, "property"))?.description ?? "")
    }
}

extension PluginProperty {
    /// The same for C.
    fileprivate var info: avf_property_info {
        avf_property_info(
            identifier: StringPool.string(uri), symbol: StringPool.string(symbol),
            name: StringPool.string(name), summary: StringPool.string(summary), type: code,
            is_writable: isWritable, minimum: minimum ?? -.infinity, maximum: maximum ?? .infinity)
    }

    private var code: avf_property_type {
        let code =
            switch kind {
            case .bool: AVF_PROPERTY_BOOL
            case .int, .long: AVF_PROPERTY_INT
            case .float, .double, nil: AVF_PROPERTY_DOUBLE
            case .string, .uri: AVF_PROPERTY_STRING
            case .path: AVF_PROPERTY_PATH
            }
        return avf_property_type(truncatingIfNeeded: code)
    }
}
