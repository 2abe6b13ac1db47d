// Sums of a windowed sinc in double precision, for any ratio of rates.
#ifndef AVF_DSP_RESAMPLE_DOUBLE_H
#define AVF_DSP_RESAMPLE_DOUBLE_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// Sum of row[k] * x[k]; `count` is a multiple of 16.
///
/// Sixteen partial sums in a fixed order: the same bits on any CPU.
double avf_dsp_dot_double(const double *row, const double *x, size_t count) AVF_REALTIME;

/// The cubic (Lagrange) through four neighbouring rows at the share t of the way from the second to the
/// third.
void avf_dsp_interpolate_rows(double *result, const double *rows, size_t count, double t) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
