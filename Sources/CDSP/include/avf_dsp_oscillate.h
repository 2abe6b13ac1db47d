// Periodic waves of amplitude 1, from a phase of 64 bits that wraps by itself: exact for any cutting and CPU.
#ifndef AVF_DSP_OSCILLATE_H
#define AVF_DSP_OSCILLATE_H

#include "CAVFRealtime.h"
#include "avf_dsp_mix.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// The phase of the first frame, its growth to the next one, and the growth of that, in 2^-64 of a period.
///
/// Frame k is at phase + k * increment + k (k - 1) / 2 * glide.
typedef struct {
    uint64_t phase;
    uint64_t increment;
    int64_t glide;
} avf_dsp_phase;

/// The phase `frameCount` frames later.
avf_dsp_phase avf_dsp_phase_after(avf_dsp_phase phase, size_t frameCount) AVF_REALTIME;

/// sin(2 pi t), t being the phase in periods; the error lies under -150 dB.
void avf_dsp_sine(float *destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME;

/// Frames on each side of a step that are rounded, and rows of a table for each frame.
enum { AVF_DSP_STEP_REACH = 20, AVF_DSP_STEP_ROWS = 1024 };

/// What separates a step, and a corner, from one that has no frequencies above half of the rate.
///
/// Entry i belongs to i / AVF_DSP_STEP_ROWS frames behind the step from 0 to 1 (where a band-limited step
/// minus 1 is what is missing), or from the corner where the slope begins to rise by 1 for each frame; there
/// are AVF_DSP_STEP_REACH * AVF_DSP_STEP_ROWS + 2 entries, the last two 0.
typedef struct {
    const float *step;
    const float *corner;
} avf_dsp_steps;

/// Rises from 0 at t = 0, falls from 1 to -1 at t = 1/2.
void avf_dsp_sawtooth(float *destination, avf_dsp_phase phase, const avf_dsp_steps *steps,
                      size_t frameCount) AVF_REALTIME;

/// 1 for the first `width` (0...1) of the period and -1 for the rest, less the mean of that.
void avf_dsp_pulse(float *destination, avf_dsp_phase phase, avf_dsp_ramp width, const avf_dsp_steps *steps,
                   size_t frameCount) AVF_REALTIME;

/// 0 at t = 0, 1 at 1/4, -1 at 3/4.
void avf_dsp_triangle(float *destination, avf_dsp_phase phase, const avf_dsp_steps *steps,
                      size_t frameCount) AVF_REALTIME;

/// A sine whose frequency grows: from frame to frame `periods` by `increment`, and that to `increment * ratio
/// + growth`.
typedef struct {
    double periods;
    double increment;
    double ratio;
    double growth;
} avf_dsp_sweep;

/// Writes the next frames and moves on.
void avf_dsp_sweep_run(float *destination, avf_dsp_sweep *sweep, size_t frameCount) AVF_REALTIME;

/// 1 in the first frame of each period, else 0.
void avf_dsp_impulses(float *destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME;

/// White noise, evenly distributed in -1..<1: frame k has number `index + k` of the sequence of `seed`.
void avf_dsp_white_noise(float *destination, uint32_t seed, uint64_t index, size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
