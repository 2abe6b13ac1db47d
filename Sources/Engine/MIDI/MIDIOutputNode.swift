import AVFDevices
import AVFGraph
import AVFRender
import Synchronization

/// Sends the events that reach it to MIDI ports, so that they arrive when their frame is heard.
///
/// In manual rendering there is no such moment, and they are sent at once.
package final class MIDIOutputNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    private let system: MIDISystem
    private let troubles: MIDITroubles
    private let queue: MIDIOutputQueue
    private let connections: MIDIConnections<MIDIOutput>
    private let made = Mutex<(unit: MIDIOutputUnit, sampleRateHz: Double)?>(nil)

    /// A node that sends nowhere yet, over the ports of a system; nil for the process's own.
    ///
    /// - Throws: `EngineError.midi` as `MIDISystem.shared`.
    package init(_ system: MIDISystem? = nil) throws(EngineError) {
        let system = try MIDISystem.given(system)
        let troubles = MIDITroubles()
        let queue = MIDIOutputQueue { troubles.add($0) }
        (self.system, self.troubles, self.queue) = (system, troubles, queue)
        connections = MIDIConnections(
            system,
            open: { (port) throws(MIDIError) in
                let output = try system.client.openOutput(to: port.address)
                try queue.add(output)
                return output
            },
            end: { output in
                queue.remove(output)
                output.close()
            }, failure: { troubles.add($0) })
        super.init(
            name: "MIDI output", role: .source, inputBusCount: 0, outputBusCount: 0, takesEvents: true)
    }

    deinit {
        queue.end()
        connections.close()
    }

    // MARK: - Ports

    /// The ports that it sends to, those that are away included.
    package var destinations: [MIDIPortInfo] { connections.ports }

    /// Sends to a destination; nothing happens if it does.
    ///
    /// When a port of its name appears after it has gone away, that is sent to.
    ///
    /// - Throws: `EngineError.midi` if there is no such port, or it takes nothing.
    package func connect(_ destination: MIDIPortInfo) throws(EngineError) {
        try connections.connect(destination)
    }

    /// Sends to a destination no more, which ends the notes there; nothing happens if it does not.
    package func disconnect(_ destination: MIDIPortInfo) { connections.disconnect(destination) }

    /// Makes a port that others receive from, for as long as the node lives; they see it by that name.
    ///
    /// - Throws: `EngineError.midi` if the system refuses it.
    package func makeSource(
        _ name: String, midiProtocol: MIDIProtocol = .midi1
    ) throws(EngineError) -> MIDIPortAddress {
        do throws(MIDIError) {
            let output = try system.client.makeSource(name, midiProtocol: midiProtocol)
            try queue.add(output)
            connections.keep(output)
            return output.address
        } catch {
            throw .midi(error)
        }
    }

    /// Hands what was rendered to the ports, as a thread of the node's does by itself.
    func deliver() { queue.deliver() }

    // MARK: - Rendering

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        made.withLock { made in
            if let made, made.sampleRateHz == request.sampleRateHz { return made.unit }
            let unit = MIDIOutputUnit(queue, sampleRateHz: request.sampleRateHz)
            made = (unit, request.sampleRateHz)
            return unit
        }
    }

    override func stillHas(_ unit: RenderUnit) -> Bool { made.withLock { $0?.unit === unit } }

    override var isAttended: Bool { true }

    /// Between two blocks is when the graph may have changed.
    override func feed(frameCount: Int, isOffline: Bool) {
        queue.delayNanoseconds = UInt64((engine?.graphLatencySeconds ?? 0) * 1e9)
    }

    /// What is heard no more must not sound on elsewhere.
    override func renderingDidEnd() { queue.silence() }

    override var hasReports: Bool { queue.hasDropped || troubles.isAny }

    override func collectReports(_ context: ReportContext) -> [@Sendable () -> Void] {
        troubles.reports(of: self, droppedCount: queue.takeDroppedCount())
    }
}
