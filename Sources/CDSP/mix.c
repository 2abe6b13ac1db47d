#include "avf_dsp_mix.h"
#include "cpu_dispatch.h"

#include <string.h>

// Multiplied out for each frame and never summed up, so that cutting a block changes nothing.
AVF_DSP_INLINE float ramp_at(avf_dsp_ramp ramp, size_t frame) AVF_DSP_NONBLOCKING {
    return ramp.start + ramp.step * (float)(int32_t)(ramp.firstIndex + (uint32_t)frame);
}

float avf_dsp_ramp_value(avf_dsp_ramp ramp, uint32_t frame) AVF_REALTIME {
    return ramp_at(ramp, frame);
}

void avf_dsp_clear(float *destination, size_t frameCount) AVF_REALTIME {
    memset(destination, 0, frameCount * sizeof(float));
}

void avf_dsp_copy(float *destination, const float *source, size_t frameCount) AVF_REALTIME {
    memmove(destination, source, frameCount * sizeof(float));
}

AVF_DSP_CLONES
void avf_dsp_scale(float *destination, const float *source, float gain, size_t frameCount) AVF_REALTIME {
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = gain * source[k];
}

AVF_DSP_CLONES
void avf_dsp_scale_ramp(float *destination, const float *source, avf_dsp_ramp ramp,
                        size_t frameCount) AVF_REALTIME {
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = ramp_at(ramp, k) * source[k];
}

AVF_DSP_CLONES
void avf_dsp_add(float *restrict destination, const float *restrict source, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++)
        destination[k] += source[k];
}

AVF_DSP_CLONES
void avf_dsp_accumulate(float *restrict destination, const float *restrict source, float gain,
                        size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++)
        destination[k] += gain * source[k];
}

AVF_DSP_CLONES
void avf_dsp_accumulate_ramp(float *restrict destination, const float *restrict source, avf_dsp_ramp ramp,
                             size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++)
        destination[k] += ramp_at(ramp, k) * source[k];
}

AVF_DSP_CLONES
void avf_dsp_multiply(float *destination, const float *a, const float *b, size_t frameCount) AVF_REALTIME {
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = a[k] * b[k];
}

AVF_DSP_CLONES
void avf_dsp_pan(float *restrict left, float *restrict right, const float *restrict source, float leftGain,
                 float rightGain, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        left[k] = leftGain * source[k];
        right[k] = rightGain * source[k];
    }
}

AVF_DSP_CLONES
void avf_dsp_pan_accumulate(float *restrict left, float *restrict right, const float *restrict source,
                            float leftGain, float rightGain, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        left[k] += leftGain * source[k];
        right[k] += rightGain * source[k];
    }
}

AVF_DSP_CLONES
void avf_dsp_pan_ramp(float *restrict left, float *restrict right, const float *restrict source,
                      avf_dsp_ramp leftRamp, avf_dsp_ramp rightRamp, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        left[k] = ramp_at(leftRamp, k) * source[k];
        right[k] = ramp_at(rightRamp, k) * source[k];
    }
}

AVF_DSP_CLONES
void avf_dsp_pan_accumulate_ramp(float *restrict left, float *restrict right, const float *restrict source,
                                 avf_dsp_ramp leftRamp, avf_dsp_ramp rightRamp,
                                 size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        left[k] += ramp_at(leftRamp, k) * source[k];
        right[k] += ramp_at(rightRamp, k) * source[k];
    }
}

// Several sources in one pass read and write the two sums once instead of once for each. Called with a
// constant count; the sums are taken source by source, whatever the count.
AVF_DSP_INLINE void pan_accumulate_some(float *restrict left, float *restrict right,
                                        const float *const *sources, const float *leftGains,
                                        const float *rightGains, size_t count,
                                        size_t frameCount) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < frameCount; k++) {
        float l = left[k], r = right[k];
#pragma clang loop unroll(full)
        for (size_t i = 0; i < count; i++) {
            l += leftGains[i] * sources[i][k];
            r += rightGains[i] * sources[i][k];
        }
        left[k] = l;
        right[k] = r;
    }
}

AVF_DSP_CLONES
void avf_dsp_pan_accumulate_all(float *restrict left, float *restrict right, const float *const *sources,
                                const float *leftGains, const float *rightGains, size_t sourceCount,
                                size_t frameCount) AVF_REALTIME {
    size_t i = 0;
    for (; i + 8 <= sourceCount; i += 8)
        pan_accumulate_some(left, right, sources + i, leftGains + i, rightGains + i, 8, frameCount);
    for (; i + 2 <= sourceCount; i += 2)
        pan_accumulate_some(left, right, sources + i, leftGains + i, rightGains + i, 2, frameCount);
    if (i < sourceCount)
        pan_accumulate_some(left, right, sources + i, leftGains + i, rightGains + i, 1, frameCount);
}

AVF_DSP_CLONES
void avf_dsp_crossfade(float *destination, const float *from, const float *to, avf_dsp_ramp ramp,
                       size_t frameCount) AVF_REALTIME {
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++) {
        const float gain = ramp_at(ramp, k);
        destination[k] = (1.0f - gain) * from[k] + gain * to[k];
    }
}

AVF_DSP_CLONES
void avf_dsp_fade_in(float *block, avf_dsp_ramp ramp, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        const float t = ramp_at(ramp, k);
        block[k] *= t * t * (3 - 2 * t);
    }
}

AVF_DSP_CLONES
void avf_dsp_fade_out(float *block, avf_dsp_ramp ramp, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        const float t = ramp_at(ramp, k);
        block[k] *= 1 - t * t * (3 - 2 * t);
    }
}

AVF_DSP_CLONES
void avf_dsp_exchange(float *late, float *ring, const float *source, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        const float newest = source[k];
        late[k] = ring[k];
        ring[k] = newest;
    }
}
