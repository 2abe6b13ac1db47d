// Sums of a windowed sinc over past and future samples, for one output frame after the other.
#ifndef AVF_DSP_RESAMPLE_H
#define AVF_DSP_RESAMPLE_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// A table of filters, one row for each position between two input samples, and the step from output to
/// output.
typedef struct {
    /// Rows of `tapCount` weights.
    const float *rows;
    /// Weights in a row: a multiple of 16.
    size_t tapCount;
    /// 0 when row p is the filter of phase p. Else the positions per input sample, row r belonging to
    /// position (r - 1) / tablePositions, and a cubic through four rows gives what lies between.
    uint64_t tablePositions;
    /// One row of room for the interpolated filter.
    float *scratch;
    /// Phases per input sample.
    uint64_t phaseCount;
    /// Input frames from output to output.
    uint64_t stepFrames;
    /// Phases from output to output, on top of the frames; less than phaseCount.
    uint64_t stepPhases;
} avf_dsp_sinc;

/// Where the next output lies.
typedef struct {
    /// The first input frame of its window.
    uint64_t firstFrame;
    /// Its phase.
    uint64_t phase;
    /// Its number in its period; only groups of outputs have it.
    uint64_t index;
} avf_dsp_sinc_position;

/// Makes `frameCount` output frames from frame `firstOutput` on, and moves the position on.
///
/// Sums run in sixteen partial sums in a fixed order: the same bits on any CPU and for any cutting.
void avf_dsp_resample(const avf_dsp_sinc *sinc, avf_dsp_sinc_position *position,
                      float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL input,
                      float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL output, size_t channelCount,
                      size_t firstOutput, size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
