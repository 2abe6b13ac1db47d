// Addresses of the parameters of Apple's effects; the numbers of bands are added to an equaliser's.

// MARK: - A delay, 'dely'

/// A delay's wet dry mix.
public let kDelayParam_WetDryMix: AudioUnitParameterID = 0
/// A delay's delay time.
public let kDelayParam_DelayTime: AudioUnitParameterID = 1
/// A delay's feedback.
public let kDelayParam_Feedback: AudioUnitParameterID = 2
/// A delay's lopass cutoff.
public let kDelayParam_LopassCutoff: AudioUnitParameterID = 3

// MARK: - A sample delay, 'sdly'

/// A sample delay's delay frames.
public let kSampleDelayParam_DelayFrames: AudioUnitParameterID = 0

// MARK: - A low-pass, 'lpas'

/// A low-pass's cutoff frequency.
public let kLowPassParam_CutoffFrequency: AudioUnitParameterID = 0
/// A low-pass's resonance.
public let kLowPassParam_Resonance: AudioUnitParameterID = 1

// MARK: - A high-pass, 'hpas'

/// A high-pass's cutoff frequency.
public let kHipassParam_CutoffFrequency: AudioUnitParameterID = 0
/// A high-pass's resonance.
public let kHipassParam_Resonance: AudioUnitParameterID = 1

// MARK: - A band-pass, 'bpas'

/// A band-pass's center frequency.
public let kBandpassParam_CenterFrequency: AudioUnitParameterID = 0
/// A band-pass's bandwidth.
public let kBandpassParam_Bandwidth: AudioUnitParameterID = 1

// MARK: - A high shelf, 'hshf'

/// A high shelf's cut off frequency.
public let kHighShelfParam_CutOffFrequency: AudioUnitParameterID = 0
/// A high shelf's gain.
public let kHighShelfParam_Gain: AudioUnitParameterID = 1

// MARK: - A low shelf, 'lshf'

/// A low shelf's cutoff frequency.
public let kAULowShelfParam_CutoffFrequency: AudioUnitParameterID = 0
/// A low shelf's gain.
public let kAULowShelfParam_Gain: AudioUnitParameterID = 1

// MARK: - A parametric equaliser, 'pmeq'

/// A parametric equaliser's center frEQ.
public let kParametricEQParam_CenterFreq: AudioUnitParameterID = 0
/// A parametric equaliser's q.
public let kParametricEQParam_Q: AudioUnitParameterID = 1
/// A parametric equaliser's gain.
public let kParametricEQParam_Gain: AudioUnitParameterID = 2

// MARK: - A reverb, 'rvb2'

/// A reverb's dry wet mix.
public let kReverb2Param_DryWetMix: AudioUnitParameterID = 0
/// A reverb's gain.
public let kReverb2Param_Gain: AudioUnitParameterID = 1
/// A reverb's min delay time.
public let kReverb2Param_MinDelayTime: AudioUnitParameterID = 2
/// A reverb's max delay time.
public let kReverb2Param_MaxDelayTime: AudioUnitParameterID = 3
/// A reverb's decay time at0 hz.
public let kReverb2Param_DecayTimeAt0Hz: AudioUnitParameterID = 4
/// A reverb's decay time at nyquist.
public let kReverb2Param_DecayTimeAtNyquist: AudioUnitParameterID = 5
/// A reverb's randomize reflections.
public let kReverb2Param_RandomizeReflections: AudioUnitParameterID = 6

// MARK: - A limiter, 'lmtr'

/// A limiter's attack time.
public let kLimiterParam_AttackTime: AudioUnitParameterID = 0
/// A limiter's decay time.
public let kLimiterParam_DecayTime: AudioUnitParameterID = 1
/// A limiter's pre gain.
public let kLimiterParam_PreGain: AudioUnitParameterID = 2

// MARK: - A dynamics processor, 'dcmp'

