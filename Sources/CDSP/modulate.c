#include "avf_dsp_modulate.h"
#include "cpu_dispatch.h"

AVF_DSP_INLINE float ramp_at(avf_dsp_ramp ramp, size_t frame) AVF_DSP_NONBLOCKING {
    return ramp.start + ramp.step * (float)(int32_t)(ramp.firstIndex + (uint32_t)frame);
}

// Lagrange's polynomial through four neighbours, `t` behind the second: T. Laakso et al., "Splitting the unit
// delay", 1996.
AVF_DSP_INLINE float between(float before, float a, float b, float after, float t) AVF_DSP_NONBLOCKING {
    const float c1 = b - before * (1.0f / 3) - a * 0.5f - after * (1.0f / 6);
    const float c2 = (before + b) * 0.5f - a;
    const float c3 = (after - before) * (1.0f / 6) + (a - b) * 0.5f;
    return a + t * (c1 + t * (c2 + t * c3));
}

void avf_dsp_moving_delay(avf_dsp_moving_line *line, float *destination, const float *source,
                          const float *delays, avf_dsp_ramp feedback, size_t frameCount) AVF_REALTIME {
    float *restrict ring = line->ring;
    const size_t mask = line->mask;
    for (size_t k = 0; k < frameCount; k++) {
        const size_t position = line->position + k, whole = (size_t)delays[k];
        const float t = delays[k] - (float)whole;
        const size_t place = position - whole;
        const float late = between(ring[(place + 1) & mask], ring[place & mask], ring[(place - 1) & mask],
                                   ring[(place - 2) & mask], t);
        ring[position & mask] = source[k] + ramp_at(feedback, k) * late;
        destination[k] = late;
    }
    line->position += frameCount;
}

AVF_DSP_CLONES
void avf_dsp_modulate_delay(float *destination, const float *wave, avf_dsp_ramp center, avf_dsp_ramp depth, float least,
                  float most, size_t frameCount) AVF_REALTIME {
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++) {
        const float place = ramp_at(center, k) + ramp_at(depth, k) * wave[k];
        destination[k] = place < least ? least : place > most ? most : place;
    }
}

AVF_DSP_CLONES
void avf_dsp_all_pass_weights(float *destination, const float *corners, size_t frameCount) AVF_REALTIME {
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++) {
        // tan(x - pi/4): sine and cosine of at most pi/4 by Taylor's series.
        const float corner = corners[k] < 0.49f ? corners[k] : 0.49f;
        const float x = 3.14159265f * corner - 0.785398163f, s = x * x;
        const float sine = x * (1 + s * (-1.6666667e-1f + s * (8.3333333e-3f + s * -1.9841270e-4f)));
        const float cosine = 1 + s * (-0.5f + s * (4.1666667e-2f + s * (-1.3888889e-3f + s * 2.4801587e-5f)));
        destination[k] = sine / cosine;
    }
}

void avf_dsp_phaser_run(avf_dsp_phaser *phaser, size_t stageCount, float *destination, const float *source,
                        const float *weights, avf_dsp_ramp feedback, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        const float weight = weights[k];
        float x = source[k] + ramp_at(feedback, k) * phaser->last;
        for (size_t i = 0; i < stageCount && i < AVF_DSP_PHASER_STAGES; i++) {
            const float y = weight * x + phaser->states[i];
            phaser->states[i] = x - weight * y;
            x = y;
        }
        phaser->last = x;
        destination[k] = x;
    }
}

AVF_DSP_CLONES
void avf_dsp_excess(float *block, float threshold, float range, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        const float excess = block[k] - threshold, held = excess < range ? excess : range;
        block[k] = held > 0 ? -held : 0;
    }
}

AVF_DSP_CLONES
void avf_dsp_duck(float *destination, const float *source, const float *part, const float *gains,
                  size_t frameCount) AVF_REALTIME {
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = source[k] + (gains[k] - 1) * part[k];
}

void avf_dsp_gate_run(avf_dsp_gate *gate, const avf_dsp_gate_settings *settings, float *block,
                      size_t frameCount) AVF_REALTIME {
    float gain = gate->gain;
    for (size_t k = 0; k < frameCount; k++) {
        const float level = block[k];
        if (level >= settings->opens || (gate->isOpen && level >= settings->closes)) {
            gate->isOpen = 1;
            gate->held = settings->holdFrames;
        } else if (gate->held > 0) {
            gate->held--;
        } else {
            gate->isOpen = 0;
        }
        const float target = gate->isOpen ? 1 : settings->floor;
        gain += (target > gain ? settings->attack : settings->release) * (target - gain);
        block[k] = gain;
    }
    gate->gain = gain;
}
