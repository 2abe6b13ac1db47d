// Second-order sections in series, one section in each SIMD lane.
#ifndef AVF_DSP_BIQUAD_H
#define AVF_DSP_BIQUAD_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// Sections in one group; section k of the group owns lane k.
enum { AVF_DSP_BIQUAD_LANES = 16 };

/// Up to 16 sections in series. Five rows of 16 numbers (b0, b1, b2, a1, a2) in each table, a0 being 1.
typedef struct {
    /// The coefficients, at the start of the move where they move.
    const double *coefficients;
    /// By how much each coefficient moves from frame to frame, or NULL when none moves.
    const double *AVF_DSP_NULLABLE steps;
    /// How many frames of each section's move are done; read only where there are steps.
    const double *movedFrames;
    /// All bits of a section that filters, 0 for one that hands its input on untouched.
    const int64_t *active;
    /// The last active section plus one.
    size_t sectionCount;
} avf_dsp_biquad_group;

/// Runs a group over each channel: y = b0 x + s1; s1 = (b1 x + s2) - a1 y; s2 = b2 x - a2 y, in double.
///
/// `states` has two rows of 16 (s1, s2) for each channel. Input and output may be the same channels. Frame k
/// of a moving section has coefficients + steps * (movedFrames + k + 1). The same bits for any cutting and on
/// any CPU.
void avf_dsp_biquad_run(const avf_dsp_biquad_group *group, double *states,
                        float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL input,
                        float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL output, size_t channelCount,
                        size_t firstFrame, size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
