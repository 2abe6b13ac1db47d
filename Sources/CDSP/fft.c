#include "avf_dsp_fft.h"
#include "clones.h"

// A block of complex numbers, real and imaginary parts apart.
typedef struct {
    float *restrict re, *restrict im;
} split;

// One butterfly of four inputs at distance `in` with results at distance `out`; w holds cos, sin of a, 2a,
// 3a.
AVF_DSP_INLINE void butterfly(const float *restrict xr, const float *restrict xi, float *restrict yr,
                              float *restrict yi, size_t in, size_t out,
                              const float w[6]) AVF_DSP_NONBLOCKING {
    const float acr = xr[0] + xr[2 * in], aci = xi[0] + xi[2 * in];
    const float amr = xr[0] - xr[2 * in], ami = xi[0] - xi[2 * in];
    const float bdr = xr[in] + xr[3 * in], bdi = xi[in] + xi[3 * in];
    // j (b - d), so that both odd results are sums.
    const float jr = xi[3 * in] - xi[in], ji = xr[in] - xr[3 * in];
    yr[0] = acr + bdr;
    yi[0] = aci + bdi;
    const float r1 = amr - jr, i1 = ami - ji, r2 = acr - bdr, i2 = aci - bdi, r3 = amr + jr, i3 = ami + ji;
    yr[out] = r1 * w[0] + i1 * w[1];
    yi[out] = i1 * w[0] - r1 * w[1];
    yr[2 * out] = r2 * w[2] + i2 * w[3];
    yi[2 * out] = i2 * w[2] - r2 * w[3];
    yr[3 * out] = r3 * w[4] + i3 * w[5];
    yi[3 * out] = i3 * w[4] - r3 * w[5];
}

// One stage of the self-sorting transform (Stockham; Van Loan, "Computational Frameworks for the FFT", 1.7).
AVF_DSP_INLINE void radix_four(split x, split y, size_t n, size_t stride,
                               const float *restrict rows) AVF_DSP_NONBLOCKING {
    const size_t quarter = n / 4, in = stride * quarter;
    if (stride == 1) {
        for (size_t p = 0; p < quarter; p++) {
            const float w[6] = {rows[p],
                                rows[quarter + p],
                                rows[2 * quarter + p],
                                rows[3 * quarter + p],
                                rows[4 * quarter + p],
                                rows[5 * quarter + p]};
            butterfly(x.re + p, x.im + p, y.re + 4 * p, y.im + 4 * p, in, 1, w);
        }
        return;
    }
    for (size_t p = 0; p < quarter; p++) {
        const float w[6] = {rows[p],
                            rows[quarter + p],
                            rows[2 * quarter + p],
                            rows[3 * quarter + p],
                            rows[4 * quarter + p],
                            rows[5 * quarter + p]};
        const float *restrict xr = x.re + stride * p, *restrict xi = x.im + stride * p;
        float *restrict yr = y.re + 4 * stride * p, *restrict yi = y.im + 4 * stride * p;
        for (size_t q = 0; q < stride; q++)
            butterfly(xr + q, xi + q, yr + q, yi + q, in, stride, w);
    }
}

AVF_DSP_INLINE void radix_two(split x, split y, size_t stride) AVF_DSP_NONBLOCKING {
    for (size_t q = 0; q < stride; q++) {
        const float ar = x.re[q], ai = x.im[q], br = x.re[q + stride], bi = x.im[q + stride];
        y.re[q] = ar + br;
        y.im[q] = ai + bi;
        y.re[q + stride] = ar - br;
        y.im[q + stride] = ai - bi;
    }
}

// Complex transform of `size` numbers; the result is in the returned one of the two blocks.
AVF_DSP_INLINE split transform(const float *twiddles, size_t size, split x, split y) AVF_DSP_NONBLOCKING {
    size_t stride = 1;
    for (size_t n = size; n > 1; stride *= 4, n /= 4) {
        if (n == 2) {
            radix_two(x, y, stride);
        } else {
            radix_four(x, y, n, stride, twiddles);
            twiddles += 6 * (n / 4);
        }
        const split result = y;
        y = x;
        x = result;
        if (n == 2)
            break;
    }
    return x;
}

AVF_DSP_CLONES
void avf_dsp_fft_forward(const avf_dsp_fft *fft, const float *restrict time, float *restrict real,
                         float *restrict imaginary) AVF_REALTIME {
    const size_t half = fft->size / 2;
    const split x = {fft->work, fft->work + half}, y = {fft->work + 2 * half, fft->work + 3 * half};
    // Even samples as real parts, odd samples as imaginary parts: one transform of half the length does both.
    for (size_t k = 0; k < half; k++) {
        x.re[k] = time[2 * k];
        x.im[k] = time[2 * k + 1];
    }
    const split z = transform(fft->twiddles, half, x, y);
    const float *restrict cosine = fft->rotations, *restrict sine = fft->rotations + half;
    real[0] = z.re[0] + z.im[0];
    imaginary[0] = 0;
    real[half] = z.re[0] - z.im[0];
    imaginary[half] = 0;
    for (size_t k = 1; k < half; k++) {
        const float er = 0.5f * (z.re[k] + z.re[half - k]), ei = 0.5f * (z.im[k] - z.im[half - k]);
        const float or = 0.5f * (z.im[k] + z.im[half - k]), oi = 0.5f * (z.re[half - k] - z.re[k]);
        real[k] = er + (or *cosine[k] + oi * sine[k]);
        imaginary[k] = ei + (oi * cosine[k] - or *sine[k]);
    }
}

AVF_DSP_CLONES
void avf_dsp_fft_inverse(const avf_dsp_fft *fft, const float *restrict real, const float *restrict imaginary,
                         float *restrict time) AVF_REALTIME {
    const size_t half = fft->size / 2;
    const split x = {fft->work, fft->work + half}, y = {fft->work + 2 * half, fft->work + 3 * half};
    const float *restrict cosine = fft->rotations, *restrict sine = fft->rotations + half;
    const float scale = 1.0f / (float)fft->size;
    // Real and imaginary parts change places on the way in and out, which turns the transform backwards.
    for (size_t k = 0; k < half; k++) {
        const float er = real[k] + real[half - k], ei = imaginary[k] - imaginary[half - k];
        const float dr = real[k] - real[half - k], di = imaginary[k] + imaginary[half - k];
        const float or = dr * cosine[k] - di * sine[k], oi = di * cosine[k] + dr * sine[k];
        x.im[k] = er - oi;
        x.re[k] = ei + or ;
    }
    const split z = transform(fft->twiddles, half, x, y);
    for (size_t k = 0; k < half; k++) {
        time[2 * k] = z.im[k] * scale;
        time[2 * k + 1] = z.re[k] * scale;
    }
}
