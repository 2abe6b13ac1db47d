import AVFDevices
import AVFRealtime
import Synchronization

/// Frames that the device did not deliver, or for which there was no room, before a frame of the ring.
struct RecordingGap: BitwiseCopyable {
    /// Frames that were put into the ring before.
    var position: Int
    /// How many frames are missing.
    var frameCount: Int
}

/// A capturing device's end of a recording: keeps the frames that are wanted, until they are written.
///
/// What is missing in time is noted as a gap, so that a recording is as long as it took.
/// `@unchecked Sendable`: `take` is for the device's thread; what it shares is atomic, or in rings.
final class RecordingLine: @unchecked Sendable {
    /// Frames on their way to the file.
    let ring: FrameRing
    /// Where frames are missing.
    let gaps = Ring<RecordingGap>(minimumCapacity: 256)
    let meter: LevelMeter
    let loudness: LoudnessFollower
    private let sampleRateHz: Double
    private let longestJitterSeconds: Double
    private let isKeeping = Atomic<Bool>(false)
    private let startWord = Atomic<UInt64>(0)
    private let limitWord = Atomic<Int>(.max)
    private let keptWord = Atomic<Int>(0)
    private let missingWord = Atomic<Int>(0)
    // The device's thread's own.
    private var expectedNanoseconds: UInt64 = 0
    private var pushedFrameCount = 0
    private var gapFrameCount = 0

    private static let roomSeconds = 4.0

    /// A line for what a device grants.
    init(_ format: DeviceStreamFormat) {
        sampleRateHz = format.sampleRateHz
        let periods = 2 * Double(format.periodFrameCount) / format.sampleRateHz
        longestJitterSeconds = max(0.05, periods)
        ring = FrameRing(
            channelCount: format.channelCount, frameCapacity: Int(Self.roomSeconds * format.sampleRateHz),
            originNanoseconds: 0)
        meter = LevelMeter(channelCount: format.channelCount, sampleRateHz: format.sampleRateHz)
        loudness = LoudnessFollower(channelCount: format.channelCount, sampleRateHz: format.sampleRateHz)
    }

    // MARK: - Control

    /// Frames kept so far, with those that are missing. [any]
    var keptFrameCount: Int { keptWord.load(ordering: .acquiring) }

    /// Frames that the device did not deliver or that found no room. [any]
    var missingFrameCount: Int { missingWord.load(ordering: .relaxed) }

    /// Whether as many frames are kept as were wanted. [any]
    var isFull: Bool { keptFrameCount >= limitWord.load(ordering: .relaxed) }

    /// Keeps frames from a host time on, 0 for now, and so many more at the most. [control]
    func keep(fromHostTime startTime: UInt64, frameCount: Int) {
        let (limit, isTooMany) = keptFrameCount.addingReportingOverflow(max(0, frameCount))
        limitWord.store(isTooMany ? .max : limit, ordering: .relaxed)
        startWord.store(startTime, ordering: .relaxed)
        isKeeping.store(true, ordering: .releasing)
    }

    /// Keeps no more frames. [control]
    func pause() { isKeeping.store(false, ordering: .releasing) }

    // MARK: - The device's thread

    /// Takes a captured period. [render]
    func take(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, hostTime: UInt64
    ) {
        meter.take(channels, frameCount: frameCount)
        loudness.take(channels, frameCount: frameCount)
        guard isKeeping.load(ordering: .acquiring) else {
            expectedNanoseconds = 0
            return
        }
        let first = framesBeforeStart(hostTime, frameCount)
        guard first < frameCount else { return }
        noteLateness(hostTime)
        expectedNanoseconds = hostTime + UInt64(Double(frameCount) * 1e9 / sampleRateHz)
        keep(channels, from: first, frameCount: frameCount - first)
        if isFull { isKeeping.store(false, ordering: .releasing) }
    }

    /// The frames of this period that come before the one that is wanted first.
    private func framesBeforeStart(_ hostTime: UInt64, _ frameCount: Int) -> Int {
        let start = startWord.load(ordering: .relaxed)
        guard start > hostTime else {
            if start > 0 { startWord.store(0, ordering: .relaxed) }
            return 0
        }
        let early = (Double(start - hostTime) * 1e-9 * sampleRateHz).rounded(.up)
        guard early < Double(frameCount) else { return frameCount }
        startWord.store(0, ordering: .relaxed)
        return Int(early)
    }

    /// A period that comes much later than the last one ended lacks what was between.
    private func noteLateness(_ hostTime: UInt64) {
        guard expectedNanoseconds > 0, hostTime > expectedNanoseconds else { return }
        let seconds = Double(hostTime - expectedNanoseconds) * 1e-9
        guard seconds > longestJitterSeconds, seconds < 1e6 else { return }
        miss(Int((seconds * sampleRateHz).rounded()))
    }

    private func miss(_ frameCount: Int) {
        let count = min(frameCount, limitWord.load(ordering: .relaxed) - keptFrameCount)
        guard count > 0 else { return }
        gapFrameCount += count
        missingWord.add(count, ordering: .relaxed)
        keptWord.add(count, ordering: .releasing)
    }

    private func keep(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int, frameCount: Int
    ) {
        let wanted = min(frameCount, limitWord.load(ordering: .relaxed) - keptFrameCount)
        guard wanted > 0 else { return }
        guard passGap() else { return miss(wanted) }
        let pushed = ring.writer.push(channels, from: first, frameCount: wanted)
        pushedFrameCount += pushed
        keptWord.add(pushed, ordering: .releasing)
        if pushed < wanted { miss(wanted - pushed) }
    }

    /// Tells the writer of a gap before the next frames; false if it must wait.
    private func passGap() -> Bool {
        guard gapFrameCount > 0 else { return true }
        let gap = RecordingGap(position: pushedFrameCount, frameCount: gapFrameCount)
        guard gaps.writer.push(gap) else { return false }
        gapFrameCount = 0
        return true
    }

    /// The gap at the end, which no frame has followed; for when the device has stopped. [control]
    func takeLastGap() -> Int {
        defer { gapFrameCount = 0 }
        return gapFrameCount
    }
}
