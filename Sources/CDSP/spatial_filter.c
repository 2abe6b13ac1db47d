#include "avf_dsp_spatial.h"
#include "cpu_dispatch.h"

#include <string.h>

// Filters of the first order, whose every output waits for the one before, and the search for silence.

float avf_dsp_spatial_low_pass(float *output, const float *input, float last, float start, float step,
                               size_t first, size_t frameCount) AVF_REALTIME {
    for (size_t n = 0; n < frameCount; n++) {
        const float pole = start + step * (float)(first + n);
        last = input[n] + pole * (last - input[n]);
        output[n] = last;
    }
    return last;
}

void avf_dsp_spatial_shelf_run(float *output, const float *input, float *memory, avf_dsp_spatial_shelf start,
                               avf_dsp_spatial_shelf step, size_t first, size_t frameCount) AVF_REALTIME {
    float x1 = memory[0], y1 = memory[1];
    for (size_t n = 0; n < frameCount; n++) {
        const float t = (float)(first + n), x = input[n];
        const float b0 = start.b0 + step.b0 * t, b1 = start.b1 + step.b1 * t, a1 = start.a1 + step.a1 * t;
        y1 = (b0 * x + b1 * x1) - a1 * y1;
        x1 = x;
        output[n] = y1;
    }
    memory[0] = x1;
    memory[1] = y1;
}

AVF_DSP_CLONES
void avf_dsp_spatial_add_scaled(double *restrict destination, const double *restrict source, double factor,
                                size_t count) AVF_REALTIME {
    for (size_t n = 0; n < count; n++)
        destination[n] += factor * source[n];
}

AVF_DSP_CLONES
bool avf_dsp_spatial_take(float *restrict destination, const float *restrict source,
                          size_t frameCount) AVF_REALTIME {
    unsigned bits = 0;
    for (size_t n = 0; n < frameCount; n++) {
        unsigned word;
        memcpy(&word, source + n, sizeof word);
        bits |= word << 1;
        // An exponent of all ones is infinite or no number.
        const unsigned clean = (word & 0x7F800000u) == 0x7F800000u ? 0 : word;
        memcpy(destination + n, &clean, sizeof clean);
    }
    return bits == 0;
}

AVF_DSP_CLONES
void avf_dsp_spatial_shift(float *rows, size_t rowCount, size_t stride, size_t count) AVF_REALTIME {
    for (size_t row = 0; row < rowCount; row++) {
        float *place = rows + row * stride;
        // Sixteen at a time come from farther ahead than what has been written.
        for (size_t n = 0; n < count; n += 16)
            memcpy(place + n, place + n + AVF_DSP_SPATIAL_CELL, 16 * sizeof(float));
    }
}

AVF_DSP_CLONES
bool avf_dsp_spatial_is_silent(const float *block, size_t frameCount) AVF_REALTIME {
    unsigned bits = 0;
    for (size_t n = 0; n < frameCount; n++) {
        unsigned word;
        memcpy(&word, block + n, sizeof word);
        bits |= word << 1;
    }
    return bits == 0;
}
