#include "avf_dsp_wavetable.h"
#include "avf_dsp_math.h"
#include "cpu_dispatch.h"
#include "dot_lanes.h"

enum { TAPS = AVF_DSP_WAVETABLE_TAPS, ROWS = AVF_DSP_WAVETABLE_ROWS, LEVELS = AVF_DSP_WAVETABLE_LEVELS };
enum { LONGEST_BITS = 12, SHORTEST_BITS = 5 };

AVF_DSP_INLINE int bits_of(size_t level) AVF_DSP_NONBLOCKING {
    const int bits = LONGEST_BITS - (int)(level / 2);
    return bits > SHORTEST_BITS ? bits : SHORTEST_BITS;
}

size_t avf_dsp_wavetable_length(size_t level) AVF_REALTIME {
    return (size_t)1 << bits_of(level);
}

// Two neighbouring levels, and the share of the one with fewer harmonics.
typedef struct {
    size_t more, fewer;
    float share;
} level_pair;

// The level with more harmonics reaches to between 0.428 and 0.605 of the rate, where it folds back to 0.395
// at the least; as its reach grows the other one, which reaches to 0.428, takes its place. So a frequency
// that glides makes no step.
AVF_DSP_INLINE level_pair levels_for(uint64_t increment) AVF_DSP_NONBLOCKING {
    const double reach = AVF_DSP_WAVETABLE_HARMONICS / 0.605 * 0x1p-64 * (double)increment;
    if (!(reach > 0x1p-20))
        return (level_pair){0, 0, 0};
    const double place = 2 * avf_dsp_log2(reach);
    if (place <= -1)
        return (level_pair){0, 0, 0};
    const size_t more = (size_t)(place + 1), last = LEVELS - 1;
    const float share = (float)(place + 1 - (double)more);
    return (level_pair){more < last ? more : last, more + 1 < last ? more + 1 : last, share};
}

// What surrounds a phase in both cycles, weighed but not summed.
AVF_DSP_INLINE lanes around(const float *first, const float *second, float share, uint64_t phase, int bits,
                            const float *rows) AVF_DSP_NONBLOCKING {
    const size_t index = (size_t)(phase >> (64 - bits));
    const double place = (double)(uint32_t)((phase << bits) >> 32) * (0x1p-32 * ROWS);
    const size_t row = (size_t)place;
    const float between = (float)(place - (double)row);
    const lanes low = load(rows + TAPS * row), high = load(rows + TAPS * (row + 1));
    const lanes a = load(first + index), b = load(second + index);
    return (low + between * (high - low)) * (a + share * (b - a));
}

AVF_DSP_INLINE float wave(const avf_dsp_wavetable *table, level_pair levels, uint64_t phase,
                          float position) AVF_DSP_NONBLOCKING {
    const float last = (float)(table->cycleCount - 1);
    const float held = position > 0 ? (position < last ? position : last) : 0;
    const size_t cycle = (size_t)held, next = cycle + 1 < table->cycleCount ? cycle + 1 : cycle;
    const float *first = table->samples + cycle * table->cycleStride;
    const float *second = table->samples + next * table->cycleStride;
    const float share = held - (float)cycle;
    const size_t more = table->offsets[levels.more], fewer = table->offsets[levels.fewer];
    const lanes a = around(first + more, second + more, share, phase, bits_of(levels.more), table->rows);
    const lanes b = around(first + fewer, second + fewer, share, phase, bits_of(levels.fewer), table->rows);
    return sum(a + levels.share * (b - a));
}

AVF_DSP_CLONES
static void run(float *restrict destination, const avf_dsp_wavetable *table, avf_dsp_phase phase,
                avf_dsp_ramp position, size_t frameCount) AVF_DSP_NONBLOCKING {
    level_pair levels = levels_for(phase.increment);
    for (size_t k = 0; k < frameCount; k++) {
        const uint64_t n = k;
        const float frame = (float)(int32_t)(position.firstIndex + (uint32_t)k);
        if (phase.glide)
            levels = levels_for(phase.increment + n * (uint64_t)phase.glide);
        const uint64_t now = phase.phase + n * phase.increment + n * (n - 1) / 2 * (uint64_t)phase.glide;
        destination[k] = wave(table, levels, now, position.start + position.step * frame);
    }
}

void avf_dsp_wavetable_run(float *destination, const avf_dsp_wavetable *table, avf_dsp_phase phase,
                           avf_dsp_ramp position, size_t frameCount) AVF_REALTIME {
    run(destination, table, phase, position, frameCount);
}
