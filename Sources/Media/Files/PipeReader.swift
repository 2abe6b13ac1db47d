import Glibc

/// The bytes that come through a pipe, read once and in order but for those of the header.
final class PipeReader {
    private let descriptor: Int32
    /// What has been read and may be read again.
    private var kept: [UInt8] = []
    /// Where `kept` begins.
    private var start = 0
    /// Whether everything is kept, as libsndfile needs it while it opens a file.
    var keepsAll = true
    private var isAtEnd = false
    /// The `errno` of a failed read; 0 while all is well.
    private(set) var error: Int32 = 0

    private let isCancelled: @Sendable () -> Bool

    /// A reader of a descriptor that its owner closes; it ends soon after `isCancelled` has become true.
    init(_ descriptor: Int32, isCancelled: @escaping @Sendable () -> Bool) {
        self.descriptor = descriptor
        self.isCancelled = isCancelled
    }

    /// The bytes from a position on: fewer only at the end; none of those that are gone.
    func read(into target: UnsafeMutableRawPointer, from position: Int, count: Int) -> Int {
        guard position >= start else { return 0 }
        fill(upTo: position + count)
        let first = min(kept.count, position - start)
        let got = min(count, kept.count - first)
        kept.withUnsafeBytes { bytes in
            guard got > 0, let base = bytes.baseAddress else { return }
            target.copyMemory(from: base + first, byteCount: got)
        }
        if !keepsAll {
            kept.removeFirst(first + got)
            start += first + got
        }
        return got
    }

    /// What was read so far, to be followed by what the pipe still holds.
    var head: [UInt8] { kept }

    private func fill(upTo end: Int) {
        while start + kept.count < end, !isAtEnd {
            guard waitForBytes() else { return isAtEnd = true }
            let wanted = min(end - start - kept.count, 1 << 16)
            var failure: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { room, count in
                let got = Glibc.read(descriptor, room.baseAddress, wanted)
                if got < 0 { failure = errno }
                count = max(0, got)
            }
            if failure == EINTR || failure == EAGAIN { continue }
            error = failure
            isAtEnd = chunk.isEmpty
            kept += chunk
        }
    }

    /// Sleeps until there is something to read; false if reading was cancelled.
    private func waitForBytes() -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, 100) == 0 || request.revents == 0 {
            if isCancelled() { return false }
        }
        return !isCancelled()
    }
}
