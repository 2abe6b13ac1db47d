// What an audio unit's own code is handed for a block beside its samples: a list in the order of time.
#ifndef AUDIO_RENDER_EVENTS_H
#define AUDIO_RENDER_EVENTS_H

#include "MIDIEvents.h"

/// What an event is.
CORE_AUDIO_ENUM(UInt8, AURenderEventType){AURenderEventParameter = 1, AURenderEventParameterRamp = 2,
                                          AURenderEventMIDI = 8, AURenderEventMIDISysEx = 9,
                                          AURenderEventMIDIEventList = 10};

typedef union AURenderEvent AURenderEvent;

/// What all events begin with.
typedef struct AURenderEventHeader {
    /// The event after this one; NULL at the end.
    AURenderEvent *CORE_AUDIO_NULLABLE next;
    /// When, in frames of the unit.
    SInt64 eventSampleTime;
    AURenderEventType eventType;
    UInt8 reserved;
} AURenderEventHeader;

/// A parameter takes a value, at once or as a ramp from there.
typedef struct AUParameterEvent {
    AURenderEvent *CORE_AUDIO_NULLABLE next;
    SInt64 eventSampleTime;
    AURenderEventType eventType;
    UInt8 reserved[3];
    /// Frames of the ramp; 0 for a step.
    UInt32 rampDurationSampleFrames;
    UInt64 parameterAddress;
    Float32 value;
} AUParameterEvent;

/// A MIDI message; one that is longer than three bytes goes on behind `data`.
typedef struct AUMIDIEvent {
    AURenderEvent *CORE_AUDIO_NULLABLE next;
    SInt64 eventSampleTime;
    AURenderEventType eventType;
    UInt8 reserved;
    UInt16 length;
    UInt8 cable;
    UInt8 data[3];
} AUMIDIEvent;

/// MIDI messages as words.
typedef struct AUMIDIEventList {
    AURenderEvent *CORE_AUDIO_NULLABLE next;
    SInt64 eventSampleTime;
    AURenderEventType eventType;
    UInt8 reserved;
    UInt8 cable;
    MIDIEventList eventList;
} AUMIDIEventList;

/// Any event; `head.eventType` says which.
// The head comes last, because Swift's symbol graphs leave out its `next` otherwise.
union AURenderEvent {
    AUParameterEvent parameter;
    AUMIDIEvent MIDI;
    AUMIDIEventList MIDIEventsList;
    AURenderEventHeader head;
};

#endif
