#include "avf_dsp_resample.h"
#include "clones.h"

#include <string.h>

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float lanes __attribute__((vector_size(64)));
enum { LANES = 16 };

AVF_DSP_INLINE lanes load(const float *source) AVF_DSP_NONBLOCKING {
    lanes value;
    memcpy(&value, source, sizeof value);
    return value;
}

AVF_DSP_INLINE float sum(lanes v) AVF_DSP_NONBLOCKING {
    typedef float half __attribute__((vector_size(32)));
    typedef float quarter __attribute__((vector_size(16)));
    const half h = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7) +
                   __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
    const quarter q = __builtin_shufflevector(h, h, 0, 1, 2, 3) + __builtin_shufflevector(h, h, 4, 5, 6, 7);
    return (q[0] + q[2]) + (q[1] + q[3]);
}

AVF_DSP_INLINE float dot(const float *row, const float *x, size_t tapCount) AVF_DSP_NONBLOCKING {
    lanes total = {0};
    for (size_t j = 0; j < tapCount; j += LANES)
        total += load(row + j) * load(x + j);
    return sum(total);
}

// Two channels share the loads of the weights and wait for each other's additions.
AVF_DSP_INLINE void dot_two(const float *row, const float *x, const float *z, size_t tapCount, float *left,
                            float *right) AVF_DSP_NONBLOCKING {
    lanes a = {0}, b = {0};
    for (size_t j = 0; j < tapCount; j += LANES) {
        const lanes weight = load(row + j);
        a += weight * load(x + j);
        b += weight * load(z + j);
    }
    *left = sum(a);
    *right = sum(b);
}

// The cubic through four neighbouring rows (Lagrange), for each weight.
AVF_DSP_INLINE const float *interpolated_row(const avf_dsp_sinc *sinc, uint64_t phase) AVF_DSP_NONBLOCKING {
    const uint64_t scaled = phase * sinc->tablePositions, whole = scaled / sinc->phaseCount;
    const double t = (double)(scaled - whole * sinc->phaseCount) / (double)sinc->phaseCount;
    const float before = (float)(-t * (t - 1) * (t - 2) / 6), here = (float)((t + 1) * (t - 1) * (t - 2) / 2);
    const float next = (float)(-(t + 1) * t * (t - 2) / 2), after = (float)((t + 1) * t * (t - 1) / 6);
    const float *row = sinc->rows + whole * sinc->tapCount;
    const size_t n = sinc->tapCount;
    float *restrict result = sinc->scratch;
    for (size_t j = 0; j < n; j++)
        result[j] = (before * row[j] + here * row[n + j]) + (next * row[2 * n + j] + after * row[3 * n + j]);
    return result;
}

AVF_DSP_CLONES
void avf_dsp_resample(const avf_dsp_sinc *sinc, avf_dsp_sinc_position *position, float *const *input,
                      float *const *output, size_t channelCount, size_t firstOutput,
                      size_t frameCount) AVF_REALTIME {
    const size_t tapCount = sinc->tapCount;
    uint64_t first = position->firstFrame, phase = position->phase;
    for (size_t k = firstOutput; k < firstOutput + frameCount; k++) {
        const float *row =
            sinc->tablePositions ? interpolated_row(sinc, phase) : sinc->rows + phase * tapCount;
        size_t c = 0;
        for (; c + 2 <= channelCount; c += 2)
            dot_two(row, input[c] + first, input[c + 1] + first, tapCount, output[c] + k, output[c + 1] + k);
        if (c < channelCount)
            output[c][k] = dot(row, input[c] + first, tapCount);
        first += sinc->stepFrames;
        phase += sinc->stepPhases;
        if (phase >= sinc->phaseCount) {
            phase -= sinc->phaseCount;
            first++;
        }
    }
    *position = (avf_dsp_sinc_position){first, phase};
}
