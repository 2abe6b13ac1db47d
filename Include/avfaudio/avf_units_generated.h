// Made by `avf-dev generate` from the units' declarations. Do not edit.
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

/// Tone. Plays a sine, sawtooth, square, triangle or pulse wave.
#define AVF_UNIT_TONE "tone"
/// Periods in a second; held below half of the sample rate. 1…24000 Hz, default 440 Hz.
#define AVF_TONE_FREQUENCY 0u
/// Peak level; −96 dB is silence. −96…0 dB, default −12 dB.
#define AVF_TONE_LEVEL 1u
/// Shape of the period. One of Sine, Sawtooth, Square, Triangle, Pulse; default Sine.
#define AVF_TONE_WAVEFORM 2u
#define AVF_TONE_WAVEFORM_SINE 0
#define AVF_TONE_WAVEFORM_SAWTOOTH 1
#define AVF_TONE_WAVEFORM_SQUARE 2
#define AVF_TONE_WAVEFORM_TRIANGLE 3
#define AVF_TONE_WAVEFORM_PULSE 4
/// Share of the period for which a pulse is high; its mean is taken away. 1…99 %, default 50 %.
#define AVF_TONE_PULSE_WIDTH 3u

/// Delay. Repeats the sound after a time, again and again, darker each time.
#define AVF_UNIT_DELAY "delay"
/// Share of the echoes: 0 is dry only, 100 wet only, with constant power between. 0…100 %, default
/// 50 %.
#define AVF_DELAY_WET_DRY_MIX 0u
/// Time from a sound to its echo, to the nearest frame. A new time fades in over 50 ms. 0…2 s,
/// default 1 s.
#define AVF_DELAY_DELAY_TIME 1u
/// Share of the echo that is echoed again; below 0 every second echo is inverted. −100…100 %,
/// default 50 %.
#define AVF_DELAY_FEEDBACK 2u
/// Where each echo loses 3 dB, 6 dB an octave above; open from half of the sample rate on. 10…96000
/// Hz, default 15000 Hz.
#define AVF_DELAY_LOW_PASS_CUTOFF 3u

/// Sample Delay. Delays the sound by a number of frames.
#define AVF_UNIT_SAMPLE_DELAY "sampleDelay"
/// How many frames later the sound comes, at most a second. A new delay fades in over 50 ms.
/// 0…192000 frames, default 0 frames.
#define AVF_SAMPLE_DELAY_DELAY_FRAMES 0u

/// Low Pass. Lets pass what is below a frequency, 12 dB an octave.
#define AVF_UNIT_LOW_PASS "lowPass"
/// Corner of the filter; open from half of the sample rate on. 10…96000 Hz, default 6900 Hz.
#define AVF_LOW_PASS_CUTOFF_FREQUENCY 0u
/// Gain at the cut-off frequency; −3.01 dB is maximally flat. −20…40 dB, default 0 dB.
#define AVF_LOW_PASS_RESONANCE 1u

/// High Pass. Lets pass what is above a frequency, 12 dB an octave.
#define AVF_UNIT_HIGH_PASS "highPass"
/// Corner of the filter; held below half of the sample rate. 10…96000 Hz, default 6900 Hz.
#define AVF_HIGH_PASS_CUTOFF_FREQUENCY 0u
/// Gain at the cut-off frequency; −3.01 dB is maximally flat. −20…40 dB, default 0 dB.
#define AVF_HIGH_PASS_RESONANCE 1u

/// Band Pass. Lets pass what is around a frequency.
#define AVF_UNIT_BAND_PASS "bandPass"
/// Middle of the band; held below half of the sample rate. 20…96000 Hz, default 5000 Hz.
#define AVF_BAND_PASS_CENTER_FREQUENCY 0u
/// Distance of the points with −3 dB; 1200 cents are an octave. 100…12000 cents, default 600 cents.
#define AVF_BAND_PASS_BANDWIDTH 1u

/// Low Shelf. Raises or lowers what is below a frequency.
#define AVF_UNIT_LOW_SHELF "lowShelf"
/// Where half of the gain is reached, in decibels. 10…200 Hz, default 80 Hz.
#define AVF_LOW_SHELF_CUTOFF_FREQUENCY 0u
/// Gain of the lowest frequencies. −40…40 dB, default 0 dB.
#define AVF_LOW_SHELF_GAIN 1u

/// High Shelf. Raises or lowers what is above a frequency.
#define AVF_UNIT_HIGH_SHELF "highShelf"
/// Where half of the gain is reached, in decibels; held below half of the sample rate. 10000…96000
/// Hz, default 10000 Hz.
#define AVF_HIGH_SHELF_CUTOFF_FREQUENCY 0u
/// Gain of the highest frequencies. −40…40 dB, default 0 dB.
#define AVF_HIGH_SHELF_GAIN 1u

/// Parametric Equalizer. Raises or lowers what is around a frequency.
#define AVF_UNIT_PARAMETRIC_EQUALIZER "parametricEqualizer"
/// Middle of the bell; held below half of the sample rate. 20…96000 Hz, default 2000 Hz.
#define AVF_PARAMETRIC_EQUALIZER_CENTER_FREQUENCY 0u
/// Centre frequency divided by the bandwidth: the higher the narrower. 0.1…20, default 1.
#define AVF_PARAMETRIC_EQUALIZER_QUALITY 1u
/// Gain at the centre. −20…20 dB, default 0 dB.
#define AVF_PARAMETRIC_EQUALIZER_GAIN 2u

