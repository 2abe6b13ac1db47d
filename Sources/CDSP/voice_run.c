#include "voice.h"
#include "voice_stage.h"

#include <string.h>

// Eight voices side by side, frame by frame: the sums are those of each lane, whatever the CPU's vectors
// hold.

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

enum { LANES = AVF_DSP_VOICE_LANES, HALF = 8, TICK = AVF_DSP_VOICE_TICK, BUSES = AVF_DSP_VOICE_BUSES };

typedef float vec __attribute__((vector_size(32)));
typedef uint32_t mask __attribute__((vector_size(32)));
typedef float quad __attribute__((vector_size(16)));
typedef float wide __attribute__((vector_size(64)));

// Where eight lanes read, and how fast: places in the stage, and fractions in 2^-32.
typedef struct {
    mask place, fraction, stepWhole, stepFraction;
} lane_heads;

// The sums of all voices: frames of lanes, for each bus.
typedef struct {
    float lanes[BUSES][TICK][LANES];
} sums;

AVF_DSP_INLINE vec load(const float *source) AVF_DSP_NONBLOCKING {
    vec value;
    memcpy(&value, source, sizeof value);
    return value;
}

AVF_DSP_INLINE void store(float *destination, vec value) AVF_DSP_NONBLOCKING {
    memcpy(destination, &value, sizeof value);
}

AVF_DSP_INLINE quad load_quad(const float *source) AVF_DSP_NONBLOCKING {
    quad value;
    memcpy(&value, source, sizeof value);
    return value;
}

AVF_DSP_INLINE vec two(quad low, quad high) AVF_DSP_NONBLOCKING {
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}

// The fraction as a number from 0 to 1, of which 24 bits count.
AVF_DSP_INLINE vec fraction_of(mask fraction) AVF_DSP_NONBLOCKING {
    typedef int32_t whole __attribute__((vector_size(32)));
    return __builtin_convertvector((whole)(fraction >> 8), vec) * 0x1p-24f;
}

// Four neighbours in each lane, which come as a row for each lane.
AVF_DSP_INLINE void four_taps(const float *stage, mask place, vec *taps) AVF_DSP_NONBLOCKING {
    uint32_t at[HALF];
    memcpy(at, &place, sizeof at);
    vec rows[4];
    for (int k = 0; k < 4; k++)
        rows[k] = two(load_quad(stage + at[k]), load_quad(stage + at[k + 4]));
    const vec a = __builtin_shufflevector(rows[0], rows[1], 0, 8, 1, 9, 4, 12, 5, 13);
    const vec b = __builtin_shufflevector(rows[0], rows[1], 2, 10, 3, 11, 6, 14, 7, 15);
    const vec c = __builtin_shufflevector(rows[2], rows[3], 0, 8, 1, 9, 4, 12, 5, 13);
    const vec d = __builtin_shufflevector(rows[2], rows[3], 2, 10, 3, 11, 6, 14, 7, 15);
    taps[0] = __builtin_shufflevector(a, c, 0, 1, 8, 9, 4, 5, 12, 13);
    taps[1] = __builtin_shufflevector(a, c, 2, 3, 10, 11, 6, 7, 14, 15);
    taps[2] = __builtin_shufflevector(b, d, 0, 1, 8, 9, 4, 5, 12, 13);
    taps[3] = __builtin_shufflevector(b, d, 2, 3, 10, 11, 6, 7, 14, 15);
}

// The cubic through the two neighbours whose slopes are those of their neighbours: Catmull and Rom, "A
// class of local interpolating splines", 1974.
AVF_DSP_INLINE vec hermite(const vec *y, vec x) AVF_DSP_NONBLOCKING {
    const vec c1 = 0.5f * (y[2] - y[0]);
    const vec c3 = 0.5f * (y[3] - y[0]) + 1.5f * (y[1] - y[2]);
    const vec c2 = y[0] - y[1] + c1 - c3;
    return ((c3 * x + c2) * x + c1) * x + y[1];
}

// Weights between two rows of a table of 2^bits rows.
AVF_DSP_INLINE float sinc8(const float *stage, uint32_t fraction, const float *table) AVF_DSP_NONBLOCKING {
    const float *row = table + 8 * (size_t)(fraction >> 24);
    const float between = (float)(int32_t)(fraction & 0xFFFFFF) * 0x1p-24f;
    const vec low = load(row), v = (low + (load(row + 8) - low) * between) * load(stage);
    const quad q = __builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7);
    return (q[0] + q[2]) + (q[1] + q[3]);
}

