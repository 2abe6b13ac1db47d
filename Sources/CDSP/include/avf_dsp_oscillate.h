// Periodic waves of amplitude 1, from a phase of 64 bits that wraps by itself: exact for any cutting and CPU.
#ifndef AVF_DSP_OSCILLATE_H
#define AVF_DSP_OSCILLATE_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// The phase of the first frame and its growth from frame to frame, in 2^-64 of a period.
typedef struct {
    uint64_t phase;
    uint64_t increment;
} avf_dsp_phase;

/// sin(2 pi t), t being the phase in periods; the error lies under -150 dB.
void avf_dsp_sine(float *destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME;

/// Rises from 0 at t = 0, falls from 1 to -1 at t = 1/2; the step is rounded over two frames (polyBLEP).
void avf_dsp_sawtooth(float *destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME;

/// 1 in the first half of the period, -1 in the second; the steps are rounded over two frames (polyBLEP).
void avf_dsp_square(float *destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME;

/// 0 at t = 0, 1 at 1/4, -1 at 3/4; the corners are rounded over two frames (polyBLAMP).
void avf_dsp_triangle(float *destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