/// Graphic Equalizer. Shapes the spectrum with ten or thirty-one sliders.
#define AVF_UNIT_GRAPHIC_EQUALIZER "graphicEqualizer"
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND1 0u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND2 1u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND3 2u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND4 3u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND5 4u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND6 5u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND7 6u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND8 7u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND9 8u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND10 9u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND11 10u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND12 11u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND13 12u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND14 13u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND15 14u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND16 15u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND17 16u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND18 17u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND19 18u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND20 19u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND21 20u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND22 21u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND23 22u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND24 23u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND25 24u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND26 25u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND27 26u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND28 27u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND29 28u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND30 29u
/// Gain at the band's frequency. −20…20 dB, default 0 dB.
#define AVF_GRAPHIC_EQUALIZER_BAND31 30u
/// Whether the sliders are octaves from 31.25 Hz or thirds of octaves from 20 Hz on. One of Ten,
/// Thirty-One; default Thirty-One.
#define AVF_GRAPHIC_EQUALIZER_BAND_LAYOUT 10000u
#define AVF_GRAPHIC_EQUALIZER_BAND_LAYOUT_TEN 0
#define AVF_GRAPHIC_EQUALIZER_BAND_LAYOUT_THIRTY_ONE 1

/// Reverb. Places the sound in a room.
#define AVF_UNIT_REVERB "reverb"
/// Share of the room: 0 is dry only, 100 wet only, with constant power between. 0…100 %, default
/// 100 %.
#define AVF_REVERB_DRY_WET_MIX 0u
/// Gain of the room. −20…20 dB, default 0 dB.
#define AVF_REVERB_GAIN 1u
/// When the first reflection arrives. A change is another room, which fades in over 100 ms.
/// 0.0001…1 s, default 0.008 s.
#define AVF_REVERB_MIN_DELAY_TIME 2u
/// Longest way between two reflections: the size of the room. A change is another room. 0.0001…1 s,
/// default 0.05 s.
#define AVF_REVERB_MAX_DELAY_TIME 3u
/// Time in which the lowest frequencies fall by 60 dB. 0.001…20 s, default 1 s.
#define AVF_REVERB_DECAY_TIME_AT0_HZ 4u
/// Time in which half of the sample rate would fall by 60 dB. 0.001…20 s, default 0.5 s.
#define AVF_REVERB_DECAY_TIME_AT_NYQUIST 5u
/// Which of a thousand arrangements of reflections it is. 1…1000, default 1.
#define AVF_REVERB_RANDOMIZE_REFLECTIONS 6u

/// Dynamics Processor. Holds down what is loud, and pushes down what is faint.
#define AVF_UNIT_DYNAMICS "dynamics"
/// Level above which the sound is held down. −40…20 dB, default −20 dB.
#define AVF_DYNAMICS_THRESHOLD 0u
/// How far the output can rise above the threshold, ever more slowly. 0.1…40 dB, default 5 dB.
#define AVF_DYNAMICS_HEADROOM 1u
/// Decibels by which the output falls for each decibel below the expansion threshold. 1…50, default
/// 2.
#define AVF_DYNAMICS_EXPANSION_RATIO 2u
/// Level below which the sound is pushed down. −120…0 dB, default −120 dB.
#define AVF_DYNAMICS_EXPANSION_THRESHOLD 3u
/// Time in which the gain goes 63 % of its way down. 0.0001…0.2 s, default 0.001 s.
#define AVF_DYNAMICS_ATTACK_TIME 4u
/// Time in which the gain goes 63 % of its way up. 0.01…3 s, default 0.05 s.
#define AVF_DYNAMICS_RELEASE_TIME 5u
/// Gain behind it. −40…40 dB, default 0 dB.
#define AVF_DYNAMICS_OVERALL_GAIN 6u
/// By how much the gain is down. 0…120 dB, default 0 dB; measured by the unit.
#define AVF_DYNAMICS_COMPRESSION_AMOUNT 1000u
/// Peak level of the input. −120…40 dB, default −120 dB; measured by the unit.
#define AVF_DYNAMICS_INPUT_AMPLITUDE 2000u
/// Peak level of the output. −120…40 dB, default −120 dB; measured by the unit.
#define AVF_DYNAMICS_OUTPUT_AMPLITUDE 3000u

/// Peak Limiter. Keeps the sound below 0 dB, between the samples too.
#define AVF_UNIT_LIMITER "limiter"
/// How early the gain begins to fall before a peak: the unit's latency, less a quarter millisecond.
/// 0.001…0.03 s, default 0.012 s.
#define AVF_LIMITER_ATTACK_TIME 0u
/// Time in which the gain goes 63 % of its way back up. 0.001…0.06 s, default 0.024 s.
#define AVF_LIMITER_DECAY_TIME 1u
/// Gain before it. −40…40 dB, default 0 dB.
#define AVF_LIMITER_PRE_GAIN 2u

