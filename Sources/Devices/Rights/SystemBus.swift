import Glibc

/// A connection to D-Bus's system bus, for a few calls that are awaited.
///
/// Every wait ends after a second. [control]
final class SystemBus {
    /// Why a call has no answer.
    enum Failure: Error, Equatable {
        /// There is no bus, or it does not answer.
        case unreachable
        /// The service's answer is an error of this name.
        case refused(String)
    }

    private static let bus = BusMessage.Target(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
    private static let waitMilliseconds: Int32 = 1_000
    // Signals and other mail that may lie before an answer.
    private static let mailLimit = 100

    private let descriptor: Int32
    private var serial: UInt32 = 0

    /// Where the system bus listens.
    static var systemPath: String {
        let address = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? ""
        return path(ofAddress: address) ?? "/run/dbus/system_bus_socket"
    }

    /// The file of an address such as `unix:path=/run/bus,guid=…`; nil if it has none.
    static func path(ofAddress address: String) -> String? {
        for part in address.split(separator: ";") where part.hasPrefix("unix:") {
            for pair in part.dropFirst("unix:".count).split(separator: ",") where pair.hasPrefix("path=") {
                return String(pair.dropFirst("path=".count))
            }
        }
        return nil
    }

    /// Connects and says hello.
    init(path: String = systemPath) throws(Failure) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .unreachable }
        // Until here nothing needs to be undone; from here on deinit closes.
        guard Self.connect(descriptor, to: path) else { throw .unreachable }
        try authenticate()
        _ = try call(Self.bus, "Hello")
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Calls a method and waits for its answer's body.
    func call(
        _ target: BusMessage.Target, _ member: String, _ arguments: BusWriter = BusWriter()
    ) throws(Failure) -> [UInt8] {
        serial += 1
        try send(BusMessage.call(serial: serial, target, member, arguments))
        for _ in 0..<Self.mailLimit {
            let start = try receive(BusMessage.fixedByteCount)
            guard let count = BusMessage.byteCount(of: start) else { throw .unreachable }
            let rest = try receive(count - start.count)
            guard let message = BusMessage(start + rest) else { throw .unreachable }
            guard message.replySerial == serial else { continue }
            guard message.kind == .reply else { throw .refused(message.errorName) }
            return message.body
        }
        throw .unreachable
    }

    // SASL's EXTERNAL: the socket itself says who we are.
    private func authenticate() throws(Failure) {
        let user = Array(String(getuid()).utf8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        try send([0] + Array("AUTH EXTERNAL \(user.joined())\r\n".utf8))
        var answer: [UInt8] = []
        while answer.last != UInt8(ascii: "\n") {
            guard answer.count < 512 else { throw .unreachable }
            answer += try receive(1)
        }
        guard answer.starts(with: "OK ".utf8) else { throw .refused("authentication") }
        try send(Array("BEGIN\r\n".utf8))
    }

    private static func connect(_ descriptor: Int32, to path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    private func send(_ bytes: [UInt8]) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 || errno == EINTR else { throw .unreachable }
            sent += max(0, count)
        }
    }

    private func receive(_ count: Int) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, Self.waitMilliseconds) > 0 else { throw .unreachable }
            let got = bytes[filled...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard got > 0 else { throw .unreachable }
            filled += got
        }
        return bytes
    }
}
