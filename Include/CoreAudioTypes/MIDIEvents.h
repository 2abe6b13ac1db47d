// Lists of MIDI events in the form of the Universal MIDI Packet: 32-bit words, one to four for a message.
#ifndef MIDI_EVENTS_H
#define MIDI_EVENTS_H

#include "CoreAudioBase.h"

/// A host time; 0 is “now”.
typedef UInt64 MIDITimeStamp;

/// A channel of MIDI, 0…15.
typedef UInt8 MIDIChannelNumber;

/// The number of a port, or of anything else that MIDI knows; 0 for none.
typedef UInt32 MIDIObjectRef;
/// The number of a source or a destination.
typedef MIDIObjectRef MIDIEndpointRef;

/// Which messages the words of a list are: those of MIDI 1.0, or those of MIDI 2.0.
CORE_AUDIO_ENUM(SInt32, MIDIProtocolID){kMIDIProtocol_1_0 = 1, kMIDIProtocol_2_0 = 2};

// Packets follow each other without gaps, so their 64-bit numbers may begin at any word.
#pragma pack(push, 4)

/// Words of one or several messages, all at one time.
typedef struct MIDIEventPacket {
    MIDITimeStamp timeStamp;
    /// Words that follow; also more than the array has, where memory goes on behind it.
    UInt32 wordCount;
    UInt32 words[64];
} MIDIEventPacket;

/// Packets one right behind the other, each as long as its words.
typedef struct MIDIEventList {
    MIDIProtocolID protocol;
    UInt32 numPackets;
    MIDIEventPacket packet[1];
} MIDIEventList;

/// Bytes of one or several messages of MIDI 1.0, all at one time.
typedef struct MIDIPacket {
    MIDITimeStamp timeStamp;
    /// Bytes that follow; also more than the array has, where memory goes on behind it.
    UInt16 length;
    UInt8 data[256];
} MIDIPacket;

/// Packets one behind the other, each as long as its bytes.
typedef struct MIDIPacketList {
    UInt32 numPackets;
    MIDIPacket packet[1];
} MIDIPacketList;

#pragma pack(pop)

#endif
