// What a patient programmer would write by hand for one workload, with no engine around it.
#ifndef REFERENCES_H
#define REFERENCES_H

#include "counted.h"
#include "kernels.h"
#include "machine_limits.h"

#include <stdbool.h>
#include <stddef.h>

/// One looping mono player.
typedef struct {
    const float *samples;
    size_t frameCount;
    size_t position;
    float leftGain;
    float rightGain;
} reference_player;

/// Whether this machine has AVX-512.
bool reference_has_avx512(void);

/// Sums all players into two channels, with AVX2.
void reference_mix_avx2(reference_player *players, size_t count, float *left, float *right,
                        size_t frameCount);

/// Sums all players into two channels, with AVX-512.
void reference_mix_avx512(reference_player *players, size_t count, float *left, float *right,
                          size_t frameCount);

/// One band of a stereo equaliser: coefficients, and two states for each channel.
typedef struct {
    float b0, b1, b2, a1, a2;
    float state[2][2];
} reference_band;

/// A peaking band of the Audio EQ Cookbook.
reference_band reference_peak(double frequencyHz, double octaves, double gainDecibels, double sampleRateHz);

/// Filters two channels in place, band by band.
void reference_equalize(reference_band *bands, size_t count, float *left, float *right, size_t frameCount);

/// Freeverb: eight combs and four all-passes a channel, at 48 kHz.
typedef struct reference_reverb reference_reverb;

/// A silent reverberator.
reference_reverb *reference_reverb_create(void);

/// Makes the wet signal of both channels.
void reference_reverb_run(reference_reverb *reverb, const float *left, const float *right, float *leftOutput,
                          float *rightOutput, size_t frameCount);

/// Frees it.
void reference_reverb_destroy(reference_reverb *reverb);

/// Multiplies two channels in place: a node of a chain that does what a gain does.
void reference_gain(float gain, float *left, float *right, size_t frameCount);

/// Calls `reference_gain` for each node through a pointer, as the simplest of all engines would.
void reference_chain_of_gains(const float *gains, size_t count, float *left, float *right, size_t frameCount);

/// Copies of one LV2 plugin, one behind the other.
typedef struct reference_plugins reference_plugins;

/// Loads a plugin from its bundle; a mono plugin is made twice for each copy. NULL if that fails.
reference_plugins *reference_plugins_create(const char *bundle, const char *uri, size_t copies,
                                            size_t frameCapacity, double sampleRateHz);

/// Fills the first copy's inputs and calls `run()` of each.
void reference_plugins_run(reference_plugins *plugins, const float *left, const float *right,
                           size_t frameCount);

/// The last copy's output.
const float *reference_plugins_output(const reference_plugins *plugins, size_t channel);

/// Unloads everything.
void reference_plugins_destroy(reference_plugins *plugins);

/// Decodes a whole file with libsndfile, in blocks of interleaved floats; the frames that it has.
size_t reference_decode(const char *path, float *block, size_t frameCapacity);

/// soxr, on two interleaved channels.
typedef struct reference_resampler reference_resampler;

/// A resampler of soxr's quality HQ, or VHQ; NULL where soxr is not installed.
reference_resampler *reference_resampler_create(double inputRate, double outputRate, bool isBest);

/// Converts frames; the frames that come out.
size_t reference_resampler_run(reference_resampler *resampler, const float *input, size_t inputCount,
                               float *output, size_t outputCapacity);

/// Frees it.
void reference_resampler_destroy(reference_resampler *resampler);

#endif
