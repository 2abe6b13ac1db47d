#include "avf_dsp_oscillate.h"
#include "cpu_dispatch.h"

// The phase of frame k.
AVF_DSP_INLINE uint64_t phase_at(avf_dsp_phase phase, size_t k) AVF_DSP_NONBLOCKING {
    const uint64_t n = k;
    return phase.phase + n * phase.increment + (n * (n - 1) / 2) * (uint64_t)phase.glide;
}

avf_dsp_phase avf_dsp_phase_after(avf_dsp_phase phase, size_t frameCount) AVF_REALTIME {
    const uint64_t grown = phase.increment + (uint64_t)frameCount * (uint64_t)phase.glide;
    return (avf_dsp_phase){phase_at(phase, frameCount), grown, phase.glide};
}

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
static void steady_sine(float *restrict destination, avf_dsp_phase phase,
                        size_t frameCount) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = (float)sine_of(signed_periods(phase.phase + k * phase.increment));
}

AVF_DSP_CLONES
static void gliding_sine(float *restrict destination, avf_dsp_phase phase,
                         size_t frameCount) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = (float)sine_of(signed_periods(phase_at(phase, k)));
}

void avf_dsp_sine(float *destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME {
    if (phase.glide)
        gliding_sine(destination, phase, frameCount);
    else
        steady_sine(destination, phase, frameCount);
}

// A table's entry `frames` behind its middle, on the line between two rows.
AVF_DSP_INLINE double entry(const float *table, double frames) AVF_DSP_NONBLOCKING {
    const double place = frames * AVF_DSP_STEP_ROWS;
    const size_t row = (size_t)place;
    const double share = place - (double)row;
    return (double)table[row] + share * ((double)table[row + 1] - (double)table[row]);
}

// What one event a period, `periods` (0..<1) ago, adds to a frame: all its repetitions within reach, the ones
// to come too, since a steady wave's future is known. `sign` is -1 for what is odd about the event, 1 for
// what is even.
AVF_DSP_INLINE double missing(const float *table, double sign, double periods,
                              double framesPerPeriod) AVF_DSP_NONBLOCKING {
    const double reach = AVF_DSP_STEP_REACH, behind = periods * framesPerPeriod;
    double sum = 0;
    for (double t = behind; t < reach; t += framesPerPeriod)
        sum += entry(table, t);
    for (double t = framesPerPeriod - behind; t < reach; t += framesPerPeriod)
        sum += sign * entry(table, t);
    return sum;
}

AVF_DSP_INLINE double unsigned_periods(uint64_t phase) AVF_DSP_NONBLOCKING {
    return (double)(phase >> 11) * 0x1p-53;
}

// The frames of a period, for the frequency that frame k has.
AVF_DSP_INLINE double period_at(avf_dsp_phase phase, size_t k) AVF_DSP_NONBLOCKING {
    const uint64_t increment = phase.increment + (uint64_t)k * (uint64_t)phase.glide;
    return increment ? 0x1p64 / (double)increment : 0x1p64;
}

void avf_dsp_sawtooth(float *destination, avf_dsp_phase phase, const avf_dsp_steps *steps,
                      size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        // Since the step down, which lies half a period after phase 0.
        const double since = unsigned_periods(phase_at(phase, k) + (1ull << 63));
        destination[k] = (float)(2 * since - 1 - 2 * missing(steps->step, -1, since, period_at(phase, k)));
    }
}

void avf_dsp_pulse(float *destination, avf_dsp_phase phase, avf_dsp_ramp width, const avf_dsp_steps *steps,
                   size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        const double wanted = avf_dsp_ramp_value(width, (uint32_t)k);
        const double held = wanted < 0 ? 0 : (wanted > 1 ? 1 : wanted), mean = 2 * held - 1;
        const uint64_t half = held >= 1 ? UINT64_MAX : (uint64_t)(held * 0x1p64);
        const uint64_t now = phase_at(phase, k);
        const double frames = period_at(phase, k), up = unsigned_periods(now);
        const double down = unsigned_periods(now - half);
        const double rounding =
            missing(steps->step, -1, up, frames) - missing(steps->step, -1, down, frames);
        destination[k] = (float)((now < half ? 1.0 : -1.0) - mean + 2 * rounding);
    }
}

void avf_dsp_triangle(float *destination, avf_dsp_phase phase, const avf_dsp_steps *steps,
                      size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++) {
        const uint64_t now = phase_at(phase, k);
        const double frames = period_at(phase, k), since = unsigned_periods(now - (1ull << 62));
        const double valley = unsigned_periods(now + (1ull << 62));
        // The slope changes by 8 a period.
        const double corners =
            missing(steps->corner, 1, valley, frames) - missing(steps->corner, 1, since, frames);
        const double naive = since < 0.5 ? 1 - 4 * since : 4 * since - 3;
        destination[k] = (float)(naive + 8 / frames * corners);
    }
}

void avf_dsp_sweep_run(float *destination, avf_dsp_sweep *sweep, size_t frameCount) AVF_REALTIME {
    avf_dsp_sweep s = *sweep;
    for (size_t k = 0; k < frameCount; k++) {
        destination[k] = (float)sine_of(s.periods > 0.5 ? s.periods - 1 : s.periods);
        s.periods += s.increment;
        s.periods -= s.periods >= 1 ? 1 : 0;
        s.increment = s.increment * s.ratio + s.growth;
    }
    *sweep = s;
}

void avf_dsp_impulses(float *destination, avf_dsp_phase phase, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = phase_at(phase, k) < phase.increment + (uint64_t)k * (uint64_t)phase.glide;
}

// Wellons, "Prospecting for hash functions", 2018: two multiplications that mix 32 bits well.
AVF_DSP_INLINE uint32_t mixed(uint32_t x) AVF_DSP_NONBLOCKING {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

AVF_DSP_CLONES
static void white_noise(float *restrict destination, uint32_t key, uint32_t index,
                        size_t frameCount) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = (float)(int32_t)mixed(mixed(index + (uint32_t)k) ^ key) * 0x1p-31f;
}

void avf_dsp_white_noise(float *destination, uint32_t seed, uint64_t index, size_t frameCount) AVF_REALTIME {
    // After 2^32 frames the key is another.
    for (size_t done = 0; done < frameCount;) {
        const uint64_t now = index + done, left = 0x100000000u - (now & 0xffffffffu);
        const size_t count = frameCount - done < left ? frameCount - done : (size_t)left;
        const uint32_t key = mixed(seed + 0x9e3779b9u * (uint32_t)(now >> 32) + 0x68bc21ebu);
        white_noise(destination + done, key, (uint32_t)now, count);
        done += count;
    }
}
