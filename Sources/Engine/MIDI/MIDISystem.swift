import AVFDevices
import AVFRealtime
import Glibc
import Synchronization

/// The MIDI ports that this process sees: one client, which all that is in the process shares.
///
/// Where the machine has ALSA's sequencer, these are the ports of its devices and programs; elsewhere they
/// are those that this process makes. Every function may be called from any thread.
package final class MIDISystem: Sendable {
    /// Hears what happens to ports, on a thread that may wait and may call everything here.
    package typealias Observer = @Sendable (MIDIAnnouncement) -> Void

    /// The environment variable that chooses: `alsa` or `loopback`; without it, whichever there is.
    package static let variable = "AVFAUDIO_MIDI"

    /// The client.
    package let client: any MIDIBackend
    /// Whether there are the ports of this process only.
    package let isLoopback: Bool
    private let announcer: MIDIAnnouncer
    /// Sides of ports; the number of each is one more than its place.
    private let endpoints = Mutex<[Endpoint]>([])

    private struct Endpoint: Equatable {
        let address: MIDIPortAddress
        let side: MIDIPortSide
    }

    /// A system over a client of a loopback of its own, for tests.
    package init(_ loopback: LoopbackMIDI, name: String = "test") throws(MIDIError) {
        let announcer = try MIDIAnnouncer()
        self.announcer = announcer
        client = loopback.openClient(name) { announcer.announce($0) }
        isLoopback = true
    }

    private init(alsa name: String) throws(MIDIError) {
        let announcer = try MIDIAnnouncer()
        self.announcer = announcer
        do throws(MIDIError) {
            client = try ALSAMIDI(name, announcements: { announcer.announce($0) })
        } catch {
            announcer.end()
            throw error
        }
        isLoopback = false
    }

    deinit {
        client.close()
        announcer.end()
    }

    // MARK: - The process's own

    private static let present = Mutex<MIDISystem?>(nil)

    /// The process's system; opened when it is first asked for.
    ///
    /// - Throws: `MIDIError.forbidden` or `.refused` if there is a sequencer which may not be used;
    ///   `.unavailable` only if the environment asks for ALSA's.
    package static func shared() throws(MIDIError) -> MIDISystem {
        try present.withLock { (present) throws(MIDIError) in
            if let present { return present }
            let made = try open()
            present = made
            return made
        }
    }

    /// A system that was given, or the process's own for nil.
    static func given(_ system: MIDISystem?) throws(EngineError) -> MIDISystem {
        if let system { return system }
        do throws(MIDIError) { return try shared() } catch { throw .midi(error) }
    }

    private static func open() throws(MIDIError) -> MIDISystem {
        let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "avfaudio"
        let wish = getenv(variable).map { String(cString: $0) }
        if wish == "loopback" { return try MIDISystem(LoopbackMIDI(), name: name) }
        do throws(MIDIError) {
            return try MIDISystem(alsa: name)
        } catch {
            guard wish != "alsa", case .unavailable = error else { throw error }
            return try MIDISystem(LoopbackMIDI(), name: name)
        }
    }

    // MARK: - Ports

    /// The ports with a side, in the order of their numbers.
    ///
    /// - Throws: `MIDIError` if the system does not say.
    package func ports(_ side: MIDIPortSide) throws(MIDIError) -> [MIDIPortInfo] {
        try client.ports().filter { side == .source ? $0.isSource : $0.isDestination }
    }

    /// The number of one side of a port, never 0: the same as long as the process lives.
    package func number(of address: MIDIPortAddress, _ side: MIDIPortSide) -> UInt32 {
        endpoints.withLock { endpoints in
            let endpoint = Endpoint(address: address, side: side)
            if let place = endpoints.firstIndex(of: endpoint) { return UInt32(place) + 1 }
            endpoints.append(endpoint)
            return UInt32(endpoints.count)
        }
    }

    /// The port whose side has a number, as it is now.
    ///
    /// - Throws: `MIDIError.noSuchPort` for a number that nothing has, `.gone` for a port that is gone.
    package func port(numbered number: UInt32, _ side: MIDIPortSide) throws(MIDIError) -> MIDIPortInfo {
        let endpoint = endpoints.withLock { endpoints in
            number > 0 && Int(number) <= endpoints.count ? endpoints[Int(number) - 1] : nil
        }
        guard let endpoint, endpoint.side == side else {
            throw .noSuchPort("\(number)", known: try ports(side).map(\.fullName))
        }
        guard let port = try ports(side).first(where: { $0.address == endpoint.address }) else {
            throw .gone(port: endpoint.address.description)
        }
        return port
    }

    // MARK: - Observers

    /// Lets an observer hear what happens to ports, until `removeObserver`.
    package func addObserver(_ observer: @escaping Observer) -> Int { announcer.add(observer) }

    /// Ends what `addObserver` has begun; a call that runs just now may still run on.
    package func removeObserver(_ number: Int) { announcer.remove(number) }
}

/// Carries announcements to observers, on a thread of its own: the client's must not wait.
private final class MIDIAnnouncer: Sendable {
    private struct State {
        var observers: [Int: MIDISystem.Observer] = [:]
        var nextNumber = 0
        var announcements: [MIDIAnnouncement] = []
        var isEnding = false
        var thread: NamedThread?
    }

    private let state = Mutex(State())
    private let wakeup = Semaphore()

    /// Starts the thread, which keeps it until `end()`.
    init() throws(MIDIError) {
        do throws(NamedThread.Failure) {
            let thread = try NamedThread(.midi) { self.run() }
            state.withLock { $0.thread = thread }
        } catch {
            throw .refused("start a thread", port: "", code: error.code, cause: error.description)
        }
    }

    func announce(_ announcement: MIDIAnnouncement) {
        state.withLock { $0.announcements.append(announcement) }
        wakeup.signal()
    }

    func add(_ observer: @escaping MIDISystem.Observer) -> Int {
        state.withLock { state in
            state.nextNumber += 1
            state.observers[state.nextNumber] = observer
            return state.nextNumber
        }
    }

    func remove(_ number: Int) {
        // The observer goes outside of the lock: with it may go what the program has given it.
        let old = state.withLock { $0.observers.removeValue(forKey: number) }
        withExtendedLifetime(old) {}
    }

    func end() {
        let thread = state.withLock { state in
            state.isEnding = true
            return state.thread.take()
        }
        wakeup.signal()
        thread?.join()
    }

    private func run() {
        while !state.withLock({ $0.isEnding }) {
            let (announcements, observers) = state.withLock { state in
                defer { state.announcements = [] }
                return (state.announcements, state.observers.sorted { $0.key < $1.key }.map(\.value))
            }
            for announcement in announcements { observers.forEach { $0(announcement) } }
            if announcements.isEmpty { wakeup.wait(milliseconds: Self.longestWaitMilliseconds) }
        }
    }

    private static let longestWaitMilliseconds = 1 << 30
}
