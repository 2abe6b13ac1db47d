// Made by `avf generate` from the units' declarations. Do not edit.
#ifndef AVF_UNITS_GENERATED_H
#define AVF_UNITS_GENERATED_H

// For each unit: its symbol, and the addresses of its parameters.
// In a unit with several equal sections (bands), `_STRIDE` is what each further section adds.

/// Equalizer. Shapes the spectrum with parametric, pass, stop and shelf bands.
#define AVF_UNIT_EQUALIZER "equalizer"
/// Gain behind all bands; −96 dB is silence. −96…24 dB, default 0 dB.
#define AVF_EQUALIZER_GLOBAL_GAIN 0u
/// Whether the band leaves the sound alone. On or off, default on.
#define AVF_EQUALIZER_BAND_BYPASS 1000u
#define AVF_EQUALIZER_BAND_BYPASS_STRIDE 1u
/// What the band does to the spectrum. One of Parametric, Low Pass, High Pass, Resonant Low Pass,
/// Resonant High Pass, Band Pass, Band Stop, Low Shelf, High Shelf, Resonant Low Shelf, Resonant
/// High Shelf; default Parametric.
#define AVF_EQUALIZER_BAND_FILTER_TYPE 2000u
#define AVF_EQUALIZER_BAND_FILTER_TYPE_STRIDE 1u
#define AVF_EQUALIZER_BAND_FILTER_TYPE_PARAMETRIC 0
#define AVF_EQUALIZER_BAND_FILTER_TYPE_LOW_PASS 1
#define AVF_EQUALIZER_BAND_FILTER_TYPE_HIGH_PASS 2
#define AVF_EQUALIZER_BAND_FILTER_TYPE_RESONANT_LOW_PASS 3
#define AVF_EQUALIZER_BAND_FILTER_TYPE_RESONANT_HIGH_PASS 4
#define AVF_EQUALIZER_BAND_FILTER_TYPE_BAND_PASS 5
#define AVF_EQUALIZER_BAND_FILTER_TYPE_BAND_STOP 6
#define AVF_EQUALIZER_BAND_FILTER_TYPE_LOW_SHELF 7
#define AVF_EQUALIZER_BAND_FILTER_TYPE_HIGH_SHELF 8
#define AVF_EQUALIZER_BAND_FILTER_TYPE_RESONANT_LOW_SHELF 9
#define AVF_EQUALIZER_BAND_FILTER_TYPE_RESONANT_HIGH_SHELF 10
/// Centre or corner frequency; held below half of the sample rate. 20…96000 Hz, default 1000 Hz.
#define AVF_EQUALIZER_BAND_FREQUENCY 3000u
#define AVF_EQUALIZER_BAND_FREQUENCY_STRIDE 1u
/// Gain of a parametric or shelf band. −96…24 dB, default 0 dB.
#define AVF_EQUALIZER_BAND_GAIN 4000u
#define AVF_EQUALIZER_BAND_GAIN_STRIDE 1u
/// Width of a parametric, resonant, band-pass or band-stop band. 0.05…5 octaves, default 0.5
/// octaves.
#define AVF_EQUALIZER_BAND_BANDWIDTH 5000u
#define AVF_EQUALIZER_BAND_BANDWIDTH_STRIDE 1u

/// Gain. Sets the level, and the balance of a stereo signal.
#define AVF_UNIT_GAIN "gain"
/// Level change; −96 dB is silence. −96…24 dB, default 0 dB.
#define AVF_GAIN_GAIN 0u
/// Balance of a stereo signal: towards one side, the other side falls. No effect on other layouts.
/// −1…1, default 0.
#define AVF_GAIN_PAN 1u

/// Tone. Plays a sine, sawtooth, square or triangle wave.
#define AVF_UNIT_TONE "tone"
/// Periods in a second; held below half of the sample rate. 1…24000 Hz, default 440 Hz.
#define AVF_TONE_FREQUENCY 0u
/// Peak level; −96 dB is silence. −96…0 dB, default −12 dB.
#define AVF_TONE_LEVEL 1u
/// Shape of the period. One of Sine, Sawtooth, Square, Triangle; default Sine.
#define AVF_TONE_WAVEFORM 2u
#define AVF_TONE_WAVEFORM_SINE 0
#define AVF_TONE_WAVEFORM_SAWTOOTH 1
#define AVF_TONE_WAVEFORM_SQUARE 2
#define AVF_TONE_WAVEFORM_TRIANGLE 3

/// Varispeed. Plays faster and higher, or slower and lower.
#define AVF_UNIT_VARISPEED "varispeed"
/// How many times faster, and higher, the input plays. 0.25…4, default 1.
#define AVF_VARISPEED_RATE 0u
/// The same as a pitch, on top of the rate; both together stay within two octaves. −2400…2400
/// cents, default 0 cents.
#define AVF_VARISPEED_CENTS 1u

#endif
