// Template, included once for each number of lanes (LANES, SHIFT_INDICES) and of channels that run at once
// (CHANNELS: independent chains of arithmetic fill each other's waits). Lane k runs section k on the
// sample k frames behind lane 0, so that a whole series of sections takes one step together. The first and
// last steps of a block, where some lanes have no sample, are EDGE's: lane by lane (biquad.c) or with masks;
// so there is no latency, and where a block is cut changes nothing.

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

// One step of one channel on its way through the group.
AVF_DSP_INLINE void NAME(advance)(REAL *s1, REAL *s2, REAL *y, const LINES *c, MASK active,
                                  double x) AVF_DSP_NONBLOCKING {
    const REAL entering = {x};
    const REAL in = __builtin_shufflevector(entering, *y, SHIFT_INDICES);
    *y = NAME(choose)(active, c->b0 * in + *s1, in);
    // Associated so that only one multiplication and two additions lie between y and the next y.
    *s1 = (c->b1 * in + *s2) - c->a1 * *y;
    *s2 = c->b2 * in - c->a2 * *y;
}

// What `run_edge` does, for many sections: those without a sample keep their states.
AVF_DSP_INLINE void NAME(run_edge)(const avf_dsp_biquad_group *group, double *states, double *outputs,
                                   const float *input, float *output, bool moving, size_t frameCount,
                                   size_t step, size_t end) AVF_DSP_NONBLOCKING {
    const size_t row = AVF_DSP_BIQUAD_LANES, last = group->sectionCount - 1;
    const LINES start = NAME(load_lines)(group->coefficients);
    const LINES pace = moving ? NAME(load_lines)(group->steps) : (LINES){0};
    LINES now = start;
    REAL s1 = NAME(load)(states), s2 = NAME(load)(states + row), y = NAME(load)(outputs), frame = {0};
    MASK active, place;
    memcpy(&active, group->active, sizeof active);
    for (int lane = 0; lane < LANES; lane++)
        place[lane] = (int64_t)step - lane;
    if (moving)
        for (int lane = 0; lane < LANES; lane++)
            frame[lane] = group->movedFrames[lane] + (double)place[lane];
    for (; step < end; step++) {
        if (moving) {
            frame += 1.0;
            now = NAME(moved)(&start, &pace, frame);
        }
        const MASK ready = (place >= 0) & (place < (int64_t)frameCount);
        REAL next1 = s1, next2 = s2;
        NAME(advance)(&next1, &next2, &y, &now, active, step < frameCount ? input[step] : 0.0f);
        s1 = NAME(choose)(ready, next1, s1);
        s2 = NAME(choose)(ready, next2, s2);
        place += 1;
        if (step >= last)
            output[step - last] = (float)y[last];
    }
    memcpy(states, &s1, sizeof s1);
    memcpy(states + row, &s2, sizeof s2);
    memcpy(outputs, &y, sizeof y);
}

// The steps in which all sections have a sample. `moving` and `channelCount` are constants where this is
// inlined.
AVF_DSP_INLINE void NAME(run_channels)(const avf_dsp_biquad_group *group, double *states, float *const *input,
                                       float *const *output, bool moving, size_t channelCount, size_t first,
                                       size_t frameCount) AVF_DSP_NONBLOCKING {
    const size_t row = AVF_DSP_BIQUAD_LANES, last = group->sectionCount - 1;
    double outputs[CHANNELS][AVF_DSP_BIQUAD_LANES] = {{0}};
    for (size_t c = 0; c < channelCount; c++)
        EDGE(group, states + 2 * row * c, outputs[c], input[c] + first, output[c] + first, moving, frameCount,
             0, last);
    if (frameCount > last) {
        MASK active;
        memcpy(&active, group->active, sizeof active);
        const LINES start = NAME(load_lines)(group->coefficients);
        const LINES step = moving ? NAME(load_lines)(group->steps) : (LINES){0};
        LINES now = start;
        // The frame of the move at which each lane is: lane k lags k frames behind.
        REAL frame = {0};
        if (moving)
            for (int lane = 0; lane < LANES; lane++)
                frame[lane] = group->movedFrames[lane] + (double)last - lane;
        REAL s1[CHANNELS], s2[CHANNELS], y[CHANNELS];
        for (size_t c = 0; c < channelCount; c++) {
            s1[c] = NAME(load)(states + 2 * row * c);
            s2[c] = NAME(load)(states + 2 * row * c + row);
            y[c] = NAME(load)(outputs[c]);
        }
        for (size_t t = last; t < frameCount; t++) {
            if (moving) {
                frame += 1.0;
                now = NAME(moved)(&start, &step, frame);
            }
            for (size_t c = 0; c < channelCount; c++) {
                NAME(advance)(&s1[c], &s2[c], &y[c], &now, active, input[c][first + t]);
                output[c][first + t - last] = (float)y[c][last];
            }
        }
        for (size_t c = 0; c < channelCount; c++) {
            memcpy(states + 2 * row * c, &s1[c], sizeof(REAL));
            memcpy(states + 2 * row * c + row, &s2[c], sizeof(REAL));
            memcpy(outputs[c], &y[c], sizeof(REAL));
        }
    }
    for (size_t c = 0; c < channelCount; c++)
        EDGE(group, states + 2 * row * c, outputs[c], input[c] + first, output[c] + first, moving, frameCount,
             frameCount > last ? frameCount : last, frameCount + last);
}

AVF_DSP_INLINE void NAME(run_all)(const avf_dsp_biquad_group *group, double *states, float *const *input,
                                  float *const *output, bool moving, size_t channelCount, size_t first,
                                  size_t frameCount) AVF_DSP_NONBLOCKING {
    const size_t size = 2 * AVF_DSP_BIQUAD_LANES;
    size_t c = 0;
    for (; CHANNELS >= 4 && c + 4 <= channelCount; c += 4)
        NAME(run_channels)(group, states + c * size, input + c, output + c, moving, 4, first, frameCount);
    for (; CHANNELS >= 2 && c + 2 <= channelCount; c += 2)
        NAME(run_channels)(group, states + c * size, input + c, output + c, moving, 2, first, frameCount);
    for (; c < channelCount; c++)
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
#undef CHANNELS
#undef EDGE
