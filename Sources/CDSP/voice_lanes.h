// The numbers of voice_envelope.h and voice_control.h for four voices at a time: the same operations in the
// same order, so the same bits.
#ifndef AVF_DSP_VOICE_LANES_H
#define AVF_DSP_VOICE_LANES_H

#include "cpu_dispatch.h"

#include <stdint.h>
#include <string.h>

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

typedef double lanes __attribute__((vector_size(32)));
typedef int64_t wholes __attribute__((vector_size(32)));
typedef int32_t counts __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
typedef uint32_t flags __attribute__((vector_size(16)));

AVF_DSP_INLINE lanes load_lanes(const double *source) AVF_DSP_NONBLOCKING {
    lanes value;
    memcpy(&value, source, sizeof value);
    return value;
}

AVF_DSP_INLINE void store_lanes(double *destination, lanes value) AVF_DSP_NONBLOCKING {
    memcpy(destination, &value, sizeof value);
}

AVF_DSP_INLINE floats load_floats(const float *source) AVF_DSP_NONBLOCKING {
    floats value;
    memcpy(&value, source, sizeof value);
    return value;
}

AVF_DSP_INLINE void store_floats(float *destination, floats value) AVF_DSP_NONBLOCKING {
    memcpy(destination, &value, sizeof value);
}

AVF_DSP_INLINE floats narrow(lanes value) AVF_DSP_NONBLOCKING {
    return __builtin_convertvector(value, floats);
}

AVF_DSP_INLINE lanes all_lanes(double value) AVF_DSP_NONBLOCKING {
    return (lanes){value, value, value, value};
}

AVF_DSP_INLINE lanes choose_lanes(wholes which, lanes yes, lanes no) AVF_DSP_NONBLOCKING {
    return (lanes)(((wholes)yes & which) | ((wholes)no & ~which));
}

AVF_DSP_INLINE floats choose_floats(const uint32_t *which, floats yes, floats no) AVF_DSP_NONBLOCKING {
    flags mask;
    memcpy(&mask, which, sizeof mask);
    return (floats)(((flags)yes & mask) | ((flags)no & ~mask));
}

// As `power`.
AVF_DSP_INLINE lanes power_lanes(lanes value) AVF_DSP_NONBLOCKING {
    const wholes isAny = value > -1000;
    value = choose_lanes(value > 1000, all_lanes(1000), choose_lanes(isAny, value, all_lanes(0)));
    const lanes half = choose_lanes(value < 0, all_lanes(-0.5), all_lanes(0.5));
    const counts count = __builtin_convertvector(value + half, counts);
    const lanes whole = __builtin_convertvector(count, lanes), x = (value - whole) * 0.69314718055994531;
    const lanes x2 = x * x, x4 = x2 * x2;
    const lanes a = (1 + x) + x2 * (1.0 / 2 + x * (1.0 / 6));
    const lanes b = (1.0 / 24 + x * (1.0 / 120)) + x2 * (1.0 / 720 + x * (1.0 / 5040));
    const lanes c = (1.0 / 40320 + x * (1.0 / 362880)) + x2 * (1.0 / 3628800 + x * (1.0 / 39916800));
    const lanes series = a + x4 * (b + x4 * c);
    const wholes bits = (__builtin_convertvector(count, wholes) + 1023) << 52;
    return choose_lanes(isAny, series * (lanes)bits, all_lanes(0));
}

// As `tangent`.
AVF_DSP_INLINE lanes tangent_lanes(lanes turns) AVF_DSP_NONBLOCKING {
    const lanes x = turns * 3.141592653589793, y = x * x, y2 = y * y;
    const lanes a = (1 - y * (1.0 / 6)) + y2 * (1.0 / 120 - y * (1.0 / 5040));
    const lanes b = (1.0 / 362880 - y * (1.0 / 39916800)) + y2 * (1.0 / 6227020800);
    const lanes c = (1 - y * (1.0 / 2)) + y2 * (1.0 / 24 - y * (1.0 / 720));
    const lanes d = (1.0 / 40320 - y * (1.0 / 3628800)) + y2 * (1.0 / 479001600 - y * (1.0 / 87178291200));
    return x * (a + y2 * y2 * b) / (c + y2 * y2 * d);
}

#endif
