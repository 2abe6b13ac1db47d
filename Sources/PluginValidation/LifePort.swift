import AVFLV2Host
import AVFPluginCatalog
import AVFRender
import CAVFShimsProcess

/// One port of a plugin that is being validated, in guarded memory of its own.
final class LifePort {
    private let facts: PortFacts
    private let memory: ForeignMemory
    private let value: Float
    private var events: EventBuffer?

    /// Memory for blocks of up to so many frames; nil without memory.
    ///
    /// `value` is what a control input holds.
    init?(_ facts: PortFacts, value: Float, _ types: EventBuffer.Types, maximumFrameCount: Int) {
        self.facts = facts
        self.value = value
        memory = ForeignMemory(isGuarded: true)
        memory.purpose = facts.purpose
        if facts.kind == .atom || facts.kind == .oldEvent {
            guard let events = EventBuffer(facts, types, in: memory) else { return nil }
            self.events = events
        } else {
            guard memory.bytes(maximumFrameCount * MemoryLayout<Float>.stride) != nil else { return nil }
        }
    }

    /// What the port is to be connected to for a block, filled as an engine does; `noise` makes samples.
    func prepare(frameCount: Int, _ noise: () -> Float) -> UnsafeMutableRawPointer? {
        allow(.forHost)
        if var buffer = events {
            buffer.prepare()
            events = buffer
            return buffer.memory
        }
        let hasFrames = facts.kind != .control || facts.flags.contains(.morph)
        let count = hasFrames ? frameCount : 1
        guard let place = memory.pieces.first?.place(byteCount: count * MemoryLayout<Float>.stride) else {
            return nil
        }
        let samples = place.bindMemory(to: Float.self, capacity: count)
        let isSound = facts.kind == .audio && facts.isInput
        for frame in 0..<count { samples[frame] = isSound ? noise() : value }
        return place
    }

    /// When something may be done with the memory.
    enum Moment {
        case forHost, run, between
    }

    /// Says what may be done with the memory from now on.
    ///
    /// Outside `run()` reading is let pass: the memory is still there, and some plugins look into controls
    /// early.
    func allow(_ moment: Moment) {
        let access: avf_shim_access =
            switch moment {
            case .forHost: avf_shim_guard_read_and_write
            case .run: facts.isInput ? avf_shim_guard_read : avf_shim_guard_read_and_write
            case .between: avf_shim_guard_read
            }
        for piece in memory.pieces { piece.allow(access) }
    }

    /// Takes note of what was written around the memory.
    func check() { memory.pieces.forEach { $0.check() } }
}
