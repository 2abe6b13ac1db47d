// Calls every loop of CDSP over blocks in the first cache. What the loops are given makes no sense, but is
// neither silent nor growing, so that they take the time that they usually take.
#include "kernels.h"
#include "CAVFDSP.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN __attribute__((visibility("default")))

enum { MOST = 4096, MARGIN = 1024, FRAMES = 512, LINES = AVF_DSP_NETWORK_LINES, TAPS = 64, BINS = 1025 };

static float memory[12][MOST + 2 * MARGIN] __attribute__((aligned(64)));
static double wide[6][8 * MOST] __attribute__((aligned(64)));
static uint8_t bytes[4 * MOST] __attribute__((aligned(64)));
static float rows[512 * 256] __attribute__((aligned(64)));
static float *a, *b, *c, *d, *e, *f;
static float *channels[4], *more[4];
static const avf_dsp_ramp ramp = {0.5f, 1e-6f, 0}, one = {1, 0, 0};
static volatile double sink;

// Between 0.1 and 0.9, which suits levels, gains and positions alike.
static void fill(void) {
    uint32_t state = 1;
    for (size_t i = 0; i < sizeof memory / sizeof memory[0][0]; i++) {
        state = state * 1664525u + 1013904223u;
        memory[0][i] = 0.1f + 0.8f * (float)(state >> 8) / 0x1p24f;
    }
    for (size_t i = 0; i < sizeof wide / sizeof wide[0][0]; i++)
        wide[0][i] = memory[0][i % MOST] - 0.5;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        rows[i] = (memory[0][i % MOST] - 0.5f) / TAPS;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37);
    float **names[] = {&a, &b, &c, &d, &e, &f};
    for (size_t i = 0; i < 6; i++)
        *names[i] = memory[i] + MARGIN;
    for (size_t i = 0; i < 4; i++) {
        channels[i] = memory[i] + MARGIN;
        more[i] = memory[i + 6] + MARGIN;
    }
}

#define KERNEL(NAME, CALL)                                                                                   \
    static void run_##NAME(size_t n, size_t blockCount) {                                                    \
        (void)n;                                                                                             \
        for (size_t block = 0; block < blockCount; block++) {                                                \
            CALL;                                                                                            \
        }                                                                                                    \
    }

static const float *const *readable(float **pointers) {
    return (const float *const *)pointers;
}

KERNEL(clear, avf_dsp_clear(a, n))
KERNEL(copy, avf_dsp_copy(a, b, n))
KERNEL(scale, avf_dsp_scale(a, b, 0.7f, n))
KERNEL(scale_ramp, avf_dsp_scale_ramp(a, b, ramp, n))
KERNEL(add, avf_dsp_copy(a, c, n); avf_dsp_add(a, b, n))
KERNEL(accumulate, avf_dsp_copy(a, c, n); avf_dsp_accumulate(a, b, 0.7f, n))
KERNEL(accumulate_ramp, avf_dsp_copy(a, c, n); avf_dsp_accumulate_ramp(a, b, ramp, n))
KERNEL(multiply, avf_dsp_multiply(a, b, c, n))
KERNEL(pan, avf_dsp_pan(a, b, c, 0.7f, 0.3f, n))
KERNEL(pan_accumulate, avf_dsp_pan(a, b, d, 0, 0, n); avf_dsp_pan_accumulate(a, b, c, 0.7f, 0.3f, n))
KERNEL(pan_ramp, avf_dsp_pan_ramp(a, b, c, ramp, ramp, n))
KERNEL(pan_accumulate_ramp, avf_dsp_pan(a, b, d, 0, 0, n);
       avf_dsp_pan_accumulate_ramp(a, b, c, ramp, ramp, n))

static void run_pan_accumulate_all(size_t n, size_t blockCount) {
    static const float left[] = {0.1f, 0.2f, 0.3f, 0.4f}, right[] = {0.4f, 0.3f, 0.2f, 0.1f};
    for (size_t block = 0; block < blockCount; block++) {
        avf_dsp_clear(e, n);
        avf_dsp_clear(f, n);
        avf_dsp_pan_accumulate_all(e, f, readable(channels), left, right, 4, n);
    }
}

