import AVFRender

/// What a node must know to place its reports in time.
///
/// The time is asked for when a report is placed and not before: a report that was taken from the render side
/// belongs to a block that the clock knows by then.
struct ReportContext: Sendable {
    /// Whether a device plays: only then do host times and latencies mean something.
    let isLive: Bool
    /// The newest block's time in the node's domain; nil before the first block.
    let instant: @Sendable () -> RenderInstant?

    /// The host time at which a frame is heard; 0 offline.
    func hostTime(ofSampleTime sampleTime: Int64, sampleRateHz: Double) -> UInt64 {
        guard isLive, let instant = instant() else { return 0 }
        let nanoseconds = Double(sampleTime - instant.sampleTime) / sampleRateHz * 1e9
        let time = Double(instant.hostTime) + nanoseconds
        return time > 0 && time < 1.8e19 ? UInt64(time) : 0
    }
}
