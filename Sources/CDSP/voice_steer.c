#include "voice.h"
#include "voice_control.h"
#include "voice_lanes.h"

// Where envelopes, LFOs and pitch of voices lead: looked at on ticks, and where an envelope turns. Each voice
// says by itself where it goes, in octaves; what that is as a number is computed for several at a time.

enum { HALF = 8 };

// What eight lanes aim at.
typedef struct {
    double pitch[HALF], pace[HALF];
    double volume[HALF], factor[HALF], amplitude[HALF];
    double cutoff[HALF], damping[HALF];
    float perFrame[HALF];
    // All ones for a lane whose low-pass is steered.
    uint32_t filters[HALF];
} aims;

// MARK: one voice

// When the volume turns next, in frames from the voice's start; -1 for never.
AVF_DSP_INLINE double next_corner(const avf_dsp_voice *v, double t) AVF_DSP_NONBLOCKING {
    const avf_dsp_voice_envelope *e = &v->volume;
    const double turn = (double)(v->turn - v->start);
    if (v->stage == AVF_DSP_VOICE_FADING)
        return turn + v->fadeFrames;
    if (v->stage == AVF_DSP_VOICE_RELEASED)
        return turn + (SILENCE - v->turnVolume) / SILENCE * e->release;
    if (t < e->delay)
        return e->delay;
    double corner = e->delay + e->attack;
    if (t < corner)
        return corner;
    corner += e->hold;
    if (t < corner)
        return corner;
    corner += e->decay * (e->sustain < SILENCE ? e->sustain / SILENCE : 1);
    return t < corner ? corner : -1;
}

// Where the present stretch ends: at the next tick, or before it in the first frame at or behind a corner.
AVF_DSP_INLINE int64_t next_turn(avf_dsp_voice *v, int64_t now) AVF_DSP_NONBLOCKING {
    const int64_t t = now - v->start, tick = t - now % TICK + TICK;
    if (v->corner <= (double)t)
        v->corner = next_corner(v, (double)t);
    if (v->corner <= (double)t || v->corner >= (double)tick)
        return v->start + tick;
    const int64_t whole = (int64_t)v->corner;
    return v->start + ((double)whole < v->corner ? whole + 1 : whole);
}

// The pitch in octaves above that without what moves it.
AVF_DSP_INLINE double pitch_octaves(const avf_dsp_voice *v, double time) AVF_DSP_NONBLOCKING {
    double cents = 0;
    if (v->modulationLFOToPitch != 0)
        cents += v->modulationLFOToPitch * lfo_at(&v->modulationLFO, time);
    if (v->vibratoLFOToPitch != 0)
        cents += v->vibratoLFOToPitch * lfo_at(&v->vibratoLFO, time);
    if (v->modulationToPitch != 0)
        cents += v->modulationToPitch * modulation_at(v, v->start + (int64_t)time);
    return cents * (1.0 / 1200);
}

// Counts a lane among those with a low-pass or with sends, once.
AVF_DSP_INLINE void enrol(avf_dsp_voices *all, avf_dsp_voice *v, avf_dsp_voice_group *group, size_t lane,
                          int64_t now) AVF_DSP_NONBLOCKING {
    if (!v->isSending && (v->shares[2] != 0 || v->shares[3] != 0)) {
        v->isSending = true;
        group->sendCount++;
    }
    if (!v->isFiltered || group->filters[lane])
        return;
    float weights[3];
    weights_at(all, v, now, weights);
    for (int k = 0; k < 3; k++)
        group->weights[k][lane] = weights[k];
    group->filters[lane] = UINT32_MAX;
    group->filterCount++;
}

// Whether the volume stays as it is.
AVF_DSP_INLINE bool settles_level(const avf_dsp_voice *v, int64_t now) AVF_DSP_NONBLOCKING {
    const avf_dsp_voice_envelope *e = &v->volume;
    const double share = e->sustain < SILENCE ? e->sustain / SILENCE : 1;
    return v->stage == AVF_DSP_VOICE_HELD && v->modulationLFOToVolume == 0 &&
           (double)(now - v->start) >= e->delay + e->attack + e->hold + e->decay * share;
}

// Whether pitch and cutoff stay as they are.
AVF_DSP_INLINE bool settles_rest(const avf_dsp_voice *v, int64_t now) AVF_DSP_NONBLOCKING {
    const avf_dsp_voice_envelope *e = &v->modulation;
    if (v->modulationLFOToPitch != 0 || v->vibratoLFOToPitch != 0 || v->modulationLFOToCutoff != 0)
        return false;
    return (v->modulationToPitch == 0 && v->modulationToCutoff == 0) ||
           (v->stage == AVF_DSP_VOICE_HELD &&
            (double)(now - v->start) >= e->delay + e->attack + e->hold + e->decay * (1 - e->sustain));
}

// The volume at the end of a stretch, as a factor and octaves; the gains at its start where an attack begins
// that takes no time.
AVF_DSP_INLINE voice_volume aim_volume(const avf_dsp_voice *v, avf_dsp_voice_group *group, size_t lane,
                                       int64_t now, int64_t next, double lfo) AVF_DSP_NONBLOCKING {
    // Where the delay ends an attack may begin that takes no time: from here on, and not before.
    const double heard = (double)(now - v->start) - v->volume.delay;
    const bool isHeld = v->stage == AVF_DSP_VOICE_HELD;
    if (isHeld && v->volume.delay > 0 && heard >= 0 && heard < 1)
        set_gains(v, group, lane, (float)level_at(v, now));
    if (isHeld && heard < 0)
        return (voice_volume){0, 0};
    return volume_parts(v, next, v->modulationLFOToVolume * lfo);
}

