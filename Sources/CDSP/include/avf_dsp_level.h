// Measures of one block. The same bits on every CPU for a given length.
#ifndef AVF_DSP_LEVEL_H
#define AVF_DSP_LEVEL_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// The largest magnitude of the block; NaN when any sample is NaN, 0 for an empty block.
float avf_dsp_peak(const float *source, size_t frameCount) AVF_REALTIME;

/// The largest peak of all the channels' blocks; NaN when any sample is NaN.
float avf_dsp_peak_of_all(float *_Nonnull const *_Nonnull channels, size_t channelCount,
                          size_t frameCount) AVF_REALTIME;

/// Whether no sample is infinite or NaN; `peak` gets what `avf_dsp_peak` returns.
bool avf_dsp_is_finite(const float *source, size_t frameCount, float *peak) AVF_REALTIME;

/// The sum of x * x, in double precision.
double avf_dsp_sum_of_squares(const float *source, size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
