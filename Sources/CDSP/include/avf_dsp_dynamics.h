// Levels, gains and what lies between them. The same bits for any cutting and any CPU.
#ifndef AVF_DSP_DYNAMICS_H
#define AVF_DSP_DYNAMICS_H

#include "CAVFRealtime.h"
#include "avf_dsp_mix.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// destination = max(destination, |source|).
void avf_dsp_rise_to(float *destination, const float *source, size_t frameCount) AVF_REALTIME;

/// destination = 20 log10(source), at least -120; for sources of at least 0. The error is below 1e-4.
void avf_dsp_decibels(float *destination, const float *source, size_t frameCount) AVF_REALTIME;

/// destination = 10^(source / 20), for sources between -700 and 700. The relative error is below 1e-6.
void avf_dsp_gains(float *destination, const float *source, size_t frameCount) AVF_REALTIME;

/// How a level is changed, in decibels.
typedef struct {
    /// Above it the output rises ever more slowly, and never by more than `headroom`:
    /// threshold + headroom (1 - exp(-(level - threshold) / headroom)).
    avf_dsp_ramp threshold;
    avf_dsp_ramp headroom;
    /// Below it the output falls by `expansionRatio` for each decibel.
    avf_dsp_ramp expansionThreshold;
    avf_dsp_ramp expansionRatio;
} avf_dsp_gain_curve;

/// destination = the gain in decibels for a level in decibels, -120...0. The two may be the same block.
void avf_dsp_gain_curve_run(const avf_dsp_gain_curve *curve, float *destination, const float *source,
                            size_t frameCount) AVF_REALTIME;

/// Follows a gain, faster on its way down: y += weight * (x - y), the weight being `attack` where x < y and
/// `release` elsewhere. Works in place and returns the last y.
float avf_dsp_ballistics(float *block, float last, float attack, float release,
                         size_t frameCount) AVF_REALTIME;

/// Taps of each filter of a true peak meter, and filters: one for each eighth of a frame but the whole one.
enum { AVF_DSP_PEAK_TAPS = 24, AVF_DSP_PEAK_PHASES = 7 };

/// destination = max(destination, |what a converter would make of the source| from frame k on to k + 1).
///
/// `filters` has AVF_DSP_PEAK_PHASES rows of taps. The source begins 11 frames before the first frame and
/// ends 19 frames after the last; the destination has room for 7 frames more, which are spoilt.
void avf_dsp_rise_to_true_peak(float *destination, const float *source, const float *filters,
                               size_t frameCount) AVF_REALTIME;

/// A gain that comes down before it is needed: a sliding minimum, a release, and two moving averages.
typedef struct {
    /// Frames of each average; what is needed is met `2 * average` frames later.
    uint32_t average;
    /// Frames for which a need is held: 2 * average + 2.
    uint32_t hold;
    /// Needs that may yet become the least, and their frames; rings of a power of two above `hold`.
    float *needs;
    uint64_t *frames;
    uint32_t mask;
    uint64_t first;
    uint64_t end;
    /// The frame that comes next.
    uint64_t frame;
    /// What the release has come to.
    float released;
    /// The last `average` values of each average's input, and their sums: integers, which never drift.
    int64_t *recent;
    int64_t *recentSums;
    uint32_t place;
    int64_t sum;
    int64_t sumOfSums;
} avf_dsp_lookahead;

/// destination = the gain for needs of 0...1. `release` is the share of the way back to 1 for each frame.
void avf_dsp_lookahead_run(avf_dsp_lookahead *lookahead, float release, float *destination,
                           const float *needs, size_t frameCount) AVF_REALTIME;

/// destination = min(1, ceiling / source), for sources of at least 0.
void avf_dsp_needed_gain(float *destination, const float *source, float ceiling,
                         size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
