#include "voice_envelope.h"

// What Swift asks of the voices' envelopes and numbers.

double avf_dsp_voice_power(double value) AVF_REALTIME {
    return power(value);
}

double avf_dsp_voice_logarithm(double value) AVF_REALTIME {
    return logarithm(value);
}

double avf_dsp_voice_convex(double value) AVF_REALTIME {
    return convex(value);
}

double avf_dsp_voice_sine(double turns) AVF_REALTIME {
    double t = turns - (double)(int64_t)turns;
    if (t < 0)
        t += 1;
    // Quarter waves: 0…1/4 is itself, the rest by symmetry.
    const double sign = t >= 0.5 ? -1 : 1;
    if (t >= 0.5)
        t -= 0.5;
    if (t > 0.25)
        t = 0.5 - t;
    const double x = t * 6.283185307179586, y = x * x, y2 = y * y;
    const double a = (1 - y * (1.0 / 6)) + y2 * (1.0 / 120 - y * (1.0 / 5040));
    const double b =
        (1.0 / 362880 - y * (1.0 / 39916800)) + y2 * (1.0 / 6227020800 - y * (1.0 / 1307674368000));
    const double c = 1.0 / 355687428096000 - y * (1.0 / 121645100408832000);
    return sign * x * (a + y2 * y2 * (b + y2 * y2 * c));
}

double avf_dsp_voice_volume(const avf_dsp_voice *voice, int64_t time) AVF_REALTIME {
    return volume_at(voice, time, 0);
}

double avf_dsp_voice_modulation(const avf_dsp_voice *voice, int64_t time) AVF_REALTIME {
    return modulation_at(voice, time);
}

double avf_dsp_voice_lfo_value(const avf_dsp_voice_lfo *lfo, double time) AVF_REALTIME {
    return lfo_at(lfo, time);
}

void avf_dsp_voice_lfo_turn(avf_dsp_voice_lfo *lfo, double time, double pace) AVF_REALTIME {
    if (time > lfo->since) {
        const double p = lfo->phase + (time - lfo->since) * lfo->pace;
        lfo->phase = p - (double)(int64_t)p;
        lfo->since = time;
    }
    lfo->pace = pace;
}