AVF_DSP_INLINE float sinc16(const float *stage, uint32_t fraction, const float *table) AVF_DSP_NONBLOCKING {
    const float *row = table + 16 * (size_t)(fraction >> 23);
    const float between = (float)(int32_t)(fraction & 0x7FFFFF) * 0x1p-23f;
    const vec low = load(row), high = load(row + 8);
    const vec v = (low + (load(row + 16) - low) * between) * load(stage) +
                  (high + (load(row + 24) - high) * between) * load(stage + 8);
    const quad q = __builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7);
    return (q[0] + q[2]) + (q[1] + q[3]);
}

AVF_DSP_INLINE vec interpolate(const avf_dsp_voices *all, const float *stage, const lane_heads *heads,
                               int32_t quality) AVF_DSP_NONBLOCKING {
    if (quality <= AVF_DSP_VOICE_HERMITE) {
        vec taps[4];
        four_taps(stage, heads->place, taps);
        const vec x = fraction_of(heads->fraction);
        return quality == AVF_DSP_VOICE_LINEAR ? taps[1] + x * (taps[2] - taps[1]) : hermite(taps, x);
    }
    uint32_t place[HALF], fraction[HALF];
    float y[HALF];
    memcpy(place, &heads->place, sizeof place);
    memcpy(fraction, &heads->fraction, sizeof fraction);
    for (int k = 0; k < HALF; k++)
        y[k] = quality == AVF_DSP_VOICE_SINC8 ? sinc8(stage + place[k], fraction[k], all->sinc8)
                                              : sinc16(stage + place[k], fraction[k], all->sinc16);
    return load(y);
}

AVF_DSP_INLINE vec choose(mask which, vec yes, vec no) AVF_DSP_NONBLOCKING {
    return (vec)(((mask)yes & which) | ((mask)no & ~which));
}

// What eight lanes carry from frame to frame.
typedef struct {
    lane_heads heads;
    vec gains[BUSES], gainSteps[BUSES], weights[3], weightSteps[3], s0, s1;
    mask which;
} lane_state;

AVF_DSP_INLINE lane_state load_state(const avf_dsp_voice_group *group, const lane_heads *heads, size_t lane,
                                     bool filters, int buses) AVF_DSP_NONBLOCKING {
    lane_state l = {.heads = *heads};
    for (int bus = 0; bus < buses; bus++) {
        l.gains[bus] = load(group->gains[bus] + lane);
        l.gainSteps[bus] = load(group->gainSteps[bus] + lane);
    }
    for (int k = 0; filters && k < 3; k++) {
        l.weights[k] = load(group->weights[k] + lane);
        l.weightSteps[k] = load(group->weightSteps[k] + lane);
    }
    l.s0 = load(group->states[0] + lane);
    l.s1 = load(group->states[1] + lane);
    l.which = (mask)load((const float *)group->filters + lane);
    return l;
}

AVF_DSP_INLINE void store_state(avf_dsp_voice_group *group, const lane_state *l, size_t lane, bool filters,
                                int buses) AVF_DSP_NONBLOCKING {
    for (int bus = 0; bus < buses; bus++)
        store(group->gains[bus] + lane, l->gains[bus]);
    for (int k = 0; filters && k < 3; k++)
        store(group->weights[k] + lane, l->weights[k]);
    store(group->states[0] + lane, l->s0);
    store(group->states[1] + lane, l->s1);
}

// One frame of eight lanes, before their gains.
AVF_DSP_INLINE vec next_frame(const avf_dsp_voices *all, lane_state *l, int32_t quality,
                              bool filters) AVF_DSP_NONBLOCKING {
    vec y = interpolate(all, all->stage, &l->heads, quality);
    const mask moved = l->heads.fraction + l->heads.stepFraction;
    l->heads.place += l->heads.stepWhole - (mask)(moved < l->heads.fraction);
    l->heads.fraction = moved;
    if (!filters)
        return y;
    const vec d = y - l->s1, moved1 = (l->s1 + l->weights[1] * l->s0) + l->weights[2] * d;
    l->s0 = l->weights[0] * l->s0 + l->weights[1] * d;
    y = choose(l->which, 0.5f * (l->s1 + moved1), y);
    l->s1 = moved1;
    for (int k = 0; k < 3; k++)
        l->weights[k] += l->weightSteps[k];
    return y;
}

