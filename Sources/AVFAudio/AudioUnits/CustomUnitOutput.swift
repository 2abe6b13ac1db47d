import AVFRealtime
import AVFRender

/// What a program's own unit sends while it renders.
final class CustomUnitOutput: @unchecked Sendable {
    // Proof: only the render thread sets and reads the block.
    private let current = OwnedCell<RenderBlock?>(nil)

    /// The block that is being made.
    var block: RenderBlock? {
        get { current.pointer.pointee }
        set { current.pointer.pointee = newValue }
    }

    /// Sends a message at a time of the unit's timeline within the block.
    func send(
        _ bytes: UnsafePointer<UInt8>, count: Int, cable: UInt8, at time: AUEventSampleTime
    ) -> AUAudioUnitStatus {
        guard count > 0 else { return kAudio_ParamError }
        return withBus(at: time) { $0.append(bytes, byteCount: count, cable: cable, at: $1) }
    }

    /// Sends the messages of a list at a time of the unit's timeline within the block.
    func send(
        _ list: UnsafePointer<MIDIEventList>, cable: UInt8, at time: AUEventSampleTime
    ) -> AUAudioUnitStatus {
        withBus(at: time) { $0.append(MIDIEventListPackets(list), cable: cable, at: $1) }
    }

    /// Adds to the block's event bus; an error if no connection takes the messages, or they do not all fit.
    private func withBus(
        at time: AUEventSampleTime, _ add: (inout EventBus, _ sampleTime: Int64) -> Bool
    ) -> AUAudioUnitStatus {
        guard let block, let events = block.events, let outputs = events.pointee.outputs,
            events.pointee.outputCount > 0
        else { return kAudioUnitErr_NoConnection }
        let offset = time &- AUEventSampleTimeImmediate
        let frame = (0...4096).contains(offset) ? offset : time &- block.sampleTime
        let sampleTime = block.sampleTime + min(max(0, frame), Int64(block.frameCount - 1))
        return add(&outputs[0].pointee, sampleTime) ? noErr : kAudio_MemFullError
    }
}
