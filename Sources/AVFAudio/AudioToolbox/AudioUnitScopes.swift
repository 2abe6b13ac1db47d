// Where in a unit a property or a parameter lies.

/// A part of a unit that has properties and parameters of its own.
public typealias AudioUnitScope = UInt32

/// A number within a scope: a bus, a part, a note.
public typealias AudioUnitElement = UInt32

/// A property's number.
public typealias AudioUnitPropertyID = UInt32

/// A parameter's number.
public typealias AudioUnitParameterID = UInt32

/// A parameter's value.
public typealias AudioUnitParameterValue = Float32

/// The unit as a whole.
public let kAudioUnitScope_Global: AudioUnitScope = 0

/// An input bus.
public let kAudioUnitScope_Input: AudioUnitScope = 1

/// An output bus.
public let kAudioUnitScope_Output: AudioUnitScope = 2

/// A group of notes.
public let kAudioUnitScope_Group: AudioUnitScope = 3

/// A part of an instrument.
public let kAudioUnitScope_Part: AudioUnitScope = 4

/// A single note.
public let kAudioUnitScope_Note: AudioUnitScope = 5

/// A layer of an instrument.
public let kAudioUnitScope_Layer: AudioUnitScope = 6

/// An item of a layer.
public let kAudioUnitScope_LayerItem: AudioUnitScope = 7
