// Buses of sources in space: gains that move, shared filters, delays between frames, shadows. The same bits
// for any cutting and any CPU.
#ifndef AVF_DSP_SPATIAL_H
#define AVF_DSP_SPATIAL_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

enum {
    /// Numbers of a row: a bus has so many channels for each of its rows.
    AVF_DSP_SPATIAL_LANES = 16,
    /// Frames of a cell; gains and delays move along straight lines within it.
    AVF_DSP_SPATIAL_CELL = 64
};

/// A signal on its way into a bus.
typedef struct {
    /// One number for each frame.
    const float *input;
    /// The gain of the first frame for each channel; afterwards that of the frame behind the last one.
    float *gains;
    /// What each gain grows by from frame to frame; NULL if none does.
    const float *AVF_DSP_NULLABLE steps;
    /// Rows of channels that the signal reaches, from the first on.
    size_t rowCount;
} avf_dsp_spatial_feed;

/// bus[n][k] += gain of channel k in frame n * input[n], of feed 0, 1, 2, … in this order.
///
/// The bus has `rowCount` rows of 16 channels for each frame. A gain is moved by one addition for each frame.
void avf_dsp_spatial_feed_bus(float *bus, size_t rowCount, const avf_dsp_spatial_feed *feeds,
                              size_t feedCount, size_t frameCount) AVF_REALTIME;

/// Moves a feed's gains on as if so many frames had been fed.
void avf_dsp_spatial_skip(const avf_dsp_spatial_feed *feed, size_t frameCount) AVF_REALTIME;

/// output[n] += sum over t and k of filters[t][k] * bus[n - t][k].
///
/// `tapCount` - 1 frames of the bus lie before `bus`. Each output is one sum for each of 16 lanes in the
/// order of the rows, and of the taps within each, and then the sum of the lanes.
void avf_dsp_spatial_decode(float *output, const float *bus, const float *filters, size_t rowCount,
                            size_t tapCount, size_t frameCount) AVF_REALTIME;

/// line[n + k] += bus[n][k], in the order of the frames: channel k is heard k frames later.
void avf_dsp_spatial_spread(float *line, const float *bus, size_t rowCount, size_t frameCount) AVF_REALTIME;

/// channels[c][n] += bus[n][c].
void avf_dsp_spatial_collect(float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL channels, size_t channelCount,
                             const float *bus, size_t rowCount, size_t frameCount) AVF_REALTIME;

/// A delay between frames as a polynomial of its fraction whose coefficients are filters. Farrow, "A
/// continuously variable digital delay element", 1988.
typedef struct {
    /// Taps of each filter: 8 or 12.
    size_t tapCount;
    /// Filters, one for each power from 0 on: 4 for 8 taps, 5 for 12.
    size_t filterCount;
    /// `filterCount` numbers for each tap.
    const float *coefficients;
} avf_dsp_spatial_farrow;

/// rows[p][n] = sum of coefficients[k][p] * source[n - k]; rows begin `stride` numbers apart.
///
/// `tapCount` - 1 frames lie before `source`.
void avf_dsp_spatial_subfilter(const avf_dsp_spatial_farrow *farrow, float *rows, size_t stride,
                               const float *source, size_t frameCount) AVF_REALTIME;

/// output[n] = sum of rows[p][n - whole] * fraction^p, where whole + fraction = delay + slope * (first + n).
///
/// All delays are at least 0, and so many frames lie before each row's start.
void avf_dsp_spatial_delay(const avf_dsp_spatial_farrow *farrow, float *output, const float *rows,
                           size_t stride, float delay, float slope, size_t first,
                           size_t frameCount) AVF_REALTIME;

/// destination = filter of `tapCount` taps * kernel of `kernelTapCount`, which has tapCount + kernelTapCount
/// - 1 taps, each the sum in the order of the kernel.
void avf_dsp_spatial_combine(float *destination, const float *filter, size_t tapCount, const float *kernel,
                             size_t kernelTapCount) AVF_REALTIME;

/// y = x + p * (y' - x), p being start + step * (first + n): a one-pole low-pass. The blocks may be the same.
///
/// Returns the last y.
float avf_dsp_spatial_low_pass(float *output, const float *input, float last, float start, float step,
                               size_t first, size_t frameCount) AVF_REALTIME;

/// destination = (a * weights[0] + b * weights[1]) + c * weights[2].
void avf_dsp_spatial_blend(float *destination, const float *a, const float *b, const float *c,
                           const float *weights, size_t count) AVF_REALTIME;

/// destination += factor * source, in double precision.
void avf_dsp_spatial_add_scaled(double *destination, const double *source, double factor,
                                size_t count) AVF_REALTIME;

/// steps = (targets - gains) / AVF_DSP_SPATIAL_CELL.
void avf_dsp_spatial_aim(float *steps, const float *gains, const float *targets, size_t count) AVF_REALTIME;

/// A filter of the first order: y = b0 x + b1 x' - a1 y'.
typedef struct {
    float b0, b1, a1;
} avf_dsp_spatial_shelf;

/// Runs a shelf whose coefficients are start + step * (first + n). The blocks may be the same.
///
/// `memory` has the last input and the last output.
void avf_dsp_spatial_shelf_run(float *output, const float *input, float *memory, avf_dsp_spatial_shelf start,
                               avf_dsp_spatial_shelf step, size_t first, size_t frameCount) AVF_REALTIME;

/// destination = source, with 0 in the place of what is no finite number; true if all of source is 0 or -0.
bool avf_dsp_spatial_take(float *destination, const float *source, size_t frameCount) AVF_REALTIME;

/// Moves `count` numbers of each row to its start, from AVF_DSP_SPATIAL_CELL numbers behind it; rows begin
/// `stride` numbers apart. `count` is a multiple of 16.
void avf_dsp_spatial_shift(float *rows, size_t rowCount, size_t stride, size_t count) AVF_REALTIME;

/// Whether all frames are 0 or -0.
bool avf_dsp_spatial_is_silent(const float *block, size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