KERNEL(fade_in, avf_dsp_copy(a, b, n); avf_dsp_fade_in(a, ramp, n))
KERNEL(fade_out, avf_dsp_copy(a, b, n); avf_dsp_fade_out(a, ramp, n))
KERNEL(exchange, avf_dsp_exchange(a, b, c, n))
KERNEL(crossfade, avf_dsp_crossfade(a, b, c, ramp, n))

KERNEL(interleave, avf_dsp_interleave(e, readable(channels), 2, n))
KERNEL(deinterleave, avf_dsp_deinterleave(channels, e, 2, n))
KERNEL(int16_to_float, avf_dsp_int16_to_float(a, (const int16_t *)bytes, n))
KERNEL(int24_to_float, avf_dsp_int24_to_float(a, bytes, n))
KERNEL(int32_to_float, avf_dsp_int32_to_float(a, (const int32_t *)bytes, n))
KERNEL(float_to_int16, avf_dsp_float_to_int16((int16_t *)bytes, a, n))
KERNEL(float_to_int24, avf_dsp_float_to_int24(bytes, a, n))
KERNEL(float_to_int32, avf_dsp_float_to_int32((int32_t *)bytes, a, n))
KERNEL(float_to_double, avf_dsp_float_to_double(wide[0], a, n))
KERNEL(double_to_float, avf_dsp_double_to_float(a, wide[0], n))

static const avf_dsp_pcm int24 = {AVF_DSP_PCM_SIGNED, 24, 3, 0, 0}, int16 = {AVF_DSP_PCM_SIGNED, 16, 2, 0, 0};
KERNEL(pcm_load, avf_dsp_pcm_load(wide[0], bytes, &int24, 2, n))
KERNEL(pcm_store, avf_dsp_pcm_store(bytes, wide[0], &int16, 2, n, NULL))

static void run_pcm_store_dither(size_t n, size_t blockCount) {
    const avf_dsp_dither dither = {1, 0};
    for (size_t block = 0; block < blockCount; block++)
        avf_dsp_pcm_store(bytes, wide[0], &int16, 2, n, &dither);
}

KERNEL(add_scaled_double, avf_dsp_add_scaled_double(wide[0], wide[1], 1e-9, n))

KERNEL(peak, sink = avf_dsp_peak(a, n))
KERNEL(peak_of_all, sink = avf_dsp_peak_of_all(channels, 2, n))
KERNEL(is_finite, float peak; sink = avf_dsp_is_finite(a, n, &peak))
KERNEL(sum_of_squares, sink = avf_dsp_sum_of_squares(a, n))

KERNEL(rise_to, avf_dsp_rise_to(a, b, n))
KERNEL(decibels, avf_dsp_decibels(a, b, n))
KERNEL(gains, avf_dsp_gains(a, b, n))

static void run_gain_curve_run(size_t n, size_t blockCount) {
    const avf_dsp_gain_curve curve = {{-20, 0, 0}, {5, 0, 0}, {-60, 0, 0}, {2, 0, 0}};
    for (size_t block = 0; block < blockCount; block++)
        avf_dsp_gain_curve_run(&curve, a, b, n);
}

KERNEL(ballistics, avf_dsp_copy(a, b, n); sink = avf_dsp_ballistics(a, 0.5f, 0.9f, 0.99f, n))
KERNEL(rise_to_true_peak, avf_dsp_rise_to_true_peak(a, b, rows, n))
KERNEL(needed_gain, avf_dsp_needed_gain(a, b, 0.5f, n))

static void run_lookahead_run(size_t n, size_t blockCount) {
    enum { AVERAGE = 50, RING = 128 };
    static float needs[RING];
    static uint64_t frames[RING];
    static int64_t recent[AVERAGE], sums[AVERAGE];
    avf_dsp_lookahead lookahead = {.average = AVERAGE,
                                   .hold = 2 * AVERAGE + 2,
                                   .needs = needs,
                                   .frames = frames,
                                   .mask = RING - 1,
                                   .released = 1,
                                   .recent = recent,
                                   .recentSums = sums};
    memset(recent, 0, sizeof recent);
    memset(sums, 0, sizeof sums);
    for (size_t block = 0; block < blockCount; block++)
        avf_dsp_lookahead_run(&lookahead, 0.999f, a, b, n);
}

static void run_echo_run(size_t n, size_t blockCount) {
    const avf_dsp_echo echo = {
        .delay = 2000, .weight = {0.5f, 0, 0}, .feedback = {0.5f, 0, 0}, .dry = one, .wet = one};
    avf_dsp_echo_line line = {memory[10], MOST - 1, 0, 0};
    for (size_t block = 0; block < blockCount; block++)
        avf_dsp_echo_run(&echo, &line, a, b, n);
}

