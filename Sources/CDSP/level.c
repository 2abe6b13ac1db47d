#include "avf_dsp_level.h"
#include "cpu_dispatch.h"

#include <string.h>

// Magnitudes of IEEE floats order like their bits; infinities and NaN lie above every number. So one integer
// maximum answers both questions.
AVF_DSP_INLINE uint32_t largest_magnitude_bits(const float *source, size_t frameCount) AVF_DSP_NONBLOCKING {
    int32_t largest = 0;
    for (size_t k = 0; k < frameCount; k++) {
        int32_t bits;
        memcpy(&bits, source + k, sizeof bits);
        bits &= INT32_MAX;
        largest = bits > largest ? bits : largest;
    }
    return (uint32_t)largest;
}

AVF_DSP_CLONES
float avf_dsp_peak(const float *source, size_t frameCount) AVF_REALTIME {
    const uint32_t bits = largest_magnitude_bits(source, frameCount);
    float peak;
    memcpy(&peak, &bits, sizeof peak);
    return peak;
}

AVF_DSP_CLONES
float avf_dsp_peak_of_all(float *const *channels, size_t channelCount, size_t frameCount) AVF_REALTIME {
    uint32_t largest = 0;
    for (size_t channel = 0; channel < channelCount; channel++) {
        const uint32_t bits = largest_magnitude_bits(channels[channel], frameCount);
        largest = bits > largest ? bits : largest;
    }
    float peak;
    memcpy(&peak, &largest, sizeof peak);
    return peak;
}

AVF_DSP_CLONES
bool avf_dsp_is_finite(const float *source, size_t frameCount, float *peak) AVF_REALTIME {
    const uint32_t bits = largest_magnitude_bits(source, frameCount);
    memcpy(peak, &bits, sizeof *peak);
    return bits < 0x7f800000u;
}

// Eight sums in a fixed order: the compiler may put them into registers of any width without changing a bit.
AVF_DSP_CLONES
double avf_dsp_sum_of_squares(const float *source, size_t frameCount) AVF_REALTIME {
    double sums[8] = {0};
    size_t k = 0;
    for (; k + 8 <= frameCount; k += 8)
        for (size_t lane = 0; lane < 8; lane++)
            sums[lane] += (double)source[k + lane] * (double)source[k + lane];
    for (size_t lane = 0; k < frameCount; k++, lane++)
        sums[lane] += (double)source[k] * (double)source[k];
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}
