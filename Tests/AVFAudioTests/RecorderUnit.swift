import AVFAudio
import Synchronization

/// An instrument of a program's own that makes no sound, and writes down each message with its frame.
///
/// A test's unit: a program's must not take a lock where it renders.
final class RecorderUnit: AUAudioUnit, @unchecked Sendable {
    static let description = AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: 0x7265_6364,
        componentManufacturer: 0x5445_5354, componentFlags: 0, componentFlagsMask: 0)
    static let register: Void = registerSubclass(
        RecorderUnit.self, as: description, name: "Workshop: Recorder", version: 1)

    /// A message and the frame on which it came.
    struct Message: Equatable, Sendable, CustomStringConvertible {
        var frame: Int64
        var bytes: [UInt8]

        var description: String { "\(frame): \(bytes)" }
    }

    let messages = Mutex<[Message]>([])
    private var outputs: AUAudioUnitBusArray?

    required init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        outputs = AUAudioUnitBusArray(
            audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: standardFormat(1))])
    }

    override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }

    override var internalRenderBlock: AUInternalRenderBlock {
        { [self] _, _, _, _, output, events, _ in
            for buffer in UnsafeMutableAudioBufferListPointer(output) {
                if let data = buffer.mData { memset(data, 0, Int(buffer.mDataByteSize)) }
            }
            var next = events
            while let event = next {
                take(event)
                next = event.pointee.head.next.map { UnsafePointer($0) }
            }
            return noErr
        }
    }

    private func take(_ event: UnsafePointer<AURenderEvent>) {
        guard [.MIDI, .midiSysEx].contains(event.pointee.head.eventType) else { return }
        let start = UnsafeRawPointer(event).advanced(by: MemoryLayout<AUMIDIEvent>.offset(of: \.cable)! + 1)
        let bytes = (0..<Int(event.pointee.MIDI.length)).map {
            start.load(fromByteOffset: $0, as: UInt8.self)
        }
        let message = Message(frame: event.pointee.head.eventSampleTime, bytes: bytes)
        messages.withLock { $0.append(message) }
    }
}

extension OfflineEngine {
    /// A recorder that is part of the graph.
    func addRecorder() async throws -> (node: AVAudioUnit, recorder: RecorderUnit) {
        _ = RecorderUnit.register
        let node = try await AVAudioUnit.instantiate(with: RecorderUnit.description)
        engine.attach(node)
        engine.connect(node, to: engine.mainMixerNode, format: standardFormat(1))
        guard let recorder = node.auAudioUnit as? RecorderUnit else { throw CocoaError(.coderInvalidValue) }
        return (node, recorder)
    }
}

extension RecorderUnit {
    /// What has come so far, as text: "24000 on 60", "48000 off 60", "0 control 7=100" and the like.
    var text: [String] {
        messages.withLock { $0 }.map { message in
            let (first, second) = (message.bytes.dropFirst().first ?? 0, message.bytes.last ?? 0)
            return switch message.bytes[0] & 0xF0 {
            case 0x90: "\(message.frame) on \(first)"
            case 0x80: "\(message.frame) off \(first)"
            case 0xB0: "\(message.frame) control \(first)=\(second)"
            case 0xC0: "\(message.frame) program \(first)"
            default: message.description
            }
        }
    }
}
