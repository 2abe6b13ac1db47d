// Sums of a filter over past and future samples, for sixteen neighbouring output frames at once.
#ifndef AVF_DSP_RESAMPLE_GROUPS_H
#define AVF_DSP_RESAMPLE_GROUPS_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include "avf_dsp_resample.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// Output frames of a group.
enum { AVF_DSP_GROUP_FRAMES = 16 };

/// The filters of neighbouring output frames side by side: a block of weights for each group of sixteen.
///
/// Output m of a period lies at input frame floor(m * phasesPerOutput / phaseCount) of it. Its weight j is in
/// the block of group m / 16 at [j + what its window begins later than that of the group][m % 16].
typedef struct {
    /// Blocks of `spanCount` times sixteen weights.
    const float *weights;
    /// Input frames that the windows of a group cover together, at most.
    size_t spanCount;
    /// Weights of one output.
    size_t tapCount;
    /// Output frames after which the groups repeat: a multiple of phaseCount.
    uint64_t outputsPerPeriod;
    /// Phases per input sample.
    uint64_t phaseCount;
    /// Phases from output to output.
    uint64_t phasesPerOutput;
} avf_dsp_groups;

/// Makes `frameCount` output frames from frame `firstOutput` on, and moves the position on.
///
/// Frames before the position's first one are read as far as its group reaches back. Weights of even and of
/// odd frames are summed apart, first to last: the same bits on any CPU and for any cutting.
void avf_dsp_resample_groups(const avf_dsp_groups *groups, avf_dsp_sinc_position *position,
                             float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL input,
                             float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL output, size_t channelCount,
                             size_t firstOutput, size_t frameCount) AVF_REALTIME;

/// target[k] = source[k], and 0 where that is not a finite number; `target` may be `source`.
void avf_dsp_copy_finite(float *target, const float *source, size_t sampleCount) AVF_REALTIME;

/// target[k] = source[k], rounded, and 0 where that is not a finite number.
void avf_dsp_narrow_finite(float *target, const double *source, size_t sampleCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
