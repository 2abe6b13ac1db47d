import AVFRealtime
import AVFRender

/// Messages about properties on their way between the control side and the thread that runs the plugin.
///
/// One thread at a time at either end; lives in memory that its owner frees.
struct PatchQueues: BitwiseCopyable {
    /// Bytes of messages that may wait in either direction.
    static let capacity = 1 << 16

    /// For the plugin.
    let incoming: MessageRing
    /// From the plugin, as long as there is room.
    let outgoing: MessageRing
    /// Where the thread that runs the plugin reads a message.
    let buffer: UnsafeMutableRawPointer

    /// Queues at a place of their own; nil without memory.
    static func make(in memory: ForeignMemory) -> UnsafeMutablePointer<PatchQueues>? {
        guard let incoming = MessageRing(capacity: capacity, in: memory),
            let outgoing = MessageRing(capacity: capacity, in: memory), let buffer = memory.bytes(capacity)
        else { return nil }
        return memory.array([PatchQueues(incoming: incoming, outgoing: outgoing, buffer: buffer)])
    }

    /// Gives every core the messages that wait, at the block's first frame; what finds no room stays.
    @_noLocks
    func distribute(to cores: UnsafeMutablePointer<PluginCore>, count: Int) {
        while let size = incoming.nextCount, cores[0].hasRoom(forPatch: size) {
            _ = incoming.pop(into: buffer)
            for index in 0..<count { cores[index].sendPatch(buffer, count: size) }
        }
    }
}