static void run_moving_delay(size_t n, size_t blockCount) {
    avf_dsp_moving_line line = {memory[10], MOST - 1, 0};
    const avf_dsp_ramp feedback = {0.3f, 0, 0};
    for (size_t i = 0; i < n; i++)
        c[i] = 100 + 50 * d[i];
    for (size_t block = 0; block < blockCount; block++)
        avf_dsp_moving_delay(&line, a, b, c, feedback, n);
}

KERNEL(modulate_delay, avf_dsp_modulate_delay(a, b, ramp, ramp, 0, 1, n))
KERNEL(all_pass_weights, avf_dsp_all_pass_weights(a, b, n))

static void run_phaser_run(size_t n, size_t blockCount) {
    avf_dsp_phaser phaser = {{0}, 0};
    const avf_dsp_ramp feedback = {0.3f, 0, 0};
    for (size_t block = 0; block < blockCount; block++)
        avf_dsp_phaser_run(&phaser, 6, a, b, c, feedback, n);
}

KERNEL(excess, avf_dsp_copy(a, b, n); avf_dsp_excess(a, -20, 30, n))
KERNEL(duck, avf_dsp_duck(a, b, c, d, n))

static void run_gate_run(size_t n, size_t blockCount) {
    avf_dsp_gate gate = {1, 0, 1};
    const avf_dsp_gate_settings settings = {0.6f, 0.4f, 10, 0.1f, 0.1f, 0.01f};
    for (size_t block = 0; block < blockCount; block++) {
        avf_dsp_copy(a, b, n);
        avf_dsp_gate_run(&gate, &settings, a, n);
    }
}

static float stepTable[2 * (AVF_DSP_STEP_REACH * AVF_DSP_STEP_ROWS + 2)];
static const avf_dsp_steps steps = {stepTable, stepTable + AVF_DSP_STEP_REACH *AVF_DSP_STEP_ROWS + 2};
// 440 Hz at 48 kHz.
static const avf_dsp_phase phase = {0, 169094443466514432u, 0};
KERNEL(sine, avf_dsp_sine(a, phase, n))
KERNEL(sawtooth, avf_dsp_sawtooth(a, phase, &steps, n))
KERNEL(pulse, avf_dsp_pulse(a, phase, ramp, &steps, n))
KERNEL(triangle, avf_dsp_triangle(a, phase, &steps, n))

static void run_sweep_run(size_t n, size_t blockCount) {
    for (size_t block = 0; block < blockCount; block++) {
        avf_dsp_sweep sweep = {0, 0.01, 1.000001, 0};
        avf_dsp_sweep_run(a, &sweep, n);
    }
}

KERNEL(impulses, avf_dsp_impulses(a, phase, n))
KERNEL(white_noise, avf_dsp_white_noise(a, 1, block *n, n))

static void run_biquad_run(size_t n, size_t blockCount) {
    static double coefficients[5 * AVF_DSP_BIQUAD_LANES], states[4 * 2 * AVF_DSP_BIQUAD_LANES];
    static int64_t active[AVF_DSP_BIQUAD_LANES];
    for (size_t i = 0; i < AVF_DSP_BIQUAD_LANES; i++) {
        active[i] = -1;
        coefficients[i] = 1;
        for (size_t k = 1; k < 5; k++)
            coefficients[k * AVF_DSP_BIQUAD_LANES + i] = 0.1;
    }
    memset(states, 0, sizeof states);
    const avf_dsp_biquad_group group = {coefficients, NULL, wide[1], active, AVF_DSP_BIQUAD_LANES};
    for (size_t block = 0; block < blockCount; block++)
        avf_dsp_biquad_run(&group, states, channels, more, 2, 0, n);
}

KERNEL(convolve_taps, avf_dsp_clear(a, n); avf_dsp_convolve_taps(a, b, rows, n))
KERNEL(accumulate_strip, avf_dsp_clear(a, 32); avf_dsp_clear(b, 32);
       avf_dsp_accumulate_strip(a, b, rows, rows + 32768, n / 32))
KERNEL(accumulate_first_strip, avf_dsp_clear(a, 32); avf_dsp_clear(b, 32);
       avf_dsp_accumulate_first_strip(a, b, rows, rows + 32768, n / 32))

