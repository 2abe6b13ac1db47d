#include "avf_dsp_resample_groups.h"
#include "cpu_dispatch.h"

#include <string.h>

// A vector holds the same tap of neighbouring outputs. So a sample meets all of them in one multiplication,
// the weights are read in order, and nothing has to be summed across lanes.
enum { GROUP = AVF_DSP_GROUP_FRAMES };

typedef float sixteen __attribute__((vector_size(4 * GROUP)));
typedef float four __attribute__((vector_size(16)));

// The outputs of a group that are made, and the taps of the group's block that they need.
typedef struct {
    size_t lane, end, from, to;
} span;

// Where a period's output lies, in whole input frames.
AVF_DSP_INLINE uint64_t place(const avf_dsp_groups *groups, uint64_t output) AVF_DSP_NONBLOCKING {
    return output * groups->phasesPerOutput / groups->phaseCount;
}

AVF_DSP_INLINE span span_of(const avf_dsp_groups *groups, uint64_t index,
                            size_t frameCount) AVF_DSP_NONBLOCKING {
    const uint64_t begin = index / GROUP * GROUP, left = groups->outputsPerPeriod - begin;
    span span = {.lane = index - begin, .end = left < GROUP ? left : GROUP};
    if (span.end - span.lane > frameCount)
        span.end = span.lane + frameCount;
    span.from = place(groups, index) - place(groups, begin);
    span.to = place(groups, begin + span.end - 1) - place(groups, begin) + groups->tapCount;
    return span;
}

AVF_DSP_INLINE void advance(const avf_dsp_groups *groups, avf_dsp_sinc_position *position,
                            size_t count) AVF_DSP_NONBLOCKING {
    const uint64_t index = position->index + count;
    const uint64_t phases = position->phase + count * groups->phasesPerOutput;
    position->firstFrame += phases / groups->phaseCount;
    position->phase = phases % groups->phaseCount;
    position->index = index < groups->outputsPerPeriod ? index : 0;
}

// Sums the taps `from` to before `to` of the lanes of a vector for `count` signals.
#define SUM_TAPS(name, vector)                                                                               \
    AVF_DSP_INLINE void name(const float *restrict weights, const float *const *x, size_t from, size_t to,   \
                             float *const *result, size_t count) AVF_DSP_NONBLOCKING {                       \
        vector even[4] = {0}, odd[4] = {0}, here, next;                                                      \
        size_t j = from & ~(size_t)1;                                                                        \
        for (; j + 1 < to; j += 2) {                                                                         \
            memcpy(&here, weights + GROUP * j, sizeof here);                                                 \
            memcpy(&next, weights + GROUP * (j + 1), sizeof next);                                           \
            for (size_t c = 0; c < count; c++) {                                                             \
                even[c] += here * x[c][j];                                                                   \
                odd[c] += next * x[c][j + 1];                                                                \
            }                                                                                                \
        }                                                                                                    \
        for (size_t c = 0; c < count; c++) {                                                                 \
            if (j < to) {                                                                                    \
                memcpy(&here, weights + GROUP * j, sizeof here);                                             \
                even[c] += here * x[c][j];                                                                   \
            }                                                                                                \
            even[c] += odd[c];                                                                               \
            memcpy(result[c], &even[c], sizeof even[c]);                                                     \
        }                                                                                                    \
    }

SUM_TAPS(sum_sixteen, sixteen)
SUM_TAPS(sum_four, four)

// The lanes of a span: all at once or, if they are few, by fours.
AVF_DSP_INLINE void make_lanes(const float *weights, const float *const *x, span span, float *const *output,
                               size_t count) AVF_DSP_NONBLOCKING {
    if (span.end - span.lane == GROUP) {
        sum_sixteen(weights, x, span.from, span.to, output, count);
        return;
    }
    float room[2][GROUP];
    if (span.end - span.lane > 4)
        sum_sixteen(weights, x, span.from, span.to, (float *const[2]){room[0], room[1]}, count);
    else
        for (size_t quarter = span.lane / 4 * 4; quarter < span.end; quarter += 4)
            sum_four(weights + quarter, x, span.from, span.to,
                     (float *const[2]){room[0] + quarter, room[1] + quarter}, count);
    for (size_t c = 0; c < count; c++)
        memcpy(output[c], room[c] + span.lane, (span.end - span.lane) * sizeof(float));
}

