import AVFRealtime

/// The device's end of a capture with a clock of its own: only copies, and says when.
///
/// Used by the device's thread; the ring must outlive it.
package struct TimedRingWriter: ~Copyable {
    private let frames: FrameRingWriter
    private let positions: RingWriter<StreamPosition>
    private let originNanoseconds: UInt64
    private var clock: StreamTimeFilter
    private var writtenFrameCount = 0

    /// The writing end of `ring` for a device that gives `blockFrameCount` frames at a time.
    package init(_ ring: FrameRing, sampleRateHz: Double, blockFrameCount: Int) {
        frames = ring.writer
        positions = ring.positions.writer
        originNanoseconds = ring.originNanoseconds
        clock = StreamTimeFilter(sampleRateHz: sampleRateHz, blockFrameCount: blockFrameCount)
    }

    /// Appends what the device gave, and returns the frames for which there was no room.
    ///
    /// `hostTimeNanoseconds` is when the last of them had been captured.
    @_noLocks
    package mutating func write(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, hostTimeNanoseconds: UInt64
    ) -> Int {
        let taken = frames.push(channels, frameCount: frameCount)
        writtenFrameCount += taken
        let elapsed = Int64(bitPattern: hostTimeNanoseconds &- originNanoseconds)
        clock.note(frameCount: frameCount, at: Double(elapsed) * 1e-9)
        _ = positions.push(clock.position(frameCount: writtenFrameCount))
        return frameCount - taken
    }
}
