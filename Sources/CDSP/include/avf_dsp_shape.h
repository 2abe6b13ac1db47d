// What bends a signal: oversampling, polynomials, clipping, ring modulation, coarse samples. The same bits
// for any cutting and any CPU.
#ifndef AVF_DSP_SHAPE_H
#define AVF_DSP_SHAPE_H

#include "CAVFRealtime.h"
#include "avf_dsp_mix.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// The oversampled rate by the rate, taps of the filter of each of its phases, and frames that loops may
/// spoil beyond a block's end.
enum { AVF_DSP_OVERSAMPLING = 4, AVF_DSP_OVERSAMPLING_TAPS = 40, AVF_DSP_OVERSAMPLING_SPARE = 8 };

/// phases[p * stride + k] = the sum of filters[p * taps + j] * source[k + j]: frame k + p / 4, 19 frames
/// late.
///
/// The source has `taps - 1` frames before its first and AVF_DSP_OVERSAMPLING_SPARE after its last.
void avf_dsp_upsample(float *phases, size_t stride, const float *source, const float *filters,
                      size_t frameCount) AVF_REALTIME;

/// destination[k] = the sum over all phases of filters[p * taps + j] * phases[p * stride + k + j].
void avf_dsp_downsample(float *destination, const float *phases, size_t stride, const float *filters,
                        size_t frameCount) AVF_REALTIME;

/// block = tanh(linear * x + squared * x^2 + cubic * x^3), the weights being ramps. The error is below 1e-6.
void avf_dsp_waveshape(float *block, avf_dsp_ramp linear, avf_dsp_ramp squared, avf_dsp_ramp cubic,
                       size_t frameCount) AVF_REALTIME;

/// block *= 1 - mix + mix * ((1 - balance) * first + balance * second).
void avf_dsp_ring_modulate(float *block, const float *first, const float *second, avf_dsp_ramp mix,
                           avf_dsp_ramp balance, size_t frameCount) AVF_REALTIME;

/// The last sample that was taken, and how much of the next one's time has passed, of 2^32.
typedef struct {
    float held;
    uint32_t phase;
} avf_dsp_crusher;

/// block = (1 - mix) * x + mix * coarse, where coarse is x taken `share / 2^32` times a frame and rounded to
/// multiples of `step`, unless that is 0. A share of 0 takes every frame.
void avf_dsp_crush(float *block, avf_dsp_crusher *crusher, uint32_t share, float step, avf_dsp_ramp mix,
                   size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
