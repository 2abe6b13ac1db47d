#include "fft_stage.h"
#include "cpu_dispatch.h"

#include <string.h>

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

// One register for each part of a number: of the widest ones where there is a clone for them.
#ifdef AVF_DSP_FEW_CLONES
enum { LANES = 8 };
#else
enum { LANES = 16 };
#endif
typedef float sample;
typedef sample lanes __attribute__((vector_size(LANES * sizeof(sample))));

AVF_DSP_INLINE lanes load(const sample *source) AVF_DSP_NONBLOCKING {
    lanes value;
    memcpy(&value, source, sizeof value);
    return value;
}

#include "fft_lanes.h"

// A stage whose neighbours, `stride` of them, turn alike; `stride` is a multiple of 16.
AVF_DSP_INLINE void stage(split x, split y, size_t n, size_t stride, size_t radix,
                          const float *restrict pairs) AVF_DSP_NONBLOCKING {
    const size_t count = n / radix, distance = stride * count;
    for (size_t p = 0; p < count; p++, pairs += 2 * (radix - 1)) {
        const float *restrict re = x.re + stride * p, *restrict im = x.im + stride * p;
        float *restrict yr = y.re + radix * stride * p, *restrict yi = y.im + radix * stride * p;
        for (size_t q = 0; q < stride; q += LANES) {
            complexes v[8];
            for (size_t j = 0; j < radix; j++)
                v[j] = get(re + q + j * distance, im + q + j * distance);
            transform_few(v, radix);
            put(yr + q, yi + q, v[0]);
            for (size_t j = 1; j < radix; j++)
                put(yr + q + j * stride, yi + q + j * stride, rotated_alike(v[j], pairs + 2 * (j - 1)));
        }
    }
}

// The stage's radix as a constant, so that its numbers stay in registers.
AVF_DSP_CLONES
void avf_dsp_fft_stage(split x, split y, size_t n, size_t stride, size_t radix,
                       const float *restrict pairs) AVF_REALTIME {
    switch (radix) {
    case 2:
        stage(x, y, n, stride, 2, pairs);
        break;
    case 3:
        stage(x, y, n, stride, 3, pairs);
        break;
    case 4:
        stage(x, y, n, stride, 4, pairs);
        break;
    case 5:
        stage(x, y, n, stride, 5, pairs);
        break;
    default:
        stage(x, y, n, stride, 8, pairs);
    }
}
