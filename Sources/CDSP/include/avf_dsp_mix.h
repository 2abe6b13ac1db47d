// Gain, sum and pan. Every result depends on one frame only: the same bits for any cutting and any CPU.
#ifndef AVF_DSP_MIX_H
#define AVF_DSP_MIX_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// A gain that moves along a straight line: frame k of a block has `start + step * (firstIndex + k)`.
///
/// Cut a block anywhere, advance `firstIndex` by the frames done, and the gains stay the same to the bit.
/// Exact up to index 16,777,216.
typedef struct {
    float start;
    float step;
    uint32_t firstIndex;
} avf_dsp_ramp;

/// The gain of one frame of a block.
float avf_dsp_ramp_value(avf_dsp_ramp ramp, uint32_t frame) AVF_REALTIME;

/// destination = 0.
void avf_dsp_clear(float *destination, size_t frameCount) AVF_REALTIME;

/// destination = source. The two may be the same block.
void avf_dsp_copy(float *destination, const float *source, size_t frameCount) AVF_REALTIME;

/// destination = gain * source. The two may be the same block.
void avf_dsp_scale(float *destination, const float *source, float gain, size_t frameCount) AVF_REALTIME;

/// destination = ramp * source. The two may be the same block.
void avf_dsp_scale_ramp(float *destination, const float *source, avf_dsp_ramp ramp,
                        size_t frameCount) AVF_REALTIME;

/// destination += source.
void avf_dsp_add(float *destination, const float *source, size_t frameCount) AVF_REALTIME;

/// destination += gain * source.
void avf_dsp_accumulate(float *destination, const float *source, float gain, size_t frameCount) AVF_REALTIME;

/// destination += ramp * source.
void avf_dsp_accumulate_ramp(float *destination, const float *source, avf_dsp_ramp ramp,
                             size_t frameCount) AVF_REALTIME;

/// destination = a * b, frame by frame. Any of the three may be the same block.
void avf_dsp_multiply(float *destination, const float *a, const float *b, size_t frameCount) AVF_REALTIME;

/// left = leftGain * source, right = rightGain * source: one pass, for the first input of a mixer.
void avf_dsp_pan(float *left, float *right, const float *source, float leftGain, float rightGain,
                 size_t frameCount) AVF_REALTIME;

/// left += leftGain * source, right += rightGain * source: one pass.
void avf_dsp_pan_accumulate(float *left, float *right, const float *source, float leftGain, float rightGain,
                            size_t frameCount) AVF_REALTIME;

/// `avf_dsp_pan` with moving gains.
void avf_dsp_pan_ramp(float *left, float *right, const float *source, avf_dsp_ramp leftRamp,
                      avf_dsp_ramp rightRamp, size_t frameCount) AVF_REALTIME;

/// `avf_dsp_pan_accumulate` with moving gains.
void avf_dsp_pan_accumulate_ramp(float *left, float *right, const float *source, avf_dsp_ramp leftRamp,
                                 avf_dsp_ramp rightRamp, size_t frameCount) AVF_REALTIME;

/// `avf_dsp_pan_accumulate` of source 0, 1, 2, … in this order, to the bit, with fewer passes over the sums.
void avf_dsp_pan_accumulate_all(float *left, float *right,
                                const float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL sources,
                                const float *leftGains, const float *rightGains, size_t sourceCount,
                                size_t frameCount) AVF_REALTIME;

/// block *= 3 t^2 - 2 t^3, t being a ramp from 0 to 1: it begins and ends without a corner.
void avf_dsp_fade_in(float *block, avf_dsp_ramp ramp, size_t frameCount) AVF_REALTIME;

/// block *= 1 - (3 t^2 - 2 t^3).
void avf_dsp_fade_out(float *block, avf_dsp_ramp ramp, size_t frameCount) AVF_REALTIME;

/// late = ring, ring = source: one stretch of a delay line. `late` and `source` may be the same block.
void avf_dsp_exchange(float *late, float *ring, const float *source, size_t frameCount) AVF_REALTIME;

/// destination = (1 - ramp) * from + ramp * to. The destination may be either source.
void avf_dsp_crossfade(float *destination, const float *from, const float *to, avf_dsp_ramp ramp,
                       size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
