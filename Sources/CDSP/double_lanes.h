// Eight numbers of double precision at a time.
#ifndef AVF_DSP_DOUBLE_LANES_H
#define AVF_DSP_DOUBLE_LANES_H

#include "cpu_dispatch.h"

#include <string.h>

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

typedef double lanes __attribute__((vector_size(64)));
enum { LANES = 8 };

AVF_DSP_INLINE lanes load(const double *source) AVF_DSP_NONBLOCKING {
    lanes value;
    memcpy(&value, source, sizeof value);
    return value;
}

#endif
