// Discrete Fourier transform of real blocks, split into real and imaginary parts.
#ifndef AVF_DSP_FFT_H
#define AVF_DSP_FFT_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

enum {
    /// Stages that the longest transform has at the most.
    AVF_DSP_FFT_MOST_STAGES = 16
};

/// The tables of one size.
typedef struct {
    /// Real samples of a block: 32 times a product of 2, 3 and 5.
    size_t size;
    /// The factors of size / 2 in the order of the stages, each 2, 3, 4, 5 or 8; the first two are 4.
    size_t radices[AVF_DSP_FFT_MOST_STAGES];
    size_t stageCount;
    /// For each stage of length n, with a = 2 pi p / n for p = 0 … n / radix - 1: of the first two stages the
    /// rows cos ja, sin ja for j = 1 … 3, each number of the second stage four times over; of the others, for
    /// each p, the pairs cos ja, sin ja for j = 1 … radix - 1.
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

/// Part 0, 1, … stageCount + 1 of a forward transform; all of them in order give the bits of the whole one.
///
/// `fft` belongs to the transform meanwhile. The block is read in the first part, the spectrum written in the
/// last one.
void avf_dsp_fft_forward_part(const avf_dsp_fft *fft, size_t part, const float *time, float *real,
                              float *imaginary) AVF_REALTIME;

/// Part 0, 1, … stageCount + 1 of an inverse transform.
void avf_dsp_fft_inverse_part(const avf_dsp_fft *fft, size_t part, const float *real, const float *imaginary,
                              float *time) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
