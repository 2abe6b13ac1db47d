import CAVFLV2
import CAVFSounds

/// What hosts call of a plugin with a file besides running it: the worker's side and the state's.
enum PluginExtensions {
    /// The interface of that name; nil for all others.
    static func data(_ uri: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
        guard let uri else { return nil }
        if PluginVocabulary.equals(uri, PluginVocabulary.workerInterface) { return UnsafeRawPointer(worker) }
        if PluginVocabulary.equals(uri, PluginVocabulary.stateInterface) { return UnsafeRawPointer(state) }
        return nil
    }

    // Proof: made once, never changed, kept as long as the library is loaded, as hosts expect.
    nonisolated(unsafe) private static let worker: UnsafeMutablePointer<LV2_Worker_Interface> = {
        let memory = UnsafeMutablePointer<LV2_Worker_Interface>.allocate(capacity: 1)
        memory.initialize(
            to: LV2_Worker_Interface(
                work: { handle, _, _, size, data in
                    guard let sound = Handle(handle)?.instance.sound, let data else {
                        return LV2_WORKER_ERR_UNKNOWN
                    }
                    return sound.work(data, byteCount: Int(size))
                        ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_UNKNOWN
                }, work_response: { _, _, _ in LV2_WORKER_SUCCESS }, end_run: nil))
        return memory
    }()

    // Proof: as above.
    nonisolated(unsafe) private static let state: UnsafeMutablePointer<LV2_State_Interface> = {
        let memory = UnsafeMutablePointer<LV2_State_Interface>.allocate(capacity: 1)
        memory.initialize(
            to: LV2_State_Interface(
                save: { handle, store, host, _, features in
                    guard let sound = Handle(handle)?.instance.sound, let store else {
                        return LV2_STATE_ERR_NO_FEATURE
                    }
                    return save(sound, store, host, features)
                },
                restore: { handle, retrieve, host, _, features in
                    guard let sound = Handle(handle)?.instance.sound, let retrieve else {
                        return LV2_STATE_ERR_NO_FEATURE
                    }
                    return restore(sound, retrieve, host, features)
                }))
        return memory
    }()

    /// The bytes of a text before its final zero, if it has one.
    static func text(_ data: UnsafeRawPointer, byteCount: Int) -> UnsafeBufferPointer<CChar> {
        let text = data.assumingMemoryBound(to: CChar.self)
        var count = 0
        while count < byteCount, text[count] != 0 { count += 1 }
        return UnsafeBufferPointer(start: text, count: count)
    }

    private typealias Features = UnsafePointer<UnsafePointer<LV2_Feature>?>

    private static func save(
        _ sound: PluginSound, _ store: LV2_State_Store_Function, _ host: LV2_State_Handle?,
        _ features: Features?
    ) -> LV2_State_Status {
        let flags = UInt32(LV2_STATE_IS_POD.rawValue) | UInt32(LV2_STATE_IS_PORTABLE.rawValue)
        if let programs = sound.programs, !programs.all.isEmpty {
            let numbers =
                (0..<PluginPrograms.channelCount).map { programs[$0] } + [Int32(programs.lastChannel)]
            let status = numbers.withUnsafeBytes {
                store(host, sound.urids.programs, $0.baseAddress, $0.count, sound.urids.chunk, flags)
            }
            guard status == LV2_STATE_SUCCESS else { return status }
        }
        guard let path = sound.path, let start = path.baseAddress else { return LV2_STATE_SUCCESS }
        return mapped(start, features, { $0.abstract_path }) { path in
            var byteCount = 1
            while path[byteCount - 1] != 0 { byteCount += 1 }
            return store(host, sound.urids.sound, path, byteCount, sound.urids.path, flags)
        }
    }

    private static func restore(
        _ sound: PluginSound, _ retrieve: LV2_State_Retrieve_Function, _ host: LV2_State_Handle?,
        _ features: Features?
    ) -> LV2_State_Status {
        var (size, type, flags) = (0, UInt32(0), UInt32(0))
        // First, so that the bank is opened with these programs.
        if sound.programs != nil {
            let numbers = retrieve(host, sound.urids.programs, &size, &type, &flags)
            let count = type == sound.urids.chunk ? size / MemoryLayout<Int32>.size : 0
            sound.restorePrograms(
                UnsafeBufferPointer(
                    start: numbers?.assumingMemoryBound(to: Int32.self), count: numbers == nil ? 0 : count))
            (size, type, flags) = (0, 0, 0)
        }
        guard let value = retrieve(host, sound.urids.sound, &size, &type, &flags), size > 0 else {
            return sound.load(UnsafeBufferPointer(start: nil, count: 0))
                ? LV2_STATE_SUCCESS : LV2_STATE_ERR_UNKNOWN
        }
        guard type == sound.urids.path || type == sound.urids.string else { return LV2_STATE_ERR_BAD_TYPE }
        return mapped(value.assumingMemoryBound(to: CChar.self), features, { $0.absolute_path }) { path in
            sound.load(text(path, byteCount: .max)) ? LV2_STATE_SUCCESS : LV2_STATE_ERR_UNKNOWN
        }
    }

    private typealias PathFunction =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<CChar>?
        ) -> UnsafeMutablePointer<CChar>?

    /// Calls `body` with the path as the host writes it in states, or as the system knows it.
    private static func mapped(
        _ path: UnsafePointer<CChar>, _ features: Features?,
        _ function: (LV2_State_Map_Path) -> PathFunction?,
        _ body: (UnsafePointer<CChar>) -> LV2_State_Status
    ) -> LV2_State_Status {
        let map = PluginVocabulary.feature(
            PluginVocabulary.mapPath, in: features, as: LV2_State_Map_Path.self)
        guard let map, let function = function(map.pointee), let mapped = function(map.pointee.handle, path)
        else { return body(path) }
        let status = body(mapped)
        let free = PluginVocabulary.feature(
            PluginVocabulary.freePath, in: features, as: LV2_State_Free_Path.self)
        if let free, let release = free.pointee.free_path {
            release(free.pointee.handle, mapped)
        } else {
            avf_sounds_free_path(mapped)
        }
        return status
    }
}