static void run_resample(size_t n, size_t blockCount) {
    static float scratch[TAPS];
    const avf_dsp_sinc sinc = {rows, TAPS, 0, scratch, 160, 0, 147};
    for (size_t block = 0; block < blockCount; block++) {
        avf_dsp_sinc_position position = {0, 0, 0};
        avf_dsp_resample(&sinc, &position, channels, more, 2, 0, n);
    }
}

static void run_resample_between(size_t n, size_t blockCount) {
    static float scratch[TAPS];
    const avf_dsp_sinc sinc = {rows, TAPS, 256, scratch, 48000, 0, 44099};
    for (size_t block = 0; block < blockCount; block++) {
        avf_dsp_sinc_position position = {0, 0, 0};
        avf_dsp_resample(&sinc, &position, channels, more, 2, 0, n);
    }
}

// 44.1 to 48 kHz: ten groups in a period of 160 outputs.
static void run_resample_groups(size_t n, size_t blockCount) {
    const avf_dsp_groups groups = {rows, TAPS + AVF_DSP_GROUP_FRAMES, TAPS, 160, 160, 147};
    for (size_t block = 0; block < blockCount; block++) {
        avf_dsp_sinc_position position = {0, 0, 0};
        avf_dsp_resample_groups(&groups, &position, channels, more, 2, 0, n);
    }
}

// Two cycles, which are mixed.
static void run_wavetable_run(size_t n, size_t blockCount) {
    enum { LENGTH = 4096 };
    static float samples[2 * (LENGTH + AVF_DSP_WAVETABLE_TAPS)];
    static const size_t offsets[AVF_DSP_WAVETABLE_LEVELS];
    const avf_dsp_wavetable table = {samples, LENGTH + AVF_DSP_WAVETABLE_TAPS, 2, offsets, rows};
    const avf_dsp_phase phase = {0, UINT64_C(1) << 50, 0};
    const avf_dsp_ramp middle = {0.5f, 0, 0};
    for (size_t block = 0; block < blockCount; block++)
        avf_dsp_wavetable_run(a, &table, phase, middle, n);
}

// Sixteen voices, with a low-pass each.
static void run_voices_run(size_t n, size_t blockCount) {
    static avf_dsp_voice voice[AVF_DSP_VOICE_LANES];
    static avf_dsp_voice_group group;
    static float stage[AVF_DSP_VOICE_STAGE], sums[AVF_DSP_VOICE_BUSES][AVF_DSP_VOICE_TICK];
    static int16_t samples[1 << 16];
    avf_dsp_voices voices = {voice, &group, 0, stage, rows, rows, 48000, AVF_DSP_VOICE_HERMITE};
    float *const buses[] = {sums[0], sums[1], sums[2], sums[3]};
    memset(&group, 0, sizeof group);
    for (size_t i = 0; i < AVF_DSP_VOICE_LANES; i++) {
        voice[i] = (avf_dsp_voice){.sample = {samples, NULL, 0, 1 << 16, 0, 1 << 16, AVF_DSP_VOICE_INT16}};
        voice[i].pace = 0x1p32 * (0.8 + 0.03 * (double)i);
        voice[i].cutoff = 11000;
        voice[i].damping = 1.4;
        voice[i].amplitude = voice[i].shares[0] = voice[i].shares[1] = 0.5f;
        voice[i].isLooping = voice[i].isFiltered = true;
        avf_dsp_voice_start(&voices, i, 0);
    }
    for (size_t block = 0; block < blockCount; block++)
        for (size_t done = 0; done < n; done += AVF_DSP_VOICE_TICK)
            avf_dsp_voices_run(&voices, (int64_t)(block * n + done), buses, AVF_DSP_VOICE_TICK);
}

KERNEL(copy_finite, avf_dsp_copy_finite(a, b, n))
KERNEL(narrow_finite, avf_dsp_narrow_finite(a, wide[0], n))
KERNEL(dot_double, sink = avf_dsp_dot_double(wide[0], wide[1], n))
KERNEL(interpolate_rows, avf_dsp_interpolate_rows(wide[1], wide[0], n, 0.3))

// Cells of a bus with one row of channels, four sources into it, and what comes out.
enum { CELL = AVF_DSP_SPATIAL_CELL, LANES = AVF_DSP_SPATIAL_LANES };

