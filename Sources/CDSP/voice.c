#include "voice.h"
#include "avf_dsp_voice.h"
#include "cpu_dispatch.h"
#include "voice_envelope.h"

// Envelopes, LFOs and pitch of voices: looked at on ticks, and where an envelope turns. E-mu and Creative,
// "SoundFont Technical Specification 2.04", 2006, sections 8 and 9.

enum { LANES = AVF_DSP_VOICE_LANES, TICK = AVF_DSP_VOICE_TICK, BUSES = AVF_DSP_VOICE_BUSES };

// MARK: what a lane does until the next tick

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

// Gain of the volume's envelope and of its LFO.
AVF_DSP_INLINE double level_at(const avf_dsp_voice *v, int64_t time) AVF_DSP_NONBLOCKING {
    double more = 0;
    if (v->modulationLFOToVolume != 0)
        more = v->modulationLFOToVolume * lfo_at(&v->modulationLFO, (double)(time - v->start));
    return v->amplitude * volume_at(v, time, more);
}

// The tangent of half of so many turns, which are at most 0.45.
AVF_DSP_INLINE double tangent(double turns) AVF_DSP_NONBLOCKING {
    const double x = turns * 3.141592653589793, y = x * x, y2 = y * y;
    const double a = (1 - y * (1.0 / 6)) + y2 * (1.0 / 120 - y * (1.0 / 5040));
    const double b = (1.0 / 362880 - y * (1.0 / 39916800)) + y2 * (1.0 / 6227020800);
    const double c = (1 - y * (1.0 / 2)) + y2 * (1.0 / 24 - y * (1.0 / 720));
    const double d = (1.0 / 40320 - y * (1.0 / 3628800)) + y2 * (1.0 / 479001600 - y * (1.0 / 87178291200));
    return x * (a + y2 * y2 * b) / (c + y2 * y2 * d);
}

// Weights of the state-variable filter that is the bilinear transform of 1 / (s^2 + s damping + 1): A.
// Simper, "Solving the continuous SVF equations", 2013. Its low-pass has the response of Bristow-Johnson's
// cookbook.
//
// On a ramp from one set of weights to another the filter stays stable: with a = 1 / (1 + g (g + damping)),
// b = g a and c = g b, the matrix (a b; b c) is positive semidefinite, so is a mixture of such ones, and
// that is all that Jury's criterion wants of 2a - 1, 2b and 2c.
AVF_DSP_INLINE void weights_at(const avf_dsp_voices *all, const avf_dsp_voice *v, int64_t time,
                               float *weights) AVF_DSP_NONBLOCKING {
    double cents = v->cutoff;
    if (v->modulationLFOToCutoff != 0)
        cents += v->modulationLFOToCutoff * lfo_at(&v->modulationLFO, (double)(time - v->start));
    if (v->modulationToCutoff != 0)
        cents += v->modulationToCutoff * modulation_at(v, time);
    double turns = power(cents * (1.0 / 1200)) * (8.175798915643707 / all->sampleRate);
    const double lowest = 5 / all->sampleRate;
    turns = turns < lowest ? lowest : turns > 0.45 ? 0.45 : turns;
    const double g = tangent(turns);
    const double a = 2 / (1 + g * (g + v->damping));
    weights[0] = (float)(a - 1);
    weights[1] = (float)(g * a);
    weights[2] = (float)(g * g * a);
}

// The pitch half way through a stretch.
AVF_DSP_INLINE uint64_t increment_at(const avf_dsp_voice *v, double time) AVF_DSP_NONBLOCKING {
    double cents = 0;
    if (v->modulationLFOToPitch != 0)
        cents += v->modulationLFOToPitch * lfo_at(&v->modulationLFO, time);
    if (v->vibratoLFOToPitch != 0)
        cents += v->vibratoLFOToPitch * lfo_at(&v->vibratoLFO, time);
    if (v->modulationToPitch != 0)
        cents += v->modulationToPitch * modulation_at(v, v->start + (int64_t)time);
    const double pace = cents != 0 ? v->pace * power(cents * (1.0 / 1200)) : v->pace;
    const double fastest = AVF_DSP_VOICE_FASTEST * 0x1p32;
    return (uint64_t)((pace < fastest ? pace : fastest) + 0.5);
}

