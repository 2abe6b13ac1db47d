// avf_midi_port.h documents these functions: finding ports, and messages from and to them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFDevices
import AVFEngine
public import CAVFAudio

/// Runs a body, whose error becomes the engine's.
func midi<Result>(_ body: () throws(MIDIError) -> Result) throws(EngineError) -> Result {
    do throws(MIDIError) { return try body() } catch { throw .midi(error) }
}

/// The port that C code has named.
func port(_ name: UnsafePointer<CChar>?, _ side: MIDIPortSide) throws -> MIDIPortInfo {
    let name = try text(name, "port")
    return try midi { () throws(MIDIError) in try MIDISystem.shared().client.port(name, side: side) }
}

extension MIDIProtocol {
    /// The protocol that C code has named.
    init(_ number: avf_midi_protocol) throws(CallFailure) {
        guard let known = MIDIProtocol(rawValue: number) else {
            throw .badArgument("\(number) is no protocol.")
        }
        self = known
    }
}

extension avf_midi_port_info {
    fileprivate init(_ port: MIDIPortInfo) {
        self.init(
            address: StringPool.string(port.address.description), name: StringPool.string(port.name),
            device_name: StringPool.string(port.clientName), is_source: port.isSource,
            is_destination: port.isDestination, is_virtual: port.isVirtual,
            protocol: port.midiProtocol.rawValue)
    }
}

// MARK: - Finding ports

/// The ports that there were at one moment.
final class MIDIPortList: Sendable {
    let ports: [MIDIPortInfo]

    init() throws(EngineError) {
        ports = try midi { () throws(MIDIError) in try MIDISystem.shared().client.ports() }
    }
}

@c @implementation
public func avf_midi_port_list_create(_ list: UnsafeMutablePointer<OpaquePointer?>?) -> avf_status {
    giveHandle(list, "list", .midiPortList) { try MIDIPortList() }
}

@c @implementation
public func avf_midi_port_list_retain(_ list: OpaquePointer?) -> avf_status {
    retain(list, as: .midiPortList)
}

@c @implementation
public func avf_midi_port_list_release(_ list: OpaquePointer?) -> avf_status {
    release(list, as: .midiPortList)
}

@c @implementation
public func avf_midi_port_list_get_count(
    _ list: OpaquePointer?, _ count: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(count, "count", empty: 0) { UInt32(try HandleType.midiPortList.object(list).ports.count) }
}

@c @implementation
public func avf_midi_port_list_get_info(
    _ list: OpaquePointer?, _ index: UInt32, _ infoSize: Int,
    _ info: UnsafeMutablePointer<avf_midi_port_info>?
) -> avf_status {
    giveStruct(info, "info", size: infoSize) {
        avf_midi_port_info(
            try element(Int(index), of: HandleType.midiPortList.object(list).ports, "port"))
    }
}

/// Hears what happens to ports as long as it lives.
final class MIDIObserver: Sendable {
    private let system: MIDISystem
    private let number: Int

    init(_ observer: @escaping MIDISystem.Observer) throws(EngineError) {
        system = try midi { () throws(MIDIError) in try MIDISystem.shared() }
        number = system.addObserver(observer)
    }

    deinit { system.removeObserver(number) }
}

@c @implementation
public func avf_midi_observer_create(
    _ callback: avf_midi_change_callback?, _ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?,
    _ observer: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return giveHandle(observer, "observer", .midiObserver) {
        guard let callback else { throw CallFailure.missing("callback") }
        return try MIDIObserver { announcement in
            guard let (change, port) = announcement.change else { return }
            var info = avf_midi_port_info(port)
            CallbackScope.run { callback(change, &info, context.userdata) }
        }
    }
}

@c @implementation
public func avf_midi_observer_retain(_ observer: OpaquePointer?) -> avf_status {
    retain(observer, as: .midiObserver)
}

@c @implementation
public func avf_midi_observer_release(_ observer: OpaquePointer?) -> avf_status {
    release(observer, as: .midiObserver)
}

extension MIDIAnnouncement {
    fileprivate var change: (avf_midi_change, MIDIPortInfo)? {
        switch self {
        case .appeared(let port): (avf_midi_change(AVF_MIDI_APPEARED), port)
        case .gone(let port): (avf_midi_change(AVF_MIDI_GONE), port)
        case .changed(_, let port): (avf_midi_change(AVF_MIDI_CHANGED), port)
        case .lost: nil
        }
    }
}

// MARK: - From ports

/// Makes a receiver whose messages go to a callback.
private func makeReceiver(
    _ protocolNumber: avf_midi_protocol, _ callback: avf_midi_receive_callback?,
    _ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?,
    _ receiver: UnsafeMutablePointer<OpaquePointer?>?,
    _ open: (MIDIProtocol, @escaping MIDIReceiver) throws -> MIDIInput
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return giveHandle(receiver, "receiver", .midiReceiver) {
        guard let callback else { throw CallFailure.missing("callback") }
        let input = try open(MIDIProtocol(protocolNumber)) { batch in
            batch.words.withUnsafeBufferPointer { words in
                guard let start = words.baseAddress else { return }
                CallbackScope.run {
                    callback(start, words.count, batch.timeNanoseconds, context.userdata)
                }
            }
        }
        return OpenReceiver(input)
    }
}

