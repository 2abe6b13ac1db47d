import AVFRealtime
import CAVFLilv

/// One plugin instance's jobs: requested in `run()`, done elsewhere in order, answered in `run()`'s thread.
///
/// Lives at a fixed place, because the plugin holds its address.
struct WorkerQueue: BitwiseCopyable {
    /// Bytes of requests, or of answers, that may wait.
    static let capacity = 1 << 16

    let requests: MessageRing
    let responses: MessageRing
    /// Where the working thread reads a request.
    let requestBuffer: UnsafeMutableRawPointer
    /// Where the render thread reads an answer.
    let responseBuffer: UnsafeMutableRawPointer

    /// A queue at a place of its own; nil without memory.
    static func make(in memory: ForeignMemory) -> UnsafeMutablePointer<WorkerQueue>? {
        guard let requests = MessageRing(capacity: capacity, in: memory),
            let responses = MessageRing(capacity: capacity, in: memory),
            let requestBuffer = memory.bytes(capacity), let responseBuffer = memory.bytes(capacity)
        else { return nil }
        return memory.array([
            WorkerQueue(
                requests: requests, responses: responses, requestBuffer: requestBuffer,
                responseBuffer: responseBuffer)
        ])
    }

    /// The feature's function, `LV2_Worker_Schedule.schedule_work`.
    ///
    /// Called in `run()`: copies the request, or says that there is no room.
    static let schedule:
        @convention(c) (
            LV2_Worker_Schedule_Handle?, UInt32, UnsafeRawPointer?
        ) -> LV2_Worker_Status = { handle, size, data in
            guard let queue = handle?.assumingMemoryBound(to: WorkerQueue.self) else {
                return LV2_WORKER_ERR_UNKNOWN
            }
            return queue.pointee.requests.push(data, count: size)
                ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE
        }

    /// How `work()` answers, `LV2_Worker_Respond_Function`.
    static let respond:
        @convention(c) (
            LV2_Worker_Respond_Handle?, UInt32, UnsafeRawPointer?
        ) -> LV2_Worker_Status = { handle, size, data in
            guard let queue = handle?.assumingMemoryBound(to: WorkerQueue.self) else {
                return LV2_WORKER_ERR_UNKNOWN
            }
            return queue.pointee.responses.push(data, count: size)
                ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE
        }
}
