// A delay line with a low-pass and feedback around it. The same bits for any cutting and any CPU.
#ifndef AVF_DSP_ECHO_H
#define AVF_DSP_ECHO_H

#include "CAVFRealtime.h"
#include "avf_dsp_mix.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// What all channels of an echo have in common for some frames.
typedef struct {
    /// Frames by which the echo is late, less than the ring's size; 0 is the input itself.
    size_t delay;
    /// The delay that takes over while `isFading`.
    size_t nextDelay;
    /// Whether `fade` moves from `delay` (0) to `nextDelay` (1).
    bool isFading;
    avf_dsp_ramp fade;
    /// Weight of the newest sample in the low-pass y = weight * x + (1 - weight) * y; at 1 there is none.
    avf_dsp_ramp weight;
    avf_dsp_ramp feedback;
    avf_dsp_ramp dry;
    avf_dsp_ramp wet;
} avf_dsp_echo;

/// One channel's memory.
typedef struct {
    /// A power of two of samples.
    float *ring;
    /// The ring's size minus one.
    size_t mask;
    /// Where the next sample goes; grows for ever.
    size_t position;
    /// The low-pass's last output.
    float smooth;
} avf_dsp_echo_line;

/// destination = dry * source + wet * echo, the line being fed with source + feedback * echo.
///
/// The two may be the same block. The echo of a fade is the sum of both delays, weighted by 3t^2 - 2t^3.
void avf_dsp_echo_run(const avf_dsp_echo *echo, avf_dsp_echo_line *line, float *destination,
                      const float *source, size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
