#include "avf_dsp_echo.h"
#include "cpu_dispatch.h"

AVF_DSP_INLINE float ramp_at(avf_dsp_ramp ramp, size_t frame) AVF_DSP_NONBLOCKING {
    return ramp.start + ramp.step * (float)(int32_t)(ramp.firstIndex + (uint32_t)frame);
}

AVF_DSP_INLINE float late(const avf_dsp_echo_line *line, size_t position, size_t delay,
                          float now) AVF_DSP_NONBLOCKING {
    return delay ? line->ring[(position - delay) & line->mask] : now;
}

// `isFading` is a constant where this is inlined.
AVF_DSP_INLINE void run(const avf_dsp_echo *echo, avf_dsp_echo_line *line, float *destination,
                        const float *source, bool isFading, size_t frameCount) AVF_DSP_NONBLOCKING {
    float y = line->smooth;
    for (size_t k = 0; k < frameCount; k++) {
        const float x = source[k];
        const size_t position = line->position + k;
        float echoed = late(line, position, echo->delay, x);
        if (isFading) {
            const float t = ramp_at(echo->fade, k);
            echoed += t * t * (3 - 2 * t) * (late(line, position, echo->nextDelay, x) - echoed);
        }
        const float weight = ramp_at(echo->weight, k);
        y = weight * echoed + (1 - weight) * y;
        line->ring[position & line->mask] = x + ramp_at(echo->feedback, k) * y;
        destination[k] = ramp_at(echo->dry, k) * x + ramp_at(echo->wet, k) * y;
    }
    line->smooth = y;
    line->position += frameCount;
}

void avf_dsp_echo_run(const avf_dsp_echo *echo, avf_dsp_echo_line *line, float *destination,
                      const float *source, size_t frameCount) AVF_REALTIME {
    if (echo->isFading)
        run(echo, line, destination, source, true, frameCount);
    else
        run(echo, line, destination, source, false, frameCount);
}
