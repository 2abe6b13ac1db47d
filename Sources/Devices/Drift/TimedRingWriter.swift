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
    private var tail: FadeTail
    private var hasDropped = false

    /// The writing end of `ring` for a device that gives `blockFrameCount` frames at a time.
    package init(_ ring: FrameRing, sampleRateHz: Double, blockFrameCount: Int) {
        frames = ring.writer
        positions = ring.positions.writer
        originNanoseconds = ring.originNanoseconds
        tail = FadeTail(channelCount: ring.channelCount, sampleRateHz: sampleRateHz)
        clock = StreamTimeFilter(sampleRateHz: sampleRateHz, blockFrameCount: blockFrameCount)
    }

    /// Appends what the device gave, whole or not at all, and returns the frames for which there was no room.
    ///
    /// After a drop the frames fade over from the ones before; so they may be changed. `hostTimeNanoseconds`
    /// is when the last of them had been captured.
    @_noLocks
    package mutating func write(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, hostTimeNanoseconds: UInt64
    ) -> Int {
        let taken = push(channels, frameCount)
        let elapsed = Int64(bitPattern: hostTimeNanoseconds &- originNanoseconds)
        clock.note(frameCount: frameCount, at: Double(elapsed) * 1e-9)
        _ = positions.push(clock.position(frameCount: writtenFrameCount))
        return frameCount - taken
    }

    @_noLocks
    private mutating func push(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int
    ) -> Int {
        guard frames.room >= frameCount else {
            hasDropped = true
            return 0
        }
        if hasDropped { tail.join(channels, frameCount: frameCount) }
        hasDropped = false
        tail.follow(channels, frameCount: frameCount)
        writtenFrameCount += frames.push(channels, frameCount: frameCount)
        return frameCount
    }
}