/// A dynamics processor's threshold.
public let kDynamicsProcessorParam_Threshold: AudioUnitParameterID = 0
/// A dynamics processor's head room.
public let kDynamicsProcessorParam_HeadRoom: AudioUnitParameterID = 1
/// A dynamics processor's expansion ratio.
public let kDynamicsProcessorParam_ExpansionRatio: AudioUnitParameterID = 2
/// A dynamics processor's expansion threshold.
public let kDynamicsProcessorParam_ExpansionThreshold: AudioUnitParameterID = 3
/// A dynamics processor's attack time.
public let kDynamicsProcessorParam_AttackTime: AudioUnitParameterID = 4
/// A dynamics processor's release time.
public let kDynamicsProcessorParam_ReleaseTime: AudioUnitParameterID = 5
/// A dynamics processor's overall gain.
public let kDynamicsProcessorParam_OverallGain: AudioUnitParameterID = 6
/// A dynamics processor's compression amount.
public let kDynamicsProcessorParam_CompressionAmount: AudioUnitParameterID = 1000
/// A dynamics processor's input amplitude.
public let kDynamicsProcessorParam_InputAmplitude: AudioUnitParameterID = 2000
/// A dynamics processor's output amplitude.
public let kDynamicsProcessorParam_OutputAmplitude: AudioUnitParameterID = 3000

// MARK: - A distortion, 'dist'

/// A distortion's delay.
public let kDistortionParam_Delay: AudioUnitParameterID = 0
/// A distortion's decay.
public let kDistortionParam_Decay: AudioUnitParameterID = 1
/// A distortion's delay mix.
public let kDistortionParam_DelayMix: AudioUnitParameterID = 2
/// A distortion's decimation.
public let kDistortionParam_Decimation: AudioUnitParameterID = 3
/// A distortion's rounding.
public let kDistortionParam_Rounding: AudioUnitParameterID = 4
/// A distortion's decimation mix.
public let kDistortionParam_DecimationMix: AudioUnitParameterID = 5
/// A distortion's linear term.
public let kDistortionParam_LinearTerm: AudioUnitParameterID = 6
/// A distortion's squared term.
public let kDistortionParam_SquaredTerm: AudioUnitParameterID = 7
/// A distortion's cubic term.
public let kDistortionParam_CubicTerm: AudioUnitParameterID = 8
/// A distortion's polynomial mix.
public let kDistortionParam_PolynomialMix: AudioUnitParameterID = 9
/// A distortion's ring mod frEQ1.
public let kDistortionParam_RingModFreq1: AudioUnitParameterID = 10
/// A distortion's ring mod frEQ2.
public let kDistortionParam_RingModFreq2: AudioUnitParameterID = 11
/// A distortion's ring mod balance.
public let kDistortionParam_RingModBalance: AudioUnitParameterID = 12
/// A distortion's ring mod mix.
public let kDistortionParam_RingModMix: AudioUnitParameterID = 13
/// A distortion's soft clip gain.
public let kDistortionParam_SoftClipGain: AudioUnitParameterID = 14
/// A distortion's final mix.
public let kDistortionParam_FinalMix: AudioUnitParameterID = 15

// MARK: - An N-band equaliser, 'nbeq'

/// An N-band equaliser's global gain.
public let kAUNBandEQParam_GlobalGain: AudioUnitParameterID = 0
/// An N-band equaliser's bypass band.
public let kAUNBandEQParam_BypassBand: AudioUnitParameterID = 1000
/// An N-band equaliser's filter type.
public let kAUNBandEQParam_FilterType: AudioUnitParameterID = 2000
/// An N-band equaliser's frequency.
public let kAUNBandEQParam_Frequency: AudioUnitParameterID = 3000
/// An N-band equaliser's gain.
public let kAUNBandEQParam_Gain: AudioUnitParameterID = 4000
/// An N-band equaliser's bandwidth.
public let kAUNBandEQParam_Bandwidth: AudioUnitParameterID = 5000

// MARK: - A varispeed, 'vari'

/// A varispeed's playback rate.
public let kVarispeedParam_PlaybackRate: AudioUnitParameterID = 0
/// A varispeed's playback cents.
public let kVarispeedParam_PlaybackCents: AudioUnitParameterID = 1

// MARK: - A time pitch, 'nutp'

/// A time pitch's rate.
public let kNewTimePitchParam_Rate: AudioUnitParameterID = 0
/// A time pitch's pitch.
public let kNewTimePitchParam_Pitch: AudioUnitParameterID = 1
/// A time pitch's overlap, under its newer name.
public let kNewTimePitchParam_Smoothness: AudioUnitParameterID = 4
/// A time pitch's overlap.
public let kNewTimePitchParam_Overlap: AudioUnitParameterID = 4
/// A time pitch's spectral coherence.
public let kNewTimePitchParam_EnableSpectralCoherence: AudioUnitParameterID = 6
/// A time pitch's spectral coherence, under its older name.
public let kNewTimePitchParam_EnablePeakLocking: AudioUnitParameterID = 6
/// A time pitch's transient preservation.
public let kNewTimePitchParam_EnableTransientPreservation: AudioUnitParameterID = 7
