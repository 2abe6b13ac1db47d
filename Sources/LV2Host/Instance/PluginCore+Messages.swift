import AVFRealtime
import AVFRender

/// Messages that are no MIDI, in and out.
extension PluginCore {
    /// Whether a message about a property has room in this block.
    @_noLocks
    func hasRoom(forPatch count: UInt32) -> Bool {
        for index in 0..<ports.pointee.events.count where ports.pointee.events.elements[index].takesPatches {
            return (Int(count) &+ 7) & ~7 <= ports.pointee.events.elements[index].room
        }
        return false
    }

    /// Adds a message about a property at the block's first frame.
    @_noLocks
    func sendPatch(_ body: UnsafeRawPointer, count: UInt32) {
        for index in 0..<ports.pointee.events.count where ports.pointee.events.elements[index].takesPatches {
            _ = ports.pointee.events.elements[index].append(object: body, count: count, atFrame: 0)
        }
    }

    /// Adds the transport's position at the block's first frame.
    @_noLocks
    func sendTime(_ body: UnsafeRawPointer, count: UInt32) {
        for index in 0..<ports.pointee.events.count where ports.pointee.events.elements[index].takesTime {
            _ = ports.pointee.events.elements[index].append(object: body, count: count, atFrame: 0)
        }
    }

    /// Gives what the plugin has said about its properties to `ring`.
    @_noLocks
    func forwardPatches(to ring: MessageRing) {
        for index in 0..<ports.pointee.events.count {
            ports.pointee.events.elements[index].forwardPatches(to: ring)
        }
    }

    /// A run of no frames: messages go in and out, and there is no sound.
    @_noLocks
    func runWithoutFrames(_ parameters: ParameterReader) {
        readParameters(parameters)
        callPlugin(.run(frameCount: 0), descriptor, handle)
    }
}