/// Multiband Compressor. Holds down what is loud, in four bands apart.
#define AVF_UNIT_MULTIBAND_COMPRESSOR "multibandCompressor"
/// Gain before it. −40…40 dB, default 0 dB.
#define AVF_MULTIBAND_COMPRESSOR_PRE_GAIN 0u
/// Gain behind it. −40…40 dB, default 0 dB.
#define AVF_MULTIBAND_COMPRESSOR_POST_GAIN 1u
/// Where two bands meet; held above the crossover before it. 20…20000 Hz, default 120 Hz.
#define AVF_MULTIBAND_COMPRESSOR_CROSSOVER1 2u
/// Where two bands meet; held above the crossover before it. 20…20000 Hz, default 700 Hz.
#define AVF_MULTIBAND_COMPRESSOR_CROSSOVER2 3u
/// Where two bands meet; held above the crossover before it. 20…20000 Hz, default 3000 Hz.
#define AVF_MULTIBAND_COMPRESSOR_CROSSOVER3 4u
/// Level above which the band is held down. −100…0 dB, default −22 dB.
#define AVF_MULTIBAND_COMPRESSOR_THRESHOLD1 5u
/// Level above which the band is held down. −100…0 dB, default −22 dB.
#define AVF_MULTIBAND_COMPRESSOR_THRESHOLD2 6u
/// Level above which the band is held down. −100…0 dB, default −22 dB.
#define AVF_MULTIBAND_COMPRESSOR_THRESHOLD3 7u
/// Level above which the band is held down. −100…0 dB, default −22 dB.
#define AVF_MULTIBAND_COMPRESSOR_THRESHOLD4 8u
/// How far the band can rise above its threshold, ever more slowly. 0.1…40 dB, default 5 dB.
#define AVF_MULTIBAND_COMPRESSOR_HEADROOM1 9u
/// How far the band can rise above its threshold, ever more slowly. 0.1…40 dB, default 5 dB.
#define AVF_MULTIBAND_COMPRESSOR_HEADROOM2 10u
/// How far the band can rise above its threshold, ever more slowly. 0.1…40 dB, default 5 dB.
#define AVF_MULTIBAND_COMPRESSOR_HEADROOM3 11u
/// How far the band can rise above its threshold, ever more slowly. 0.1…40 dB, default 5 dB.
#define AVF_MULTIBAND_COMPRESSOR_HEADROOM4 12u
/// Time in which the gains go 63 % of their way down. 0.001…0.2 s, default 0.08 s.
#define AVF_MULTIBAND_COMPRESSOR_ATTACK_TIME 13u
/// Time in which the gains go 63 % of their way up. 0.01…3 s, default 0.12 s.
#define AVF_MULTIBAND_COMPRESSOR_RELEASE_TIME 14u
/// Gain of the band, behind it. −20…20 dB, default 0 dB.
#define AVF_MULTIBAND_COMPRESSOR_GAIN1 15u
/// Gain of the band, behind it. −20…20 dB, default 0 dB.
#define AVF_MULTIBAND_COMPRESSOR_GAIN2 16u
/// Gain of the band, behind it. −20…20 dB, default 0 dB.
#define AVF_MULTIBAND_COMPRESSOR_GAIN3 17u
/// Gain of the band, behind it. −20…20 dB, default 0 dB.
#define AVF_MULTIBAND_COMPRESSOR_GAIN4 18u
/// By how much the band's gain is down. 0…120 dB, default 0 dB; measured by the unit.
#define AVF_MULTIBAND_COMPRESSOR_COMPRESSION_AMOUNT1 1000u
/// By how much the band's gain is down. 0…120 dB, default 0 dB; measured by the unit.
#define AVF_MULTIBAND_COMPRESSOR_COMPRESSION_AMOUNT2 1001u
/// By how much the band's gain is down. 0…120 dB, default 0 dB; measured by the unit.
#define AVF_MULTIBAND_COMPRESSOR_COMPRESSION_AMOUNT3 1002u
/// By how much the band's gain is down. 0…120 dB, default 0 dB; measured by the unit.
#define AVF_MULTIBAND_COMPRESSOR_COMPRESSION_AMOUNT4 1003u
/// Peak level of the band, before its compressor. −120…40 dB, default −120 dB; measured by the
/// unit.
#define AVF_MULTIBAND_COMPRESSOR_INPUT_AMPLITUDE1 2000u
/// Peak level of the band, before its compressor. −120…40 dB, default −120 dB; measured by the
/// unit.
#define AVF_MULTIBAND_COMPRESSOR_INPUT_AMPLITUDE2 2001u
/// Peak level of the band, before its compressor. −120…40 dB, default −120 dB; measured by the
/// unit.
#define AVF_MULTIBAND_COMPRESSOR_INPUT_AMPLITUDE3 2002u
/// Peak level of the band, before its compressor. −120…40 dB, default −120 dB; measured by the
/// unit.
#define AVF_MULTIBAND_COMPRESSOR_INPUT_AMPLITUDE4 2003u
/// Peak level of the band, behind its compressor. −120…40 dB, default −120 dB; measured by the
/// unit.
#define AVF_MULTIBAND_COMPRESSOR_OUTPUT_AMPLITUDE1 3000u
/// Peak level of the band, behind its compressor. −120…40 dB, default −120 dB; measured by the
/// unit.
#define AVF_MULTIBAND_COMPRESSOR_OUTPUT_AMPLITUDE2 3001u
/// Peak level of the band, behind its compressor. −120…40 dB, default −120 dB; measured by the
/// unit.
#define AVF_MULTIBAND_COMPRESSOR_OUTPUT_AMPLITUDE3 3002u
/// Peak level of the band, behind its compressor. −120…40 dB, default −120 dB; measured by the
/// unit.
#define AVF_MULTIBAND_COMPRESSOR_OUTPUT_AMPLITUDE4 3003u

/// Distortion. Bends and breaks the sound in five ways.
#define AVF_UNIT_DISTORTION "distortion"
/// Time from echo to echo. 0.1…500 ms, default 0.1 ms.
#define AVF_DISTORTION_DELAY 0u
/// How fast the echoes die: each is by e to the power of this fainter than the one before. 0.1…50,
/// default 1.
#define AVF_DISTORTION_DECAY 1u
/// Share of the echoes. 0…100 %, default 50 %.
#define AVF_DISTORTION_DELAY_MIX 2u
/// How seldom samples are taken: 50 is every tenth, 100 every hundredth. 0…100 %, default 0 %.
#define AVF_DISTORTION_DECIMATION 3u
/// How coarse samples are: 0 is not at all, 100 leaves −1, 0 and 1. 0…100 %, default 0 %.
#define AVF_DISTORTION_ROUNDING 4u
/// Share of the coarse samples. 0…100 %, default 50 %.
#define AVF_DISTORTION_DECIMATION_MIX 5u
/// What stays straight in the polynomial. 0…1, default 1.
#define AVF_DISTORTION_LINEAR_TERM 6u
/// The polynomial's second order: even harmonics. 0…20, default 0.
#define AVF_DISTORTION_SQUARED_TERM 7u
/// The polynomial's third order: odd harmonics. 0…20, default 0.
#define AVF_DISTORTION_CUBIC_TERM 8u
/// Share of what the polynomial has bent. 0…100 %, default 50 %.
#define AVF_DISTORTION_POLYNOMIAL_MIX 9u
/// Frequency of the first ring modulator. 0.5…8000 Hz, default 100 Hz.
#define AVF_DISTORTION_RING_MOD_FREQUENCY1 10u
/// Frequency of the second ring modulator. 0.5…8000 Hz, default 100 Hz.
#define AVF_DISTORTION_RING_MOD_FREQUENCY2 11u
/// 0 is the first ring modulator alone, 100 the second. 0…100 %, default 50 %.
#define AVF_DISTORTION_RING_MOD_BALANCE 12u
/// Share of the ring modulators. 0…100 %, default 0 %.
#define AVF_DISTORTION_RING_MOD_MIX 13u
/// Gain before all of it. −80…20 dB, default −6 dB.
#define AVF_DISTORTION_SOFT_CLIP_GAIN 14u
/// Share of the distorted sound; the rest is as it was. 0…100 %, default 50 %.
#define AVF_DISTORTION_FINAL_MIX 15u

