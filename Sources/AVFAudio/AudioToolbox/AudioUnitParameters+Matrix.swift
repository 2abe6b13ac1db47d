// Addresses of the parameters of Apple's matrix units.

// MARK: - A matrix reverb, 'mrev'

/// A matrix reverb's dry wet mix.
public let kReverbParam_DryWetMix: AudioUnitParameterID = 0
/// A matrix reverb's small large mix.
public let kReverbParam_SmallLargeMix: AudioUnitParameterID = 1
/// A matrix reverb's small size.
public let kReverbParam_SmallSize: AudioUnitParameterID = 2
/// A matrix reverb's large size.
public let kReverbParam_LargeSize: AudioUnitParameterID = 3
/// A matrix reverb's pre delay.
public let kReverbParam_PreDelay: AudioUnitParameterID = 4
/// A matrix reverb's large delay.
public let kReverbParam_LargeDelay: AudioUnitParameterID = 5
/// A matrix reverb's small density.
public let kReverbParam_SmallDensity: AudioUnitParameterID = 6
/// A matrix reverb's large density.
public let kReverbParam_LargeDensity: AudioUnitParameterID = 7
/// A matrix reverb's large delay range.
public let kReverbParam_LargeDelayRange: AudioUnitParameterID = 8
/// A matrix reverb's small brightness.
public let kReverbParam_SmallBrightness: AudioUnitParameterID = 9
/// A matrix reverb's large brightness.
public let kReverbParam_LargeBrightness: AudioUnitParameterID = 10
/// A matrix reverb's small delay range.
public let kReverbParam_SmallDelayRange: AudioUnitParameterID = 11
/// A matrix reverb's modulation rate.
public let kReverbParam_ModulationRate: AudioUnitParameterID = 12
/// A matrix reverb's modulation depth.
public let kReverbParam_ModulationDepth: AudioUnitParameterID = 13
/// A matrix reverb's filter frequency.
public let kReverbParam_FilterFrequency: AudioUnitParameterID = 14
/// A matrix reverb's filter bandwidth.
public let kReverbParam_FilterBandwidth: AudioUnitParameterID = 15
/// A matrix reverb's filter gain.
public let kReverbParam_FilterGain: AudioUnitParameterID = 16
/// A matrix reverb's filter type.
public let kReverbParam_FilterType: AudioUnitParameterID = 17
/// A matrix reverb's filter enable.
public let kReverbParam_FilterEnable: AudioUnitParameterID = 18

// MARK: - A matrix mixer, 'mxmx'

/// A matrix mixer's volume of an input, an output, a crosspoint, or everything.
public let kMatrixMixerParam_Volume: AudioUnitParameterID = 0
/// Whether one of a matrix mixer's inputs or outputs is heard.
public let kMatrixMixerParam_Enable: AudioUnitParameterID = 1
