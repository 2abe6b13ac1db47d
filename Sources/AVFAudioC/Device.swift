// avf_device.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFDevices
import AVFEngine
public import CAVFAudio

/// The devices that there were at one moment.
final class DeviceList: Sendable {
    let devices: [DeviceInfo]

    init() { devices = SystemBackend().devices() }
}

@c @implementation
public func avf_device_list_create(_ list: UnsafeMutablePointer<OpaquePointer?>?) -> avf_status {
    giveHandle(list, "list", .deviceList) { DeviceList() }
}

@c @implementation
public func avf_device_list_retain(_ list: OpaquePointer?) -> avf_status { retain(list, as: .deviceList) }

@c @implementation
public func avf_device_list_release(_ list: OpaquePointer?) -> avf_status { release(list, as: .deviceList) }

@c @implementation
public func avf_device_list_get_count(
    _ list: OpaquePointer?, _ count: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(count, "count", empty: 0) { UInt32(try HandleType.deviceList.object(list).devices.count) }
}

@c @implementation
public func avf_device_list_get_info(
    _ list: OpaquePointer?, _ index: UInt32, _ infoSize: Int, _ info: UnsafeMutablePointer<avf_device_info>?
) -> avf_status {
    giveStruct(info, "info", size: infoSize) {
        let device = try element(Int(index), of: HandleType.deviceList.object(list).devices, "device")
        return avf_device_info(
            name: StringPool.string(device.name), summary: StringPool.string(device.summary),
            can_play: device.canPlay, can_capture: device.canCapture)
    }
}

@c @implementation
public func avf_engine_set_device(
    _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ format: UnsafePointer<avf_format>?,
    _ periodFrameCount: UInt32, _ periodCount: UInt32
) -> avf_status {
    attempt {
        let engine = try HandleType.engine.object(engine)
        var request = DeviceStreamRequest()
        if let name { request.deviceName = try text(name, "name") }
        if let format = try optionalFormat(format) {
            request.sampleRateHz = format.sampleRateHz
            request.channelCount = format.channelCount
        }
        if periodFrameCount > 0 { request.periodFrameCount = Int(periodFrameCount) }
        if periodCount > 0 { request.periodCount = Int(periodCount) }
        try engine.setDevice(request)
    }
}
