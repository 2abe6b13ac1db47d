import CAVFALSA
import CAVFShimsALSA
import Glibc

/// What the I/O thread of a capturing stream does: wait for a period, read it, hand it over, mend what
/// breaks.
///
/// Allocates nothing and takes no lock once it runs. `@unchecked Sendable`: made on the control side, used
/// by the I/O thread only between the stream's `start()` and the end of its `stop()`.
final class ALSACaptureLoop: ALSALoop, @unchecked Sendable {
    private let calls: ALSACalls
    private let pcm: OpaquePointer
    private let format: DeviceStreamFormat
    private let capturing: DeviceCapturing
    private let status: DeviceStreamStatus
    private let hasClock: Bool
    private let timeoutLimit: Int

    private let planar: PlanarBuffer
    private let transfer: ALSATransfer
    private let ready: ALSAPoll
    private let repair: ALSARepair

    private var failureCount = 0
    private var clock: ClockProof
    /// Host time at which the last frame read had been captured.
    private var capturedUntilNanoseconds: UInt64 = 0

    init(
        _ calls: ALSACalls, pcm: OpaquePointer, _ agreement: ALSAAgreement, capturing: DeviceCapturing,
        status: DeviceStreamStatus, hasClock: Bool
    ) {
        let format = agreement.format
        self.calls = calls
        self.pcm = pcm
        self.format = format
        self.capturing = capturing
        self.status = status
        self.hasClock = hasClock
        timeoutLimit = ALSARecovery.timeoutLimit(format, atLeast: ALSACaptureRecovery.timeoutLimit)
        clock = ClockProof(format: format)
        ready = ALSAPoll(calls, pcm: pcm, wantedFrameCount: format.periodFrameCount)
        planar = PlanarBuffer(channelCount: format.channelCount, frameCapacity: format.periodFrameCount)
        transfer = ALSATransfer(calls, pcm: pcm, agreement)
        repair = ALSARepair(calls: calls, pcm: pcm, status: status, startsCard: true)
    }

    func run() {
        avf_shim_alsa_silence_thread()
        failureCount = 0
        capturedUntilNanoseconds = calls.hostTime(pcm)
        if start() {
            if hasClock { runByCard() } else { runPaced() }
        }
        if status.state != .lost { _ = calls.drop(pcm) }
    }

    private func start() -> Bool {
        let code = calls.start(pcm)
        return code >= 0 || recover(from: code)
    }

    // Until it shows that it gives more frames than time has passed.
    private func runByCard() {
        clock.begin(now: calls.hostTime(pcm))
        while waitForPeriod() {
            let hostTime = hostTimeOfOldestFrame()
            guard capturePeriod(hostTime: hostTime) else { return }
            let now = calls.hostTime(pcm)
            clock.note(frameCount: format.periodFrameCount, now: now)
            if clock.isMissing { return runPaced() }
        }
    }

    // ALSA's `null` and `file` give frames as fast as they are asked: time is kept for them.
    private func runPaced() {
        status.latencyFrameCount = format.periodFrameCount
        var pacer = PeriodPacer(format: format)
        while waitForPeriod() {
            let deadline = pacer.nextDeadline()
            pacer.wait(untilNanoseconds: deadline, status: status)
            let length = format.nanoseconds(ofFrames: format.periodFrameCount)
            guard !status.stopIsRequested, capturePeriod(hostTime: deadline - length) else { return }
        }
    }

    /// False when the thread shall end.
    private func waitForPeriod() -> Bool {
        while !status.stopIsRequested {
            let code = ready.wait(milliseconds: ALSARecovery.waitMilliseconds)
            if code > 0 { return true }
            guard recover(from: code) else { return false }
        }
        return false
    }

    /// Reads one period and hands it over; false when the thread shall end.
    private func capturePeriod(hostTime: UInt64) -> Bool {
        var readCount = 0
        while readCount < format.periodFrameCount {
            guard !status.stopIsRequested else { return false }
            let result = transfer.read(from: readCount, frameCount: format.periodFrameCount - readCount)
            if result > 0 {
                readCount += result
                failureCount = 0
                continue
            }
            let xrunsBefore = status.xrunCount
            guard recover(from: result == 0 ? -EAGAIN : Int32(clamping: result)) else { return false }
            // What was read of a period that broke off is lost with the rest: the next one begins anew.
            if status.xrunCount != xrunsBefore { return true }
        }
        transfer.decode(into: planar, frameCount: format.periodFrameCount)
        planar.capture(capturing, frameCount: format.periodFrameCount, hostTimeNanoseconds: hostTime)
        capturedUntilNanoseconds = hostTime + format.nanoseconds(ofFrames: format.periodFrameCount)
        return true
    }

    private func hostTimeOfOldestFrame() -> UInt64 {
        var delay = 0
        // An error here shows up in the next read, which mends it. A delay of less than what can be read is
        // none.
        if calls.delay(pcm, &delay) < 0 { delay = 0 }
        delay = max(delay, format.periodFrameCount)
        status.latencyFrameCount = delay
        let now = calls.hostTime(pcm)
        return now - min(now, format.nanoseconds(ofFrames: delay))
    }

    /// Answers an error; false when the device is lost.
    private func recover(from code: Int32) -> Bool {
        failureCount += 1
        let step = ALSACaptureRecovery.step(
            after: code, failureCount: failureCount, timeoutLimit: timeoutLimit)
        switch repair.perform(step, after: code, pauseNanoseconds: ALSACaptureRecovery.pauseNanoseconds) {
        case .goesOn: return true
        case .ended: return false
        case .restarted:
            noteInterruption()
            return true
        }
    }

    // All that was captured since the last frame that was handed over is lost.
    private func noteInterruption() {
        let now = calls.hostTime(pcm)
        let missed = now - min(now, capturedUntilNanoseconds)
        status.noteXrun(lostFrameCount: format.frameCount(inNanoseconds: missed))
        capturedUntilNanoseconds = now
        clock.begin(now: now)
    }
}
