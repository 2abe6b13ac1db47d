#include "avf_dsp_dynamics.h"
#include "cpu_dispatch.h"

#include <string.h>

AVF_DSP_INLINE float ramp_at(avf_dsp_ramp ramp, size_t frame) AVF_DSP_NONBLOCKING {
    return ramp.start + ramp.step * (float)(int32_t)(ramp.firstIndex + (uint32_t)frame);
}

AVF_DSP_CLONES
void avf_dsp_rise_to(float *restrict destination, const float *restrict source,
                     size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        const float level = __builtin_fabsf(source[k]);
        destination[k] = destination[k] < level ? level : destination[k];
    }
}

// log2 of a normal number: the exponent, and the series of atanh for a mantissa between sqrt(1/2) and
// sqrt(2).
AVF_DSP_INLINE float log2_of(float value) AVF_DSP_NONBLOCKING {
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int32_t exponent = (bits - 0x3f3504f3) >> 23;
    bits -= (int32_t)((uint32_t)exponent << 23);
    float mantissa;
    memcpy(&mantissa, &bits, sizeof mantissa);
    const float s = (mantissa - 1) / (mantissa + 1), q = s * s;
    const float series = 1 + q * (1.0f / 3 + q * (1.0f / 5 + q * (1.0f / 7 + q * (1.0f / 9))));
    return (float)exponent + 2.8853900817779268f * s * series;
}

// 2 to a power: the whole part goes into the exponent, the rest, at most a half, into the exponential series.
AVF_DSP_INLINE float exp2_of(float power) AVF_DSP_NONBLOCKING {
    // Adding 1.5 * 2^23 rounds to the nearest whole number.
    const float whole = (power + 12582912.0f) - 12582912.0f;
    const float x = (power - whole) * 0.69314718055994531f;
    const float tail = 1.0f / 24 + x * (1.0f / 120 + x * (1.0f / 720 + x * (1.0f / 5040)));
    const float series = 1 + x * (1 + x * (0.5f + x * (1.0f / 6 + x * tail)));
    const int32_t bits = ((int32_t)whole + 127) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return series * scale;
}

AVF_DSP_CLONES
void avf_dsp_decibels(float *destination, const float *source, size_t frameCount) AVF_REALTIME {
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++) {
        const float level = source[k] < 1e-6f ? 1e-6f : source[k];
        destination[k] = 6.0205999132796239f * log2_of(level);
    }
}

AVF_DSP_CLONES
void avf_dsp_gains(float *destination, const float *source, size_t frameCount) AVF_REALTIME {
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = exp2_of(0.16609640474436812f * source[k]);
}

AVF_DSP_CLONES
void avf_dsp_gain_curve_run(const avf_dsp_gain_curve *curve, float *destination, const float *source,
                            size_t frameCount) AVF_REALTIME {
    const avf_dsp_gain_curve c = *curve;
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++) {
        const float level = source[k], headroom = ramp_at(c.headroom, k);
        const float above = level - ramp_at(c.threshold, k), over = above > 0 ? above : 0;
        // Beyond 80 headrooms the exponential is nothing.
        const float share = over / headroom, held = share > 80 ? 80 : share;
        const float compressed = headroom * (1 - exp2_of(-1.4426950408889634f * held)) - over;
        const float below = level - ramp_at(c.expansionThreshold, k), under = below < 0 ? below : 0;
        const float gain = compressed + under * (ramp_at(c.expansionRatio, k) - 1);
        destination[k] = gain < -120 ? -120 : gain;
    }
}

float avf_dsp_ballistics(float *block, float last, float attack, float release,
                         size_t frameCount) AVF_REALTIME {
    float y = last;
    for (size_t k = 0; k < frameCount; k++) {
        const float way = block[k] - y;
        y += (way < 0 ? attack : release) * way;
        block[k] = y;
    }
    return y;
}

AVF_DSP_CLONES
void avf_dsp_needed_gain(float *destination, const float *source, float ceiling,
                         size_t frameCount) AVF_REALTIME {
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = source[k] > ceiling ? ceiling / source[k] : 1;
}