// Where a voice goes in the stretch that begins.
AVF_DSP_INLINE void aim(avf_dsp_voices *all, size_t index, int64_t now, aims *a) AVF_DSP_NONBLOCKING {
    avf_dsp_voice *v = &all->voices[index];
    avf_dsp_voice_group *group = &all->groups[index / LANES];
    const size_t lane = index % LANES, k = index % HALF;
    enrol(all, v, group, lane, now);
    const int64_t next = next_turn(v, now);
    v->remaining = (uint32_t)(next - now);
    v->isSettling = settles_level(v, now) && settles_rest(v, now);
    v->isSettled = false;
    a->perFrame[k] = 1.0f / (float)(next - now);
    a->pitch[k] = pitch_octaves(v, (double)(now - v->start) + 0.5 * (double)(next - now));
    a->pace[k] = v->pace;
    const double lfo = modulation_lfo_at(v, next);
    const voice_volume volume = aim_volume(v, group, lane, now, next, lfo);
    a->volume[k] = volume.octaves;
    a->factor[k] = volume.factor;
    a->amplitude[k] = v->amplitude;
    if (!v->isFiltered)
        return;
    a->cutoff[k] = cutoff_octaves(v, next, lfo);
    a->damping[k] = v->damping;
    a->filters[k] = UINT32_MAX;
}

// MARK: eight lanes

// The low-pass of four lanes of the aims, which are those of the group from `first` on.
AVF_DSP_INLINE void solve_weights(const aims *a, size_t k, double sampleRate, avf_dsp_voice_group *group,
                                  size_t first) AVF_DSP_NONBLOCKING {
    const lanes lowest = all_lanes(5 / sampleRate), highest = all_lanes(0.45);
    lanes turns = power_lanes(load_lanes(a->cutoff + k)) * (8.175798915643707 / sampleRate);
    turns = choose_lanes(turns < lowest, lowest, choose_lanes(turns > highest, highest, turns));
    const lanes g = tangent_lanes(turns), w = 2 / (1 + g * (g + load_lanes(a->damping + k)));
    const lanes targets[3] = {w - 1, g * w, g * g * w};
    for (int row = 0; row < 3; row++) {
        float *steps = group->weightSteps[row] + first;
        const floats from = load_floats(group->weights[row] + first);
        const floats way = (narrow(targets[row]) - from) * load_floats(a->perFrame + k);
        store_floats(steps, choose_floats(a->filters + k, way, load_floats(steps)));
    }
}

// Replaces paces by increments, and factors by gains; sets the ramps of the low-pass.
AVF_DSP_INLINE void solve_aims(aims *a, double sampleRate, bool filters, avf_dsp_voice_group *group,
                               size_t first) AVF_DSP_NONBLOCKING {
    const lanes fastest = all_lanes(AVF_DSP_VOICE_FASTEST * 0x1p32);
    for (size_t k = 0; k < HALF; k += 4) {
        const lanes pace = load_lanes(a->pace + k) * power_lanes(load_lanes(a->pitch + k));
        store_lanes(a->pace + k, choose_lanes(pace < fastest, pace, fastest) + 0.5);
        const lanes volume = load_lanes(a->factor + k) * power_lanes(load_lanes(a->volume + k));
        store_lanes(a->factor + k, load_lanes(a->amplitude + k) * volume);
        if (filters)
            solve_weights(a, k, sampleRate, group, first + k);
    }
}

// Vectors are arguments of inlined functions only, never of one that there is for several CPUs.
AVF_DSP_CLONES
static void solve(aims *a, double sampleRate, bool filters, avf_dsp_voice_group *group,
                  size_t first) AVF_DSP_NONBLOCKING {
    solve_aims(a, sampleRate, filters, group, first);
}

// Steers those of eight voices from `first` on that the mask names.
static void steer_half(avf_dsp_voices *all, size_t first, uint32_t due, int64_t now) AVF_DSP_NONBLOCKING {
    avf_dsp_voice_group *group = &all->groups[first / LANES];
    aims a = {0};
    bool filters = false;
    for (size_t k = 0; k < HALF; k++)
        if (due >> k & 1) {
            aim(all, first + k, now, &a);
            filters |= a.filters[k] != 0;
        }
    solve(&a, all->sampleRate, filters, group, first % LANES);
    for (size_t k = 0; k < HALF; k++) {
        if ((due >> k & 1) == 0)
            continue;
        avf_dsp_voice *v = &all->voices[first + k];
        v->increment = (uint64_t)a.pace[k];
        const float level = (float)a.factor[k];
        for (int bus = 0; bus < BUSES; bus++) {
            const float gain = group->gains[bus][first % LANES + k];
            group->gainSteps[bus][first % LANES + k] = (level * v->shares[bus] - gain) * a.perFrame[k];
        }
    }
}

void voice_steer_group(avf_dsp_voices *all, size_t index, uint32_t due, int64_t now) AVF_DSP_NONBLOCKING {
    for (size_t first = 0; first < LANES; first += HALF)
        if (due >> first & 0xFF)
            steer_half(all, index * LANES + first, due >> first & 0xFF, now);
}

void voice_steer(avf_dsp_voices *all, size_t index, int64_t now) AVF_DSP_NONBLOCKING {
    voice_steer_group(all, index / LANES, 1u << index % LANES, now);
}
