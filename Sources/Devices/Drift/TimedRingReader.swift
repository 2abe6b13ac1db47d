import AVFRealtime

/// The device's end of a playback with a clock of its own: only copies, and says when.
///
/// Used by the device's thread; the ring must outlive it.
package struct TimedRingReader: ~Copyable {
    private let frames: FrameRingReader
    private let positions: RingWriter<StreamPosition>
    private let originNanoseconds: UInt64
    private var clock: StreamTimeFilter
    private var tail: FadeTail
    private var readFrameCount = 0
    private var isDry = true
    /// How often the ring ran dry after it had given frames.
    package private(set) var shortageCount = 0

    /// The reading end of `ring` for a device that takes `blockFrameCount` frames at a time.
    package init(_ ring: FrameRing, sampleRateHz: Double, blockFrameCount: Int) {
        frames = ring.reader
        positions = ring.positions.writer
        originNanoseconds = ring.originNanoseconds
        clock = StreamTimeFilter(sampleRateHz: sampleRateHz, blockFrameCount: blockFrameCount)
        tail = FadeTail(channelCount: ring.channelCount, sampleRateHz: sampleRateHz)
    }

    /// Fills what the device plays next; what is missing is silence after a short fade.
    ///
    /// `hostTimeNanoseconds` is when the device's clock came to this block.
    @_noLocks
    package mutating func read(
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, hostTimeNanoseconds: UInt64
    ) {
        let taken = frames.pop(into: output, frameCount: frameCount)
        tail.play(output, frameCount: taken)
        tail.rest(output, from: taken, frameCount: frameCount)
        if taken < frameCount, !isDry { shortageCount += 1 }
        isDry = taken < frameCount
        readFrameCount += taken
        let elapsed = Int64(bitPattern: hostTimeNanoseconds &- originNanoseconds)
        clock.note(frameCount: frameCount, at: Double(elapsed) * 1e-9)
        var position = clock.position(frameCount: readFrameCount)
        position.shortageCount = shortageCount
        _ = positions.push(position)
    }
}
