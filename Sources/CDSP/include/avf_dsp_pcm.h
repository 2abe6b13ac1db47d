// Linear PCM of any size and byte order, to and from doubles in which full scale is 1.
#ifndef AVF_DSP_PCM_H
#define AVF_DSP_PCM_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// What a sample's bytes are a number of.
enum { AVF_DSP_PCM_SIGNED, AVF_DSP_PCM_UNSIGNED, AVF_DSP_PCM_FLOAT };

/// The form of one sample in memory.
typedef struct {
    /// One of the kinds above.
    uint8_t kind;
    /// Bits that count: 1 to 32 of integers, 32 or 64 of floating point.
    uint8_t bits;
    /// Bytes that a sample takes: 1 to 4, or 4 or 8 for floating point.
    uint8_t bytes;
    /// Whether the highest byte comes first.
    uint8_t isBigEndian;
    /// Whether unused bits lie below those that count.
    uint8_t isAlignedHigh;
} avf_dsp_pcm;

/// Noise of one step before rounding: the frames of one channel, counted from the beginning of its stream.
typedef struct {
    /// Different for each channel.
    uint64_t seed;
    /// The number of the first frame.
    uint64_t firstFrame;
} avf_dsp_dither;

/// Every `stride`-th sample to double, exactly: an integer of b bits becomes i / 2^(b - 1).
void avf_dsp_pcm_load(double *destination, const void *source, const avf_dsp_pcm *format, size_t stride,
                      size_t sampleCount) AVF_REALTIME;

/// Doubles to every `stride`-th sample: the nearest (ties to even), clipped; NaN becomes the integer 0.
///
/// With dither, the difference of two equally distributed numbers of up to one step is added before rounding:
/// the error's mean and power do not depend on the sound (Lipshitz, Wannamaker and Vanderkooy, "Quantization
/// and Dither", 1992). Floating point is not dithered.
void avf_dsp_pcm_store(void *destination, const double *source, const avf_dsp_pcm *format, size_t stride,
                       size_t sampleCount, const avf_dsp_dither *AVF_DSP_NULLABLE dither) AVF_REALTIME;

/// destination += gain * source.
void avf_dsp_add_scaled_double(double *destination, const double *source, double gain,
                               size_t sampleCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
