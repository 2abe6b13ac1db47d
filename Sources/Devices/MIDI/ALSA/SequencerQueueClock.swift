import CAVFALSA

/// Turns the stamps of a sequencer's queue into times of CLOCK_MONOTONIC.
///
/// The queue runs by the kernel's timer, which may drift a little: once a second, when a stamp comes, the two
/// clocks are compared again. Used on the reader's thread only.
struct SequencerQueueClock {
    private static let periodNanoseconds: UInt64 = 1_000_000_000
    /// Times a comparison is made, of which the quickest counts.
    private static let tryCount = 3

    private let handle: SequencerHandle
    /// The queue's number; nil if there is none.
    let queue: Int32?
    /// What is added to the queue's time.
    private var offset: Int64 = 0
    private var comparedAt: UInt64?

    /// Makes a queue and starts it; without one, times are those of reading.
    init(_ handle: SequencerHandle) {
        self.handle = handle
        let made = handle.request { handle.calls.makeQueue($0) }
        guard made >= 0 else {
            queue = nil
            return
        }
        queue = made
        let start = Int32(SND_SEQ_EVENT_START.rawValue)
        _ = handle.request { handle.calls.controlQueue($0, made, start, 0, nil) }
        _ = handle.request { handle.calls.drain($0) }
    }

    /// When an event has arrived, in nanoseconds of CLOCK_MONOTONIC.
    mutating func hostTime(of event: snd_seq_event_t) -> UInt64 {
        let now = handle.hostTime
        guard let queue, Int32(event.queue) == queue, event.flags & UInt8(SND_SEQ_TIME_STAMP_REAL) != 0 else {
            return now
        }
        if comparedAt.map({ now - min(now, $0) >= Self.periodNanoseconds }) ?? true { compare(queue) }
        let time = Int64(nanoseconds(event.time.time)) &+ offset
        // A stamp can be neither of the future nor much older than the kernel keeps events.
        guard comparedAt != nil, time > 0, UInt64(time) <= now,
            now - UInt64(time) < 10 * Self.periodNanoseconds
        else { return now }
        return UInt64(time)
    }

    private mutating func compare(_ queue: Int32) {
        var status: OpaquePointer?
        guard snd_seq_queue_status_malloc(&status) >= 0, let status else { return }
        defer { snd_seq_queue_status_free(status) }
        var quickest = UInt64.max
        for _ in 0..<Self.tryCount {
            let before = handle.hostTime
            guard handle.request({ handle.calls.queueStatus($0, queue, status) }) >= 0,
                let time = snd_seq_queue_status_get_real_time(status)
            else { return }
            let after = handle.hostTime
            guard after - min(after, before) < quickest else { continue }
            quickest = after - min(after, before)
            // The latest that it can have been: no stamp shall be before its cause.
            offset = Int64(after) &- Int64(nanoseconds(time.pointee))
            comparedAt = after
        }
    }

    private func nanoseconds(_ time: snd_seq_real_time_t) -> UInt64 {
        UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
