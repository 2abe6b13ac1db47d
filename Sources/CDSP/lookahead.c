#include "avf_dsp_dynamics.h"
#include "cpu_dispatch.h"

#include <string.h>

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

enum { LANES = 8 };
typedef float lanes __attribute__((vector_size(32)));
typedef int32_t words __attribute__((vector_size(32)));

AVF_DSP_INLINE lanes load(const float *source) AVF_DSP_NONBLOCKING {
    lanes value;
    memcpy(&value, source, sizeof value);
    return value;
}

AVF_DSP_INLINE lanes larger_magnitude(lanes a, lanes b) AVF_DSP_NONBLOCKING {
    const words level = (words)b & 0x7fffffff, isLarger = a < (lanes)level;
    return (lanes)((level & isLarger) | ((words)a & ~isLarger));
}

// Eight frames at once: each tap's samples are loaded once for all filters.
AVF_DSP_INLINE void rise_to_true_peak(float *destination, const float *source, const float *filters,
                                      size_t frameCount) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < frameCount; k += LANES) {
        lanes sums[AVF_DSP_PEAK_PHASES] = {{0}};
        for (int tap = 0; tap < AVF_DSP_PEAK_TAPS; tap++) {
            const lanes x = load(source + k + tap);
            for (int phase = 0; phase < AVF_DSP_PEAK_PHASES; phase++)
                sums[phase] += filters[phase * AVF_DSP_PEAK_TAPS + tap] * x;
        }
        lanes peak = larger_magnitude(load(destination + k), load(source + k + AVF_DSP_PEAK_TAPS / 2 - 1));
        for (int phase = 0; phase < AVF_DSP_PEAK_PHASES; phase++)
            peak = larger_magnitude(peak, sums[phase]);
        memcpy(destination + k, &peak, sizeof peak);
    }
}

AVF_DSP_CLONES
void avf_dsp_rise_to_true_peak(float *destination, const float *source, const float *filters,
                               size_t frameCount) AVF_REALTIME {
    rise_to_true_peak(destination, source, filters, frameCount);
}

// Lemire, "Streaming maximum-minimum filter using no more than three comparisons per element", 2006.
AVF_DSP_INLINE float least(avf_dsp_lookahead *ahead, float need) AVF_DSP_NONBLOCKING {
    while (ahead->end > ahead->first && ahead->needs[(ahead->end - 1) & ahead->mask] >= need)
        ahead->end--;
    ahead->needs[ahead->end & ahead->mask] = need;
    ahead->frames[ahead->end & ahead->mask] = ahead->frame;
    ahead->end++;
    if (ahead->frames[ahead->first & ahead->mask] + ahead->hold <= ahead->frame)
        ahead->first++;
    ahead->frame++;
    return ahead->needs[ahead->first & ahead->mask];
}

void avf_dsp_lookahead_run(avf_dsp_lookahead *ahead, float release, float *destination, const float *needs,
                           size_t frameCount) AVF_REALTIME {
    const double scale = 0x1p-30 / ((double)ahead->average * (double)ahead->average);
    for (size_t k = 0; k < frameCount; k++) {
        const float held = least(ahead, needs[k]);
        const float risen = ahead->released + release * (1 - ahead->released);
        ahead->released = held < risen ? held : risen;
        const int64_t value = (int64_t)(ahead->released * 0x1p30f);
        ahead->sum += value - ahead->recent[ahead->place];
        ahead->recent[ahead->place] = value;
        ahead->sumOfSums += ahead->sum - ahead->recentSums[ahead->place];
        ahead->recentSums[ahead->place] = ahead->sum;
        ahead->place = ahead->place + 1 == ahead->average ? 0 : ahead->place + 1;
        destination[k] = (float)((double)ahead->sumOfSums * scale);
    }
}