/// Noise. Plays white, pink or brown noise, the same for the same seed.
#define AVF_UNIT_NOISE "noise"
/// Effective level (RMS), of a full-scale square wave; −96 dB is silence. −96…0 dB, default −20 dB.
#define AVF_NOISE_LEVEL 0u
/// White is even over frequency, pink falls by 3 dB an octave, brown by 6 dB from 10 Hz on. One of
/// White, Pink, Brown; default White.
#define AVF_NOISE_COLOR 1u
#define AVF_NOISE_COLOR_WHITE 0
#define AVF_NOISE_COLOR_PINK 1
#define AVF_NOISE_COLOR_BROWN 2
/// Which of the many noises it is. 0…1000000, default 0.
#define AVF_NOISE_SEED 2u

/// Sweep. Plays a sine that glides from one frequency to another.
#define AVF_UNIT_SWEEP "sweep"
/// Where it begins; a change is heard when the next sweep begins. 1…96000 Hz, default 20 Hz.
#define AVF_SWEEP_START_FREQUENCY 0u
/// Where it ends; held below half of the sample rate. 1…96000 Hz, default 20000 Hz.
#define AVF_SWEEP_END_FREQUENCY 1u
/// Time from start to end. 0.01…600 s, default 10 s.
#define AVF_SWEEP_DURATION 2u
/// Peak level; −96 dB is silence. −96…0 dB, default −12 dB.
#define AVF_SWEEP_LEVEL 3u
/// Whether equal times are equal octaves or equal hertz. One of Logarithmic, Linear; default
/// Logarithmic.
#define AVF_SWEEP_LAW 4u
#define AVF_SWEEP_LAW_LOGARITHMIC 0
#define AVF_SWEEP_LAW_LINEAR 1
/// Whether it begins anew when it has ended. On or off, default on.
#define AVF_SWEEP_REPEATS 5u

/// Impulse Train. Plays single samples in equal distances.
#define AVF_UNIT_IMPULSE_TRAIN "impulseTrain"
/// Impulses in a second, the first of them at once, each on the frame that its time falls into.
/// 0.01…1000 Hz, default 1 Hz.
#define AVF_IMPULSE_TRAIN_FREQUENCY 0u
/// Height; −96 dB is silence. −96…0 dB, default −6 dB.
#define AVF_IMPULSE_TRAIN_LEVEL 1u

/// Chorus. Adds a delayed copy with a modulated pitch, as of a second voice.
#define AVF_UNIT_CHORUS "chorus"
/// Rate of the modulation of the delay. 0.05…10 Hz, default 0.8 Hz.
#define AVF_CHORUS_RATE 0u
/// How far the delay is modulated to each side. 0…10 ms, default 2 ms.
#define AVF_CHORUS_DEPTH 1u
/// The delay in the middle. 1…50 ms, default 15 ms.
#define AVF_CHORUS_DELAY 2u
/// Share of the copy that is delayed again. −90…90 %, default 0 %.
#define AVF_CHORUS_FEEDBACK 3u
/// By how much the right side is modulated ahead of the left one. 0…180 °, default 90 °.
#define AVF_CHORUS_SPREAD 4u
/// Share of the copy: at 50 both are equal. 0…100 %, default 50 %.
#define AVF_CHORUS_DRY_WET_MIX 5u

/// Flanger. Adds a copy that is late by a few wandering milliseconds: a moving comb filter.
#define AVF_UNIT_FLANGER "flanger"
/// How often the comb wanders. 0.02…10 Hz, default 0.3 Hz.
#define AVF_FLANGER_RATE 0u
/// How far it wanders: at 100 down to no delay at all. 0…100 %, default 80 %.
#define AVF_FLANGER_DEPTH 1u
/// The delay in the middle. 0.1…10 ms, default 2 ms.
#define AVF_FLANGER_DELAY 2u
/// How sharp the comb's teeth are; below 0 between. −95…95 %, default 50 %.
#define AVF_FLANGER_FEEDBACK 3u
/// By how much the right side wanders ahead of the left one. 0…180 °, default 0 °.
#define AVF_FLANGER_SPREAD 4u
/// Share of the copy: at 50 the comb is deepest. 0…100 %, default 50 %.
#define AVF_FLANGER_DRY_WET_MIX 5u

/// Phaser. Adds a copy with a wandering phase, which cuts wandering notches.
#define AVF_UNIT_PHASER "phaser"
/// How often the notches wander. 0.02…10 Hz, default 0.4 Hz.
#define AVF_PHASER_RATE 0u
/// Where they are in the middle. 50…5000 Hz, default 600 Hz.
#define AVF_PHASER_CENTER_FREQUENCY 1u
/// How far they wander to each side. 0…3 octaves, default 1.5 octaves.
#define AVF_PHASER_DEPTH 2u
/// How many there are; heard at once. 1…6, default 2.
#define AVF_PHASER_NOTCHES 3u
/// How high the peaks between them are. −90…90 %, default 0 %.
#define AVF_PHASER_FEEDBACK 4u
/// By how much the right side wanders ahead of the left one. 0…180 °, default 90 °.
#define AVF_PHASER_SPREAD 5u
/// Share of the copy: at 50 notches are deepest. 0…100 %, default 50 %.
#define AVF_PHASER_DRY_WET_MIX 6u

