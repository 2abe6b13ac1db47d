#include "avf_dsp_biquad.h"
#include "cpu_dispatch.h"

#include <string.h>

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

// Steps of one channel in which some sections have no sample, section by section: for few sections, or
// where the binary is to be small. At step t section k is at frame t - k, if the block has that frame;
// `outputs` are what the sections gave at the step before.
__attribute__((noinline)) static void run_edge(const avf_dsp_biquad_group *group, double *states,
                                               double *outputs, const float *input, float *output,
                                               bool moving, size_t frameCount, size_t step,
                                               size_t end) AVF_DSP_NONBLOCKING {
    const size_t row = AVF_DSP_BIQUAD_LANES, last = group->sectionCount - 1;
    for (; step < end; step++) {
        const size_t lowest = step < frameCount ? 0 : step - frameCount + 1;
        // From the last section on, so that each finds what the one before it gave at the step before.
        for (size_t k = step < last ? step : last; k + 1 > lowest; k--) {
            const double in = k == 0 ? (double)input[step] : outputs[k - 1];
            double c[5];
            for (size_t j = 0; j < 5; j++)
                c[j] = group->coefficients[j * row + k];
            if (moving) {
                const double frame = group->movedFrames[k] + (double)(step - k + 1);
                for (size_t j = 0; j < 5; j++)
                    c[j] += group->steps[j * row + k] * frame;
            }
            const double y = group->active[k] ? c[0] * in + states[k] : in;
            states[k] = (c[1] * in + states[row + k]) - c[3] * y;
            states[row + k] = c[2] * in - c[4] * y;
            outputs[k] = y;
        }
        if (step >= last)
            output[step - last] = (float)outputs[last];
    }
}

// What fits into a CPU's registers; without the widest vectors, one channel of sixteen lanes does not.
#ifdef AVF_DSP_FEW_CLONES
#define MOST_CHANNELS 2
#define MOST_WIDE_CHANNELS 1
#define WIDE_EDGE run_edge
#else
#define MOST_CHANNELS 4
#define MOST_WIDE_CHANNELS 4
#define WIDE_EDGE NAME(run_edge)
#endif

// Lane 0 of the first operand, then all lanes but the last of the second.
#define LANES 4
#define CHANNELS MOST_CHANNELS
#define EDGE run_edge
#define SHIFT_INDICES 0, 4, 5, 6
#include "biquad_lanes.h"

#define LANES 8
#define CHANNELS MOST_CHANNELS
#define EDGE WIDE_EDGE
#define SHIFT_INDICES 0, 8, 9, 10, 11, 12, 13, 14
#include "biquad_lanes.h"

#define LANES 16
#define CHANNELS MOST_WIDE_CHANNELS
#define EDGE WIDE_EDGE
#define SHIFT_INDICES 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
#include "biquad_lanes.h"

AVF_DSP_CLONES
static void run_steady(const avf_dsp_biquad_group *group, double *states, float *const *input,
                       float *const *output, size_t channelCount, size_t first,
                       size_t frameCount) AVF_DSP_NONBLOCKING {
    if (group->sectionCount <= 4)
        run_all4(group, states, input, output, false, channelCount, first, frameCount);
    else if (group->sectionCount <= 8)
        run_all8(group, states, input, output, false, channelCount, first, frameCount);
    else
        run_all16(group, states, input, output, false, channelCount, first, frameCount);
}

AVF_DSP_CLONES
static void run_moving(const avf_dsp_biquad_group *group, double *states, float *const *input,
                       float *const *output, size_t channelCount, size_t first,
                       size_t frameCount) AVF_DSP_NONBLOCKING {
    if (group->sectionCount <= 8)
        run_all8(group, states, input, output, true, channelCount, first, frameCount);
    else
        run_all16(group, states, input, output, true, channelCount, first, frameCount);
}

void avf_dsp_biquad_run(const avf_dsp_biquad_group *group, double *states, float *const *input,
                        float *const *output, size_t channelCount, size_t firstFrame,
                        size_t frameCount) AVF_REALTIME {
    if (frameCount == 0 || group->sectionCount == 0)
        return;
    if (group->steps)
        run_moving(group, states, input, output, channelCount, firstFrame, frameCount);
    else
        run_steady(group, states, input, output, channelCount, firstFrame, frameCount);
}