static float spatialGains[4][LANES], spatialSteps[4][LANES], spatialBus[(2 * CELL + TAPS) * LANES];

static void run_spatial_feed_bus(size_t n, size_t blockCount) {
    avf_dsp_spatial_feed feeds[4];
    for (size_t i = 0; i < 4; i++)
        feeds[i] = (avf_dsp_spatial_feed){memory[i], spatialGains[i], spatialSteps[i], 1};
    for (size_t block = 0; block < blockCount; block++)
        for (size_t done = 0; done < n; done += CELL)
            avf_dsp_spatial_feed_bus(spatialBus, 1, feeds, 4, CELL);
}

static void run_spatial_skip(size_t n, size_t blockCount) {
    const avf_dsp_spatial_feed feed = {a, spatialGains[0], spatialSteps[0], 1};
    for (size_t block = 0; block < blockCount; block++)
        avf_dsp_spatial_skip(&feed, n);
}

static void run_spatial_decode(size_t n, size_t blockCount) {
    for (size_t block = 0; block < blockCount; block++)
        for (size_t done = 0; done < n; done += CELL)
            avf_dsp_spatial_decode(a, spatialBus + TAPS * LANES, rows, 1, TAPS, CELL);
}

static void run_spatial_collect(size_t n, size_t blockCount) {
    for (size_t block = 0; block < blockCount; block++)
        for (size_t done = 0; done < n; done += CELL)
            avf_dsp_spatial_collect(more, 2, spatialBus, 1, CELL);
}

static const avf_dsp_spatial_farrow farrow = {8, 4, rows};
static const avf_dsp_spatial_shelf shelf = {0.9f, 0.2f, -0.3f}, stillShelf = {0, 0, 0};

KERNEL(spatial_spread, for (size_t i = 0; i < n; i += CELL) avf_dsp_spatial_spread(a, spatialBus, 1, CELL))
KERNEL(spatial_subfilter, avf_dsp_spatial_subfilter(&farrow, a, MOST + 2 * MARGIN, b, n / 2))
KERNEL(spatial_delay, avf_dsp_spatial_delay(&farrow, a, b, MOST / 8, 30.3f, 1e-4f, 0, n))
KERNEL(spatial_combine, avf_dsp_spatial_combine(a, b, n, rows, 32))
KERNEL(spatial_blend, avf_dsp_spatial_blend(a, b, c, d, rows, n))
KERNEL(spatial_aim, avf_dsp_spatial_aim(a, b, c, n))
KERNEL(spatial_add_scaled, avf_dsp_spatial_add_scaled(wide[0], wide[1], 1e-9, n))
KERNEL(spatial_low_pass, sink = avf_dsp_spatial_low_pass(a, b, 0, 0.5f, 0, 0, n))
KERNEL(spatial_shelf_run, avf_dsp_spatial_shelf_run(a, b, more[0], shelf, stillShelf, 0, n))
KERNEL(spatial_take, sink = avf_dsp_spatial_take(a, b, n))
KERNEL(spatial_shift, avf_dsp_spatial_shift(a, 1, 0, n))
KERNEL(spatial_is_silent, sink = avf_dsp_spatial_is_silent(a, n))

static avf_dsp_delay_ring rings[LINES + 1];

static void makeRings(void) {
    for (uint32_t i = 0; i <= LINES; i++)
        if (!rings[i].samples)
            rings[i] =
                (avf_dsp_delay_ring){calloc(8192, sizeof(float)), i < LINES ? 1000 + 101 * i : 8192, 0};
}

static void run_diffuse(size_t n, size_t blockCount) {
    static const float gains[AVF_DSP_DIFFUSER_STAGES] = {0.6f, 0.5f, 0.4f, 0.3f};
    makeRings();
    for (size_t block = 0; block < blockCount; block++)
        for (size_t done = 0; done < n; done += AVF_DSP_NETWORK_FRAMES)
            avf_dsp_diffuse(rings, gains, a + done, b + done, AVF_DSP_NETWORK_FRAMES);
}