/// Tremolo. Lets the level rise and fall.
#define AVF_UNIT_TREMOLO "tremolo"
/// How often the level rises. 0.1…20 Hz, default 5 Hz.
#define AVF_TREMOLO_RATE 0u
/// How far the level falls. 0…100 %, default 50 %.
#define AVF_TREMOLO_DEPTH 1u
/// By how much the right side is ahead of the left one; at 180 the sound goes from side to side.
/// 0…180 °, default 0 °.
#define AVF_TREMOLO_SPREAD 2u

/// Gate. Lets pass what is loud, and turns down what is quiet.
#define AVF_UNIT_GATE "gate"
/// Peak level that opens the gate. −96…0 dB, default −40 dB.
#define AVF_GATE_THRESHOLD 0u
/// How far below the threshold the level must fall to close it. 0…24 dB, default 4 dB.
#define AVF_GATE_HYSTERESIS 1u
/// By how much the closed gate turns down; 96 dB is silence. 0…96 dB, default 96 dB.
#define AVF_GATE_REDUCTION 2u
/// Time in which it opens. 0.0001…0.1 s, default 0.001 s.
#define AVF_GATE_ATTACK_TIME 3u
/// For how long it stays open after the last peak. 0…2 s, default 0.05 s.
#define AVF_GATE_HOLD_TIME 4u
/// Time in which it closes. 0.005…3 s, default 0.1 s.
#define AVF_GATE_RELEASE_TIME 5u
/// How far the gate is open. −96…0 dB, default −96 dB; measured by the unit.
#define AVF_GATE_GAIN 6u

/// De-Esser. Turns down the highs of a voice while they hiss.
#define AVF_UNIT_DE_ESSER "deEsser"
/// From where on it hisses. 2000…12000 Hz, default 5500 Hz.
#define AVF_DE_ESSER_FREQUENCY 0u
/// Level of the highs that is too much. −80…0 dB, default −30 dB.
#define AVF_DE_ESSER_THRESHOLD 1u
/// By how much they are turned down at most. 0…40 dB, default 12 dB.
#define AVF_DE_ESSER_RANGE 2u
/// Time in which they are turned down. 0.0001…0.05 s, default 0.001 s.
#define AVF_DE_ESSER_ATTACK_TIME 3u
/// Time in which they come back. 0.005…1 s, default 0.05 s.
#define AVF_DE_ESSER_RELEASE_TIME 4u
/// By how much the highs are down. 0…40 dB, default 0 dB; measured by the unit.
#define AVF_DE_ESSER_REDUCTION_AMOUNT 5u

/// Stereo Width. Makes stereo narrower or wider, or turns it into middle and side and back.
#define AVF_UNIT_STEREO_WIDTH "stereoWidth"
/// Gain of the side: 0 is mono, 100 leaves it, 200 doubles it. 0…200 %, default 100 %.
#define AVF_STEREO_WIDTH_WIDTH 0u
/// What comes in and goes out: stereo, or middle and side as left and right. One of Stereo, To Mid
/// Side, From Mid Side; default Stereo.
#define AVF_STEREO_WIDTH_CONVERSION 1u
#define AVF_STEREO_WIDTH_CONVERSION_STEREO 0
#define AVF_STEREO_WIDTH_CONVERSION_TO_MID_SIDE 1
#define AVF_STEREO_WIDTH_CONVERSION_FROM_MID_SIDE 2

/// Crossover. Lets one of four bands pass; what units of all bands give adds up to a flat sum.
#define AVF_UNIT_CROSSOVER "crossover"
/// What passes: a band, or all of them, which turns phases only. One of All, Low, Low Mid, High
/// Mid, High; default All.
#define AVF_CROSSOVER_BAND 0u
#define AVF_CROSSOVER_BAND_ALL 0
#define AVF_CROSSOVER_BAND_LOW 1
#define AVF_CROSSOVER_BAND_LOW_MID 2
#define AVF_CROSSOVER_BAND_HIGH_MID 3
#define AVF_CROSSOVER_BAND_HIGH 4
/// Between the lowest band and the next. 20…20000 Hz, default 120 Hz.
#define AVF_CROSSOVER_FREQUENCY1 1u
/// Between the two middle bands; held above the first one. 20…20000 Hz, default 1000 Hz.
#define AVF_CROSSOVER_FREQUENCY2 2u
/// Between the highest band and the one before; held above the second one. 20…20000 Hz, default
/// 5000 Hz.
#define AVF_CROSSOVER_FREQUENCY3 3u

/// DC Blocker. Takes away a constant offset.
#define AVF_UNIT_DC_BLOCKER "dcBlocker"
/// Where the gain is −3 dB; below, 6 dB an octave less. 1…40 Hz, default 5 Hz.
#define AVF_DC_BLOCKER_CUTOFF_FREQUENCY 0u

/// Loudness Meter. Shows loudness and true peak; the sound passes untouched.
#define AVF_UNIT_LOUDNESS "loudness"
/// Loudness of the last 400 ms in LUFS. −120…20 dB, default −120 dB; measured by the unit.
#define AVF_LOUDNESS_MOMENTARY 0u
/// Loudness of the last 3 s in LUFS. −120…20 dB, default −120 dB; measured by the unit.
#define AVF_LOUDNESS_SHORT_TERM 1u
/// Gated loudness in LUFS of everything since the unit was made or reset. −120…20 dB, default −120
/// dB; measured by the unit.
#define AVF_LOUDNESS_INTEGRATED 2u
/// Highest peak between samples since the unit was made or reset. −120…40 dB, default −120 dB;
/// measured by the unit.
#define AVF_LOUDNESS_TRUE_PEAK 3u

