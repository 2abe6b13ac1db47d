// avf_unit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFRender
public import CAVFAudio

@c @implementation
public func avf_unit_get_parameter_count(
    _ unit: OpaquePointer?, _ count: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    giveFrom(unit, .unit, count, "count", empty: 0) { UInt32(clamping: $0.descriptor.parameters.count) }
}

@c @implementation
public func avf_unit_get_parameter_info(
    _ unit: OpaquePointer?, _ index: UInt32, _ infoSize: Int,
    _ info: UnsafeMutablePointer<avf_parameter_info>?
) -> avf_status {
    giveStruct(info, "info", size: infoSize) {
        let unit = try HandleType.unit.object(unit)
        guard unit.descriptor.parameters.indices.contains(Int(index)) else {
            throw CallFailure.noSuchParameter("with index \(index)", of: unit)
        }
        return unit.presentDescriptor.parameters[Int(index)].info
    }
}

@c @implementation
public func avf_unit_find_parameter(
    _ unit: OpaquePointer?, _ symbol: UnsafePointer<CChar>?, _ address: UnsafeMutablePointer<UInt64>?
) -> avf_status {
    give(address, "address", empty: 0) {
        let unit = try HandleType.unit.object(unit)
        let symbol = try text(symbol, "symbol")
        guard let index = unit.descriptor.index(ofSymbol: symbol) else {
            throw CallFailure.noSuchParameter("'\(symbol)'", of: unit)
        }
        return unit.descriptor.parameters[index].address
    }
}

@c @implementation
public func avf_unit_get_named_value(
    _ unit: OpaquePointer?, _ address: UInt64, _ index: UInt32, _ value: UnsafeMutablePointer<Float>?,
    _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> avf_status {
    guard let value else { return refuse(.missing("value")) }
    value.pointee = 0
    return give(name, "name", empty: nil) {
        let unit = try HandleType.unit.object(unit)
        guard let place = unit.descriptor.index(ofAddress: address) else {
            throw CallFailure.noSuchParameter("at address \(address)", of: unit)
        }
        let values = unit.descriptor.parameters[place].spec.namedValues
        guard values.indices.contains(Int(index)) else {
            throw CallFailure(
                AVF_ERROR_NO_SUCH_PARAMETER,
                "Parameter \(address) of '\(unit.name)' has \(values.count) named values, so none at \(index)."
            )
        }
        value.pointee = values[Int(index)].value
        return StringPool.string(values[Int(index)].name)
    }
}

@c @implementation
public func avf_unit_set_parameter(
    _ unit: OpaquePointer?, _ address: UInt64, _ value: Float
) -> avf_status {
    let failure = HandleTable.shared.withObject(unit, as: .unit) { unit -> CallFailure? in
        guard let index = unit.descriptor.index(ofAddress: address) else {
            return .noSuchParameter("at address \(address)", of: unit)
        }
        guard !value.isNaN else { return .badArgument("The argument 'value' is not a number.") }
        guard !unit.parameters.specs[index].isReadOnly else {
            return .badArgument("Parameter \(address) of '\(unit.name)' is a meter.")
        }
        unit.parameters.store(value, at: index)
        return nil
    }
    return finish(failure)
}

@c @implementation
public func avf_unit_get_parameter(
    _ unit: OpaquePointer?, _ address: UInt64, _ value: UnsafeMutablePointer<Float>?
) -> avf_status {
    guard let value else { return refuse(.missing("value")) }
    value.pointee = 0
    let failure = HandleTable.shared.withObject(unit, as: .unit) { unit -> CallFailure? in
        guard let index = unit.descriptor.index(ofAddress: address) else {
            return .noSuchParameter("at address \(address)", of: unit)
        }
        value.pointee = unit.parameters.load(index)
        return nil
    }
    return finish(failure)
}

/// The status of a lookup (nil: no live handle) whose body may have failed.
private func finish(_ failure: CallFailure??) -> avf_status {
    switch failure {
    case nil: refuse(.badHandle("a unit"))
    case .some(nil): avf_status(AVF_OK)
    case .some(let failure?): refuse(failure)
    }
}

@c @implementation
public func avf_unit_schedule_parameter(
    _ unit: OpaquePointer?, _ address: UInt64, _ value: Float, _ sampleTime: Int64, _ rampFrameCount: UInt32
) -> avf_status {
    let failure = HandleTable.shared.withObject(unit, as: .unit) { unit -> CallFailure? in
        guard let index = unit.descriptor.index(ofAddress: address) else {
            return .noSuchParameter("at address \(address)", of: unit)
        }
        guard !value.isNaN else { return .badArgument("The argument 'value' is not a number.") }
        guard !unit.parameters.specs[index].isReadOnly else {
            return .badArgument("Parameter \(address) of '\(unit.name)' is a meter.")
        }
        let isTaken = unit.schedule(
            address: address, value: value, at: sampleTime, rampFrameCount: Int(rampFrameCount))
        return isTaken
            ? nil : CallFailure(AVF_ERROR_TOO_MANY, "Too many changes of '\(unit.name)' wait for their time.")
    }
    return finish(failure)
}

extension CallFailure {
    fileprivate static func noSuchParameter(_ which: String, of unit: UnitNode) -> CallFailure {
        CallFailure(AVF_ERROR_NO_SUCH_PARAMETER, "'\(unit.name)' has no parameter \(which).")
    }
}

extension UnitDescriptor.Parameter {
    /// The same for C.
    fileprivate var info: avf_parameter_info {
        avf_parameter_info(
            address: address, symbol: StringPool.string(symbol), name: StringPool.string(spec.name),
            summary: StringPool.string(spec.summary), minimum: spec.range.lowerBound,
            maximum: spec.range.upperBound, default_value: spec.defaultValue, unit: spec.unit.code,
            named_value_count: UInt32(clamping: spec.namedValues.count), is_integer: spec.isInteger,
            is_logarithmic: spec.isLogarithmic, is_read_only: spec.isReadOnly)
    }
}
