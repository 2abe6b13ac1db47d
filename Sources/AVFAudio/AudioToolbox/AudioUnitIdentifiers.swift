// Which unit is meant: type, subtype and maker of components.

/// Sends to or takes from a device (`'auou'`).
public let kAudioUnitType_Output: UInt32 = 0x6175_6F75

/// Turns MIDI into sound (`'aumu'`).
public let kAudioUnitType_MusicDevice: UInt32 = 0x6175_6D75

/// Processes sound under the control of MIDI (`'aumf'`).
public let kAudioUnitType_MusicEffect: UInt32 = 0x6175_6D66

/// Changes rate, format or time (`'aufc'`).
public let kAudioUnitType_FormatConverter: UInt32 = 0x6175_6663

/// Processes sound (`'aufx'`).
public let kAudioUnitType_Effect: UInt32 = 0x6175_6678

/// Mixes several inputs (`'aumx'`).
public let kAudioUnitType_Mixer: UInt32 = 0x6175_6D78

/// Places a sound (`'aupn'`).
public let kAudioUnitType_Panner: UInt32 = 0x6175_706E

/// Makes sound out of nothing (`'augn'`).
public let kAudioUnitType_Generator: UInt32 = 0x6175_676E

/// Processes sound slower or faster than it plays (`'auol'`).
public let kAudioUnitType_OfflineEffect: UInt32 = 0x6175_6F6C

/// Turns MIDI into MIDI (`'aumi'`).
public let kAudioUnitType_MIDIProcessor: UInt32 = 0x6175_6D69

/// The maker named in descriptions of Apple's own units; the native units answer to it (`'appl'`).
public let kAudioUnitManufacturer_Apple: UInt32 = 0x6170_706C

/// The default output device (`'def '`).
public let kAudioUnitSubType_DefaultOutput: UInt32 = 0x6465_6620

/// The device for alerts (`'sys '`).
public let kAudioUnitSubType_SystemOutput: UInt32 = 0x7379_7320

/// Any device, in and out (`'ahal'`).
public let kAudioUnitSubType_HALOutput: UInt32 = 0x6168_616C

/// An output without a device (`'genr'`).
public let kAudioUnitSubType_GenericOutput: UInt32 = 0x6765_6E72

/// The default device, in and out (`'rioc'`).
public let kAudioUnitSubType_RemoteIO: UInt32 = 0x7269_6F63

/// The default device with echo cancellation (`'vpio'`).
public let kAudioUnitSubType_VoiceProcessingIO: UInt32 = 0x7670_696F

/// Sample rate and format conversion (`'conv'`).
public let kAudioUnitSubType_AUConverter: UInt32 = 0x636F_6E76

/// Speed and pitch together (`'vari'`).
public let kAudioUnitSubType_Varispeed: UInt32 = 0x7661_7269

/// Speed and pitch independently (`'nutp'`).
public let kAudioUnitSubType_NewTimePitch: UInt32 = 0x6E75_7470

/// A limiter (`'lmtr'`).
public let kAudioUnitSubType_PeakLimiter: UInt32 = 0x6C6D_7472

/// A compressor and expander (`'dcmp'`).
public let kAudioUnitSubType_DynamicsProcessor: UInt32 = 0x6463_6D70

/// A low-pass filter (`'lpas'`).
public let kAudioUnitSubType_LowPassFilter: UInt32 = 0x6C70_6173

/// A high-pass filter (`'hpas'`).
public let kAudioUnitSubType_HighPassFilter: UInt32 = 0x6870_6173

/// A band-pass filter (`'bpas'`).
public let kAudioUnitSubType_BandPassFilter: UInt32 = 0x6270_6173

/// A high shelf (`'hshf'`).
public let kAudioUnitSubType_HighShelfFilter: UInt32 = 0x6873_6866

/// A low shelf (`'lshf'`).
public let kAudioUnitSubType_LowShelfFilter: UInt32 = 0x6C73_6866

/// One parametric band (`'pmeq'`).
public let kAudioUnitSubType_ParametricEQ: UInt32 = 0x706D_6571

/// Any number of bands (`'nbeq'`).
public let kAudioUnitSubType_NBandEQ: UInt32 = 0x6E62_6571

/// A graphic equaliser (`'greq'`).
public let kAudioUnitSubType_GraphicEQ: UInt32 = 0x6772_6571

/// A room, of the older kind (`'mrev'`).
public let kAudioUnitSubType_MatrixReverb: UInt32 = 0x6D72_6576

/// A compressor in four bands (`'mcmp'`).
public let kAudioUnitSubType_MultiBandCompressor: UInt32 = 0x6D63_6D70

/// A delay of whole frames (`'sdly'`).
public let kAudioUnitSubType_SampleDelay: UInt32 = 0x7364_6C79

/// Distortion (`'dist'`).
public let kAudioUnitSubType_Distortion: UInt32 = 0x6469_7374

/// An echo (`'dely'`).
public let kAudioUnitSubType_Delay: UInt32 = 0x6465_6C79

/// A room (`'rvb2'`).
public let kAudioUnitSubType_Reverb2: UInt32 = 0x7276_6232

/// Mixes inputs of any channel count (`'mcmx'`).
public let kAudioUnitSubType_MultiChannelMixer: UInt32 = 0x6D63_6D78

/// Mixes any channel into any (`'mxmx'`).
public let kAudioUnitSubType_MatrixMixer: UInt32 = 0x6D78_6D78

/// Places its inputs in space (`'3dem'`).
public let kAudioUnitSubType_SpatialMixer: UInt32 = 0x3364_656D

/// Plays buffers at given times (`'sspl'`).
public let kAudioUnitSubType_ScheduledSoundPlayer: UInt32 = 0x7373_706C

/// Plays parts of files at given times (`'afpl'`).
public let kAudioUnitSubType_AudioFilePlayer: UInt32 = 0x6166_706C

/// Plays samples (`'samp'`).
public let kAudioUnitSubType_Sampler: UInt32 = 0x7361_6D70

/// The bank of melodic programs, for a sampler.
public let kAUSampler_DefaultMelodicBankMSB = 0x79

/// The bank of percussion programs, for a sampler.
public let kAUSampler_DefaultPercussionBankMSB = 0x78

/// The bank's finer number, for a sampler.
public let kAUSampler_DefaultBankLSB = 0

/// A General MIDI synthesiser (`'msyn'`).
public let kAudioUnitSubType_MIDISynth: UInt32 = 0x6D73_796E