/// Spectrum Meter. Shows the level of each third of an octave; the sound passes untouched.
#define AVF_UNIT_SPECTRUM "spectrum"
/// Time in which the levels go 63 % of their way; sound level meters have 0.125 s or 1 s. 0.01…10
/// s, default 0.125 s.
#define AVF_SPECTRUM_AVERAGING_TIME 0u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL1 1u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL2 2u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL3 3u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL4 4u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL5 5u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL6 6u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL7 7u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL8 8u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL9 9u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL10 10u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL11 11u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL12 12u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL13 13u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL14 14u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL15 15u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL16 16u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL17 17u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL18 18u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL19 19u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL20 20u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL21 21u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL22 22u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL23 23u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL24 24u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL25 25u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL26 26u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL27 27u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL28 28u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL29 29u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL30 30u
/// Level of a third of an octave; that of 1 kHz is the eighteenth. −120…20 dB, default −120 dB;
/// measured by the unit.
#define AVF_SPECTRUM_LEVEL31 31u

/// Matrix Reverb. Places the sound in a small and a large room at once.
#define AVF_UNIT_MATRIX_REVERB "matrixReverb"
/// Share of the rooms, with constant power between. 0…100 %, default 100 %.
#define AVF_MATRIX_REVERB_DRY_WET_MIX 0u
/// Share of the large room, with constant power between. 0…100 %, default 50 %.
#define AVF_MATRIX_REVERB_SMALL_LARGE_MIX 1u
/// A twentieth of the time in which the small room's lows fall by 60 dB. 0.005…0.02 s, default 0.02
/// s.
#define AVF_MATRIX_REVERB_SMALL_SIZE 2u
/// Time in which the large room's lows fall by 60 dB. 0.4…10 s, default 3.07 s.
#define AVF_MATRIX_REVERB_LARGE_SIZE 3u
/// Time before both rooms are heard. 0.001…0.03 s, default 0.025 s.
#define AVF_MATRIX_REVERB_PRE_DELAY 4u
/// Longest way between two reflections of the large room. 0.001…0.1 s, default 0.035 s.
#define AVF_MATRIX_REVERB_LARGE_DELAY 5u
/// How early the small room's reflections begin. 0…1, default 0.28.
#define AVF_MATRIX_REVERB_SMALL_DENSITY 6u
/// How early the large room's reflections begin. 0…1, default 0.82.
#define AVF_MATRIX_REVERB_LARGE_DENSITY 7u
/// How different the large room's walls are. 0…1, default 0.3.
#define AVF_MATRIX_REVERB_LARGE_DELAY_RANGE 8u
/// Share of the decay time that the small room's highs have. 0.1…1, default 0.96.
#define AVF_MATRIX_REVERB_SMALL_BRIGHTNESS 9u
/// Share of the decay time that the large room's highs have. 0.1…1, default 0.49.
#define AVF_MATRIX_REVERB_LARGE_BRIGHTNESS 10u
/// How different the small room's walls are. 0…1, default 0.5.
#define AVF_MATRIX_REVERB_SMALL_DELAY_RANGE 11u
/// Rate of the modulation of the rooms. 0.001…2 Hz, default 1 Hz.
#define AVF_MATRIX_REVERB_MODULATION_RATE 12u
/// How far the rooms are modulated. 0…1, default 0.2.
#define AVF_MATRIX_REVERB_MODULATION_DEPTH 13u
/// Middle or corner of the filter. 10…20000 Hz, default 800 Hz.
#define AVF_MATRIX_REVERB_FILTER_FREQUENCY 14u
/// Width of the filter. 0.05…4 octaves, default 3 octaves.
#define AVF_MATRIX_REVERB_FILTER_BANDWIDTH 15u
/// Gain of a bell or shelf. −18…18 dB, default 0 dB.
#define AVF_MATRIX_REVERB_FILTER_GAIN 16u
/// What the band does to the spectrum. One of Parametric, Low Pass, High Pass, Resonant Low Pass,
/// Resonant High Pass, Band Pass, Band Stop, Low Shelf, High Shelf, Resonant Low Shelf, Resonant
/// High Shelf; default Parametric.
#define AVF_MATRIX_REVERB_FILTER_TYPE 17u
#define AVF_MATRIX_REVERB_FILTER_TYPE_PARAMETRIC 0
#define AVF_MATRIX_REVERB_FILTER_TYPE_LOW_PASS 1
#define AVF_MATRIX_REVERB_FILTER_TYPE_HIGH_PASS 2
#define AVF_MATRIX_REVERB_FILTER_TYPE_RESONANT_LOW_PASS 3
#define AVF_MATRIX_REVERB_FILTER_TYPE_RESONANT_HIGH_PASS 4
#define AVF_MATRIX_REVERB_FILTER_TYPE_BAND_PASS 5
#define AVF_MATRIX_REVERB_FILTER_TYPE_BAND_STOP 6
#define AVF_MATRIX_REVERB_FILTER_TYPE_LOW_SHELF 7
#define AVF_MATRIX_REVERB_FILTER_TYPE_HIGH_SHELF 8
#define AVF_MATRIX_REVERB_FILTER_TYPE_RESONANT_LOW_SHELF 9
#define AVF_MATRIX_REVERB_FILTER_TYPE_RESONANT_HIGH_SHELF 10
/// Whether the rooms are filtered. On or off, default on.
#define AVF_MATRIX_REVERB_FILTER_ENABLE 18u

/// Convolution Reverb. Places the sound in a recorded room; passes it untouched without an impulse
/// response.
#define AVF_UNIT_CONVOLUTION "convolution"
/// Share of the room: 0 is dry only, 100 wet only, with constant power between. 0…100 %, default
/// 100 %.
#define AVF_CONVOLUTION_DRY_WET_MIX 0u
/// Gain of the room; −96 dB is silence. −96…24 dB, default 0 dB.
#define AVF_CONVOLUTION_GAIN 1u

