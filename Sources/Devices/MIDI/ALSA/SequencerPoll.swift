import CAVFALSA
import Glibc

/// Waits until ALSA's sequencer has or takes something, or until somebody else wants the thread.
final class SequencerPoll: Sendable {
    private let handle: SequencerHandle
    /// A pipe that has a byte in it when the thread is wanted; −1 if the system has none left.
    private let (wakeEnd, ringEnd): (Int32, Int32)

    init(_ handle: SequencerHandle) {
        self.handle = handle
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (wakeEnd, ringEnd) = (ends[0], ends[1])
    }

    deinit {
        _ = Glibc.close(wakeEnd)
        _ = Glibc.close(ringEnd)
    }

    /// Ends this wait for input, or the next one. [any]
    func ring() {
        var byte: UInt8 = 1
        _ = write(ringEnd, &byte, 1)
    }

    /// Waits for input, or for `ring`; a negative error number if neither can be waited for.
    func waitForInput() -> Int32 {
        // Without a pipe, who wants the thread waits a little.
        let code = wait(for: Int16(POLLIN), milliseconds: wakeEnd < 0 ? 100 : -1)
        var bytes = [UInt8](repeating: 0, count: 16)
        while read(wakeEnd, &bytes, bytes.count) > 0 {}
        return code
    }

    /// Waits for room for output; a negative error number if there is none in time.
    func waitForRoom(milliseconds: Int32) -> Int32 {
        let code = wait(for: Int16(POLLOUT), milliseconds: milliseconds, canBeWoken: false)
        return code == 0 ? -ETIMEDOUT : code
    }

    private func wait(for events: Int16, milliseconds: Int32, canBeWoken: Bool = true) -> Int32 {
        let count = handle.request { max(0, handle.calls.countDescriptors($0, events)) }
        guard count >= 0 else { return count }
        // One more, for the pipe; the kernel passes over a descriptor of −1.
        var descriptors = [pollfd](repeating: pollfd(), count: Int(count) + 1)
        descriptors[Int(count)] = pollfd(fd: canBeWoken ? wakeEnd : -1, events: Int16(POLLIN), revents: 0)
        var sequencer: OpaquePointer?
        let filled = handle.request { opened in
            sequencer = opened
            return handle.calls.fillDescriptors(opened, &descriptors, UInt32(count), events)
        }
        guard filled >= 0 else { return filled }
        let woken = handle.calls.poll(sequencer, &descriptors, UInt32(count) + 1, milliseconds)
        guard woken > 0 else { return woken == -EINTR ? 1 : woken }
        let isBroken = descriptors.dropLast().contains {
            Int32($0.revents) & (POLLERR | POLLHUP | POLLNVAL) != 0
        }
        return isBroken ? -ENODEV : woken
    }
}
