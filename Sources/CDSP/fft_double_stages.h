// The stages of the self-sorting transform (Stockham; Van BufferAlias, "Computational Frameworks for the
// FFT", 1.7) for factors 2, 3, 4, 5 and 7. Only fft_double.c includes this.
#ifndef AVF_DSP_FFT_DOUBLE_STAGES_H
#define AVF_DSP_FFT_DOUBLE_STAGES_H

#include "cpu_dispatch.h"

#include <stddef.h>

// A block of complex numbers, real and imaginary parts apart.
typedef struct {
    double *restrict re, *restrict im;
} split;

// cos and sin of 2 pi k / r.
static const double cosines3[3] = {1, -0.5, -0.5};
static const double sines3[3] = {0, 0.86602540378443864676, -0.86602540378443864676};
static const double cosines5[5] = {1, 0.30901699437494742410, -0.80901699437494742410, -0.80901699437494742410,
                                   0.30901699437494742410};
static const double sines5[5] = {0, 0.95105651629515357212, 0.58778525229247312917, -0.58778525229247312917,
                                 -0.95105651629515357212};
static const double cosines7[7] = {1,
                                   0.62348980185873353053,
                                   -0.22252093395631440429,
                                   -0.90096886790241912624,
                                   -0.90096886790241912624,
                                   -0.22252093395631440429,
                                   0.62348980185873353053};
static const double sines7[7] = {0,
                                 0.78183148246802980871,
                                 0.97492791218182360702,
                                 0.43388373911755812048,
                                 -0.43388373911755812048,
                                 -0.97492791218182360702,
                                 -0.78183148246802980871};

// All pointers are arguments of their own, because clang forgets `restrict` on members of structs.
#define PLACES                                                                                               \
    const double *restrict xr, const double *restrict xi, double *restrict yr, double *restrict yi, size_t in, \
        size_t out, const double *wc, const double *ws

AVF_DSP_INLINE void rotate(double *restrict yr, double *restrict yi, double re, double im, double cosine,
                           double sine) AVF_DSP_NONBLOCKING {
    *yr = re * cosine + im * sine;
    *yi = im * cosine - re * sine;
}

// A butterfly of an odd number r of inputs: inputs k and r - k meet cosines as sums and sines as differences.
AVF_DSP_INLINE void odd(PLACES, size_t r, const double *cosines, const double *sines) AVF_DSP_NONBLOCKING {
    double sumRe[3], sumIm[3], difRe[3], difIm[3];
    const size_t pairs = r / 2;
    double totalRe = xr[0], totalIm = xi[0];
#pragma clang loop unroll(full)
    for (size_t k = 0; k < pairs; k++) {
        const size_t a = (k + 1) * in, b = (r - 1 - k) * in;
        sumRe[k] = xr[a] + xr[b];
        sumIm[k] = xi[a] + xi[b];
        difRe[k] = xr[a] - xr[b];
        difIm[k] = xi[a] - xi[b];
        totalRe += sumRe[k];
        totalIm += sumIm[k];
    }
    yr[0] = totalRe;
    yi[0] = totalIm;
#pragma clang loop unroll(full)
    for (size_t j = 1; j <= pairs; j++) {
        double evenRe = xr[0], evenIm = xi[0], oddRe = 0, oddIm = 0;
#pragma clang loop unroll(full)
        for (size_t k = 0; k < pairs; k++) {
            const double c = cosines[j * (k + 1) % r], s = sines[j * (k + 1) % r];
            evenRe += c * sumRe[k];
            evenIm += c * sumIm[k];
            oddRe += s * difIm[k];
            oddIm += s * difRe[k];
        }
        const size_t a = j, b = r - j;
        rotate(yr + a * out, yi + a * out, evenRe + oddRe, evenIm - oddIm, wc[a - 1], ws[a - 1]);
        rotate(yr + b * out, yi + b * out, evenRe - oddRe, evenIm + oddIm, wc[b - 1], ws[b - 1]);
    }
}

AVF_DSP_INLINE void two(PLACES) AVF_DSP_NONBLOCKING {
    const double ar = xr[0], ai = xi[0], br = xr[in], bi = xi[in];
    yr[0] = ar + br;
    yi[0] = ai + bi;
    rotate(yr + out, yi + out, ar - br, ai - bi, wc[0], ws[0]);
}

AVF_DSP_INLINE void four(PLACES) AVF_DSP_NONBLOCKING {
    const double acr = xr[0] + xr[2 * in], aci = xi[0] + xi[2 * in];
    const double amr = xr[0] - xr[2 * in], ami = xi[0] - xi[2 * in];
    const double bdr = xr[in] + xr[3 * in], bdi = xi[in] + xi[3 * in];
    // j (b - d), so that both odd results are sums.
    const double jr = xi[3 * in] - xi[in], ji = xr[in] - xr[3 * in];
    yr[0] = acr + bdr;
    yi[0] = aci + bdi;
    rotate(yr + out, yi + out, amr - jr, ami - ji, wc[0], ws[0]);
    rotate(yr + 2 * out, yi + 2 * out, acr - bdr, aci - bdi, wc[1], ws[1]);
    rotate(yr + 3 * out, yi + 3 * out, amr + jr, ami + ji, wc[2], ws[2]);
}

AVF_DSP_INLINE void butterfly(size_t r, PLACES) AVF_DSP_NONBLOCKING {
    switch (r) {
    case 2: two(xr, xi, yr, yi, in, out, wc, ws); break;
    case 3: odd(xr, xi, yr, yi, in, out, wc, ws, 3, cosines3, sines3); break;
    case 4: four(xr, xi, yr, yi, in, out, wc, ws); break;
    case 5: odd(xr, xi, yr, yi, in, out, wc, ws, 5, cosines5, sines5); break;
    default: odd(xr, xi, yr, yi, in, out, wc, ws, 7, cosines7, sines7);
    }
}

// The factors that belong to place p of a stage.
AVF_DSP_INLINE void load_twiddles(double *wc, double *ws, const double *rows, size_t r, size_t m,
                                  size_t p) AVF_DSP_NONBLOCKING {
#pragma clang loop unroll(full)
    for (size_t j = 0; j + 1 < r; j++) {
        wc[j] = rows[j * m + p];
        ws[j] = rows[(r - 1 + j) * m + p];
    }
}

// One stage: transforms of length n, `stride` of them side by side. Called with a constant r.
AVF_DSP_INLINE void stage(size_t r, split x, split y, size_t n, size_t stride,
                          const double *restrict rows) AVF_DSP_NONBLOCKING {
    const size_t m = n / r, in = stride * m;
    double wc[6], ws[6];
    if (stride == 1) {
        for (size_t p = 0; p < m; p++) {
            double vc[6], vs[6];
            load_twiddles(vc, vs, rows, r, m, p);
            butterfly(r, x.re + p, x.im + p, y.re + r * p, y.im + r * p, in, 1, vc, vs);
        }
        return;
    }
    for (size_t p = 0; p < m; p++) {
        load_twiddles(wc, ws, rows, r, m, p);
        const double *restrict xr = x.re + stride * p, *restrict xi = x.im + stride * p;
        double *restrict yr = y.re + r * stride * p, *restrict yi = y.im + r * stride * p;
        for (size_t q = 0; q < stride; q++)
            butterfly(r, xr + q, xi + q, yr + q, yi + q, in, stride, wc, ws);
    }
}

#endif
