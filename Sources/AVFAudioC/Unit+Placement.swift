// avf_unit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFPluginSandbox
public import CAVFAudio

@c @implementation
public func avf_unit_create_with_options(
    _ identifier: UnsafePointer<CChar>?, _ options: UnsafePointer<avf_unit_options>?, _ optionsSize: Int,
    _ unit: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(unit, "unit", .unit) {
        let identifier = try text(identifier, "identifier")
        guard let options = try unitOptions(options, size: optionsSize) else {
            return try UnitLibrary.shared.makeNode(identifier: identifier)
        }
        return try UnitLibrary.shared.makeNode(
            identifier: identifier, placement: try options.pluginPlacement,
            isolation: options.limits(UnitLibrary.shared.policy.isolation))
    }
}

@c @implementation
public func avf_unit_set_default_options(
    _ options: UnsafePointer<avf_unit_options>?, _ optionsSize: Int
) -> avf_status {
    attempt {
        let options = try unitOptions(options, size: optionsSize) ?? avf_unit_options()
        var policy = UnitLibrary.shared.policy
        policy.placement = try options.pluginPlacement
        var usual = IsolationOptions()
        usual.programPath = policy.isolation.programPath
        policy.isolation = options.limits(usual)
        UnitLibrary.shared.policy = policy
    }
}

@c @implementation
public func avf_unit_set_host_program(_ path: UnsafePointer<CChar>?) -> avf_status {
    attempt {
        let path = try path.map { path throws(CallFailure) in try text(path, "path") }
        UnitLibrary.shared.policy.isolation.programPath = path
    }
}

@c @implementation
public func avf_unit_get_in_process(
    _ unit: OpaquePointer?, _ isInProcess: UnsafeMutablePointer<Bool>?
) -> avf_status {
    give(isInProcess, "is_in_process", empty: false) {
        try HandleType.unit.object(unit).placement != .outOfProcess
    }
}

/// The program's options, of which it knows `size` bytes; nil for NULL.
private func unitOptions(
    _ options: UnsafePointer<avf_unit_options>?, size: Int
) throws(CallFailure) -> avf_unit_options? {
    guard let options else { return nil }
    guard size > 0, size <= 65_536 else {
        throw .badArgument("A size of \(UInt(bitPattern: size)) bytes is not that of 'options'.")
    }
    var known = avf_unit_options()
    withUnsafeMutableBytes(of: &known) { bytes in
        bytes.copyMemory(
            from: UnsafeRawBufferPointer(start: options, count: min(size, bytes.count)))
    }
    return known
}

extension avf_unit_options {
    fileprivate var pluginPlacement: PluginPlacement {
        get throws(CallFailure) {
            switch placement {
            case avf_placement(AVF_PLACEMENT_AUTOMATIC): .automatic
            case avf_placement(AVF_PLACEMENT_IN_PROCESS): .inProcess
            case avf_placement(AVF_PLACEMENT_OUT_OF_PROCESS): .outOfProcess
            default: throw .badArgument("There is no place with the code \(placement).")
            }
        }
    }

    /// Those limits, but for the ones that are given.
    fileprivate func limits(_ usual: IsolationOptions) -> IsolationOptions {
        var limits = usual
        if restarts_per_minute > 0 { limits.restartsPerMinute = Int(restarts_per_minute) }
        if memory_limit > 0 { limits.memoryLimitBytes = memory_limit }
        if start_timeout_seconds > 0 { limits.startSeconds = start_timeout_seconds }
        if hang_timeout_seconds > 0 { limits.hangSeconds = hang_timeout_seconds }
        if offline_timeout_seconds > 0 { limits.offlineWaitSeconds = offline_timeout_seconds }
        if dedicated_process { limits.dedicatedProcess = true }
        return limits
    }
}
