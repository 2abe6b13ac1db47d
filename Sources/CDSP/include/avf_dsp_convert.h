// Layout and number format: interleaved and planar, integer and float.
#ifndef AVF_DSP_CONVERT_H
#define AVF_DSP_CONVERT_H

#include "CAVFRealtime.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)

/// Planar channels into one interleaved block.
void avf_dsp_interleave(float *interleaved, const float *const *channels, size_t channelCount,
                        size_t frameCount) AVF_REALTIME;

/// One interleaved block into planar channels.
void avf_dsp_deinterleave(float *const *channels, const float *interleaved, size_t channelCount,
                          size_t frameCount) AVF_REALTIME;

/// Samples of 16 bits to float: exactly x / 32768.
void avf_dsp_int16_to_float(float *destination, const int16_t *source, size_t sampleCount) AVF_REALTIME;

/// Packed little-endian samples of 24 bits (three bytes each) to float: exactly x / 8388608.
void avf_dsp_int24_to_float(float *destination, const uint8_t *source, size_t sampleCount) AVF_REALTIME;

/// Samples of 32 bits to float: x / 2147483648, rounded to the nearest float.
void avf_dsp_int32_to_float(float *destination, const int32_t *source, size_t sampleCount) AVF_REALTIME;

/// Float to 16 bits: 32768 * x to the nearest (ties to even), clamped; NaN becomes 0.
void avf_dsp_float_to_int16(int16_t *destination, const float *source, size_t sampleCount) AVF_REALTIME;

/// Float to packed little-endian 24 bits: 8388608 * x to the nearest (ties to even), clamped; NaN becomes 0.
void avf_dsp_float_to_int24(uint8_t *destination, const float *source, size_t sampleCount) AVF_REALTIME;

/// Float to 32 bits: 2147483648 * x to the nearest (ties to even), clamped; NaN becomes 0.
void avf_dsp_float_to_int32(int32_t *destination, const float *source, size_t sampleCount) AVF_REALTIME;

/// Float to double, exactly.
void avf_dsp_float_to_double(double *destination, const float *source, size_t sampleCount) AVF_REALTIME;

/// Double to the nearest float.
void avf_dsp_double_to_float(float *destination, const double *source, size_t sampleCount) AVF_REALTIME;

#pragma GCC visibility pop

#endif
