// What voices read, laid out for their lanes.
#ifndef AVF_DSP_VOICE_STAGE_H
#define AVF_DSP_VOICE_STAGE_H

#include "avf_dsp_voice.h"
#include "cpu_dispatch.h"

#include <string.h>

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

// Each tick's samples are laid side by side as floats, with loops unrolled: so the interpolation knows
// neither seams nor formats, and reads memory that is in the nearest cache.

typedef int16_t shorts __attribute__((vector_size(16)));
typedef float eight __attribute__((vector_size(32)));

AVF_DSP_INLINE void convert_eight(float *destination, const unsigned char *source) AVF_DSP_NONBLOCKING {
    shorts values;
    memcpy(&values, source, sizeof values);
    const eight result = __builtin_convertvector(values, eight) * 0x1p-15f;
    memcpy(destination, &result, sizeof result);
}

// Whole eights where the sample has them, because what lies behind the last frame is written over or not
// read.
AVF_DSP_INLINE void convert_int16(float *destination, const unsigned char *source, size_t count,
                                  size_t available) AVF_DSP_NONBLOCKING {
    size_t k = 0;
    for (; k < count && k + 8 <= available; k += 8)
        convert_eight(destination + k, source + 2 * k);
    for (; k < count; k++) {
        int16_t value;
        memcpy(&value, source + 2 * k, sizeof value);
        destination[k] = (float)value * 0x1p-15f;
    }
}

AVF_DSP_INLINE void convert_int24(float *destination, const unsigned char *source, const uint8_t *low,
                                  size_t count) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < count; k++) {
        int16_t value;
        memcpy(&value, source + 2 * k, sizeof value);
        destination[k] = (float)(value * 256 + low[k]) * 0x1p-23f;
    }
}

AVF_DSP_INLINE void convert(const avf_dsp_voice_sample *sample, uint32_t first, uint32_t count,
                            float *destination) AVF_DSP_NONBLOCKING {
    const unsigned char *frames = sample->frames;
    if (sample->format == AVF_DSP_VOICE_FLOAT)
        memcpy(destination, frames + 4 * (size_t)first, 4 * (size_t)count);
    else if (sample->format == AVF_DSP_VOICE_INT24)
        convert_int24(destination, frames + 2 * (size_t)first, sample->lowBytes + first, count);
    else
        convert_int16(destination, frames + 2 * (size_t)first, count, sample->end - first);
}

// How many of the frames from `place` on lie together, and where; a start behind all of them means silence.
typedef struct {
    int64_t start;
    int64_t count;
} piece;

AVF_DSP_INLINE piece piece_at(const avf_dsp_voice *v, int64_t place) AVF_DSP_NONBLOCKING {
    const avf_dsp_voice_sample *s = &v->sample;
    const int64_t begin = s->loopStart, end = s->loopEnd, length = end - begin;
    if (v->isLooping && place >= end)
        place = begin + (place - end) % length;
    // What lies before the loop was left behind: in its place is the loop's end.
    if (v->hasLooped && place < begin)
        place += (begin - place + length - 1) / length * length;
    if (place < (int64_t)s->start && !v->hasLooped)
        return (piece){INT64_MAX, (int64_t)s->start - place};
    const int64_t stop = v->isLooping ? end : s->end;
    return place < stop ? (piece){place, stop - place} : (piece){INT64_MAX, INT64_MAX};
}

// Writes what `count` frames from `first` on would be if loops had been unrolled, as floats; silence outside.
// Up to seven floats more are written.
AVF_DSP_INLINE void voice_stage(const avf_dsp_voice *v, int64_t first, uint32_t count,
                                float *destination) AVF_DSP_NONBLOCKING {
    uint32_t done = 0;
    while (done < count) {
        const piece p = piece_at(v, first + done);
        const uint32_t left = count - done, length = p.count < left ? (uint32_t)p.count : left;
        if (p.start == INT64_MAX)
            memset(destination + done, 0, length * sizeof *destination);
        else
            convert(&v->sample, (uint32_t)p.start, length, destination + done);
        done += length;
    }
}

#endif
