import AVFEngine
import AVFRender

/// Between Apple's blocks and times and the engine's.
extension UnitNode {
    /// The engine's time for one of Apple's: “as soon as possible” may have up to 4096 frames added.
    static func sampleTime(of time: AUEventSampleTime) -> Int64 {
        let offset = time &- AUEventSampleTimeImmediate
        return (0...4096).contains(offset) ? RenderEvent.immediately + offset : time
    }

    /// Schedules messages in bytes; nil for a unit that takes none.
    var midiScheduler: AUScheduleMIDIEventBlock? {
        guard descriptor.acceptsMIDI else { return nil }
        prepareEvents()
        return { time, cable, length, bytes in
            _ = self.sendMIDI(bytes, byteCount: length, cable: cable, at: Self.sampleTime(of: time))
        }
    }

    /// Schedules messages in words; nil for a unit that takes none.
    var midiListScheduler: AUMIDIEventListBlock? {
        guard descriptor.acceptsMIDI else { return nil }
        prepareEvents()
        return { time, cable, list in
            self.sendMIDI(MIDIEventListPackets(list), cable: cable, at: Self.sampleTime(of: time))
                ? noErr : kAudio_MemFullError
        }
    }

    /// Hands on messages as bytes.
    static func midiListener(_ block: @escaping AUMIDIOutputEventBlock) -> MIDIListener {
        { message in
            for bytes in message.messagesInBytes {
                bytes.withUnsafeBufferPointer { bytes in
                    guard let start = bytes.baseAddress else { return }
                    _ = block(message.sampleTime, message.cable, bytes.count, start)
                }
            }
        }
    }

    /// Hands on messages as words of a protocol.
    static func midiWordListener(
        _ block: @escaping AUMIDIEventListBlock, _ midiProtocol: MIDIProtocolID
    ) -> MIDIListener {
        let translation = Translation()
        return { message in
            let words = MIDIWords.words(of: message, midiProtocol, translation.translator)
            guard !words.isEmpty else { return }
            _ = MIDIWords.withList(of: words, midiProtocol) { block(message.sampleTime, message.cable, $0) }
        }
    }

    /// What a listener's earlier messages have selected.
    private final class Translation: @unchecked Sendable {
        // Proof: a listener is called by one thread at a time.
        let translator = MIDI2Translator()
    }
}
