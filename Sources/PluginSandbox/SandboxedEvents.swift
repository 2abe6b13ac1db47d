import AVFRealtime
import AVFRender

/// The messages of a block in the memory that the engine and a plugin's process share.
final class SandboxedEvents {
    private let memory: PluginMemory
    private let made: OwnedCell<EventBus>
    private let output: OwnedCell<UnsafeMutablePointer<EventBus>>
    private let events = OwnedCell(BlockEvents())
    private var all = EventList()
    private var shownCount = 0

    init(_ memory: PluginMemory) {
        self.memory = memory
        made = OwnedCell(EventBus(memory.madeMIDI, capacity: PluginMemoryLayout.midiCapacity))
        output = OwnedCell(made.pointer)
    }

    /// What the plugin's unit sees.
    var block: UnsafeMutablePointer<BlockEvents> { events.pointer }

    /// How many events of messages the plugin has made in the block.
    var madeCount: Int32 { Int32(truncatingIfNeeded: made.pointer.pointee.count) }

    /// How many messages did not fit.
    var droppedCount: Int32 { Int32(truncatingIfNeeded: made.pointer.pointee.droppedCount) }

    /// Shows all messages of a block.
    func begin(_ call: BlockCall) {
        let count = min(max(0, Int(call.midiCount)), PluginMemoryLayout.midiCapacity)
        all = EventList(memory.midi, count: count)
        shownCount = 0
        events.pointer.pointee = BlockEvents(
            to: UnsafePointer(output.pointer), outputCount: call.wantsMIDI ? 1 : 0)
        made.pointer.pointee.removeAll()
        events.pointer.pointee.input = all
    }

    /// Shows the messages before a time that were not in an earlier part of the block.
    func show(before time: Int64) {
        let end = all.firstPlace(from: shownCount, notBefore: time)
        events.pointer.pointee.input = all.slice(from: shownCount, to: end)
        shownCount = end
    }
}
