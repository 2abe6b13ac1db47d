// Why a unit refused.

/// The unit has no such property.
public let kAudioUnitErr_InvalidProperty: OSStatus = -10879

/// The unit has no such parameter.
public let kAudioUnitErr_InvalidParameter: OSStatus = -10878

/// The scope has no such element.
public let kAudioUnitErr_InvalidElement: OSStatus = -10877

/// The input has no source.
public let kAudioUnitErr_NoConnection: OSStatus = -10876

/// The unit could not be initialised.
public let kAudioUnitErr_FailedInitialization: OSStatus = -10875

/// More frames were asked for than announced.
public let kAudioUnitErr_TooManyFramesToProcess: OSStatus = -10874

/// The instrument is not valid.
public let kAudioUnitErr_IllegalInstrument: OSStatus = -10873

/// The instrument is of an unknown kind.
public let kAudioUnitErr_InstrumentTypeNotFound: OSStatus = -10872

/// The file is of the wrong kind.
public let kAudioUnitErr_InvalidFile: OSStatus = -10871

/// The file is of an unknown kind.
public let kAudioUnitErr_UnknownFileType: OSStatus = -10870

/// A file is needed first.
public let kAudioUnitErr_FileNotSpecified: OSStatus = -10869

/// The format is not supported.
public let kAudioUnitErr_FormatNotSupported: OSStatus = -10868

/// The unit must be initialised first.
public let kAudioUnitErr_Uninitialized: OSStatus = -10867

/// The unit has no such scope.
public let kAudioUnitErr_InvalidScope: OSStatus = -10866

/// The property is read-only.
public let kAudioUnitErr_PropertyNotWritable: OSStatus = -10865

/// Not possible right now; try again later.
public let kAudioUnitErr_CannotDoInCurrentContext: OSStatus = -10863

/// The value does not fit the property.
public let kAudioUnitErr_InvalidPropertyValue: OSStatus = -10851

/// The property is not in use.
public let kAudioUnitErr_PropertyNotInUse: OSStatus = -10850

/// Not possible on an initialised unit.
public let kAudioUnitErr_Initialized: OSStatus = -10849

/// Not possible while rendering offline.
public let kAudioUnitErr_InvalidOfflineRender: OSStatus = -10848

/// The unit may not be used.
public let kAudioUnitErr_Unauthorized: OSStatus = -10847

/// There was no room for more MIDI output.
public let kAudioUnitErr_MIDIOutputBufferFull: OSStatus = -66753

/// The unit did not render in time.
public let kAudioUnitErr_RenderTimeout: OSStatus = -66745

/// The unit does not exist any more.
public let kAudioUnitErr_ExtensionNotFound: OSStatus = -66744

/// The value does not fit the parameter.
public let kAudioUnitErr_InvalidParameterValue: OSStatus = -66743

/// The path is not valid.
public let kAudioUnitErr_InvalidFilePath: OSStatus = -66742

/// A key is missing in the preset.
public let kAudioUnitErr_MissingKey: OSStatus = -66741

/// The component cannot be used here.
public let kAudioUnitErr_ComponentManagerNotSupported: OSStatus = -66740

/// Only one voice processor may exist.
public let kAudioUnitErr_MultipleVoiceProcessors: OSStatus = -66635
