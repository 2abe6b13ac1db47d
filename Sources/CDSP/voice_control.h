// What control and ramps of voices have in common.
#ifndef AVF_DSP_VOICE_CONTROL_H
#define AVF_DSP_VOICE_CONTROL_H

#include "voice_envelope.h"

enum { LANES = AVF_DSP_VOICE_LANES, TICK = AVF_DSP_VOICE_TICK, BUSES = AVF_DSP_VOICE_BUSES };

// The modulation LFO, where the volume or the cutoff wants it.
AVF_DSP_INLINE double modulation_lfo_at(const avf_dsp_voice *v, int64_t time) AVF_DSP_NONBLOCKING {
    const bool isWanted = v->modulationLFOToVolume != 0 || v->modulationLFOToCutoff != 0;
    return isWanted ? lfo_at(&v->modulationLFO, (double)(time - v->start)) : 0;
}

// Gain of the volume's envelope and of its LFO.
AVF_DSP_INLINE double level_at(const avf_dsp_voice *v, int64_t time) AVF_DSP_NONBLOCKING {
    const double more = v->modulationLFOToVolume * modulation_lfo_at(v, time);
    return v->amplitude * volume_at(v, time, more);
}

// The cutoff in octaves above 8.1758 Hz.
AVF_DSP_INLINE double cutoff_octaves(const avf_dsp_voice *v, int64_t time, double lfo) AVF_DSP_NONBLOCKING {
    double cents = v->cutoff;
    if (v->modulationLFOToCutoff != 0)
        cents += v->modulationLFOToCutoff * lfo;
    if (v->modulationToCutoff != 0)
        cents += v->modulationToCutoff * modulation_at(v, time);
    return cents * (1.0 / 1200);
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
    const double octaves = cutoff_octaves(v, time, modulation_lfo_at(v, time));
    double turns = power(octaves) * (8.175798915643707 / all->sampleRate);
    const double lowest = 5 / all->sampleRate;
    turns = turns < lowest ? lowest : turns > 0.45 ? 0.45 : turns;
    const double g = tangent(turns);
    const double a = 2 / (1 + g * (g + v->damping));
    weights[0] = (float)(a - 1);
    weights[1] = (float)(g * a);
    weights[2] = (float)(g * g * a);
}

AVF_DSP_INLINE void set_gains(const avf_dsp_voice *v, avf_dsp_voice_group *group, size_t lane,
                              float level) AVF_DSP_NONBLOCKING {
    for (int bus = 0; bus < BUSES; bus++)
        group->gains[bus][lane] = level * v->shares[bus];
}

#endif
