import CAVFRealtime
import Glibc

/// Asks RealtimeKit for what the kernel has refused: the way for programs of a desktop's user.
///
/// RealtimeKit (`org.freedesktop.RealtimeKit1` on the system bus) gives a thread SCHED_RR if the process has
/// bounded its real-time threads by RLIMIT_RTTIME. [control]
package struct RealtimeKit: Sendable {
    /// What a thread was given.
    package enum Grant: Equatable, Sendable {
        /// SCHED_RR with this priority.
        case realtime(priority: Int)
        /// A nice level of −11.
        case highPriority
        /// Nothing, for this reason.
        case none(reason: String)
    }

    private static let target = BusMessage.Target(
        destination: "org.freedesktop.RealtimeKit1", path: "/org/freedesktop/RealtimeKit1",
        interface: "org.freedesktop.RealtimeKit1")
    private static let properties = BusMessage.Target(
        destination: target.destination, path: target.path, interface: "org.freedesktop.DBus.Properties")
    private static let niceLevel: Int32 = -11

    private let busPath: String
    private let limitsProcess: Bool

    /// The real RealtimeKit, or one behind another socket.
    ///
    /// Without `limitsProcess` RLIMIT_RTTIME is left as it is, for tests.
    package init(busPath: String? = nil, limitsProcess: Bool = true) {
        self.busPath = busPath ?? SystemBus.systemPath
        self.limitsProcess = limitsProcess
    }

    /// Asks for real time, else for a high priority, for a thread of this process by the kernel's number.
    ///
    /// The priority becomes what RealtimeKit permits, if that is less. Takes some milliseconds, at most some
    /// seconds where a service hangs.
    package func promote(kernelThread: UInt64, priority: Int) -> Grant {
        do throws(SystemBus.Failure) {
            let bus = try SystemBus(path: busPath)
            do throws(SystemBus.Failure) {
                return try makeRealtime(bus, kernelThread, priority)
            } catch {
                return try makeHighPriority(bus, kernelThread, after: error)
            }
        } catch {
            return .none(reason: Self.reason(error))
        }
    }

    private func makeRealtime(
        _ bus: SystemBus, _ thread: UInt64, _ priority: Int
    ) throws(SystemBus.Failure) -> Grant {
        let allowed = min(priority, try number(bus, "MaxRealtimePriority"))
        let microseconds = try number(bus, "RTTimeUSecMax")
        guard allowed > 0, microseconds > 0 else { throw .refused("its limits") }
        if limitsProcess { _ = avf_rt_limit_realtime(UInt64(microseconds)) }
        var arguments = BusWriter()
        arguments.argument(thread)
        arguments.argument(UInt32(allowed))
        _ = try bus.call(Self.target, "MakeThreadRealtime", arguments)
        return .realtime(priority: allowed)
    }

    private func makeHighPriority(
        _ bus: SystemBus, _ thread: UInt64, after failure: SystemBus.Failure
    ) throws(SystemBus.Failure) -> Grant {
        guard failure != .unreachable else { throw failure }
        var arguments = BusWriter()
        arguments.argument(thread)
        arguments.argument(Self.niceLevel)
        _ = try bus.call(Self.target, "MakeThreadHighPriority", arguments)
        return .highPriority
    }

    /// A property that is a number of 32 or 64 bits.
    private func number(_ bus: SystemBus, _ name: String) throws(SystemBus.Failure) -> Int {
        var arguments = BusWriter()
        arguments.argument(Self.target.interface)
        arguments.argument(name)
        var reader = BusReader(try bus.call(Self.properties, "Get", arguments))
        switch reader.signature() {
        case "i": return reader.uint32().map { Int(Int32(bitPattern: $0)) } ?? 0
        case "x": return reader.uint64().map { Int(Int64(bitPattern: $0)) } ?? 0
        default: throw .refused("an answer that is no number")
        }
    }

    private static func reason(_ failure: SystemBus.Failure) -> String {
        switch failure {
        case .unreachable: "RealtimeKit cannot be reached"
        case .refused(let name): "RealtimeKit refuses: \(name)"
        }
    }
}
