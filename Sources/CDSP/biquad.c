#include "avf_dsp_biquad.h"
#include "clones.h"

#include <string.h>

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

// Lane 0 of the first operand, then all lanes but the last of the second.
#define LANES 4
#define SHIFT_INDICES 0, 4, 5, 6
#include "biquad_lanes.h"

#define LANES 8
#define SHIFT_INDICES 0, 8, 9, 10, 11, 12, 13, 14
#include "biquad_lanes.h"

#define LANES 16
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
