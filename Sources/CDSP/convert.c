#include "avf_dsp_convert.h"
#include "cpu_dispatch.h"

#include <string.h>

AVF_DSP_CLONES
static void interleave_two(float *restrict interleaved, const float *restrict left,
                           const float *restrict right, size_t frameCount) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < frameCount; k++) {
        interleaved[2 * k] = left[k];
        interleaved[2 * k + 1] = right[k];
    }
}

void avf_dsp_interleave(float *restrict interleaved, const float *const *channels, size_t channelCount,
                        size_t frameCount) AVF_REALTIME {
    if (channelCount == 1) {
        memcpy(interleaved, channels[0], frameCount * sizeof(float));
    } else if (channelCount == 2) {
        interleave_two(interleaved, channels[0], channels[1], frameCount);
    } else {
        for (size_t c = 0; c < channelCount; c++) {
            const float *restrict channel = channels[c];
            for (size_t k = 0; k < frameCount; k++)
                interleaved[k * channelCount + c] = channel[k];
        }
    }
}

AVF_DSP_CLONES
static void deinterleave_two(float *restrict left, float *restrict right, const float *restrict interleaved,
                             size_t frameCount) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < frameCount; k++) {
        left[k] = interleaved[2 * k];
        right[k] = interleaved[2 * k + 1];
    }
}

void avf_dsp_deinterleave(float *const *channels, const float *restrict interleaved, size_t channelCount,
                          size_t frameCount) AVF_REALTIME {
    if (channelCount == 1) {
        memcpy(channels[0], interleaved, frameCount * sizeof(float));
    } else if (channelCount == 2) {
        deinterleave_two(channels[0], channels[1], interleaved, frameCount);
    } else {
        for (size_t c = 0; c < channelCount; c++) {
            float *restrict channel = channels[c];
            for (size_t k = 0; k < frameCount; k++)
                channel[k] = interleaved[k * channelCount + c];
        }
    }
}

AVF_DSP_CLONES
void avf_dsp_int16_to_float(float *restrict destination, const int16_t *restrict source,
                            size_t sampleCount) AVF_REALTIME {
    for (size_t k = 0; k < sampleCount; k++)
        destination[k] = (float)source[k] * 0x1p-15f;
}

AVF_DSP_CLONES
void avf_dsp_int24_to_float(float *restrict destination, const uint8_t *restrict source,
                            size_t sampleCount) AVF_REALTIME {
    for (size_t k = 0; k < sampleCount; k++) {
        const uint8_t *bytes = source + 3 * k;
        // Built in the upper three bytes, so that the top bit is the sign.
        const uint32_t high = (uint32_t)bytes[0] << 8 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 24;
        destination[k] = (float)(int32_t)high * 0x1p-31f;
    }
}

AVF_DSP_CLONES
void avf_dsp_int32_to_float(float *restrict destination, const int32_t *restrict source,
                            size_t sampleCount) AVF_REALTIME {
    for (size_t k = 0; k < sampleCount; k++)
        destination[k] = (float)source[k] * 0x1p-31f;
}

// To the nearest integer, ties to even: above 2^23 every float is an integer, and adding 2^23 pushes the
// fraction out of the mantissa. Unlike rintf this vectorises on every CPU.
AVF_DSP_INLINE float round_to_even(float value) AVF_DSP_NONBLOCKING {
    const float magic = __builtin_copysignf(0x1p23f, value);
    const float rounded = (value + magic) - magic;
    return __builtin_fabsf(value) < 0x1p23f ? rounded : value;
}

// `scale` is 2^(bits - 1); `largest` the largest float the integer type can hold.
AVF_DSP_INLINE int32_t quantize(float value, float scale, float largest) AVF_DSP_NONBLOCKING {
    float scaled = value == value ? value * scale : 0.0f;
    scaled = scaled > largest ? largest : scaled;
    scaled = scaled < -scale ? -scale : scaled;
    return (int32_t)round_to_even(scaled);
}

AVF_DSP_CLONES
void avf_dsp_float_to_int16(int16_t *restrict destination, const float *restrict source,
                            size_t sampleCount) AVF_REALTIME {
    for (size_t k = 0; k < sampleCount; k++)
        destination[k] = (int16_t)quantize(source[k], 0x1p15f, 32767.0f);
}

AVF_DSP_CLONES
void avf_dsp_float_to_int24(uint8_t *restrict destination, const float *restrict source,
                            size_t sampleCount) AVF_REALTIME {
    for (size_t k = 0; k < sampleCount; k++) {
        const uint32_t value = (uint32_t)quantize(source[k], 0x1p23f, 8388607.0f);
        destination[3 * k] = (uint8_t)value;
        destination[3 * k + 1] = (uint8_t)(value >> 8);
        destination[3 * k + 2] = (uint8_t)(value >> 16);
    }
}

AVF_DSP_CLONES
void avf_dsp_float_to_int32(int32_t *restrict destination, const float *restrict source,
                            size_t sampleCount) AVF_REALTIME {
    for (size_t k = 0; k < sampleCount; k++) {
        // 2147483520 is the largest float below 2^31; full scale must still reach INT32_MAX.
        const int32_t value = quantize(source[k], 0x1p31f, 2147483520.0f);
        destination[k] = source[k] >= 1.0f ? INT32_MAX : value;
    }
}

AVF_DSP_CLONES
void avf_dsp_float_to_double(double *restrict destination, const float *restrict source,
                             size_t sampleCount) AVF_REALTIME {
    for (size_t k = 0; k < sampleCount; k++)
        destination[k] = (double)source[k];
}

AVF_DSP_CLONES
void avf_dsp_double_to_float(float *restrict destination, const double *restrict source,
                             size_t sampleCount) AVF_REALTIME {
    for (size_t k = 0; k < sampleCount; k++)
        destination[k] = (float)source[k];
}