// One or both halves of a group, for `count` frames, into the sums from frame `first` on: two, because each
// one's filter waits for itself.
AVF_DSP_INLINE void run_halves(const avf_dsp_voices *all, avf_dsp_voice_group *group, const lane_heads *heads,
                               int halves, sums *sums, size_t first, size_t count, int32_t quality,
                               bool filters, int buses) AVF_DSP_NONBLOCKING {
    lane_state l[2];
    for (int h = 0; h < halves; h++)
        l[h] = load_state(group, &heads[h], (size_t)h * HALF, filters, buses);
    for (size_t frame = first; frame < first + count; frame++)
        for (int h = 0; h < halves; h++) {
            const vec y = next_frame(all, &l[h], quality, filters);
            for (int bus = 0; bus < buses; bus++) {
                float *sum = sums->lanes[bus][frame] + h * HALF;
                store(sum, load(sum) + y * l[h].gains[bus]);
                l[h].gains[bus] += l[h].gainSteps[bus];
            }
        }
    for (int h = 0; h < halves; h++)
        store_state(group, &l[h], (size_t)h * HALF, filters, buses);
}

// Lays the samples of eight lanes side by side; lanes without a voice read the silence at the stage's start.
AVF_DSP_INLINE lane_heads stage_half(avf_dsp_voices *all, size_t voice, uint32_t *filled, uint32_t taps,
                                     size_t count) AVF_DSP_NONBLOCKING {
    uint32_t numbers[4][HALF] = {{0}};
    for (size_t lane = 0; lane < HALF; lane++) {
        const avf_dsp_voice *v = &all->voices[voice + lane];
        if (!v->isActive)
            continue;
        const uint32_t fraction = (uint32_t)v->position;
        const uint64_t reach = fraction + v->increment * (count - 1);
        const uint32_t frames = (uint32_t)(reach >> 32) + taps;
        voice_stage(v, (int64_t)(v->position >> 32) - (taps / 2 - 1), frames, all->stage + *filled);
        numbers[0][lane] = *filled;
        numbers[1][lane] = fraction;
        numbers[2][lane] = (uint32_t)(v->increment >> 32);
        numbers[3][lane] = (uint32_t)v->increment;
        *filled += frames;
    }
    lane_heads heads;
    memcpy(&heads, numbers, sizeof heads);
    return heads;
}

// Both halves; returns how many of them have voices.
AVF_DSP_CLONES
static int stage_group(avf_dsp_voices *all, size_t index, lane_heads *heads, uint32_t taps,
                       size_t count) AVF_DSP_NONBLOCKING {
    uint32_t filled = AVF_DSP_VOICE_MOST_TAPS;
    heads[0] = stage_half(all, index * LANES, &filled, taps, count);
    const uint32_t first = filled;
    heads[1] = stage_half(all, index * LANES + HALF, &filled, taps, count);
    return filled > first ? 2 : 1;
}

// One of the kinds that a group can be: every combination is compiled, so that none asks in its loop.
AVF_DSP_INLINE void run_kind(avf_dsp_voices *all, size_t index, sums *sums, size_t first, size_t count,
                             int32_t quality, bool filters, int buses) AVF_DSP_NONBLOCKING {
    lane_heads heads[2];
    avf_dsp_voice_group *group = &all->groups[index];
    if (stage_group(all, index, heads, voice_taps(quality), count) == 2)
        run_halves(all, group, heads, 2, sums, first, count, quality, filters, buses);
    else
        run_halves(all, group, heads, 1, sums, first, count, quality, filters, buses);
}

AVF_DSP_CLONES
static void run_hermite(avf_dsp_voices *all, size_t index, sums *sums, size_t first, size_t count,
                        bool filters, bool sends) AVF_DSP_NONBLOCKING {
    const int32_t quality = AVF_DSP_VOICE_HERMITE;
    if (filters && sends)
        run_kind(all, index, sums, first, count, quality, true, BUSES);
    else if (filters)
        run_kind(all, index, sums, first, count, quality, true, 2);
    else if (sends)
        run_kind(all, index, sums, first, count, quality, false, BUSES);
    else
        run_kind(all, index, sums, first, count, quality, false, 2);
}

AVF_DSP_CLONES
static void run_linear(avf_dsp_voices *all, size_t index, sums *sums, size_t first,
                       size_t count) AVF_DSP_NONBLOCKING {
    run_kind(all, index, sums, first, count, AVF_DSP_VOICE_LINEAR, true, BUSES);
}

AVF_DSP_CLONES
static void run_sinc8(avf_dsp_voices *all, size_t index, sums *sums, size_t first,
                      size_t count) AVF_DSP_NONBLOCKING {
    run_kind(all, index, sums, first, count, AVF_DSP_VOICE_SINC8, true, BUSES);
}

