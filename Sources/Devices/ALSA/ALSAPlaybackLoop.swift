import CAVFALSA
import CAVFShimsALSA
import Glibc

/// What the I/O thread of an ALSA stream does: wait for room, render a period, write it, mend what breaks.
///
/// Allocates nothing and takes no lock once it runs. `@unchecked Sendable`: made on the control side, used
/// by the I/O thread only between the stream's `start()` and the end of its `stop()`.
final class ALSAPlaybackLoop: ALSALoop, @unchecked Sendable {
    private let calls: ALSACalls
    private let pcm: OpaquePointer
    private let format: DeviceStreamFormat
    private let rendering: DeviceRendering
    private let status: DeviceStreamStatus
    private let hasClock: Bool
    private let timeoutLimit: Int

    private let planar: PlanarBuffer
    private let transfer: ALSATransfer
    private let room: ALSAPoll
    private let repair: ALSARepair

    private var failureCount = 0
    private var clock: ClockProof
    /// Host time at which the last frame written will have been heard.
    private var heardUntilNanoseconds: UInt64 = 0

    init(
        _ calls: ALSACalls, pcm: OpaquePointer, _ agreement: ALSAAgreement, rendering: DeviceRendering,
        status: DeviceStreamStatus, hasClock: Bool
    ) {
        let format = agreement.format
        self.calls = calls
        self.pcm = pcm
        self.format = format
        self.rendering = rendering
        self.status = status
        self.hasClock = hasClock
        timeoutLimit = ALSARecovery.timeoutLimit(format)
        clock = ClockProof(format: format)
        room = ALSAPoll(calls, pcm: pcm, wantedFrameCount: format.periodFrameCount)
        planar = PlanarBuffer(channelCount: format.channelCount, frameCapacity: format.periodFrameCount)
        transfer = ALSATransfer(calls, pcm: pcm, agreement)
        repair = ALSARepair(calls: calls, pcm: pcm, status: status, startsCard: false)
    }

    /// Plays until `stop` is requested or the device is lost.
    func run() {
        avf_shim_alsa_silence_thread()
        failureCount = 0
        heardUntilNanoseconds = calls.hostTime(pcm)
        if hasClock { runByCard() } else { runPaced() }
        if status.state != .lost { _ = calls.drop(pcm) }
    }

    // Until it shows that it takes more frames than time has passed.
    private func runByCard() {
        clock.begin(now: calls.hostTime(pcm))
        while waitForRoom(), playPeriod(hostTime: hostTimeOfNextFrame()) {
            let now = calls.hostTime(pcm)
            clock.note(frameCount: format.periodFrameCount, now: now)
            if clock.isMissing { return runPaced(aheadFrameCount: clock.aheadFrameCount(now: now)) }
        }
    }

    // ALSA's `null` and `file` take frames as fast as they come: time is kept for them.
    private func runPaced(aheadFrameCount: Int = 0) {
        status.latencyFrameCount = aheadFrameCount + format.periodFrameCount
        var pacer = PeriodPacer(format: format, aheadFrameCount: aheadFrameCount)
        while waitForRoom() {
            let deadline = pacer.nextDeadline()
            guard playPeriod(hostTime: deadline) else { return }
            pacer.wait(untilNanoseconds: deadline, status: status)
        }
    }

    /// False when the thread shall end.
    private func waitForRoom() -> Bool {
        while !status.stopIsRequested {
            let code = room.wait(milliseconds: ALSARecovery.waitMilliseconds)
            if code > 0 { return true }
            guard recover(from: code) else { return false }
        }
        return false
    }

    /// Renders and writes one period; false when the thread shall end.
    private func playPeriod(hostTime: UInt64) -> Bool {
        planar.render(rendering, frameCount: format.periodFrameCount, hostTimeNanoseconds: hostTime)
        transfer.encode(planar, frameCount: format.periodFrameCount)
        var writtenCount = 0
        while writtenCount < format.periodFrameCount {
            guard !status.stopIsRequested else { return false }
            let result = transfer.write(
                from: writtenCount, frameCount: format.periodFrameCount - writtenCount)
            if result > 0 {
                writtenCount += result
                failureCount = 0
            } else if !makeRoom(after: result == 0 ? -EAGAIN : Int32(clamping: result)) {
                return false
            }
        }
        heardUntilNanoseconds = hostTime + format.nanoseconds(ofFrames: format.periodFrameCount)
        return true
    }

    // The rest of a period that was taken in part must wait for room, and not be rendered again.
    private func makeRoom(after code: Int32) -> Bool {
        recover(from: code) && (code != -EAGAIN || waitForRoom())
    }

    private func hostTimeOfNextFrame() -> UInt64 {
        var delay = 0
        // An error here shows up in the next write, which mends it.
        if calls.delay(pcm, &delay) < 0 { delay = 0 }
        status.latencyFrameCount = max(0, delay)
        return calls.hostTime(pcm) + format.nanoseconds(ofFrames: delay)
    }
}

// Mending.
extension ALSAPlaybackLoop {
    /// Answers an error; false when the device is lost.
    private func recover(from code: Int32) -> Bool {
        failureCount += 1
        let step = ALSARecovery.step(after: code, failureCount: failureCount, timeoutLimit: timeoutLimit)
        let pause = ALSARecovery.pauseNanoseconds(attempt: failureCount - 1)
        switch repair.perform(step, after: code, pauseNanoseconds: pause) {
        case .goesOn: return true
        case .ended: return false
        case .restarted:
            noteInterruption()
            return true
        }
    }

    // Before the last frame was heard, what the card still held is lost; after it, the silence since then.
    private func noteInterruption() {
        let now = calls.hostTime(pcm)
        let until = heardUntilNanoseconds
        let missed = now > until ? now - until : until - now
        status.noteXrun(lostFrameCount: format.frameCount(inNanoseconds: missed))
        heardUntilNanoseconds = now
        clock.begin(now: now)
    }
}