static void run_network_run(size_t n, size_t blockCount) {
    static float gains[LINES], poles[LINES], steps_[LINES], damped[LINES];
    makeRings();
    for (size_t i = 0; i < LINES; i++) {
        gains[i] = 0.15f;
        poles[i] = 0.2f;
    }
    const avf_dsp_network network = {rings, gains, poles, steps_, steps_, damped, 0, false};
    for (size_t block = 0; block < blockCount; block++)
        for (size_t done = 0; done < n; done += AVF_DSP_NETWORK_FRAMES)
            avf_dsp_network_run(&network, c, d, AVF_DSP_NETWORK_FRAMES);
}

static void run_ring_push(size_t n, size_t blockCount) {
    makeRings();
    for (size_t block = 0; block < blockCount; block++)
        avf_dsp_ring_push(&rings[LINES], b, n);
}

static void run_taps_run(size_t n, size_t blockCount) {
    static avf_dsp_tap taps[16];
    makeRings();
    for (uint32_t i = 0; i < 16; i++)
        taps[i] = (avf_dsp_tap){100 + 301 * i, 0.1f};
    for (size_t block = 0; block < blockCount; block++)
        avf_dsp_taps_run(&rings[LINES], taps, 16, a, n);
}

KERNEL(upsample, avf_dsp_upsample(memory[4], MOST / 4, b, rows, n))
KERNEL(downsample, avf_dsp_downsample(a, memory[4], MOST / 4, rows, n))
KERNEL(waveshape, avf_dsp_copy(a, b, n); avf_dsp_waveshape(a, ramp, ramp, ramp, n))
KERNEL(ring_modulate, avf_dsp_copy(a, b, n); avf_dsp_ring_modulate(a, c, d, ramp, ramp, n))

static void run_crush(size_t n, size_t blockCount) {
    avf_dsp_crusher crusher = {0, 0};
    for (size_t block = 0; block < blockCount; block++) {
        avf_dsp_copy(a, b, n);
        avf_dsp_crush(a, &crusher, 0x40000000, 0.01f, ramp, n);
    }
}

static void run_varispeed(size_t n, size_t blockCount) {
    static float row[2 * AVF_DSP_FASTEST_PACE * 96];
    for (size_t block = 0; block < blockCount; block++) {
        avf_dsp_pace pace = {UINT64_C(200) << 32, (UINT64_C(1) << 32) + 1234567, 0, 96};
        avf_dsp_varispeed(&pace, channels, MOST, more, 2, 0, n, row);
    }
}

static float *const spectraReal[] = {memory[0], memory[1], memory[4], memory[5]},
                    *const spectraImaginary[] = {memory[2], memory[3], memory[6], memory[7]};
static const avf_dsp_spectra spectraIn = {spectraReal, spectraImaginary},
                             spectraOut = {spectraReal + 2, spectraImaginary + 2};
static float vocoderWork[8 * BINS];

static void run_vocoder_turn(size_t n, size_t blockCount) {
    const avf_dsp_vocoder_manner manner = {.stretch = 1.25f, .isCoherent = 1, .relaxation = 0};
    for (size_t block = 0; block < blockCount; block++)
        sink = avf_dsp_vocoder_turn(spectraIn, spectraIn, spectraOut, 2, n, manner, vocoderWork);
}

KERNEL(vocoder_keep_formants,
       avf_dsp_vocoder_keep_formants(spectraIn, spectraOut, 2, n, 1.25f, 16, vocoderWork))
KERNEL(vocoder_level, avf_dsp_vocoder_level(a, b, c, n))

static avf_dsp_fft fft;
static float *fftTime, *fftReal, *fftImaginary;

// Any numbers will do for the tables: the time is the same.
static void makeTransform(size_t size) {
    static float *tables;
    free(tables);
    tables = malloc((16 * size + 4096) * sizeof(float));
    for (size_t i = 0; i < 16 * size + 4096; i++)
        tables[i] = 0.3f * memory[0][i % MOST];
    fft = (avf_dsp_fft){
        .size = size, .twiddles = tables, .rotations = tables + 8 * size, .work = tables + 10 * size};
    size_t rest = size / 32;
    fft.radices[fft.stageCount++] = 4;
    fft.radices[fft.stageCount++] = 4;
    for (; rest > 1; rest /= fft.radices[fft.stageCount - 1])
        fft.radices[fft.stageCount++] = rest % 8 == 0 ? 8 : rest % 4 == 0 ? 4 : 2;
    fftTime = tables + 12 * size;
    fftReal = tables + 13 * size;
    fftImaginary = tables + 14 * size;
}

