import CAVFRealtime
import CAVFShimsProcess
import Glibc

/// One end of the line between the engine and a plugin's process: messages of a kind and some bytes.
///
/// For one thread at a time.
final class ControlSocket: Sendable {
    /// Why no message came or went.
    enum Failure: Error {
        /// Not in time.
        case late
        /// The other end is closed, or sends nonsense.
        case closed
    }

    private let descriptor: Int32

    /// The end with that descriptor, which is closed with the socket.
    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Tells the other end that nothing will come any more.
    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends a message, and perhaps a descriptor behind it, at the latest at a host time.
    func send(
        _ message: ControlMessage, descriptor passed: Int32? = nil, deadline: UInt64 = .max
    ) throws(Failure) {
        var bytes: [UInt8] = []
        for number in [
            message.kind.rawValue, UInt32(message.member), UInt32(clamping: message.payload.count),
        ] {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
        bytes += message.payload
        var sent = 0
        while sent < bytes.count {
            try wait(for: POLLOUT, deadline)
            let count = bytes.withUnsafeBytes { all in
                Glibc.send(
                    descriptor, all.baseAddress.map { $0 + sent }, all.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 { sent += count } else if errno != EAGAIN && errno != EINTR { throw .closed }
        }
        guard let passed else { return }
        try wait(for: POLLOUT, deadline)
        guard avf_shim_descriptor_send(descriptor, passed) == 0 else { throw .closed }
    }

    /// The descriptor that follows a message; -1 if none comes.
    func receiveDescriptor() -> Int32 { avf_shim_descriptor_receive(descriptor) }

    /// The next message, at the latest at a host time.
    func receive(deadline: UInt64 = .max) throws(Failure) -> ControlMessage {
        let head = try read(12, deadline)
        let numbers = head.withUnsafeBytes { bytes in
            (0..<3).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
        guard let kind = ControlMessage.Kind(rawValue: numbers[0]),
            numbers[2] <= ControlMessage.maximumByteCount
        else { throw .closed }
        return ControlMessage(kind, Int(numbers[1]), try read(Int(numbers[2]), deadline))
    }

    /// Exactly so many bytes; memory grows with what really comes.
    private func read(_ count: Int, _ deadline: UInt64) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            try wait(for: POLLIN, deadline)
            let room = min(count - bytes.count, 1 << 16)
            var got = 0
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, used in
                got = recv(descriptor, buffer.baseAddress, room, Int32(MSG_DONTWAIT))
                used = max(0, got)
            }
            if got == 0 { throw .closed }
            if got < 0 && errno != EAGAIN && errno != EINTR { throw .closed }
            bytes += part
        }
        return bytes
    }

    private func wait(for events: Int32, _ deadline: UInt64) throws(Failure) {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let now = avf_rt_host_time()
            guard now < deadline else { throw .late }
            let milliseconds = deadline == .max ? -1 : Int32(clamping: (deadline - now) / 1_000_000 + 1)
            let count = poll(&entry, 1, milliseconds)
            if count > 0 { return }
            if count < 0 && errno != EINTR { throw .closed }
        }
    }
}
