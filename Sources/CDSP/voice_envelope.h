// Envelopes, LFOs and the numbers that they are made of. E-mu and Creative, "SoundFont Technical
// Specification 2.04", 2006, sections 8 and 9.
#ifndef AVF_DSP_VOICE_ENVELOPE_H
#define AVF_DSP_VOICE_ENVELOPE_H

#include "avf_dsp_voice.h"
#include "cpu_dispatch.h"

#include <string.h>

// What silence is, in centibels.
static const double SILENCE = 1000;
// log2(10) / 200: from centibels to octaves of gain.
static const double PER_CENTIBEL = 0.016609640474436812;

// MARK: numbers

// Whole powers of two by their bits, the rest by the series of e^x: in pairs, so that few products wait for
// others.
AVF_DSP_INLINE double power(double value) AVF_DSP_NONBLOCKING {
    if (!(value > -1000))
        return 0;
    if (value > 1000)
        value = 1000;
    const double whole = (double)(int64_t)(value + (value < 0 ? -0.5 : 0.5)),
                 x = (value - whole) * 0.69314718055994531;
    const double x2 = x * x, x4 = x2 * x2;
    const double a = (1 + x) + x2 * (1.0 / 2 + x * (1.0 / 6));
    const double b = (1.0 / 24 + x * (1.0 / 120)) + x2 * (1.0 / 720 + x * (1.0 / 5040));
    const double c = (1.0 / 40320 + x * (1.0 / 362880)) + x2 * (1.0 / 3628800 + x * (1.0 / 39916800));
    const double series = a + x4 * (b + x4 * c);
    const uint64_t bits = (uint64_t)((int64_t)whole + 1023) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return series * scale;
}

// Of the significand by the series of the area tangent.
AVF_DSP_INLINE double logarithm(double value) AVF_DSP_NONBLOCKING {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int64_t exponent = (int64_t)(bits >> 52) - 1023;
    bits = (bits & 0xFFFFFFFFFFFFFull) | 1023ull << 52;
    double m;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) {
        m /= 2;
        exponent++;
    }
    const double s = (m - 1) / (m + 1), y = s * s;
    double sum = 0;
    for (int k = 21; k > 0; k -= 2)
        sum = sum * y + 1.0 / k;
    return (double)exponent + 2 * s * sum * 1.4426950408889634;
}

// 1 + 40/96 log10(x).
AVF_DSP_INLINE double convex(double value) AVF_DSP_NONBLOCKING {
    if (!(value > 0.003981071705534973))
        return 0;
    return value >= 1 ? 1 : 1 + 0.12542916485265130 * logarithm(value);
}

// MARK: envelopes

// A volume: a factor, and octaves.
typedef struct {
    double factor;
    double octaves;
} voice_volume;

// The volume envelope, with so many centibels more.
AVF_DSP_INLINE voice_volume volume_parts(const avf_dsp_voice *voice, int64_t time,
                                         double more) AVF_DSP_NONBLOCKING {
    const voice_volume silence = {0, 0};
    const avf_dsp_voice_envelope *e = &voice->volume;
    if (voice->stage == AVF_DSP_VOICE_FADING) {
        const double gain = voice->turnVolume * (1 - (double)(time - voice->turn) / voice->fadeFrames);
        return gain > 0 ? (voice_volume){gain, more * PER_CENTIBEL} : silence;
    }
    if (voice->stage == AVF_DSP_VOICE_RELEASED) {
        const double fallen = voice->turnVolume + SILENCE * (double)(time - voice->turn) / e->release;
        return fallen >= SILENCE ? silence : (voice_volume){1, (more - fallen) * PER_CENTIBEL};
    }
    double t = (double)(time - voice->start) - e->delay;
    if (t < 0)
        return silence;
    if (t < e->attack)
        return (voice_volume){t / e->attack, more * PER_CENTIBEL};
    t -= e->attack + e->hold;
    if (t < 0)
        return (voice_volume){1, more * PER_CENTIBEL};
    double fallen = e->decay > 0 ? SILENCE * t / e->decay : SILENCE;
    fallen = fallen < e->sustain ? fallen : e->sustain;
    return fallen >= SILENCE ? silence : (voice_volume){1, (more - fallen) * PER_CENTIBEL};
}

AVF_DSP_INLINE double volume_at(const avf_dsp_voice *voice, int64_t time, double more) AVF_DSP_NONBLOCKING {
    const voice_volume volume = volume_parts(voice, time, more);
    return volume.factor * power(volume.octaves);
}

AVF_DSP_INLINE double modulation_at(const avf_dsp_voice *voice, int64_t time) AVF_DSP_NONBLOCKING {
    const avf_dsp_voice_envelope *e = &voice->modulation;
    if (voice->stage == AVF_DSP_VOICE_RELEASED) {
        const double level = voice->turnModulation - (double)(time - voice->turn) / e->release;
        return level > 0 ? level : 0;
    }
    double t = (double)(time - voice->start) - e->delay;
    if (t < 0)
        return 0;
    if (t < e->attack)
        return convex(t / e->attack);
    t -= e->attack + e->hold;
    if (t < 0)
        return 1;
    const double level = e->decay > 0 ? 1 - t / e->decay : 0;
    return level > e->sustain ? level : e->sustain;
}

AVF_DSP_INLINE double lfo_at(const avf_dsp_voice_lfo *lfo, double time) AVF_DSP_NONBLOCKING {
    double p = time > lfo->since ? lfo->phase + (time - lfo->since) * lfo->pace : lfo->phase;
    p -= (double)(int64_t)p;
    return p < 0.25 ? 4 * p : p < 0.75 ? 2 - 4 * p : 4 * p - 4;
}

#endif
