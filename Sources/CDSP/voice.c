#include "voice.h"
#include "avf_dsp_voice.h"
#include "cpu_dispatch.h"
#include "voice_control.h"

// The life of voices: their start, their release, their end. E-mu and Creative, "SoundFont Technical
// Specification 2.04", 2006, sections 8 and 9.

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

bool voice_settles(avf_dsp_voices *all, size_t index, int64_t now) AVF_DSP_NONBLOCKING {
    const avf_dsp_voice *v = &all->voices[index];
    if (!v->isSettling && !v->isSettled)
        return false;
    settle(all, index, now);
    return true;
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
