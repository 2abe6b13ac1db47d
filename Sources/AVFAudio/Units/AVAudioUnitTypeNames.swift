// The names of the types of component, as `AVAudioUnitComponent.typeName` gives them.

/// The type name of outputs.
public let AVAudioUnitTypeOutput: String = "Output"

/// The type name of instruments.
public let AVAudioUnitTypeMusicDevice: String = "Music Device"

/// The type name of effects that take MIDI.
public let AVAudioUnitTypeMusicEffect: String = "Music Effect"

/// The type name of format converters.
public let AVAudioUnitTypeFormatConverter: String = "Format Converter"

/// The type name of effects.
public let AVAudioUnitTypeEffect: String = "Effect"

/// The type name of mixers.
public let AVAudioUnitTypeMixer: String = "Mixer"

/// The type name of panners.
public let AVAudioUnitTypePanner: String = "Panner"

/// The type name of generators.
public let AVAudioUnitTypeGenerator: String = "Generator"

/// The type name of offline effects.
public let AVAudioUnitTypeOfflineEffect: String = "Offline Effect"

/// The type name of MIDI processors.
public let AVAudioUnitTypeMIDIProcessor: String = "MIDI Processor"

/// The maker's name of Apple's units.
public let AVAudioUnitManufacturerNameApple: String = "Apple"