KERNEL(fft_forward, avf_dsp_fft_forward(&fft, fftTime, fftReal, fftImaginary))
KERNEL(fft_inverse, avf_dsp_fft_inverse(&fft, fftReal, fftImaginary, fftTime))

// All parts, which together are one transform.
static void run_fft_forward_part(size_t n, size_t blockCount) {
    (void)n;
    for (size_t block = 0; block < blockCount; block++)
        for (size_t part = 0; part < fft.stageCount; part++)
            avf_dsp_fft_forward_part(&fft, part, fftTime, fftReal, fftImaginary);
}

static void run_fft_inverse_part(size_t n, size_t blockCount) {
    (void)n;
    for (size_t block = 0; block < blockCount; block++)
        for (size_t part = 0; part < fft.stageCount; part++)
            avf_dsp_fft_inverse_part(&fft, part, fftReal, fftImaginary, fftTime);
}

static const uint8_t doubleFactors[] = {4, 4, 4, 4, 0};
static double doubleWork[2 * FRAMES + 4 * AVF_DSP_FFT_PADDING];
static const avf_dsp_fft_double fftDouble = {FRAMES, doubleFactors, wide[3], wide[4], doubleWork};
KERNEL(fft_double_forward, avf_dsp_fft_double_forward(&fftDouble, wide[0], wide[1], wide[2], n / 2))
KERNEL(fft_double_inverse, avf_dsp_fft_double_inverse(&fftDouble, wide[1], wide[2], wide[0]))
KERNEL(multiply_spectra, avf_dsp_multiply_spectra(wide[0], wide[1], wide[3], wide[4], n))

