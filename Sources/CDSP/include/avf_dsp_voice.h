// A sampler's voices: samples read at any pitch, through a low-pass, an envelope and two LFOs, in lanes.
// The same bits for any cutting and any CPU.
#ifndef AVF_DSP_VOICE_H
#define AVF_DSP_VOICE_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

enum {
    /// Voices that run side by side.
    AVF_DSP_VOICE_LANES = 16,
    /// Frames between two looks at envelopes and LFOs, at times that are multiples of it.
    AVF_DSP_VOICE_TICK = 32,
    /// The most source frames per output frame; higher pitches are held there.
    AVF_DSP_VOICE_FASTEST = 128,
    /// Source frames that the longest interpolation weighs.
    AVF_DSP_VOICE_MOST_TAPS = 16,
    /// Left, right, and what is sent to a reverb and to a chorus.
    AVF_DSP_VOICE_BUSES = 4,
    /// Floats of scratch memory that `avf_dsp_voices_run` needs.
    AVF_DSP_VOICE_STAGE = AVF_DSP_VOICE_LANES * (AVF_DSP_VOICE_TICK * AVF_DSP_VOICE_FASTEST + 64)
};

/// How samples lie in memory.
enum {
    /// Signed 16-bit numbers, at any address.
    AVF_DSP_VOICE_INT16 = 0,
    /// Signed 16-bit numbers, and the low eight bits of 24 in a second array.
    AVF_DSP_VOICE_INT24 = 1,
    /// Single precision, -1 to 1.
    AVF_DSP_VOICE_FLOAT = 2
};

/// How a value between two samples is found.
enum {
    AVF_DSP_VOICE_LINEAR = 0,
    AVF_DSP_VOICE_HERMITE = 1,
    AVF_DSP_VOICE_SINC8 = 2,
    AVF_DSP_VOICE_SINC16 = 3
};

/// How far a voice has come.
enum {
    /// The key is down, or a pedal holds it.
    AVF_DSP_VOICE_HELD = 0,
    AVF_DSP_VOICE_RELEASED = 1,
    /// On its way out in a few milliseconds, to make room.
    AVF_DSP_VOICE_FADING = 2
};

/// Where a voice reads; all places in frames, 0 <= start <= end, loopStart < loopEnd <= end where it loops.
typedef struct {
    const void *AVF_DSP_NULLABLE frames;
    const uint8_t *AVF_DSP_NULLABLE lowBytes;
    uint32_t start;
    uint32_t end;
    uint32_t loopStart;
    uint32_t loopEnd;
    int32_t format;
} avf_dsp_voice_sample;

/// The stages of an envelope: times in frames, decay and release those of the whole way.
typedef struct {
    double delay;
    double attack;
    double hold;
    double decay;
    double release;
    /// Of the volume: centibels below full. Of the modulation: the level, 0 to 1.
    double sustain;
} avf_dsp_voice_envelope;

/// A triangle from 0 upwards.
typedef struct {
    /// The time at which it has `phase`, in frames from the voice's start; before it, it is silent.
    double since;
    /// Periods, 0 to 1.
    double phase;
    /// Periods per frame.
    double pace;
} avf_dsp_voice_lfo;

/// One voice: what its note asks for, and how far it has come. Pitches in cents, levels in centibels.
typedef struct {
    avf_dsp_voice_sample sample;
    avf_dsp_voice_envelope volume;
    avf_dsp_voice_envelope modulation;
    avf_dsp_voice_lfo modulationLFO;
    avf_dsp_voice_lfo vibratoLFO;

    /// Source frames per output frame without what moves it, in 2^-32: at most FASTEST.
    double pace;
    double modulationLFOToPitch;
    double vibratoLFOToPitch;
    double modulationToPitch;

    /// Cents above 8.1758 Hz.
    double cutoff;
    double modulationLFOToCutoff;
    double modulationToCutoff;
    /// 1 / Q of the low-pass, and the gain that goes with it.
    double damping;
    double filterGain;

    /// Linear, without what moves it.
    double amplitude;
    double modulationLFOToVolume;
    /// Shares of the buses.
    float shares[AVF_DSP_VOICE_BUSES];

    /// When it began, when it was released or began to fade, in frames.
    int64_t start;
    int64_t turn;
    /// From where: centibels, or linear where it fades; and the modulation's level.
    double turnVolume;
    double turnModulation;
    double fadeFrames;
    /// When the volume's envelope turns next, in frames from the start.
    double corner;

    /// The next frame to be read, in 2^-32, and by how much it grows.
    uint64_t position;
    uint64_t increment;
    /// Frames for which the present ramps hold; so many that they never end for a settled loop.
    uint32_t remaining;
    int32_t stage;
    bool isActive;
    bool isLooping;
    bool hasLooped;
    /// Through the low-pass; may become true while the voice sounds.
    bool isFiltered;
    /// Has ever sent anything to a reverb or a chorus.
    bool isSending;
    /// Stays as it is from the end of the present ramps on, or from now on, until its owner changes
    /// something.
    bool isSettling;
    bool isSettled;
} avf_dsp_voice;

