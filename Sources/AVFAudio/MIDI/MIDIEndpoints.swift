import AVFDevices
import AVFEngine

// Ports as CoreMIDI numbers them, for programs that look for one to send to. `AVMIDIEndpoint` has their
// names.

/// How many ports give messages now; 0 if MIDI cannot be used.
public func MIDIGetNumberOfSources() -> Int { endpointCount(.source) }

/// A port that gives messages, by its place; 0 for a place where there is none.
public func MIDIGetSource(_ sourceIndex0: Int) -> MIDIEndpointRef { endpoint(sourceIndex0, .source) }

/// How many ports take messages now; 0 if MIDI cannot be used.
public func MIDIGetNumberOfDestinations() -> Int { endpointCount(.destination) }

/// A port that takes messages, by its place; 0 for a place where there is none.
public func MIDIGetDestination(_ destIndex0: Int) -> MIDIEndpointRef { endpoint(destIndex0, .destination) }

private func endpointCount(_ side: MIDIPortSide) -> Int { (try? MIDISystem.shared().ports(side).count) ?? 0 }

private func endpoint(_ index: Int, _ side: MIDIPortSide) -> MIDIEndpointRef {
    guard let system = try? MIDISystem.shared(), let ports = try? system.ports(side),
        ports.indices.contains(index)
    else { return 0 }
    return system.number(of: ports[index].address, side)
}

/// The client does not exist.
public let kMIDIInvalidClient: OSStatus = -10830
/// The port does not exist, or was closed.
public let kMIDIInvalidPort: OSStatus = -10831
/// There is no such source or destination.
public let kMIDIUnknownEndpoint: OSStatus = -10834
/// There is no such property.
public let kMIDIUnknownProperty: OSStatus = -10835
/// Messages could not be sent.
public let kMIDIMessageSendErr: OSStatus = -10838
/// The machine's MIDI cannot be reached.
public let kMIDIServerStartErr: OSStatus = -10839
/// A saved set-up cannot be read.
public let kMIDISetupFormatErr: OSStatus = -10840
/// The object does not exist any more.
public let kMIDIObjectNotFound: OSStatus = -10842
/// The program may not use MIDI.
public let kMIDINotPermitted: OSStatus = -10844

extension MIDIPacketList {
    /// The bytes of a list, with all that its packets hold.
    public static func sizeInBytes(pktList: UnsafePointer<MIDIPacketList>) -> Int {
        packets(of: pktList).reduce(packetOffset) { $0 + headSize + $1.bytes.count }
    }

    /// Bytes before the first packet.
    private static let packetOffset = 4
    /// Bytes of a packet before its data.
    private static let headSize = 10

    /// The packets, each with its time; the list need not be aligned.
    static func packets(
        of list: UnsafePointer<MIDIPacketList>
    ) -> [(time: MIDITimeStamp, bytes: [UInt8])] {
        var place = UnsafeRawPointer(list)
        let count = place.loadUnaligned(as: UInt32.self)
        place += packetOffset
        return (0..<count).map { _ in
            let time = place.loadUnaligned(as: MIDITimeStamp.self)
            let length = Int(place.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
            let bytes = [UInt8](UnsafeRawBufferPointer(start: place + headSize, count: length))
            place += headSize + length
            return (time, bytes)
        }
    }
}