#define ENTRY(NAME, BYTES, OPERATIONS)                                                                       \
    { #NAME, run_##NAME, BYTES, OPERATIONS }

// Bytes that are read and written for a frame, and operations.
static const kernel_entry table[] = {
    ENTRY(clear, 4, 0),
    ENTRY(copy, 8, 0),
    ENTRY(scale, 8, 1),
    ENTRY(scale_ramp, 8, 3),
    ENTRY(add, 20, 1),
    ENTRY(accumulate, 20, 2),
    ENTRY(accumulate_ramp, 20, 4),
    ENTRY(multiply, 12, 1),
    ENTRY(pan, 12, 2),
    ENTRY(pan_accumulate, 32, 6),
    ENTRY(pan_ramp, 12, 6),
    ENTRY(pan_accumulate_ramp, 32, 10),
    ENTRY(pan_accumulate_all, 32, 16),
    ENTRY(fade_in, 16, 6),
    ENTRY(fade_out, 16, 7),
    ENTRY(exchange, 16, 0),
    ENTRY(crossfade, 12, 5),
    ENTRY(interleave, 16, 0),
    ENTRY(deinterleave, 16, 0),
    ENTRY(int16_to_float, 6, 1),
    ENTRY(int24_to_float, 7, 1),
    ENTRY(int32_to_float, 8, 1),
    ENTRY(float_to_int16, 6, 3),
    ENTRY(float_to_int24, 7, 3),
    ENTRY(float_to_int32, 8, 3),
    ENTRY(float_to_double, 12, 0),
    ENTRY(double_to_float, 12, 0),
    ENTRY(pcm_load, 11, 1),
    ENTRY(pcm_store, 10, 4),
    ENTRY(pcm_store_dither, 10, 8),
    ENTRY(add_scaled_double, 24, 2),
    ENTRY(peak, 4, 1),
    ENTRY(peak_of_all, 8, 2),
    ENTRY(is_finite, 4, 2),
    ENTRY(sum_of_squares, 4, 2),
    ENTRY(rise_to, 12, 1),
    ENTRY(decibels, 8, 10),
    ENTRY(gains, 8, 10),
    ENTRY(gain_curve_run, 8, 20),
    ENTRY(ballistics, 16, 3),
    ENTRY(rise_to_true_peak, 12, 2 * AVF_DSP_PEAK_TAPS * AVF_DSP_PEAK_PHASES),
    ENTRY(needed_gain, 8, 2),
    ENTRY(lookahead_run, 8, 8),
    ENTRY(echo_run, 16, 8),
    ENTRY(moving_delay, 28, 16),
    ENTRY(modulate_delay, 8, 4),
    ENTRY(all_pass_weights, 8, 12),
    ENTRY(phaser_run, 12, 26),
    ENTRY(excess, 16, 4),
    ENTRY(duck, 16, 3),
    ENTRY(gate_run, 16, 4),
    ENTRY(sine, 4, 14),
    ENTRY(sawtooth, 4, 4),
    ENTRY(pulse, 4, 4),
    ENTRY(triangle, 4, 4),
    ENTRY(sweep_run, 4, 10),
    ENTRY(impulses, 4, 0),
    ENTRY(white_noise, 4, 1),
    ENTRY(biquad_run, 16, 2 * 9 * AVF_DSP_BIQUAD_LANES),
    ENTRY(convolve_taps, 12, 2 * AVF_DSP_CONVOLVE_TAPS),
    ENTRY(accumulate_strip, 16, 8),
    ENTRY(accumulate_first_strip, 16, 8),
    ENTRY(resample, 16, 4 * TAPS),
    ENTRY(resample_between, 16, 4 * TAPS),
    ENTRY(resample_groups, 16, 4 * TAPS),
    ENTRY(wavetable_run, 4, 2 * 5 * AVF_DSP_WAVETABLE_TAPS),
    ENTRY(voices_run, 16 * (2 + 12), 16 * 36),
    ENTRY(copy_finite, 8, 0),
    ENTRY(narrow_finite, 12, 0),
    ENTRY(dot_double, 16, 2),
    ENTRY(interpolate_rows, 40, 7),
    ENTRY(spatial_feed_bus, 16 + 8 * LANES, 4 * 3 * LANES),
    ENTRY(spatial_skip, 0, LANES),
    ENTRY(spatial_decode, 8, 2 * TAPS * LANES),
    ENTRY(spatial_spread, 12 * LANES, LANES),
    ENTRY(spatial_collect, 24, 2),
    ENTRY(spatial_subfilter, 20, 2 * 4 * 8),
    ENTRY(spatial_delay, 20, 8),
    ENTRY(spatial_combine, 8, 2 * 32),
    ENTRY(spatial_blend, 16, 5),
    ENTRY(spatial_aim, 12, 2),
    ENTRY(spatial_add_scaled, 24, 2),
    ENTRY(spatial_low_pass, 8, 5),
    ENTRY(spatial_shelf_run, 8, 11),
    ENTRY(spatial_take, 8, 0),
    ENTRY(spatial_shift, 8, 0),
    ENTRY(spatial_is_silent, 4, 0),
    ENTRY(diffuse, 8 * (AVF_DSP_DIFFUSER_STAGES + 1), 4 * AVF_DSP_DIFFUSER_STAGES),
    ENTRY(network_run, 8 * (LINES + 2), LINES * 8),
    ENTRY(ring_push, 8, 0),
    ENTRY(taps_run, 68, 32),
    ENTRY(upsample, 20, 2 * 4 * AVF_DSP_OVERSAMPLING_TAPS),
    ENTRY(downsample, 20, 2 * 4 * AVF_DSP_OVERSAMPLING_TAPS),
    ENTRY(waveshape, 16, 20),
    ENTRY(ring_modulate, 24, 8),
    ENTRY(crush, 16, 5),
    ENTRY(varispeed, 16, 4 * 192),
    ENTRY(vocoder_turn, 48, 60),
    ENTRY(vocoder_keep_formants, 32, 30),
    ENTRY(vocoder_level, 12, 2),
    ENTRY(fft_forward, 8, 22),
    ENTRY(fft_inverse, 8, 22),
    ENTRY(fft_forward_part, 8, 22),
    ENTRY(fft_inverse_part, 8, 22),
    ENTRY(fft_double_forward, 16, 22),
    ENTRY(fft_double_inverse, 16, 22),
    ENTRY(multiply_spectra, 48, 6),
};

SHOWN const kernel_entry *kernel_table(size_t *count) {
    fill();
    makeTransform(FRAMES);
    *count = sizeof table / sizeof *table;
    return table;
}

SHOWN void kernel_transform(size_t size, size_t count) {
    if (fft.size != size)
        makeTransform(size);
    for (size_t k = 0; k < count; k++) {
        avf_dsp_fft_forward(&fft, fftTime, fftReal, fftImaginary);
        avf_dsp_fft_inverse(&fft, fftReal, fftImaginary, fftTime);
        for (size_t i = 0; i < size; i++)
            fftTime[i] = 0.1f + 1e-6f * fftReal[i / 2];
    }
}
