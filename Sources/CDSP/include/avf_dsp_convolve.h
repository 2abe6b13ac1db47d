// Convolution: a few taps directly, many as products of spectra. The same bits for any cutting and any CPU.
#ifndef AVF_DSP_CONVOLVE_H
#define AVF_DSP_CONVOLVE_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

enum {
    /// Taps that are summed directly.
    AVF_DSP_CONVOLVE_TAPS = 64,
    /// Bins of a strip of spectra.
    AVF_DSP_STRIP_BINS = 32
};

/// destination[n] += sum of taps[k] * source[n - k], k = 0 … 63, in this order; 63 samples lie before
/// `source`.
void avf_dsp_convolve_taps(float *destination, const float *source, const float *taps,
                           size_t frameCount) AVF_REALTIME;

/// (real, imaginary) += sum of x[p] * h[p] over spectra p = 0, 1, … in this order, for the bins of one strip.
///
/// Of each spectrum, `x` and `h` have the strip's real and then its imaginary parts: 64 numbers, and then
/// those of the next one.
void avf_dsp_accumulate_strip(float *real, float *imaginary, const float *x, const float *h,
                              size_t spectrumCount) AVF_REALTIME;

/// `avf_dsp_accumulate_strip` where bin 0 stands for two real numbers, the lowest and the highest bin.
void avf_dsp_accumulate_first_strip(float *real, float *imaginary, const float *x, const float *h,
                                    size_t spectrumCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
