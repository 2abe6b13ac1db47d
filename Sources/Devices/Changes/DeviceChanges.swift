import AVFRealtime
import CAVFRealtime
import Glibc
import Synchronization

/// Tells when sound devices may have come or gone.
///
/// A card sends several events within some milliseconds: the handler is called once they have ceased for
/// `quietMilliseconds`. Then ask a backend for its devices. Without any source the handler is called every
/// two seconds.
package final class DeviceChanges: Sendable {
    /// Called on a thread of this object, one call at a time; it may open devices, and must not stop the
    /// object.
    package typealias Handler = @Sendable () -> Void

    /// How long events must have ceased, unless said otherwise.
    package static let usualQuietMilliseconds = 200
    /// How often to look where nothing tells of changes.
    private static let lookMilliseconds = 2_000

    private let sources: [any DeviceChangeSource]
    private let quietMilliseconds: Int
    private let thread = Mutex<(NamedThread, WakePipe)?>(nil)

    /// A watch over `sources`.
    package init(
        sources: [any DeviceChangeSource] = DeviceChanges.systemSources(),
        quietMilliseconds: Int = usualQuietMilliseconds
    ) {
        self.sources = sources
        self.quietMilliseconds = quietMilliseconds
    }

    deinit { stop() }

    /// What this machine has: udev's events where libudev is installed, the files in `/dev/snd`, and what
    /// sound cards say of themselves.
    package static func systemSources() -> [any DeviceChangeSource] {
        var sources: [any DeviceChangeSource] = []
        if let udev = UdevSource() { sources.append(udev) }
        if let files = DeviceFileSource() { sources.append(files) }
        return sources + ALSAControlSource.all()
    }

    /// Calls `handler` after each change; nothing happens when it runs. [control]
    ///
    /// - Throws: `DeviceError.cannotStart` when there is no thread or pipe to be had.
    package func start(_ handler: @escaping Handler) throws(DeviceError) {
        try thread.withLock { (current) throws(DeviceError) in
            guard current == nil else { return }
            guard let wake = WakePipe() else { throw Self.failure(errno) }
            let loop = Loop(
                sources: sources, wake: wake, quietMilliseconds: quietMilliseconds,
                lookMilliseconds: Self.lookMilliseconds, handler: handler)
            do throws(NamedThread.Failure) {
                current = (try NamedThread(.devices) { loop.run() }, wake)
            } catch {
                throw Self.failure(error.code)
            }
        }
    }

    private static func failure(_ code: Int32) -> DeviceError {
        .cannotStart(device: "(all)", code: code, cause: SystemError.text(code))
    }

    /// Ends the watch; the handler is not called after it returns. [control]
    package func stop() {
        guard let (running, wake) = thread.withLock({ $0.take() }) else { return }
        wake.signal()
        running.join()
    }

    /// What the thread does.
    private struct Loop: Sendable {
        let sources: [any DeviceChangeSource]
        let wake: WakePipe
        let quietMilliseconds: Int
        let lookMilliseconds: Int
        let handler: Handler

        func run() {
            var isPending = false
            while true {
                let descriptors = sources.map(\.descriptor)
                let isBlind = descriptors.allSatisfy { $0 < 0 }
                let wait = isPending ? quietMilliseconds : isBlind ? lookMilliseconds : -1
                var polled = ([wake.descriptor] + descriptors).map {
                    pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
                }
                let woken = poll(&polled, UInt(polled.count), Int32(wait))
                guard polled[0].revents == 0 else { return }
                if woken > 0 {
                    isPending = takeChanges(polled.dropFirst()) || isPending
                } else if woken == 0 {
                    isPending = false
                    handler()
                }
            }
        }

        private func takeChanges(_ polled: ArraySlice<pollfd>) -> Bool {
            var isChange = false
            for (source, descriptor) in zip(sources, polled) where descriptor.revents != 0 {
                isChange = source.takeChange() || isChange
            }
            return isChange
        }
    }
}

/// A pipe that ends a poll.
final class WakePipe: Sendable {
    /// The end to wait for.
    let descriptor: Int32
    private let writeEnd: Int32

    /// Nil when the system has no descriptor left.
    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        (descriptor, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Makes the pipe readable.
    func signal() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }
}
