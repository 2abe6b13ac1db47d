// Sums of products in sixteen partial sums in a fixed order: the same bits on any CPU.
#ifndef AVF_DSP_DOT_LANES_H
#define AVF_DSP_DOT_LANES_H

#include "cpu_dispatch.h"

#include <stddef.h>
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

// One output frame of every channel, from the window that begins at `first`.
AVF_DSP_INLINE void dot_all(const float *row, float *const *input, size_t first, size_t tapCount,
                            float *const *output, size_t frame, size_t channelCount) AVF_DSP_NONBLOCKING {
    size_t c = 0;
    for (; c + 2 <= channelCount; c += 2)
        dot_two(row, input[c] + first, input[c + 1] + first, tapCount, output[c] + frame,
                output[c + 1] + frame);
    if (c < channelCount)
        output[c][frame] = dot(row, input[c] + first, tapCount);
}

#endif
