// avf_unit.h documents these functions: MIDI to and from a unit, in bytes or in words.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFRender
public import CAVFAudio

@c @implementation
public func avf_unit_send_midi(
    _ unit: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ sampleTime: Int64
) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(unit)
        guard let bytes else { throw CallFailure.missing("bytes") }
        guard (1...8192).contains(size) else {
            throw CallFailure.badArgument(
                "A MIDI message of \(UInt(bitPattern: size)) bytes is not in 1...8192.")
        }
        try unit.prepareMIDI()
        guard unit.sendMIDI(bytes, byteCount: size, at: sampleTime) else { throw CallFailure.isFull(unit) }
    }
}

@c @implementation
public func avf_unit_send_ump(
    _ unit: OpaquePointer?, _ words: UnsafePointer<UInt32>?, _ wordCount: Int, _ sampleTime: Int64
) -> avf_status {
    attempt {
        let unit = try HandleType.unit.object(unit)
        guard let words else { throw CallFailure.missing("words") }
        guard (1...2048).contains(wordCount) else {
            throw CallFailure.badArgument("\(UInt(bitPattern: wordCount)) words are not in 1...2048.")
        }
        try unit.prepareMIDI()
        guard unit.sendMIDI(PacketWords(words, count: wordCount), at: sampleTime) else {
            throw CallFailure.isFull(unit)
        }
    }
}

@c @implementation
public func avf_unit_set_midi_callback(
    _ unit: OpaquePointer?, _ callback: avf_midi_callback?, _ userdata: UnsafeMutableRawPointer?,
    _ destroy: avf_destroy?
) -> avf_status {
    setListener(unit, isNone: callback == nil, userdata, destroy) { message, userdata in
        for bytes in message.messagesInBytes {
            bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                callback?(start, bytes.count, message.sampleTime, userdata)
            }
        }
    }
}

@c @implementation
public func avf_unit_set_ump_callback(
    _ unit: OpaquePointer?, _ callback: avf_ump_callback?, _ userdata: UnsafeMutableRawPointer?,
    _ destroy: avf_destroy?
) -> avf_status {
    setListener(unit, isNone: callback == nil, userdata, destroy) { message, userdata in
        for packet in message.packets {
            packet.words.withUnsafeBufferPointer { words in
                guard let start = words.baseAddress else { return }
                callback?(start, words.count, message.sampleTime, userdata)
            }
        }
    }
}

/// Has each message that a unit makes told, or none.
private func setListener(
    _ unit: OpaquePointer?, isNone: Bool, _ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?,
    _ tell: @escaping @Sendable (EventMessage, UnsafeMutableRawPointer?) -> Void
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return attempt {
        let unit = try HandleType.unit.object(unit)
        guard !isNone else {
            unit.midiListener = nil
            return
        }
        unit.midiListener = { message in CallbackScope.run { tell(message, context.userdata) } }
    }
}

extension CallFailure {
    fileprivate static func isFull(_ unit: UnitNode) -> CallFailure {
        CallFailure(AVF_ERROR_TOO_MANY, "Too many MIDI messages wait at '\(unit.name)'.")
    }
}
