// Periodic waves from tables: one period each, without the harmonics that a frequency has no room for.
#ifndef AVF_DSP_WAVETABLE_H
#define AVF_DSP_WAVETABLE_H

#include "CAVFRealtime.h"
#include "avf_dsp_mix.h"
#include "avf_dsp_nonnull.h"
#include "avf_dsp_oscillate.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

enum {
    /// Harmonics of level 0; each level has 1 / sqrt(2) of those of the one before, down to 1.
    AVF_DSP_WAVETABLE_HARMONICS = 1024,
    AVF_DSP_WAVETABLE_LEVELS = 21,
    /// Samples that are weighed for one between them, and the rows of weights from one sample to the next.
    AVF_DSP_WAVETABLE_TAPS = 16,
    AVF_DSP_WAVETABLE_ROWS = 512
};

/// Cycles, each at every level.
///
/// Level m of a cycle has 4096 >> m / 2 samples, but 32 at the least: four for the period of its highest
/// harmonic. Stored before them are the last AVF_DSP_WAVETABLE_TAPS / 2 - 1, behind them the first
/// AVF_DSP_WAVETABLE_TAPS / 2 + 1.
typedef struct {
    const float *samples;
    /// From one cycle to the next.
    size_t cycleStride;
    size_t cycleCount;
    /// Where each of the AVF_DSP_WAVETABLE_LEVELS levels begins in a cycle.
    const size_t *offsets;
    /// AVF_DSP_WAVETABLE_ROWS + 1 rows of weights.
    const float *rows;
} avf_dsp_wavetable;

/// Samples of a level, without the repeated ones.
size_t avf_dsp_wavetable_length(size_t level) AVF_REALTIME;

/// The wave at the phases, of a cycle that `position` (0 … cycleCount - 1) says; between two a mixture.
///
/// Every harmonic below 0.79 of half of the sample rate is there, and what folds back lies above.
void avf_dsp_wavetable_run(float *destination, const avf_dsp_wavetable *table, avf_dsp_phase phase,
                           avf_dsp_ramp position, size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
