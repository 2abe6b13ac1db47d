// Discrete Fourier transform of real blocks, split into real and imaginary parts.
#ifndef AVF_DSP_FFT_H
#define AVF_DSP_FFT_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// The tables of one size.
typedef struct {
    /// Real samples of a block: a power of two, at least 32.
    size_t size;
    /// For each stage of length n = size/2, size/8, … while n >= 4: the rows cos a, sin a, cos 2a, sin 2a,
    /// cos 3a, sin 3a of n / 4 numbers, where a = 2 pi p / n.
    const float *twiddles;
    /// The rows cos b, sin b of size / 2 numbers, where b = 2 pi k / size.
    const float *rotations;
    /// Room for 2 * size numbers.
    float *work;
} avf_dsp_fft;

/// X[k] = sum of x[n] exp(-2 pi i n k / size) for k = 0 … size / 2.
void avf_dsp_fft_forward(const avf_dsp_fft *fft, const float *time, float *real,
                         float *imaginary) AVF_REALTIME;

/// The inverse of the forward transform, scaled: forward and back gives the same block.
void avf_dsp_fft_inverse(const avf_dsp_fft *fft, const float *real, const float *imaginary,
                         float *time) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