/// Wavetable. Plays single cycles of any wave; sine, triangle, square and sawtooth unless it is
/// given others.
#define AVF_UNIT_WAVETABLE "wavetable"
/// Cycles in a second; held below half of the sample rate. 1…24000 Hz, default 440 Hz.
#define AVF_WAVETABLE_FREQUENCY 0u
/// Gain of the cycles, which peak as their samples do; −96 dB is silence. −96…0 dB, default −12 dB.
#define AVF_WAVETABLE_LEVEL 1u
/// Which cycle: from the first to the last one, mixed in between. 0…100 %, default 0 %.
#define AVF_WAVETABLE_POSITION 2u

/// Silence. Plays nothing, for as long as it is asked.
#define AVF_UNIT_SILENCE "silence"

/// Binaural Panner. Puts a sound somewhere around the head, for headphones.
#define AVF_UNIT_BINAURAL_PANNER "binauralPanner"
/// From where it comes: 0 is the front, 90 the right, −90 the left. −180…180 °, default 0 °.
#define AVF_BINAURAL_PANNER_AZIMUTH 0u
/// How far up it comes from. −90…90 °, default 0 °.
#define AVF_BINAURAL_PANNER_ELEVATION 1u
/// How far away it is; twice as far is half as loud. 0.25…100 m, default 1 m.
#define AVF_BINAURAL_PANNER_DISTANCE 2u
/// How far the sides of a stereo signal stand apart; at 0 they are one. 0…180 °, default 0 °.
#define AVF_BINAURAL_PANNER_WIDTH 3u
/// By delays and shadows of a sphere, for headphones, or by two gains. One of Spherical Head, Equal
/// Power; default Spherical Head.
#define AVF_BINAURAL_PANNER_ALGORITHM 4u
#define AVF_BINAURAL_PANNER_ALGORITHM_SPHERICAL_HEAD 0
#define AVF_BINAURAL_PANNER_ALGORITHM_EQUAL_POWER 1

/// MIDI Transpose. Moves MIDI notes up or down, and scales their velocity.
#define AVF_UNIT_MIDI_TRANSPOSE "midiTranspose"
/// Semitones by which notes are moved up. −48…48 semitones, default 0 semitones.
#define AVF_MIDI_TRANSPOSE_SEMITONES 0u
/// Factor of the velocity of struck notes. 0…4, default 1.
#define AVF_MIDI_TRANSPOSE_VELOCITY_SCALE 1u
/// Added to the scaled velocity, which stays within 1 and 127. −127…127, default 0.
#define AVF_MIDI_TRANSPOSE_VELOCITY_OFFSET 2u

/// Sampler. Plays sampled instruments from MIDI.
#define AVF_UNIT_SAMPLER "sampler"
/// Gain of everything. −90…12 dB, default 0 dB.
#define AVF_SAMPLER_GAIN 900u
/// Semitones added to every note. −24…24 semitones, default 0 semitones.
#define AVF_SAMPLER_COARSE_TUNING 901u
/// Cents added to every note. −99…99 cents, default 0 cents.
#define AVF_SAMPLER_FINE_TUNING 902u
/// Balance from left to right. −1…1, default 0.
#define AVF_SAMPLER_PAN 903u
/// The most voices that sound at once. 1…1024, default 64.
#define AVF_SAMPLER_VOICE_COUNT 10004u
/// How values between two samples are found. One of Linear, Cubic, Sinc of 8, Sinc of 16; default
/// Cubic.
#define AVF_SAMPLER_INTERPOLATION 10005u
#define AVF_SAMPLER_INTERPOLATION_LINEAR 0
#define AVF_SAMPLER_INTERPOLATION_CUBIC 1
#define AVF_SAMPLER_INTERPOLATION_SINC_OF_8 2
#define AVF_SAMPLER_INTERPOLATION_SINC_OF_16 3
/// Whether each MIDI channel plays a part of its own, or all the first one. On or off, default off.
#define AVF_SAMPLER_MULTITIMBRAL 10006u
/// Level of the room that voices send to. 0…100 %, default 100 %.
#define AVF_SAMPLER_REVERB 10007u
/// Level of the chorus that voices send to. 0…100 %, default 100 %.
#define AVF_SAMPLER_CHORUS 10008u

/// Varispeed. Plays faster and higher, or slower and lower.
#define AVF_UNIT_VARISPEED "varispeed"
/// How many times faster, and higher, the input plays. 0.25…4, default 1.
#define AVF_VARISPEED_RATE 0u
/// The same as a pitch, on top of the rate; both together stay within two octaves. −2400…2400
/// cents, default 0 cents.
#define AVF_VARISPEED_CENTS 1u

/// Time Pitch. Changes speed and pitch independently.
#define AVF_UNIT_TIME_PITCH "timePitch"
/// How many times faster the input plays, at its pitch. 0.03125…32, default 1.
#define AVF_TIME_PITCH_RATE 0u
/// How much higher it sounds, at its speed. −2400…2400 cents, default 0 cents.
#define AVF_TIME_PITCH_PITCH 1u
/// How often frames are laid over each other: more have fewer artefacts and take more time. 3…32,
/// default 8.
#define AVF_TIME_PITCH_OVERLAP 4u
/// Whether what is no tone follows its louder neighbours, so that sounds stay together. On or off,
/// default on.
#define AVF_TIME_PITCH_SPECTRAL_COHERENCE 6u
/// Whether attacks keep their shape, instead of being as long as the sound around them. On or off,
/// default on.
#define AVF_TIME_PITCH_TRANSIENT_PRESERVATION 7u
/// Whether formants stay where they are at another pitch, so that a voice stays its owner's. On or
/// off, default off.
#define AVF_TIME_PITCH_FORMANT_PRESERVATION 100u