AVF_DSP_CLONES
static void run_sinc16(avf_dsp_voices *all, size_t index, sums *sums, size_t first,
                       size_t count) AVF_DSP_NONBLOCKING {
    run_kind(all, index, sums, first, count, AVF_DSP_VOICE_SINC16, true, BUSES);
}

static void run_group(avf_dsp_voices *all, size_t index, sums *sums, size_t first,
                      size_t count) AVF_DSP_NONBLOCKING {
    const avf_dsp_voice_group *group = &all->groups[index];
    if (all->quality == AVF_DSP_VOICE_HERMITE)
        run_hermite(all, index, sums, first, count, group->filterCount > 0, group->sendCount > 0);
    else if (all->quality == AVF_DSP_VOICE_LINEAR)
        run_linear(all, index, sums, first, count);
    else if (all->quality == AVF_DSP_VOICE_SINC8)
        run_sinc8(all, index, sums, first, count);
    else
        run_sinc16(all, index, sums, first, count);
}

// Moves a voice on, around its loop if it has one.
AVF_DSP_INLINE void advance(avf_dsp_voice *v, size_t count) AVF_DSP_NONBLOCKING {
    v->position += v->increment * count;
    if (v->remaining != UINT32_MAX)
        v->remaining -= (uint32_t)count;
    const uint64_t end = (uint64_t)v->sample.loopEnd << 32;
    if (!v->isLooping || v->position < end)
        return;
    const uint64_t length = (uint64_t)(v->sample.loopEnd - v->sample.loopStart) << 32;
    v->position = ((uint64_t)v->sample.loopStart << 32) + (v->position - end) % length;
    v->hasLooped = true;
}

// Frames until the first ramp of a group ends; ends voices, and begins the ramps that are due.
AVF_DSP_INLINE size_t prepare(avf_dsp_voices *all, size_t index, int64_t now, size_t count,
                              size_t *ended) AVF_DSP_NONBLOCKING {
    uint32_t due = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
        const size_t voice = index * LANES + lane;
        if (!all->voices[voice].isActive || all->voices[voice].remaining > 0)
            continue;
        if (voice_is_over(&all->voices[voice], now)) {
            avf_dsp_voice_end(all, voice);
            (*ended)++;
        } else if (!voice_settles(all, voice, now)) {
            due |= 1u << lane;
        }
    }
    if (due)
        voice_steer_group(all, index, due, now);
    for (size_t voice = index * LANES; voice < (index + 1) * LANES; voice++)
        if (all->voices[voice].isActive && all->voices[voice].remaining < count)
            count = all->voices[voice].remaining;
    return count;
}

AVF_DSP_INLINE float sum_of(const float *lanes) AVF_DSP_NONBLOCKING {
    const vec h = load(lanes) + load(lanes + HALF);
    const quad q = __builtin_shufflevector(h, h, 0, 1, 2, 3) + __builtin_shufflevector(h, h, 4, 5, 6, 7);
    return (q[0] + q[2]) + (q[1] + q[3]);
}

AVF_DSP_CLONES
static void add_lanes(const sums *sums, float *const *buses, size_t frameCount) AVF_DSP_NONBLOCKING {
    for (int bus = 0; bus < BUSES; bus++)
        for (size_t frame = 0; frame < frameCount; frame++)
            buses[bus][frame] = sum_of(sums->lanes[bus][frame]);
}

size_t avf_dsp_voices_run(avf_dsp_voices *all, int64_t now, float *const *buses,
                          size_t frameCount) AVF_REALTIME {
    sums sums;
    size_t ended = 0;
    for (int bus = 0; bus < BUSES; bus++)
        memset(sums.lanes[bus], 0, frameCount * sizeof sums.lanes[bus][0]);
    memset(all->stage, 0, AVF_DSP_VOICE_MOST_TAPS * sizeof *all->stage);
    for (size_t index = 0; index < all->groupCount; index++) {
        size_t done = 0;
        while (done < frameCount && all->groups[index].activeCount > 0) {
            const size_t count = prepare(all, index, now + (int64_t)done, frameCount - done, &ended);
            if (all->groups[index].activeCount == 0)
                break;
            run_group(all, index, &sums, done, count);
            for (size_t voice = index * LANES; voice < (index + 1) * LANES; voice++)
                if (all->voices[voice].isActive)
                    advance(&all->voices[voice], count);
            done += count;
        }
    }
    add_lanes(&sums, buses, frameCount);
    return ended;
}
