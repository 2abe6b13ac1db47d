#include "references.h"

#include <math.h>

// Robert Bristow-Johnson, Audio EQ Cookbook: peakingEQ.
reference_band reference_peak(double frequencyHz, double octaves, double gainDecibels, double sampleRateHz) {
    const double amplitude = pow(10, gainDecibels / 40), omega = 2 * M_PI * frequencyHz / sampleRateHz;
    const double alpha = sin(omega) * sinh(M_LN2 / 2 * octaves * omega / sin(omega)),
                 a0 = 1 + alpha / amplitude;
    return (reference_band){
        .b0 = (float)((1 + alpha * amplitude) / a0),
        .b1 = (float)(-2 * cos(omega) / a0),
        .b2 = (float)((1 - alpha * amplitude) / a0),
        .a1 = (float)(-2 * cos(omega) / a0),
        .a2 = (float)((1 - alpha / amplitude) / a0),
    };
}

static void filter(reference_band *band, size_t channel, float *samples, size_t frameCount) {
    const float b0 = band->b0, b1 = band->b1, b2 = band->b2, a1 = band->a1, a2 = band->a2;
    float first = band->state[channel][0], second = band->state[channel][1];
    for (size_t k = 0; k < frameCount; k++) {
        const float input = samples[k], output = b0 * input + first;
        first = b1 * input - a1 * output + second;
        second = b2 * input - a2 * output;
        samples[k] = output;
    }
    band->state[channel][0] = first;
    band->state[channel][1] = second;
}

void reference_equalize(reference_band *bands, size_t count, float *left, float *right, size_t frameCount) {
    for (size_t i = 0; i < count; i++) {
        filter(&bands[i], 0, left, frameCount);
        filter(&bands[i], 1, right, frameCount);
    }
}

void reference_gain(float gain, float *left, float *right, size_t frameCount) {
    for (size_t k = 0; k < frameCount; k++)
        left[k] *= gain;
    for (size_t k = 0; k < frameCount; k++)
        right[k] *= gain;
}

void reference_chain_of_gains(const float *gains, size_t count, float *left, float *right,
                              size_t frameCount) {
    // Through a volatile pointer, so that the compiler cannot see which node comes next.
    void (*volatile node)(float, float *, float *, size_t) = reference_gain;
    for (size_t i = 0; i < count; i++)
        node(gains[i], left, right, frameCount);
}
