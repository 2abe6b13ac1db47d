#include "avf_dsp_oscillate.h"
#include "clones.h"

// The upper half of the phase as -1/2 … 1/2: 32 bits convert in every vector register, and suffice for -190
// dB.
AVF_DSP_INLINE double signed_periods(uint64_t phase) AVF_DSP_NONBLOCKING {
    return (double)(int32_t)(uint32_t)(phase >> 32) * 0x1p-32;
}

// sin(2 pi t) for |t| <= 1/2, folded to a quarter of a period: Taylor's series with 2 pi multiplied in. A
// polynomial and not the C library's sine, whose last bit depends on the CPU.
AVF_DSP_INLINE double sine_of(double t) AVF_DSP_NONBLOCKING {
    const double folded = t > 0.25 ? 0.5 - t : (t < -0.25 ? -0.5 - t : t);
    const double x = folded * 6.283185307179586477, s = x * x;
    const double high = -2.5052108385441719e-8 + s * (1.6059043836821615e-10 + s * -7.6471637318198165e-13);
    const double low = -1.9841269841269841e-4 + s * (2.7557319223985891e-6 + s * high);
    return x * (1 + s * (-1.6666666666666667e-1 + s * (8.3333333333333333e-3 + s * low)));
}

AVF_DSP_CLONES
void avf_dsp_sine(float *restrict destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = (float)sine_of(signed_periods(phase.phase + k * phase.increment));
}

// What rounds a step of height 2 at t = 0, |t| <= 1/2, dt being a frame (Välimäki and Huovilainen,
// "Antialiasing oscillators in subtractive synthesis", 2007).
AVF_DSP_INLINE double step_rounding(double t, double dt) AVF_DSP_NONBLOCKING {
    const double u = 1 - __builtin_fabs(t) / dt;
    const double bend = u > 0 ? u * u : 0;
    return t < 0 ? bend : -bend;
}

// What rounds a corner at t = 0 whose slope changes by 1 for each frame (Esqueda, Välimäki and Bilbao,
// "Rounding corners with BLAMP", 2016).
AVF_DSP_INLINE double corner_rounding(double t, double dt) AVF_DSP_NONBLOCKING {
    const double u = 1 - __builtin_fabs(t) / dt;
    return u > 0 ? u * u * u * (1.0 / 6) : 0;
}

AVF_DSP_CLONES
void avf_dsp_sawtooth(float *restrict destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME {
    const double dt = (double)phase.increment * 0x1p-64;
    for (size_t k = 0; k < frameCount; k++) {
        const uint64_t now = phase.phase + k * phase.increment;
        // The step down lies half a period away.
        const double t = signed_periods(now), step = signed_periods(now + (1ull << 63));
        destination[k] = (float)(2 * t - step_rounding(step, dt));
    }
}

AVF_DSP_CLONES
void avf_dsp_square(float *restrict destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME {
    const double dt = (double)phase.increment * 0x1p-64;
    for (size_t k = 0; k < frameCount; k++) {
        const uint64_t now = phase.phase + k * phase.increment;
        const double up = signed_periods(now), down = signed_periods(now + (1ull << 63));
        destination[k] = (float)((up < 0 ? -1.0 : 1.0) + step_rounding(up, dt) - step_rounding(down, dt));
    }
}

AVF_DSP_CLONES
void avf_dsp_triangle(float *restrict destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME {
    const double dt = (double)phase.increment * 0x1p-64;
    for (size_t k = 0; k < frameCount; k++) {
        const uint64_t now = phase.phase + k * phase.increment;
        const double top = signed_periods(now - (1ull << 62)), bottom = signed_periods(now + (1ull << 62));
        const double corners = corner_rounding(bottom, dt) - corner_rounding(top, dt);
        destination[k] = (float)(1 - 4 * __builtin_fabs(top) + 8 * dt * corners);
    }
}
