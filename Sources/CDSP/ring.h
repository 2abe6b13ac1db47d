// A stretch of a delay ring in one piece, to be read and written in place.
#ifndef AVF_DSP_RING_H
#define AVF_DSP_RING_H

#include "avf_dsp_reverb.h"
#include "cpu_dispatch.h"

#include <string.h>

// Where the oldest `count` samples lie, one behind the other: those beyond the end come into the spare room.
AVF_DSP_INLINE float *open_ring(const avf_dsp_delay_ring *ring, size_t count) AVF_DSP_NONBLOCKING {
    const size_t end = ring->position + count;
    if (end > ring->length)
        memcpy(ring->samples + ring->length, ring->samples, (end - ring->length) * sizeof(float));
    return ring->samples + ring->position;
}

// Takes what was written over the stretch, and moves on.
AVF_DSP_INLINE void close_ring(avf_dsp_delay_ring *ring, size_t count) AVF_DSP_NONBLOCKING {
    size_t end = ring->position + count;
    if (end >= ring->length) {
        end -= ring->length;
        memcpy(ring->samples, ring->samples + ring->length, end * sizeof(float));
    }
    ring->position = (uint32_t)end;
}

#endif
