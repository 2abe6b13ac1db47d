import AVFDevices
import Glibc
import Testing

@Suite struct RealtimeKitTests {
    /// A service that permits real time up to a priority of 20.
    private static func properties(_ body: [UInt8]) -> FakeBus.Answer {
        let name = String(decoding: body, as: UTF8.self)
        return name.contains("MaxRealtimePriority")
            ? .body("v", [1, UInt8(ascii: "i"), 0, 0, 20, 0, 0, 0])
            : .body("v", [1, UInt8(ascii: "x"), 0, 0, 0, 0, 0, 0, 0x40, 0x0D, 0x03, 0, 0, 0, 0, 0])
    }

    private func promote(_ bus: FakeBus, priority: Int = 70) -> RealtimeKit.Grant {
        RealtimeKit(busPath: bus.path, limitsProcess: false)
            .promote(kernelThread: 0x0102_0304, priority: priority)
    }

    @Test(arguments: [(70, 20), (10, 10)])
    func `a thread gets real time with the priority that is permitted`(asked: Int, granted: Int) throws {
        let bus = FakeBus { member, body in
            member == "Get" ? Self.properties(body) : .body("", [])
        }
        #expect(promote(bus, priority: asked) == .realtime(priority: granted))
        let call = try #require(bus.calls.last)
        #expect(call.member == "MakeThreadRealtime")
        // The thread's number in 64 bits and the priority in 32, the lowest byte first.
        #expect(call.body == [4, 3, 2, 1, 0, 0, 0, 0, UInt8(granted), 0, 0, 0])
        #expect(bus.calls.map(\.member) == ["Hello", "Get", "Get", "MakeThreadRealtime"])
    }

    @Test func `where real time is refused a high priority is asked for`() throws {
        let bus = FakeBus { member, body in
            switch member {
            case "Get": Self.properties(body)
            case "MakeThreadRealtime": .error("org.freedesktop.DBus.Error.AccessDenied")
            default: .body("", [])
            }
        }
        #expect(promote(bus) == .highPriority)
        let call = try #require(bus.calls.last)
        #expect(call.member == "MakeThreadHighPriority")
        #expect(call.body == [4, 3, 2, 1, 0, 0, 0, 0, 0xF5, 0xFF, 0xFF, 0xFF], "nice −11")
    }

    @Test func `where all is refused the reason is told`() {
        let bus = FakeBus { _, _ in .error("org.freedesktop.DBus.Error.ServiceUnknown") }
        #expect(
            promote(bus)
                == .none(reason: "RealtimeKit refuses: org.freedesktop.DBus.Error.ServiceUnknown"))
    }

    @Test(arguments: [
        FakeBus.Answer.hangUp,
        .garbage([]),
        .garbage(Array(repeating: 0, count: 16)),
        .garbage(Array(repeating: 0xFF, count: 4_000)),
        .garbage([UInt8(ascii: "l"), 2, 1, 1, 0, 0, 0, 0, 99, 0, 0, 0, 0xFF, 0xFF, 0, 0]),
        .garbage([
            UInt8(ascii: "l"), 2, 1, 1, 0, 0, 0, 0, 99, 0, 0, 0, 8, 0, 0, 0, 8, 1, 0x67, 0, 200, 0, 0, 0,
        ]),
    ])
    func `a bus that breaks off, is silent or talks nonsense is no bus`(answer: FakeBus.Answer) {
        let bus = FakeBus { _, _ in answer }
        #expect(promote(bus) == .none(reason: "RealtimeKit cannot be reached"))
    }

    @Test func `numbers of another type are a refusal`() {
        let bus = FakeBus { member, _ in
            member == "Get" ? .body("v", [1, UInt8(ascii: "s"), 0, 0, 1, 0, 0, 0, 65, 0]) : .error("no")
        }
        #expect(promote(bus) == .none(reason: "RealtimeKit refuses: no"))
    }

    @Test func `without a bus there is nothing`() {
        let kit = RealtimeKit(busPath: "/no/such/bus", limitsProcess: false)
        #expect(
            kit.promote(kernelThread: 1, priority: 10) == .none(reason: "RealtimeKit cannot be reached"))
        let long = RealtimeKit(busPath: String(repeating: "/long", count: 100), limitsProcess: false)
        #expect(
            long.promote(kernelThread: 1, priority: 10) == .none(reason: "RealtimeKit cannot be reached"))
    }
}