// Output frames up to the end of a group, at most `frameCount`; returns how many.
AVF_DSP_INLINE size_t make_group(const avf_dsp_groups *groups, avf_dsp_sinc_position position,
                                 float *const *input, float *const *output, size_t channelCount, size_t frame,
                                 size_t frameCount) AVF_DSP_NONBLOCKING {
    const span span = span_of(groups, position.index, frameCount);
    const size_t first = position.firstFrame - span.from;
    const float *weights = groups->weights + position.index / GROUP * groups->spanCount * GROUP;
    size_t c = 0;
    for (; c + 2 <= channelCount; c += 2)
        make_lanes(weights, (const float *const[2]){input[c] + first, input[c + 1] + first}, span,
                   (float *const[2]){output[c] + frame, output[c + 1] + frame}, 2);
    if (c < channelCount)
        make_lanes(weights, (const float *const[1]){input[c] + first}, span,
                   (float *const[1]){output[c] + frame}, 1);
    return span.end - span.lane;
}

// The groups of two periods in turn: both have the same weights, which are read once.
AVF_DSP_INLINE void make_periods(const avf_dsp_groups *groups, uint64_t firstFrame, const float *left,
                                 const float *right, float *leftOutput,
                                 float *rightOutput) AVF_DSP_NONBLOCKING {
    const size_t outputs = groups->outputsPerPeriod, frames = place(groups, outputs);
    const float *weights = groups->weights;
    for (size_t m = 0; m < outputs; m += GROUP, weights += groups->spanCount * GROUP) {
        const span span = span_of(groups, m, GROUP);
        const size_t first = firstFrame + place(groups, m), count = span.end * sizeof(float);
        const float *const x[4] = {left + first, right + first, left + first + frames, right + first + frames};
        float *const y[4] = {leftOutput + m, rightOutput + m, leftOutput + m + outputs,
                             rightOutput + m + outputs};
        float room[4][GROUP];
        sum_sixteen(weights, x, 0, span.to, (float *const[4]){room[0], room[1], room[2], room[3]}, 4);
        for (size_t k = 0; k < 4; k++)
            memcpy(y[k], room[k], count);
    }
}

AVF_DSP_CLONES
void avf_dsp_resample_groups(const avf_dsp_groups *groups, avf_dsp_sinc_position *position,
                             float *const *input, float *const *output, size_t channelCount,
                             size_t firstOutput, size_t frameCount) AVF_REALTIME {
    for (size_t made = 0; made < frameCount;) {
        const size_t two = 2 * groups->outputsPerPeriod;
        if (channelCount == 2 && position->index == 0 && frameCount - made >= two) {
            make_periods(groups, position->firstFrame, input[0], input[1], output[0] + firstOutput + made,
                         output[1] + firstOutput + made);
            position->firstFrame += place(groups, two);
            made += two;
            continue;
        }
        const size_t count = make_group(groups, *position, input, output, channelCount, firstOutput + made,
                                        frameCount - made);
        made += count;
        advance(groups, position, count);
    }
}

AVF_DSP_CLONES
void avf_dsp_copy_finite(float *target, const float *source, size_t sampleCount) AVF_REALTIME {
    for (size_t k = 0; k < sampleCount; k++)
        target[k] = source[k] - source[k] == 0 ? source[k] : 0;
}

AVF_DSP_CLONES
void avf_dsp_narrow_finite(float *restrict target, const double *restrict source,
                           size_t sampleCount) AVF_REALTIME {
    for (size_t k = 0; k < sampleCount; k++) {
        const float value = (float)source[k];
        target[k] = value - value == 0 ? value : 0;
    }
}
