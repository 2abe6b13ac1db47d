#include "avf_dsp_shape.h"
#include "cpu_dispatch.h"

#include <string.h>

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

enum { PHASES = AVF_DSP_OVERSAMPLING, TAPS = AVF_DSP_OVERSAMPLING_TAPS, LANES = 8 };
typedef float lanes __attribute__((vector_size(32)));

AVF_DSP_INLINE lanes load(const float *source) AVF_DSP_NONBLOCKING {
    lanes value;
    memcpy(&value, source, sizeof value);
    return value;
}

// A block ends where it ends, although eight frames are made at once.
AVF_DSP_INLINE void store(float *destination, lanes value, size_t count) AVF_DSP_NONBLOCKING {
    if (count >= LANES)
        memcpy(destination, &value, sizeof value);
    else
        memcpy(destination, &value, count * sizeof(float));
}

AVF_DSP_INLINE void upsample(float *phases, size_t stride, const float *source, const float *filters,
                             size_t frameCount) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < frameCount; k += LANES) {
        lanes sums[PHASES] = {{0}};
        for (int tap = 0; tap < TAPS; tap++) {
            const lanes x = load(source + k + tap);
            for (int phase = 0; phase < PHASES; phase++)
                sums[phase] += filters[phase * TAPS + tap] * x;
        }
        for (int phase = 0; phase < PHASES; phase++)
            store(phases + (size_t)phase * stride + k, sums[phase], frameCount - k);
    }
}

AVF_DSP_CLONES
void avf_dsp_upsample(float *phases, size_t stride, const float *source, const float *filters,
                      size_t frameCount) AVF_REALTIME {
    upsample(phases, stride, source, filters, frameCount);
}

AVF_DSP_INLINE void downsample(float *destination, const float *phases, size_t stride, const float *filters,
                               size_t frameCount) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < frameCount; k += LANES) {
        lanes sums[PHASES] = {{0}};
        for (int tap = 0; tap < TAPS; tap++)
            for (int phase = 0; phase < PHASES; phase++)
                sums[phase] += filters[phase * TAPS + tap] * load(phases + (size_t)phase * stride + k + tap);
        store(destination + k, (sums[0] + sums[1]) + (sums[2] + sums[3]), frameCount - k);
    }
}

AVF_DSP_CLONES
void avf_dsp_downsample(float *destination, const float *phases, size_t stride, const float *filters,
                        size_t frameCount) AVF_REALTIME {
    downsample(destination, phases, stride, filters, frameCount);
}

AVF_DSP_INLINE float ramp_at(avf_dsp_ramp ramp, size_t frame) AVF_DSP_NONBLOCKING {
    return ramp.start + ramp.step * (float)(int32_t)(ramp.firstIndex + (uint32_t)frame);
}

// 1 - 2 / (e^2|x| + 1), with the sign of x; below 0.04 the series, whose digits the difference would lose.
AVF_DSP_INLINE float tanh_of(float x) AVF_DSP_NONBLOCKING {
    const float size = __builtin_fabsf(x), held = size > 10 ? 10 : size;
    const float power = 2.8853900817779268f * held, whole = (power + 12582912.0f) - 12582912.0f;
    const float r = (power - whole) * 0.69314718055994531f;
    const float tail = 1.0f / 24 + r * (1.0f / 120 + r * (1.0f / 720 + r * (1.0f / 5040)));
    const float series = 1 + r * (1 + r * (0.5f + r * (1.0f / 6 + r * tail)));
    const int32_t bits = ((int32_t)whole + 127) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    const float bent = 1 - 2 / (series * scale + 1);
    const float small = held - held * held * held * (1.0f / 3);
    return __builtin_copysignf(held < 0.04f ? small : bent, x);
}

AVF_DSP_CLONES
void avf_dsp_waveshape(float *block, avf_dsp_ramp linear, avf_dsp_ramp squared, avf_dsp_ramp cubic,
                       size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        const float x = block[k];
        block[k] = tanh_of(x * (ramp_at(linear, k) + x * (ramp_at(squared, k) + x * ramp_at(cubic, k))));
    }
}

AVF_DSP_CLONES
void avf_dsp_ring_modulate(float *restrict block, const float *restrict first, const float *restrict second,
                           avf_dsp_ramp mix, avf_dsp_ramp balance, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        const float share = ramp_at(mix, k), tone = ramp_at(balance, k);
        block[k] *= 1 - share + share * ((1 - tone) * first[k] + tone * second[k]);
    }
}

// The nearest multiple of a step: adding 1.5 * 2^23 rounds to whole numbers.
AVF_DSP_INLINE float rounded(float x, float step) AVF_DSP_NONBLOCKING {
    return step > 0 ? step * ((x / step + 12582912.0f) - 12582912.0f) : x;
}

void avf_dsp_crush(float *block, avf_dsp_crusher *crusher, uint32_t share, float step, avf_dsp_ramp mix,
                   size_t frameCount) AVF_REALTIME {
    float held = crusher->held;
    uint32_t phase = crusher->phase;
    for (size_t k = 0; k < frameCount; k++) {
        const uint32_t next = phase + share;
        if (share == 0 || next < phase)
            held = rounded(block[k], step);
        phase = next;
        block[k] += ramp_at(mix, k) * (held - block[k]);
    }
    *crusher = (avf_dsp_crusher){held, phase};
}
