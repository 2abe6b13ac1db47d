import CAVFALSA
import Glibc

/// Waits until a card has room for a period, or one to read, an error shows, or time is up.
///
/// In place of `snd_pcm_wait`, which starts its time-out again whenever the card wakes it without having
/// room: a card that hangs with its timer running would never be noticed. `@unchecked Sendable`: owned by one
/// loop and used on its thread only.
final class ALSAPoll: @unchecked Sendable {
    private let calls: ALSACalls
    private let pcm: OpaquePointer
    private let wantedFrameCount: Int
    private let descriptorCount: UInt32
    private let descriptors: UnsafeMutablePointer<pollfd>

    private static let idleWakeLimit = 3
    private static let idlePauseNanoseconds: UInt64 = 1_000_000

    /// Prepares to wait for `wantedFrameCount` frames of a card that has been configured.
    init(_ calls: ALSACalls, pcm: OpaquePointer, wantedFrameCount: Int) {
        self.calls = calls
        self.pcm = pcm
        self.wantedFrameCount = wantedFrameCount
        descriptorCount = UInt32(max(0, calls.countDescriptors(pcm)))
        descriptors = .allocate(capacity: Int(descriptorCount))
        descriptors.initialize(repeating: pollfd(), count: Int(descriptorCount))
    }

    deinit { descriptors.deallocate() }

    /// Waits; returns 1 when there is room, −ETIMEDOUT when time is up, else ALSA's negative error number.
    func wait(milliseconds: Int32) -> Int32 {
        let deadline = calls.hostTime(pcm) + UInt64(milliseconds) * 1_000_000
        var wakeCount = 0
        while true {
            let room = calls.updateRoom(pcm)
            if room < 0 { return Int32(clamping: room) }
            if room >= wantedFrameCount { return 1 }
            let now = calls.hostTime(pcm)
            guard now < deadline else { return -ETIMEDOUT }
            let code = sleepUntilWoken(milliseconds: Int32((deadline - now + 999_999) / 1_000_000))
            if code < 0 { return code }
            // Plugins may wake without having anything, some without end.
            wakeCount += 1
            if wakeCount > Self.idleWakeLimit { calls.sleep(pcm, Self.idlePauseNanoseconds) }
        }
    }

    private func sleepUntilWoken(milliseconds: Int32) -> Int32 {
        let filled = calls.fillDescriptors(pcm, descriptors, descriptorCount)
        guard filled >= 0 else { return filled }
        let woken = calls.poll(pcm, descriptors, descriptorCount, milliseconds)
        guard woken > 0 else { return woken }
        var events: UInt16 = 0
        // Read even when the card has room: a plugin empties its own wake-up here.
        let code = calls.readEvents(pcm, descriptors, descriptorCount, &events)
        guard code >= 0 else { return code }
        let isBroken = Int32(events) & (Int32(POLLERR) | Int32(POLLHUP) | Int32(POLLNVAL)) != 0
        return isBroken ? errorOfState() : 0
    }

    private func errorOfState() -> Int32 {
        switch calls.state(pcm) {
        case SND_PCM_STATE_XRUN: -EPIPE
        case SND_PCM_STATE_SUSPENDED: -ESTRPIPE
        case SND_PCM_STATE_DISCONNECTED: -ENODEV
        default: -EIO
        }
    }
}
