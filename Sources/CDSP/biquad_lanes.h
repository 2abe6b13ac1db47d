// Template, included once for each number of lanes (LANES, SHIFT_INDICES): lane k runs section k on the
// sample k frames behind lane 0, so that a whole series of sections takes one step together. The first and
// last steps of a block run with the lanes masked that have no sample; so there is no latency, and where a
// block is cut changes nothing.

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define REAL JOIN(real, LANES)
#define MASK JOIN(mask, LANES)
#define LINES JOIN(lines, LANES)
#define NAME(name) JOIN(name, LANES)

typedef double REAL __attribute__((vector_size(LANES * 8)));
typedef int64_t MASK __attribute__((vector_size(LANES * 8)));

typedef struct {
    REAL b0, b1, b2, a1, a2;
} LINES;

AVF_DSP_INLINE REAL NAME(load)(const double *source) AVF_DSP_NONBLOCKING {
    REAL value;
    memcpy(&value, source, sizeof value);
    return value;
}

AVF_DSP_INLINE LINES NAME(load_lines)(const double *table) AVF_DSP_NONBLOCKING {
    const size_t row = AVF_DSP_BIQUAD_LANES;
    return (LINES){NAME(load)(table), NAME(load)(table + row), NAME(load)(table + 2 * row),
                   NAME(load)(table + 3 * row), NAME(load)(table + 4 * row)};
}

AVF_DSP_INLINE REAL NAME(choose)(MASK mask, REAL yes, REAL no) AVF_DSP_NONBLOCKING {
    return (REAL)(((MASK)yes & mask) | ((MASK)no & ~mask));
}

AVF_DSP_INLINE LINES NAME(moved)(const LINES *start, const LINES *step, REAL frame) AVF_DSP_NONBLOCKING {
    return (LINES){start->b0 + step->b0 * frame, start->b1 + step->b1 * frame, start->b2 + step->b2 * frame,
                   start->a1 + step->a1 * frame, start->a2 + step->a2 * frame};
}

// One channel on its way through the group.
typedef struct {
    REAL s1, s2, y;
    const float *input;
    float *output;
} NAME(channel);

// One step of one channel; `ready` is the mask of lanes that have a sample, or all bits.
AVF_DSP_INLINE void NAME(advance)(NAME(channel) * channel, const LINES *c, MASK active, MASK ready,
                                  double x) AVF_DSP_NONBLOCKING {
    const REAL entering = {x};
    const REAL in = __builtin_shufflevector(entering, channel->y, SHIFT_INDICES);
    const REAL y = NAME(choose)(active, c->b0 * in + channel->s1, in);
    // Associated so that only one multiplication and two additions lie between y and the next y.
    const REAL s1 = (c->b1 * in + channel->s2) - c->a1 * y;
    const REAL s2 = c->b2 * in - c->a2 * y;
    channel->s1 = NAME(choose)(ready, s1, channel->s1);
    channel->s2 = NAME(choose)(ready, s2, channel->s2);
    channel->y = y;
}

AVF_DSP_INLINE MASK NAME(ready_lanes)(size_t step, size_t frameCount) AVF_DSP_NONBLOCKING {
    MASK ready;
    for (int lane = 0; lane < LANES; lane++)
        ready[lane] = step - (size_t)lane < frameCount ? -1 : 0;
    return ready;
}

// `moving` and `channelCount` are constants where this is inlined.
AVF_DSP_INLINE void NAME(run_channels)(const avf_dsp_biquad_group *group, double *states, float *const *input,
                                       float *const *output, bool moving, size_t channelCount, size_t first,
                                       size_t frameCount) AVF_DSP_NONBLOCKING {
    const size_t row = AVF_DSP_BIQUAD_LANES, last = group->sectionCount - 1, stepCount = frameCount + last;
    const MASK everywhere = ~(MASK){0};
    MASK active;
    memcpy(&active, group->active, sizeof active);
    const LINES start = NAME(load_lines)(group->coefficients);
    const LINES step = moving ? NAME(load_lines)(group->steps) : (LINES){0};
    LINES now = start;
    // The frame of the move at which each lane is: lane k lags k frames behind.
    REAL frame = {0};
    if (moving)
        for (int lane = 0; lane < LANES; lane++)
            frame[lane] = group->movedFrames[lane] - lane;

    NAME(channel) channels[4];
    for (size_t c = 0; c < channelCount; c++)
        channels[c] = (NAME(channel)){.s1 = NAME(load)(states + 2 * row * c),
                                      .s2 = NAME(load)(states + 2 * row * c + row),
                                      .y = {0},
                                      .input = input[c] + first,
                                      .output = output[c] + first};

    for (size_t t = 0; t < stepCount; t++) {
        if (moving) {
            frame += 1.0;
            now = NAME(moved)(&start, &step, frame);
        }
        if (t >= last && t < frameCount) {
            for (size_t c = 0; c < channelCount; c++) {
                NAME(advance)(&channels[c], &now, active, everywhere, channels[c].input[t]);
                channels[c].output[t - last] = (float)channels[c].y[last];
            }
            continue;
        }
        const MASK ready = NAME(ready_lanes)(t, frameCount);
        for (size_t c = 0; c < channelCount; c++) {
            NAME(advance)(&channels[c], &now, active, ready, t < frameCount ? channels[c].input[t] : 0.0f);
            if (t >= last)
                channels[c].output[t - last] = (float)channels[c].y[last];
        }
    }

    for (size_t c = 0; c < channelCount; c++) {
        memcpy(states + 2 * row * c, &channels[c].s1, sizeof(REAL));
        memcpy(states + 2 * row * c + row, &channels[c].s2, sizeof(REAL));
    }
}

// Four, two or one channel at a time: independent chains of arithmetic fill each other's waits.
AVF_DSP_INLINE void NAME(run_all)(const avf_dsp_biquad_group *group, double *states, float *const *input,
                                  float *const *output, bool moving, size_t channelCount, size_t first,
                                  size_t frameCount) AVF_DSP_NONBLOCKING {
    const size_t size = 2 * AVF_DSP_BIQUAD_LANES;
    size_t c = 0;
#ifndef AVF_DSP_FEW_CLONES
    for (; c + 4 <= channelCount; c += 4)
        NAME(run_channels)(group, states + c * size, input + c, output + c, moving, 4, first, frameCount);
#endif
    for (; c + 2 <= channelCount; c += 2)
        NAME(run_channels)(group, states + c * size, input + c, output + c, moving, 2, first, frameCount);
    if (c < channelCount)
        NAME(run_channels)(group, states + c * size, input + c, output + c, moving, 1, first, frameCount);
}

#undef JOIN_
#undef JOIN
#undef REAL
#undef MASK
#undef LINES
#undef NAME
#undef LANES
#undef SHIFT_INDICES
