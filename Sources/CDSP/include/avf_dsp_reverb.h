// A reverberator's loops: sixteen delay lines that feed each other, and what comes before them. The same bits
// for any cutting and any CPU.
#ifndef AVF_DSP_REVERB_H
#define AVF_DSP_REVERB_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// Delay lines of a network, and all-passes of a diffuser.
enum { AVF_DSP_NETWORK_LINES = 16, AVF_DSP_DIFFUSER_STAGES = 4 };

/// The most frames that the loops take at once, and the most taps.
enum { AVF_DSP_NETWORK_FRAMES = 64, AVF_DSP_MOST_TAPS = 16 };

/// A ring of samples that is exactly as long as its delay.
///
/// A network's and a diffuser's have room for AVF_DSP_NETWORK_FRAMES samples more.
typedef struct {
    float *samples;
    uint32_t length;
    /// Of the oldest sample, which the next one replaces.
    uint32_t position;
} avf_dsp_delay_ring;

/// Four all-passes in series: v = x - gain * late, y = late + gain * v, each ring being fed with its v.
///
/// At most AVF_DSP_NETWORK_FRAMES frames, and no more than the shortest ring has. Destination and source may
/// be the same block.
void avf_dsp_diffuse(avf_dsp_delay_ring *rings, const float *gains, float *destination, const float *source,
                     size_t frameCount) AVF_REALTIME;

/// Sixteen lines, each damped by y = gain * x + pole * y, mixed by the Hadamard matrix of order 16.
///
/// The matrix has the entries 1 and -1: a quarter in every gain makes it orthogonal. Each pointer leads to
/// sixteen of them.
typedef struct {
    avf_dsp_delay_ring *lines;
    /// At the start of the move where they move.
    const float *gains;
    const float *poles;
    /// What gains and poles grow by from frame to frame.
    const float *gainSteps;
    const float *poleSteps;
    /// The damped outputs of the frame before.
    float *damped;
    /// Frames of the move that are done.
    uint32_t movedFrames;
    /// Whether there is a move; without one steps and frames count for nothing.
    bool moves;
} avf_dsp_network;

/// Feeds even lines with `left` and odd ones with `right`, and replaces these by two sums that have nothing
/// in common.
///
/// At most AVF_DSP_NETWORK_FRAMES frames, and no more than the shortest line has. In a move frame k has the
/// gains and poles `value + step * (movedFrames + k)`.
void avf_dsp_network_run(const avf_dsp_network *network, float *left, float *right,
                         size_t frameCount) AVF_REALTIME;

/// One echo among many.
typedef struct {
    uint32_t delay;
    float gain;
} avf_dsp_tap;

/// Replaces the ring's oldest samples, of which there must be as many.
void avf_dsp_ring_push(avf_dsp_delay_ring *ring, const float *source, size_t frameCount) AVF_REALTIME;

/// destination = the sum of gain * what was pushed `delay` frames before each of the newest `frameCount`.
///
/// The ring must be longer than the longest delay and the block together. At most AVF_DSP_MOST_TAPS taps.
void avf_dsp_taps_run(const avf_dsp_delay_ring *ring, const avf_dsp_tap *taps, size_t tapCount,
                      float *destination, size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
