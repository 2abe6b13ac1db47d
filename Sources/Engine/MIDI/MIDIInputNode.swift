import AVFDevices
import AVFGraph
import AVFRender
import Synchronization

/// Plays what arrives at MIDI ports into an event wire, each message at its time.
///
/// With a device, the time from a message to its sound is always the same: one period, and what the device
/// has buffered. In manual rendering a message is heard with the next block.
package final class MIDIInputNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    /// Which channel messages the node gives.
    package let midiProtocol: MIDIProtocol
    private let system: MIDISystem
    private let queue = MIDIInputQueue()
    private let troubles = MIDITroubles()
    private let connections: MIDIConnections<MIDIInput>
    private let made = Mutex<(unit: MIDIInputUnit, sampleRateHz: Double)?>(nil)

    /// A node that nothing arrives at yet, over the ports of a system; nil for the process's own.
    ///
    /// - Throws: `EngineError.midi` as `MIDISystem.shared`.
    package init(_ system: MIDISystem? = nil, midiProtocol: MIDIProtocol = .midi1) throws(EngineError) {
        let system = try MIDISystem.given(system)
        self.system = system
        self.midiProtocol = midiProtocol
        connections = MIDIConnections(
            system,
            open: { [queue] (port) throws(MIDIError) in
                try system.client.openInput(
                    from: port.address, midiProtocol: midiProtocol, receiver: { queue.receive($0) })
            }, end: { $0.close() }, failure: { [troubles] in troubles.add($0) })
        super.init(
            name: "MIDI input", role: .source, inputBusCount: 0, outputBusCount: 0, eventOutputCount: 1,
            originatesEvents: true)
    }

    deinit { connections.close() }

    // MARK: - Ports

    /// The ports that it receives from, those that are away included.
    package var sources: [MIDIPortInfo] { connections.ports }

    /// Receives from a source; nothing happens if it does.
    ///
    /// When the port goes away its notes end, and when one of its name appears, that is received from.
    ///
    /// - Throws: `EngineError.midi` if there is no such port, or it gives nothing.
    package func connect(_ source: MIDIPortInfo) throws(EngineError) { try connections.connect(source) }

    /// Receives from a source no more, which ends its notes; nothing happens if it does not.
    package func disconnect(_ source: MIDIPortInfo) { connections.disconnect(source) }

    /// Makes a port that others send to, for as long as the node lives; they see it by that name.
    ///
    /// - Throws: `EngineError.midi` if the system refuses it.
    package func makeDestination(_ name: String) throws(EngineError) -> MIDIPortAddress {
        do throws(MIDIError) {
            let input = try system.client.makeDestination(
                name, midiProtocol: midiProtocol, receiver: { [queue] in queue.receive($0) })
            connections.keep(input)
            return input.address
        } catch {
            throw .midi(error)
        }
    }

    // MARK: - Rendering

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        made.withLock { made in
            if let made, made.sampleRateHz == request.sampleRateHz { return made.unit }
            let unit = MIDIInputUnit(queue, sampleRateHz: request.sampleRateHz)
            made = (unit, request.sampleRateHz)
            return unit
        }
    }

    override func stillHas(_ unit: RenderUnit) -> Bool { made.withLock { $0?.unit === unit } }

    override var isAttended: Bool { true }

    /// Between two blocks is when the device may have changed.
    override func feed(frameCount: Int, isOffline: Bool) {
        queue.delayNanoseconds = UInt64((engine?.deviceReactionSeconds ?? 0) * 1e9)
    }

    override var hasReports: Bool { queue.hasLost || troubles.isAny }

    override func collectReports(_ context: ReportContext) -> [@Sendable () -> Void] {
        troubles.reports(of: self, droppedCount: queue.takeLostCount())
    }
}
