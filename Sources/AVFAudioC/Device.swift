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

@c @implementation
public func avf_engine_set_input_device(
    _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ channelCount: UInt32
) -> avf_status {
    attempt {
        let engine = try HandleType.engine.object(engine)
        let name = name == nil ? nil : try text(name, "name")
        try engine.setInputDevice(name, channelCount: channelCount == 0 ? nil : Int(channelCount))
    }
}

@c @implementation
public func avf_engine_set_further_devices(
    _ engine: OpaquePointer?, _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32
) -> avf_status {
    attempt {
        let engine = try HandleType.engine.object(engine)
        guard count <= AudioEngine.furtherOutputLimit else {
            throw CallFailure.badArgument("\(count) devices are not 0...\(AudioEngine.furtherOutputLimit).")
        }
        guard let names else {
            guard count == 0 else { throw CallFailure.missing("names") }
            return try engine.setFurtherOutputs([])
        }
        try engine.setFurtherOutputs((0..<Int(count)).map { try text(names[$0], "names[\($0)]") })
    }
}

@c @implementation
public func avf_engine_get_input_format(
    _ engine: OpaquePointer?, _ format: UnsafeMutablePointer<avf_format>?
) -> avf_status {
    give(format, "format", empty: avf_format()) {
        avf_format(try HandleType.engine.object(engine).inputDeviceFormat())
    }
}

@c @implementation
public func avf_device_get_capabilities(
    _ name: UnsafePointer<CChar>?, _ direction: avf_direction, _ capabilitiesSize: Int,
    _ capabilities: UnsafeMutablePointer<avf_device_capabilities>?
) -> avf_status {
    giveStruct(capabilities, "capabilities", size: capabilitiesSize) {
        let name = name == nil ? nil : try text(name, "name")
        let direction = try DeviceDirection.named(direction)
        do throws(DeviceError) {
            return avf_device_capabilities(
                try SystemBackend().capabilities(ofDevice: name, direction))
        } catch {
            throw EngineError.device(error)
        }
    }
}

extension DeviceDirection {
    /// The direction with that code.
    fileprivate static func named(_ code: avf_direction) throws(CallFailure) -> DeviceDirection {
        switch Int(code) {
        case AVF_DIRECTION_PLAYBACK: .playback
        case AVF_DIRECTION_CAPTURE: .capture
        default: throw .badArgument("There is no direction with the code \(code).")
        }
    }
}

extension avf_device_capabilities {
    fileprivate init(_ found: DeviceCapabilities) {
        self.init()
        minimum_channel_count = UInt32(clamping: found.channelCounts.lowerBound)
        maximum_channel_count = UInt32(clamping: found.channelCounts.upperBound)
        let rates = found.sampleRatesHz.prefix(Int(AVF_MOST_SAMPLE_RATES))
        sample_rate_count = UInt32(rates.count)
        withUnsafeMutableBytes(of: &sample_rates) { room in
            for (place, rate) in rates.enumerated() {
                room.storeBytes(of: rate, toByteOffset: place * MemoryLayout<Double>.stride, as: Double.self)
            }
        }
    }
}
