#include "avf_dsp_convolve.h"
#include "dot_lanes.h"

// Sixteen frames at a time, tap by tap: each frame's sum has the same order, however many are made at once.
AVF_DSP_INLINE void convolve_lanes(float *destination, const float *source,
                                   const float *taps) AVF_DSP_NONBLOCKING {
    lanes sum = load(destination);
    for (ptrdiff_t k = 0; k < AVF_DSP_CONVOLVE_TAPS; k++)
        sum += taps[k] * load(source - k);
    memcpy(destination, &sum, sizeof sum);
}

// Four of them together, so that the sums need not wait for each other.
AVF_DSP_INLINE void convolve_many(float *destination, const float *source,
                                  const float *taps) AVF_DSP_NONBLOCKING {
    lanes sums[4];
    for (size_t i = 0; i < 4; i++)
        sums[i] = load(destination + LANES * i);
    for (ptrdiff_t k = 0; k < AVF_DSP_CONVOLVE_TAPS; k++)
        for (size_t i = 0; i < 4; i++)
            sums[i] += taps[k] * load(source + LANES * i - k);
    memcpy(destination, sums, sizeof sums);
}

AVF_DSP_CLONES
void avf_dsp_convolve_taps(float *restrict destination, const float *restrict source,
                           const float *restrict taps, size_t frameCount) AVF_REALTIME {
    size_t n = 0;
    for (; n + 4 * LANES <= frameCount; n += 4 * LANES)
        convolve_many(destination + n, source + n, taps);
    for (; n + LANES <= frameCount; n += LANES)
        convolve_lanes(destination + n, source + n, taps);
    for (; n < frameCount; n++) {
        float sum = destination[n];
        for (ptrdiff_t k = 0; k < AVF_DSP_CONVOLVE_TAPS; k++)
            sum += taps[k] * source[(ptrdiff_t)n - k];
        destination[n] = sum;
    }
}

AVF_DSP_INLINE void accumulate(float *restrict real, float *restrict imaginary, const float *restrict x,
                               const float *restrict h, size_t spectrumCount) AVF_DSP_NONBLOCKING {
    lanes ra = load(real), rb = load(real + LANES);
    lanes ia = load(imaginary), ib = load(imaginary + LANES);
    for (size_t p = 0; p < spectrumCount; p++, x += 4 * LANES, h += 4 * LANES) {
        const lanes xra = load(x), xrb = load(x + LANES), xia = load(x + 2 * LANES), xib = load(x + 3 * LANES);
        const lanes hra = load(h), hrb = load(h + LANES), hia = load(h + 2 * LANES), hib = load(h + 3 * LANES);
        ra += xra * hra - xia * hia;
        rb += xrb * hrb - xib * hib;
        ia += xra * hia + xia * hra;
        ib += xrb * hib + xib * hrb;
    }
    memcpy(real, &ra, sizeof ra);
    memcpy(real + LANES, &rb, sizeof rb);
    memcpy(imaginary, &ia, sizeof ia);
    memcpy(imaginary + LANES, &ib, sizeof ib);
}

AVF_DSP_CLONES
void avf_dsp_accumulate_strip(float *restrict real, float *restrict imaginary, const float *restrict x,
                              const float *restrict h, size_t spectrumCount) AVF_REALTIME {
    accumulate(real, imaginary, x, h, spectrumCount);
}

AVF_DSP_CLONES
void avf_dsp_accumulate_first_strip(float *restrict real, float *restrict imaginary, const float *restrict x,
                                    const float *restrict h, size_t spectrumCount) AVF_REALTIME {
    float lowest = real[0], highest = imaginary[0];
    for (size_t p = 0; p < spectrumCount; p++) {
        lowest += x[4 * LANES * p] * h[4 * LANES * p];
        highest += x[4 * LANES * p + 2 * LANES] * h[4 * LANES * p + 2 * LANES];
    }
    accumulate(real, imaginary, x, h, spectrumCount);
    real[0] = lowest;
    imaginary[0] = highest;
}