/// What the lanes of a group have at hand from frame to frame.
typedef struct {
    float gains[AVF_DSP_VOICE_BUSES][AVF_DSP_VOICE_LANES];
    float gainSteps[AVF_DSP_VOICE_BUSES][AVF_DSP_VOICE_LANES];
    /// Of the low-pass: three weights, and two states.
    float weights[3][AVF_DSP_VOICE_LANES];
    float weightSteps[3][AVF_DSP_VOICE_LANES];
    float states[2][AVF_DSP_VOICE_LANES];
    /// All ones for a lane whose low-pass runs.
    uint32_t filters[AVF_DSP_VOICE_LANES];
    uint32_t activeCount;
    uint32_t filterCount;
    uint32_t sendCount;
} avf_dsp_voice_group;

/// All voices of an instrument: a group's lanes are voices in a row.
typedef struct {
    avf_dsp_voice *voices;
    avf_dsp_voice_group *groups;
    /// Groups up to the last one that has a voice.
    size_t groupCount;
    /// AVF_DSP_VOICE_STAGE floats.
    float *stage;
    /// 257 rows of 8 weights, and 513 rows of 16.
    const float *sinc8;
    const float *sinc16;
    double sampleRate;
    int32_t quality;
} avf_dsp_voices;

/// 2 to the power of `value`, to 1e-14 and with the same bits on any CPU; 0 below -1000, held at 1000.
double avf_dsp_voice_power(double value) AVF_REALTIME;

/// The logarithm to the base of 2 of a positive number, to 1e-14 and with the same bits on any CPU.
double avf_dsp_voice_logarithm(double value) AVF_REALTIME;

/// The sine of so many turns, to 1e-14 and with the same bits on any CPU.
double avf_dsp_voice_sine(double turns) AVF_REALTIME;

/// SF2's convex curve: 0 up to 10^-2.4, 1 at 1.
double avf_dsp_voice_convex(double value) AVF_REALTIME;

/// The volume envelope as a linear gain, and the modulation envelope, at a time.
double avf_dsp_voice_volume(const avf_dsp_voice *voice, int64_t time) AVF_REALTIME;
double avf_dsp_voice_modulation(const avf_dsp_voice *voice, int64_t time) AVF_REALTIME;

/// An LFO, -1 to 1, at a time in frames from the voice's start.
double avf_dsp_voice_lfo_value(const avf_dsp_voice_lfo *lfo, double time) AVF_REALTIME;

/// Another pace of an LFO that goes on from where it is.
void avf_dsp_voice_lfo_turn(avf_dsp_voice_lfo *lfo, double time, double pace) AVF_REALTIME;

/// Puts a voice that its owner has filled in into its lane, to begin at `now`.
void avf_dsp_voice_start(avf_dsp_voices *voices, size_t index, int64_t now) AVF_REALTIME;

/// Lets a voice follow what its owner has changed; gains on a ramp to the next tick, the pitch at once.
void avf_dsp_voice_update(avf_dsp_voices *voices, size_t index, int64_t now) AVF_REALTIME;

/// Releases a voice in so many frames for the whole way; one that was released only if it dies sooner so.
void avf_dsp_voice_release(avf_dsp_voices *voices, size_t index, double frameCount, int64_t now) AVF_REALTIME;

/// Fades a voice out in a straight line, unless it already fades.
void avf_dsp_voice_fade(avf_dsp_voices *voices, size_t index, double frameCount, int64_t now) AVF_REALTIME;

/// Ends a voice at once.
void avf_dsp_voice_end(avf_dsp_voices *voices, size_t index) AVF_REALTIME;

/// Replaces what the buses hold by the sum of all voices, for `frameCount` frames from `now` on, none
/// behind a tick.
///
/// @return how many voices have ended.
size_t avf_dsp_voices_run(avf_dsp_voices *voices, int64_t now,
                          float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL buses,
                          size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
