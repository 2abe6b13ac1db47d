// The stages of a transform from the third one on, in which whole vectors turn alike.
#ifndef AVF_DSP_FFT_STAGE_H
#define AVF_DSP_FFT_STAGE_H

#include "CAVFRealtime.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)

// A block of complex numbers.
typedef struct {
    float *restrict re, *restrict im;
} split;

// From `x` to `y`: transforms of length n, of which `stride`, a multiple of 16, lie side by side; `pairs` are
// the stage's twiddles.
void avf_dsp_fft_stage(split x, split y, size_t n, size_t stride, size_t radix,
                       const float *restrict pairs) AVF_REALTIME;

#pragma GCC visibility pop

#endif
