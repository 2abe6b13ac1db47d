import AVFPluginCatalog
import CAVFLilv
import CAVFShimsLV2
import Glibc

/// The features handed to one plugin instance: all of them, always, whatever its data say.
///
/// Plugins exist that use what they do not ask for.
final class HostFeatures {
    private let memory: ForeignMemory
    private let log: OpaquePointer
    /// The worker's queue.
    let worker: UnsafeMutablePointer<WorkerQueue>
    /// The array for `instantiate`, ended by nil.
    let array: UnsafeMutablePointer<UnsafePointer<LV2_Feature>?>

    /// Every feature that a plugin may require.
    static let supported: Set<String> = Set(plainFeatures).union(dataFeatures)

    /// Features that are a promise and carry no data.
    private static let plainFeatures = [
        LV2.bufferSize + "boundedBlockLength", LV2.core + "isLive", LV2.core + "inPlaceBroken",
        LV2.core + "hardRTCapable", LV2.core + "hardRtCapable", LV2.state + "loadDefaultState",
        LV2.state + "threadSafeRestore", LV2.portProperties + "supportsStrictBounds",
    ]

    private static let dataFeatures = [
        LV2.urid + "map", LV2.urid + "unmap", LV2.options + "options", LV2.worker + "schedule",
        LV2.log + "log", LV2.state + "mapPath", LV2.state + "freePath", LV2.state + "makePath",
        LV2.resizePort + "resize", LV2.programs + "Host", oldURIMap, oldEvent,
    ]

    private static let oldURIMap = "http://lv2plug.in/ns/ext/uri-map"
    private static let oldEvent = "http://lv2plug.in/ns/ext/event"

    /// Features for blocks of at most `maximumFrameCount` frames; nil without memory.
    init?(sampleRateHz: Double, maximumFrameCount: Int, sequenceSize: Int, memory: ForeignMemory) {
        guard let log = avf_shim_log_new() else { return nil }
        guard let worker = WorkerQueue.make(in: memory) else {
            avf_shim_log_free(log)
            return nil
        }
        let options = HostOptions(
            sampleRateHz: sampleRateHz, maximumFrameCount: maximumFrameCount, sequenceSize: sequenceSize
        ).make(in: memory)
        let data = Self.data(options: options, worker: worker, log: log, memory: memory)
        let features = (Self.plainFeatures.map { ($0, nil) } + data).map { uri, data in
            memory.array([LV2_Feature(URI: memory.string(uri), data: data)]).map { UnsafePointer($0) }
        }
        guard let array = memory.array(UnsafePointer<LV2_Feature>?.self, count: features.count + 1) else {
            avf_shim_log_free(log)
            return nil
        }
        for (index, feature) in features.enumerated() { array[index] = feature }
        self.memory = memory
        self.log = log
        self.worker = worker
        self.array = array
    }

    deinit { avf_shim_log_free(log) }

    /// The same features with other data for some of them, in memory that the caller keeps.
    func array(
        replacing data: [String: UnsafeMutableRawPointer], in memory: ForeignMemory
    ) -> UnsafeMutablePointer<UnsafePointer<LV2_Feature>?>? {
        var features: [UnsafePointer<LV2_Feature>?] = []
        var place = array
        while let feature = place.pointee {
            let other = feature.pointee.URI.flatMap { data[String(cString: $0)] }
            let changed = other.flatMap { memory.array([LV2_Feature(URI: feature.pointee.URI, data: $0)]) }
            features.append(changed.map { UnsafePointer($0) } ?? feature)
            place += 1
        }
        return memory.array(features + [nil])
    }

    /// What the plugin said since the last call, lines separated by spaces.
    func takeLog() -> String {
        var text: [String] = []
        var buffer = [CChar](repeating: 0, count: 512)
        while avf_shim_log_take(log, &buffer, buffer.count) > 0 {
            let line = String(
                decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            text += line.split(whereSeparator: \.isNewline).map(String.init)
        }
        return text.joined(separator: " ")
    }

    private static func data(
        options: UnsafeMutableRawPointer?, worker: UnsafeMutablePointer<WorkerQueue>, log: OpaquePointer,
        memory: ForeignMemory
    ) -> [(String, UnsafeMutableRawPointer?)] {
        [
            (LV2.urid + "map", memory.place(LV2_URID_Map(handle: nil, map: avf_shim_urid_map))),
            (LV2.urid + "unmap", memory.place(LV2_URID_Unmap(handle: nil, unmap: avf_shim_urid_unmap))),
            (LV2.options + "options", options),
            (
                LV2.worker + "schedule",
                memory.place(LV2_Worker_Schedule(handle: worker, schedule_work: WorkerQueue.schedule))
            ),
            (LV2.log + "log", avf_shim_log_feature(log)),
            (LV2.state + "mapPath", memory.place(PathFeatures.map)),
            (LV2.state + "freePath", memory.place(PathFeatures.free)),
            (LV2.state + "makePath", memory.place(PathFeatures.make)),
            (
                LV2.resizePort + "resize",
                memory.place(LV2_Resize_Port_Resize(data: nil) { _, _, _ in LV2_RESIZE_PORT_ERR_NO_SPACE })
            ),
            (LV2.programs + "Host", memory.place(avf_shim_programs_host(handle: nil) { _, _ in })),
            (oldURIMap, memory.place(avf_shim_uri_map(callback_data: nil, uri_to_id: avf_shim_uri_to_id))),
            (
                oldEvent,
                memory.place(
                    avf_shim_event_feature(callback_data: nil, ref: { _, _ in 0 }, unref: { _, _ in 0 }))
            ),
        ]
    }
}
