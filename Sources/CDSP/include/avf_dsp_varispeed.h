// Reading a signal at a pace that may change from frame to frame, without aliases.
#ifndef AVF_DSP_VARISPEED_H
#define AVF_DSP_VARISPEED_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

enum {
    /// The fastest pace, in input frames per output frame.
    AVF_DSP_FASTEST_PACE = 4
};

/// Where the next output lies in the input, and how the pace goes on; everything in 2^-32 of a frame.
typedef struct {
    uint64_t position;
    /// Input per output frame: at most AVF_DSP_FASTEST_PACE.
    uint64_t rate;
    /// What is added to the rate after each output frame.
    int64_t rateStep;
    /// Input frames on each side of an output that its filter reaches while the rate is at most 1: a multiple
    /// of 16.
    size_t reach;
} avf_dsp_pace;

/// Makes up to `frameCount` output frames, from frame `firstOutput` on, moves the pace on, and returns how
/// many it made: a frame is made when the input holds its whole window.
///
/// Each output is a sum over the input around its place, weighted with a sinc under a Kaiser window. It lets
/// pass the band of the slower of the two sides, up to 90.7 % with a reach of 96 and to 81 % with 48, and
/// whatever lies outside of that band at less than -120 dB. A pace of exactly 1 at a whole frame copies. The
/// same bits on any CPU and for any cutting.
/// @param filledCount  Input frames that there are; the window of the first output must lie within the input.
/// @param row  Room for 2 * AVF_DSP_FASTEST_PACE * reach weights.
size_t avf_dsp_varispeed(avf_dsp_pace *pace, float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL input,
                         size_t filledCount, float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL output,
                         size_t channelCount, size_t firstOutput, size_t frameCount, float *row) AVF_REALTIME;

/// Input frames on each side of an output that its filter reaches at a rate, for the reach that it has at 1.
size_t avf_dsp_varispeed_reach(size_t reach, uint64_t rate) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