/// Closes an input when C code has given it up.
final class OpenReceiver: Sendable {
    private let input: MIDIInput
    init(_ input: MIDIInput) { self.input = input }
    deinit { input.close() }
}

@c @implementation
public func avf_midi_receiver_create(
    _ name: UnsafePointer<CChar>?, _ midiProtocol: avf_midi_protocol,
    _ callback: avf_midi_receive_callback?, _ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?,
    _ receiver: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    makeReceiver(midiProtocol, callback, userdata, destroy, receiver) { midiProtocol, receive in
        let source = try port(name, .source).address
        return try midi { () throws(MIDIError) in
            try MIDISystem.shared().client.openInput(
                from: source, midiProtocol: midiProtocol, receiver: receive)
        }
    }
}

@c @implementation
public func avf_midi_receiver_create_port(
    _ name: UnsafePointer<CChar>?, _ midiProtocol: avf_midi_protocol,
    _ callback: avf_midi_receive_callback?, _ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?,
    _ receiver: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    makeReceiver(midiProtocol, callback, userdata, destroy, receiver) { midiProtocol, receive in
        let name = try text(name, "name")
        return try midi { () throws(MIDIError) in
            try MIDISystem.shared().client.makeDestination(
                name, midiProtocol: midiProtocol, receiver: receive)
        }
    }
}

@c @implementation
public func avf_midi_receiver_retain(_ receiver: OpaquePointer?) -> avf_status {
    retain(receiver, as: .midiReceiver)
}

@c @implementation
public func avf_midi_receiver_release(_ receiver: OpaquePointer?) -> avf_status {
    release(receiver, as: .midiReceiver)
}

// MARK: - To ports

/// Closes an output when C code has given it up.
final class OpenSender: Sendable {
    let output: MIDIOutput
    init(_ output: MIDIOutput) { self.output = output }
    deinit { output.close() }
}

@c @implementation
public func avf_midi_sender_create(
    _ name: UnsafePointer<CChar>?, _ sender: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(sender, "sender", .midiSender) {
        let destination = try port(name, .destination).address
        return OpenSender(
            try midi { () throws(MIDIError) in
                try MIDISystem.shared().client.openOutput(to: destination)
            })
    }
}

@c @implementation
public func avf_midi_sender_create_port(
    _ name: UnsafePointer<CChar>?, _ midiProtocol: avf_midi_protocol,
    _ sender: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(sender, "sender", .midiSender) {
        let (name, midiProtocol) = (try text(name, "name"), try MIDIProtocol(midiProtocol))
        return OpenSender(
            try midi { () throws(MIDIError) in
                try MIDISystem.shared().client.makeSource(name, midiProtocol: midiProtocol)
            })
    }
}

@c @implementation
public func avf_midi_sender_retain(_ sender: OpaquePointer?) -> avf_status { retain(sender, as: .midiSender) }

@c @implementation
public func avf_midi_sender_release(_ sender: OpaquePointer?) -> avf_status {
    release(sender, as: .midiSender)
}

@c @implementation
public func avf_midi_sender_send(
    _ sender: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ hostTime: UInt64
) -> avf_status {
    attempt {
        let output = try HandleType.midiSender.object(sender).output
        let bytes = try array(bytes, count: size, "bytes", most: 1 << 24)
        try midi { () throws(MIDIError) in try output.send(bytes: bytes, at: hostTime == 0 ? nil : hostTime) }
    }
}

@c @implementation
public func avf_midi_sender_send_ump(
    _ sender: OpaquePointer?, _ words: UnsafePointer<UInt32>?, _ wordCount: Int, _ hostTime: UInt64
) -> avf_status {
    attempt {
        let output = try HandleType.midiSender.object(sender).output
        let words = try array(words, count: wordCount, "words", most: 1 << 22)
        try midi { () throws(MIDIError) in try output.send(words, at: hostTime == 0 ? nil : hostTime) }
    }
}

/// A copy of the program's memory.
private func array<Element>(
    _ start: UnsafePointer<Element>?, count: Int, _ name: String, most: Int
) throws(CallFailure) -> [Element] {
    guard let start else { throw .missing(name) }
    guard (1...most).contains(count) else {
        throw .badArgument("A number of \(UInt(bitPattern: count)) \(name) is not in 1...\(most).")
    }
    return Array(UnsafeBufferPointer(start: start, count: count))
}

@c @implementation
public func avf_midi_sender_cancel(_ sender: OpaquePointer?) -> avf_status {
    attempt { try HandleType.midiSender.object(sender).output.cancelScheduled() }
}

@c @implementation
public func avf_midi_sender_end_notes(_ sender: OpaquePointer?) -> avf_status {
    attempt { try HandleType.midiSender.object(sender).output.endSoundingNotes() }
}
