import AVFEngine
import AVFRender

/// Between Apple's blocks and times and the engine's.
extension UnitNode {
    /// The engine's time for one of Apple's: “as soon as possible” may have up to 4096 frames added.
    static func sampleTime(of time: AUEventSampleTime) -> Int64 {
        let offset = time &- AUEventSampleTimeImmediate
        return (0...4096).contains(offset) ? RenderEvent.immediately + offset : time
    }

    /// Hands on messages as bytes.
    static func midiListener(_ block: @escaping AUMIDIOutputEventBlock) -> MIDIListener {
        { message, time in
            message.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                _ = block(time, 0, bytes.count, start)
            }
        }
    }

    /// Hands on messages as words of MIDI 1.0.
    static func midiWordListener(_ block: @escaping AUMIDIEventListBlock) -> MIDIListener {
        { message, time in
            _ = MIDIWords.withList(of: MIDIWords.words(of: message), at: 0) { block(time, 0, $0) }
        }
    }
}
