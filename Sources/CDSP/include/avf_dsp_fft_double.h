// Discrete Fourier transform of real blocks in double precision, of any length with small prime factors.
#ifndef AVF_DSP_FFT_DOUBLE_H
#define AVF_DSP_FFT_DOUBLE_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// Numbers between the four blocks of `work`: power-of-two distances would make them share cache lines.
enum { AVF_DSP_FFT_PADDING = 72 };

/// The tables of one size.
typedef struct {
    /// Real samples of a block: even.
    size_t size;
    /// The lengths of the stages, 2, 3, 4, 5 or 7 each; their product is size / 2. Zero ends the list.
    /// The first one may be 8 if size / 2 is at least 64, and then others too.
    const uint8_t *factors;
    /// For each stage of length n and factor r: rows cos ja of n / r numbers for j = 1 … r - 1, then rows
    /// sin ja, where a = 2 pi p / n. The next stage has length n / r.
    const double *twiddles;
    /// The rows cos b, sin b of size / 2 numbers, where b = 2 pi k / size.
    const double *rotations;
    /// Room for 2 * size + 4 * AVF_DSP_FFT_PADDING numbers.
    double *work;
} avf_dsp_fft_double;

/// X[k] = sum of x[n] exp(-2 pi i n k / size) for k = 0 … binCount - 1; binCount is at most size / 2 + 1.
void avf_dsp_fft_double_forward(const avf_dsp_fft_double *fft, const double *time, double *real,
                                double *imaginary, size_t binCount) AVF_REALTIME;

/// The inverse of the forward transform times `size`, from size / 2 + 1 bins.
///
/// Silence is +0.0, never -0.0.
void avf_dsp_fft_double_inverse(const avf_dsp_fft_double *fft, const double *real, const double *imaginary,
                                double *time) AVF_REALTIME;

/// (real, imaginary)[k] *= (filterReal, filterImaginary)[k].
void avf_dsp_multiply_spectra(double *real, double *imaginary, const double *filterReal,
                              const double *filterImaginary, size_t binCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
