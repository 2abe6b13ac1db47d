#include "avf_dsp_resample.h"
#include "dot_lanes.h"

// The cubic through four neighbouring rows (Lagrange), for each weight.
AVF_DSP_INLINE const float *interpolated_row(const avf_dsp_sinc *sinc, uint64_t phase) AVF_DSP_NONBLOCKING {
    const uint64_t scaled = phase * sinc->tablePositions, whole = scaled / sinc->phaseCount;
    const double t = (double)(scaled - whole * sinc->phaseCount) / (double)sinc->phaseCount;
    const float before = (float)(-t * (t - 1) * (t - 2) / 6), here = (float)((t + 1) * (t - 1) * (t - 2) / 2);
    const float next = (float)(-(t + 1) * t * (t - 2) / 2), after = (float)((t + 1) * t * (t - 1) / 6);
    const float *row = sinc->rows + whole * sinc->tapCount;
    const size_t n = sinc->tapCount;
    float *restrict result = sinc->scratch;
    for (size_t j = 0; j < n; j++)
        result[j] = (before * row[j] + here * row[n + j]) + (next * row[2 * n + j] + after * row[3 * n + j]);
    return result;
}

AVF_DSP_CLONES
void avf_dsp_resample(const avf_dsp_sinc *sinc, avf_dsp_sinc_position *position, float *const *input,
                      float *const *output, size_t channelCount, size_t firstOutput,
                      size_t frameCount) AVF_REALTIME {
    const size_t tapCount = sinc->tapCount;
    uint64_t first = position->firstFrame, phase = position->phase;
    for (size_t k = firstOutput; k < firstOutput + frameCount; k++) {
        const float *row =
            sinc->tablePositions ? interpolated_row(sinc, phase) : sinc->rows + phase * tapCount;
        dot_all(row, input, first, tapCount, output, k, channelCount);
        first += sinc->stepFrames;
        phase += sinc->stepPhases;
        if (phase >= sinc->phaseCount) {
            phase -= sinc->phaseCount;
            first++;
        }
    }
    position->firstFrame = first;
    position->phase = phase;
}