/// Matrix Mixer. Mixes any channels into any channels, up to eight of each.
#define AVF_UNIT_MATRIX_MIXER "matrixMixer"
/// Volume of everything. 0…1, default 1.
#define AVF_MATRIX_MIXER_MASTER 4294967295u
/// Volume of a channel that comes in. 0…1, default 1.
#define AVF_MATRIX_MIXER_INPUT1 4294967296u
/// Volume of a channel that comes in. 0…1, default 1.
#define AVF_MATRIX_MIXER_INPUT2 4294967297u
/// Volume of a channel that comes in. 0…1, default 1.
#define AVF_MATRIX_MIXER_INPUT3 4294967298u
/// Volume of a channel that comes in. 0…1, default 1.
#define AVF_MATRIX_MIXER_INPUT4 4294967299u
/// Volume of a channel that comes in. 0…1, default 1.
#define AVF_MATRIX_MIXER_INPUT5 4294967300u
/// Volume of a channel that comes in. 0…1, default 1.
#define AVF_MATRIX_MIXER_INPUT6 4294967301u
/// Volume of a channel that comes in. 0…1, default 1.
#define AVF_MATRIX_MIXER_INPUT7 4294967302u
/// Volume of a channel that comes in. 0…1, default 1.
#define AVF_MATRIX_MIXER_INPUT8 4294967303u
/// Volume of a channel that goes out. 0…1, default 1.
#define AVF_MATRIX_MIXER_OUTPUT1 8589934592u
/// Volume of a channel that goes out. 0…1, default 1.
#define AVF_MATRIX_MIXER_OUTPUT2 8589934593u
/// Volume of a channel that goes out. 0…1, default 1.
#define AVF_MATRIX_MIXER_OUTPUT3 8589934594u
/// Volume of a channel that goes out. 0…1, default 1.
#define AVF_MATRIX_MIXER_OUTPUT4 8589934595u
/// Volume of a channel that goes out. 0…1, default 1.
#define AVF_MATRIX_MIXER_OUTPUT5 8589934596u
/// Volume of a channel that goes out. 0…1, default 1.
#define AVF_MATRIX_MIXER_OUTPUT6 8589934597u
/// Volume of a channel that goes out. 0…1, default 1.
#define AVF_MATRIX_MIXER_OUTPUT7 8589934598u
/// Volume of a channel that goes out. 0…1, default 1.
#define AVF_MATRIX_MIXER_OUTPUT8 8589934599u
/// Volume of a channel on its way to another one. 0…1, default 1.
#define AVF_MATRIX_MIXER_IN1OUT1 0u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN1OUT2 1u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN1OUT3 2u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN1OUT4 3u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN1OUT5 4u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN1OUT6 5u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN1OUT7 6u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN1OUT8 7u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN2OUT1 65536u
/// Volume of a channel on its way to another one. 0…1, default 1.
#define AVF_MATRIX_MIXER_IN2OUT2 65537u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN2OUT3 65538u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN2OUT4 65539u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN2OUT5 65540u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN2OUT6 65541u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN2OUT7 65542u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN2OUT8 65543u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN3OUT1 131072u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN3OUT2 131073u
/// Volume of a channel on its way to another one. 0…1, default 1.
#define AVF_MATRIX_MIXER_IN3OUT3 131074u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN3OUT4 131075u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN3OUT5 131076u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN3OUT6 131077u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN3OUT7 131078u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN3OUT8 131079u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN4OUT1 196608u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN4OUT2 196609u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN4OUT3 196610u
/// Volume of a channel on its way to another one. 0…1, default 1.
#define AVF_MATRIX_MIXER_IN4OUT4 196611u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN4OUT5 196612u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN4OUT6 196613u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN4OUT7 196614u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN4OUT8 196615u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN5OUT1 262144u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN5OUT2 262145u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN5OUT3 262146u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN5OUT4 262147u
/// Volume of a channel on its way to another one. 0…1, default 1.
#define AVF_MATRIX_MIXER_IN5OUT5 262148u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN5OUT6 262149u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN5OUT7 262150u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN5OUT8 262151u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN6OUT1 327680u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN6OUT2 327681u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN6OUT3 327682u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN6OUT4 327683u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN6OUT5 327684u
/// Volume of a channel on its way to another one. 0…1, default 1.
#define AVF_MATRIX_MIXER_IN6OUT6 327685u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN6OUT7 327686u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN6OUT8 327687u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN7OUT1 393216u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN7OUT2 393217u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN7OUT3 393218u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN7OUT4 393219u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN7OUT5 393220u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN7OUT6 393221u
/// Volume of a channel on its way to another one. 0…1, default 1.
#define AVF_MATRIX_MIXER_IN7OUT7 393222u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN7OUT8 393223u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN8OUT1 458752u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN8OUT2 458753u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN8OUT3 458754u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN8OUT4 458755u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN8OUT5 458756u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN8OUT6 458757u
/// Volume of a channel on its way to another one. 0…1, default 0.
#define AVF_MATRIX_MIXER_IN8OUT7 458758u
/// Volume of a channel on its way to another one. 0…1, default 1.
#define AVF_MATRIX_MIXER_IN8OUT8 458759u
/// Whether a channel that comes in is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_INPUT1 1103806595072u
/// Whether a channel that comes in is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_INPUT2 1103806595073u
/// Whether a channel that comes in is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_INPUT3 1103806595074u
/// Whether a channel that comes in is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_INPUT4 1103806595075u
/// Whether a channel that comes in is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_INPUT5 1103806595076u
/// Whether a channel that comes in is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_INPUT6 1103806595077u
/// Whether a channel that comes in is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_INPUT7 1103806595078u
/// Whether a channel that comes in is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_INPUT8 1103806595079u
/// Whether a channel that goes out is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_OUTPUT1 1108101562368u
/// Whether a channel that goes out is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_OUTPUT2 1108101562369u
/// Whether a channel that goes out is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_OUTPUT3 1108101562370u
/// Whether a channel that goes out is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_OUTPUT4 1108101562371u
/// Whether a channel that goes out is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_OUTPUT5 1108101562372u
/// Whether a channel that goes out is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_OUTPUT6 1108101562373u
/// Whether a channel that goes out is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_OUTPUT7 1108101562374u
/// Whether a channel that goes out is heard. On or off, default on.
#define AVF_MATRIX_MIXER_ENABLE_OUTPUT8 1108101562375u

#endif
