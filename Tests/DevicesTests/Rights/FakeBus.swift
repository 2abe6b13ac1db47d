import Glibc
import Synchronization

/// A system bus with one service, on a socket of its own: reads and writes D-Bus by hand.
final class FakeBus: Sendable {
    /// What the service says to a call.
    enum Answer: Sendable {
        /// A body of this signature.
        case body(String, [UInt8])
        case error(String)
        /// Bytes as they are, instead of a message.
        case garbage([UInt8])
        /// The connection ends.
        case hangUp
    }

    typealias Service = @Sendable (_ member: String, _ body: [UInt8]) -> Answer

    private struct State {
        var calls: [(member: String, body: [UInt8])] = []
    }

    let path: String
    private let folder: String
    private let listener: Int32
    private let state = Mutex(State())
    private let service: Service

    var calls: [(member: String, body: [UInt8])] { state.withLock { $0.calls } }

    init(_ service: @escaping Service) {
        var template = Array("/tmp/avf-bus-XXXXXX".utf8CString)
        folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
        path = folder + "/bus"
        self.service = service
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        listen(listener, 1)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                context.map { Unmanaged<FakeBus>.fromOpaque($0).takeRetainedValue().serve() }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(thread)
    }

    deinit {
        close(listener)
        unlink(path)
        rmdir(folder)
    }

    private func serve() {
        let peer = accept(listener, nil, nil)
        guard peer >= 0 else { return }
        defer { close(peer) }
        guard authenticate(peer) else { return }
        while let start = bytes(peer, 16) {
            let bodyCount = Int(word(start, 4))
            let fieldCount = (Int(word(start, 12)) + 7) / 8 * 8
            guard let rest = bytes(peer, fieldCount + bodyCount) else { return }
            let member = field(3, in: start + rest.prefix(fieldCount))
            let body = Array(rest.suffix(bodyCount))
            state.withLock { $0.calls.append((member, body)) }
            let answer = member == "Hello" ? .body("s", string(":1.7")) : service(member, body)
            guard reply(peer, to: word(start, 8), answer) else { return }
        }
    }

    private func authenticate(_ peer: Int32) -> Bool {
        guard let zero = bytes(peer, 1), zero == [0], line(peer).hasPrefix("AUTH EXTERNAL ") else {
            return false
        }
        let answer = Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8)
        guard write(peer, answer, answer.count) == answer.count else { return false }
        return line(peer) == "BEGIN\r\n"
    }

    private func reply(_ peer: Int32, to serial: UInt32, _ answer: Answer) -> Bool {
        // A signal that nobody asked for comes first.
        var mail = message(kind: 4, replySerial: 0, fields: [], body: [])
        switch answer {
        case .body(let signature, let body):
            mail += message(kind: 2, replySerial: serial, fields: [(8, "g", signature)], body: body)
        case .error(let name):
            mail += message(kind: 3, replySerial: serial, fields: [(4, "s", name)], body: [])
        case .garbage(let bytes): mail = bytes
        case .hangUp: return false
        }
        return write(peer, mail, mail.count) == mail.count
    }

    private func message(
        kind: UInt8, replySerial: UInt32, fields: [(UInt8, String, String)], body: [UInt8]
    ) -> [UInt8] {
        var list: [UInt8] = [5, 1, UInt8(ascii: "u"), 0] + little(replySerial)
        for (code, type, value) in fields {
            while list.count % 8 != 0 { list.append(0) }
            list += [code, 1, type.utf8.first ?? 0, 0]
            list += type == "g" ? [UInt8(value.utf8.count)] + Array(value.utf8) + [0] : string(value)
        }
        var all: [UInt8] = [UInt8(ascii: "l"), kind, 1, 1] + little(UInt32(body.count)) + little(99)
        all += little(UInt32(list.count)) + list
        while all.count % 8 != 0 { all.append(0) }
        return all + body
    }

    private func string(_ value: String) -> [UInt8] {
        little(UInt32(value.utf8.count)) + Array(value.utf8) + [0]
    }

    private func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    }

    /// The text of a header's field: fields begin at multiples of 8 bytes.
    private func field(_ code: UInt8, in header: [UInt8]) -> String {
        var offset = 16
        while offset + 8 <= header.count {
            let isText = header[offset + 2] == UInt8(ascii: "s") || header[offset + 2] == UInt8(ascii: "o")
            let count = isText ? Int(word(header, offset + 4)) : Int(header[offset + 4])
            let first = offset + (isText ? 8 : 5)
            if header[offset] == code {
                return String(decoding: header[first..<first + count], as: UTF8.self)
            }
            offset = (first + count + 1 + 7) / 8 * 8
        }
        return ""
    }

    private func line(_ peer: Int32) -> String {
        var text: [UInt8] = []
        while text.last != UInt8(ascii: "\n"), let next = bytes(peer, 1) { text += next }
        return String(decoding: text, as: UTF8.self)
    }

    private func bytes(_ peer: Int32, _ count: Int) -> [UInt8]? {
        var all = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = all[filled...].withUnsafeMutableBytes { read(peer, $0.baseAddress, $0.count) }
            guard got > 0 else { return nil }
            filled += got
        }
        return all
    }
}
