import AVFDevices
import Synchronization

/// A node's connections to MIDI ports, each kept until the program ends it.
///
/// When a port goes away, its connection ends and waits; when a port of its name appears, that is connected.
final class MIDIConnections<Line: Sendable>: Sendable {
    private struct Connection {
        let port: MIDIPortInfo
        /// Nil while the port is away.
        var line: Line?
    }

    private struct State {
        var connections: [Connection] = []
        /// The lines of ports that the node has made.
        var ownLines: [Line] = []
        var observer: Int?
        var isClosed = false
    }

    private let system: MIDISystem
    private let open: @Sendable (MIDIPortInfo) throws(MIDIError) -> Line
    private let end: @Sendable (Line) -> Void
    private let failure: @Sendable (MIDIError) -> Void
    private let state = Mutex(State())

    /// No connections yet; `failure` hears why a port that came back could not be connected.
    init(
        _ system: MIDISystem, open: @escaping @Sendable (MIDIPortInfo) throws(MIDIError) -> Line,
        end: @escaping @Sendable (Line) -> Void, failure: @escaping @Sendable (MIDIError) -> Void
    ) {
        self.system = system
        self.open = open
        self.end = end
        self.failure = failure
        let observer = system.addObserver { [weak self] in self?.follow($0) }
        state.withLock { $0.observer = observer }
    }

    /// The connected ports, those that are away included.
    var ports: [MIDIPortInfo] { state.withLock { $0.connections.map(\.port) } }

    /// Connects a port; nothing happens if it is connected.
    func connect(_ port: MIDIPortInfo) throws(EngineError) {
        guard !state.withLock({ $0.connections.contains { $0.port == port && $0.line != nil } }) else {
            return
        }
        let line: Line
        do throws(MIDIError) { line = try open(port) } catch { throw .midi(error) }
        let isKept = state.withLock { state in
            guard !state.isClosed else { return false }
            state.connections.removeAll { $0.port.fullName == port.fullName && $0.line == nil }
            state.connections.append(Connection(port: port, line: line))
            return true
        }
        if !isKept { end(line) }
    }

    /// Ends a connection; nothing happens if there is none.
    func disconnect(_ port: MIDIPortInfo) {
        let ended = state.withLock { state in
            defer { state.connections.removeAll { $0.port == port } }
            return state.connections.filter { $0.port == port }.compactMap(\.line)
        }
        ended.forEach(end)
    }

    /// Keeps the line of a port that the node has made.
    func keep(_ line: Line) { state.withLock { $0.ownLines.append(line) } }

    /// Ends everything, for good.
    func close() {
        let (lines, observer) = state.withLock { state in
            defer { state.connections = [] }
            defer { state.ownLines = [] }
            state.isClosed = true
            return (state.connections.compactMap(\.line) + state.ownLines, state.observer.take())
        }
        if let observer { system.removeObserver(observer) }
        lines.forEach(end)
    }

    // MARK: - Ports that come and go

    private func follow(_ announcement: MIDIAnnouncement) {
        switch announcement {
        case .gone(let port): suspend(port)
        case .appeared(let port): resume(port)
        case .changed, .lost: break
        }
    }

    private func suspend(_ port: MIDIPortInfo) {
        let ended = state.withLock { state -> Line? in
            let place = state.connections.firstIndex { $0.port.address == port.address }
            return place.flatMap { state.connections[$0].line.take() }
        }
        if let ended { end(ended) }
    }

    private func resume(_ port: MIDIPortInfo) {
        let isWanted = state.withLock { state in
            state.connections.contains { $0.port.fullName == port.fullName && $0.line == nil }
        }
        guard isWanted else { return }
        do throws(EngineError) {
            try connect(port)
        } catch {
            if case .midi(let cause) = error { failure(cause) }
        }
    }
}