AVF_DSP_INLINE void set_gains(const avf_dsp_voice *v, avf_dsp_voice_group *group, size_t lane,
                              float level) AVF_DSP_NONBLOCKING {
    for (int bus = 0; bus < BUSES; bus++)
        group->gains[bus][lane] = level * v->shares[bus];
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

AVF_DSP_INLINE void steer_gains(const avf_dsp_voice *v, avf_dsp_voice_group *group, size_t lane, int64_t now,
                                int64_t next, float perFrame) AVF_DSP_NONBLOCKING {
    // Where the delay ends an attack may begin that takes no time: from here on, and not before.
    const double heard = (double)(now - v->start) - v->volume.delay;
    const bool isHeld = v->stage == AVF_DSP_VOICE_HELD;
    if (isHeld && v->volume.delay > 0 && heard >= 0 && heard < 1)
        set_gains(v, group, lane, (float)level_at(v, now));
    const float level = isHeld && heard < 0 ? 0 : (float)level_at(v, next);
    for (int bus = 0; bus < BUSES; bus++)
        group->gainSteps[bus][lane] = (level * v->shares[bus] - group->gains[bus][lane]) * perFrame;
}

AVF_DSP_INLINE void steer_weights(const avf_dsp_voices *all, const avf_dsp_voice *v,
                                  avf_dsp_voice_group *group, size_t lane, int64_t next,
                                  float perFrame) AVF_DSP_NONBLOCKING {
    float target[3];
    weights_at(all, v, next, target);
    for (int k = 0; k < 3; k++)
        group->weightSteps[k][lane] = (target[k] - group->weights[k][lane]) * perFrame;
}

void voice_steer(avf_dsp_voices *all, size_t index, int64_t now) AVF_DSP_NONBLOCKING {
    avf_dsp_voice *v = &all->voices[index];
    avf_dsp_voice_group *group = &all->groups[index / LANES];
    const size_t lane = index % LANES;
    enrol(all, v, group, lane, now);
    const int64_t next = next_turn(v, now);
    const float perFrame = 1.0f / (float)(next - now);
    v->remaining = (uint32_t)(next - now);
    const bool isLevel = settles_level(v, now), isEven = settles_rest(v, now);
    v->increment = increment_at(v, (double)(now - v->start) + 0.5 * (double)(next - now));
    steer_gains(v, group, lane, now, next, perFrame);
    if (v->isFiltered)
        steer_weights(all, v, group, lane, next, perFrame);
    v->isSettling = isLevel && isEven;
    v->isSettled = false;
}

// MARK: the life of a voice

void avf_dsp_voice_start(avf_dsp_voices *all, size_t index, int64_t now) AVF_REALTIME {
    avf_dsp_voice *v = &all->voices[index];
    avf_dsp_voice_group *group = &all->groups[index / LANES];
    const size_t lane = index % LANES;
    v->start = now;
    v->stage = AVF_DSP_VOICE_HELD;
    v->corner = -1;
    v->isActive = true;
    v->hasLooped = false;
    v->position = (uint64_t)v->sample.start << 32;
    v->isSending = false;
    group->activeCount++;
    set_gains(v, group, lane, v->volume.delay > 0 ? 0 : (float)level_at(v, now));
    if (all->groupCount < index / LANES + 1)
        all->groupCount = index / LANES + 1;
    voice_steer(all, index, now);
}

void avf_dsp_voice_update(avf_dsp_voices *all, size_t index, int64_t now) AVF_REALTIME {
    if (all->voices[index].isActive)
        voice_steer(all, index, now);
}

void avf_dsp_voice_release(avf_dsp_voices *all, size_t index, double frameCount, int64_t now) AVF_REALTIME {
    avf_dsp_voice *v = &all->voices[index];
    const bool isReleased = v->stage == AVF_DSP_VOICE_RELEASED;
    if (!v->isActive || v->stage == AVF_DSP_VOICE_FADING || (isReleased && v->volume.release <= frameCount))
        return;
    const double gain = volume_at(v, now, 0);
    v->turnModulation = modulation_at(v, now);
    v->turnVolume = gain > 1e-5 ? -logarithm(gain) / PER_CENTIBEL : SILENCE;
    v->volume.release = frameCount;
    v->turn = now;
    v->stage = AVF_DSP_VOICE_RELEASED;
    v->corner = -1;
    voice_steer(all, index, now);
}

void avf_dsp_voice_fade(avf_dsp_voices *all, size_t index, double frameCount, int64_t now) AVF_REALTIME {
    avf_dsp_voice *v = &all->voices[index];
    if (!v->isActive || v->stage == AVF_DSP_VOICE_FADING)
        return;
    v->turnVolume = volume_at(v, now, 0);
    // What moves with the envelope of the modulation stays where it is.
    const double level = modulation_at(v, now);
    v->modulation = (avf_dsp_voice_envelope){0, 0, 0, 0, 1, level};
    v->turn = now;
    v->fadeFrames = frameCount > 1 ? frameCount : 1;
    v->stage = AVF_DSP_VOICE_FADING;
    v->corner = -1;
    voice_steer(all, index, now);
}

void avf_dsp_voice_end(avf_dsp_voices *all, size_t index) AVF_REALTIME {
    avf_dsp_voice *v = &all->voices[index];
    avf_dsp_voice_group *group = &all->groups[index / LANES];
    const size_t lane = index % LANES;
    if (!v->isActive)
        return;
    v->isActive = false;
    group->activeCount--;
    group->sendCount -= v->isSending;
    group->filterCount -= group->filters[lane] != 0;
    group->filters[lane] = 0;
    for (int bus = 0; bus < BUSES; bus++)
        group->gains[bus][lane] = group->gainSteps[bus][lane] = 0;
    for (int k = 0; k < 3; k++)
        group->weights[k][lane] = group->weightSteps[k][lane] = 0;
    group->states[0][lane] = group->states[1][lane] = 0;
    while (all->groupCount > 0 && all->groups[all->groupCount - 1].activeCount == 0)
        all->groupCount--;
}

// Lets a lane stay as it is, once its ramps have ended.
static void settle(avf_dsp_voices *all, size_t index, int64_t now) AVF_DSP_NONBLOCKING {
    avf_dsp_voice *v = &all->voices[index];
    avf_dsp_voice_group *group = &all->groups[index / LANES];
    const size_t lane = index % LANES;
    if (v->isSettling) {
        set_gains(v, group, lane, (float)level_at(v, now));
        float weights[3] = {0};
        if (v->isFiltered)
            weights_at(all, v, now, weights);
        for (int k = 0; k < 3; k++)
            group->weights[k][lane] = weights[k];
        for (int bus = 0; bus < BUSES; bus++)
            group->gainSteps[bus][lane] = 0;
        for (int k = 0; k < 3; k++)
            group->weightSteps[k][lane] = 0;
    }
    v->isSettling = false;
    v->isSettled = true;
    // A loop needs no look any more; a sample that ends is looked at on each tick.
    v->remaining = v->isLooping ? UINT32_MAX : (uint32_t)(TICK - now % TICK);
}

void voice_continue(avf_dsp_voices *all, size_t index, int64_t now) AVF_DSP_NONBLOCKING {
    const avf_dsp_voice *v = &all->voices[index];
    if (v->isSettling || v->isSettled)
        settle(all, index, now);
    else
        voice_steer(all, index, now);
}

bool voice_is_over(const avf_dsp_voice *v, int64_t now) AVF_DSP_NONBLOCKING {
    if (v->position >> 32 >= (uint64_t)v->sample.end + AVF_DSP_VOICE_MOST_TAPS / 2)
        return true;
    const avf_dsp_voice_envelope *e = &v->volume;
    const double since = (double)(now - v->turn);
    if (v->stage == AVF_DSP_VOICE_FADING)
        return since >= v->fadeFrames;
    if (v->stage == AVF_DSP_VOICE_RELEASED)
        return v->turnVolume + SILENCE * since / e->release >= SILENCE;
    return e->sustain >= SILENCE && (double)(now - v->start) >= e->delay + e->attack + e->hold + e->decay;
}
