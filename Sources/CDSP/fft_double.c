#include "avf_dsp_fft_double.h"
#include "double_lanes.h"

typedef double sample;
#include "fft_double_stages.h"
#include "fft_lanes.h"

// Eight vectors as rows of a square: what stood in columns stands in rows.
AVF_DSP_INLINE void turn_over(lanes v[8]) AVF_DSP_NONBLOCKING {
    lanes pairs[8], fours[8];
    for (int k = 0; k < 8; k += 2) {
        pairs[k] = __builtin_shufflevector(v[k], v[k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        pairs[k + 1] = __builtin_shufflevector(v[k], v[k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (int k = 0; k < 8; k += 4) {
        for (int j = k; j < k + 2; j++) {
            fours[j] = __builtin_shufflevector(pairs[j], pairs[j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            fours[j + 2] = __builtin_shufflevector(pairs[j], pairs[j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
    for (int k = 0; k < 4; k++) {
        v[k] = __builtin_shufflevector(fours[k], fours[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        v[k + 4] = __builtin_shufflevector(fours[k], fours[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

AVF_DSP_INLINE void put_turned_over(double *target, const complexes v[8], int isImaginary) AVF_DSP_NONBLOCKING {
    lanes square[8];
    for (int j = 0; j < 8; j++)
        square[j] = isImaginary ? v[j].im : v[j].re;
    turn_over(square);
    for (int j = 0; j < 8; j++)
        store(target + 8 * j, square[j]);
}

// The first stage has no neighbours that turn alike: eight places are worked on at a time, and change rows
// for columns on their way to memory. The last eight may cover some of those before once more.
AVF_DSP_INLINE void first_stage(split x, split y, size_t n, const double *restrict rows) AVF_DSP_NONBLOCKING {
    const size_t count = n / 8;
    for (size_t p = 0; p < count; p += LANES) {
        if (p + LANES > count)
            p = count - LANES;
        complexes v[8];
        for (size_t j = 0; j < 8; j++)
            v[j] = get(x.re + j * count + p, x.im + j * count + p);
        transform_eight(v);
        for (size_t j = 1; j < 8; j++)
            v[j] = rotated(v[j], load(rows + (j - 1) * count + p), load(rows + (j + 6) * count + p));
        put_turned_over(y.re + 8 * p, v, 0);
        put_turned_over(y.im + 8 * p, v, 1);
    }
}

// A stage whose neighbours, `stride` of them, turn alike; `stride` is a multiple of 8.
AVF_DSP_INLINE void wide_stage(size_t r, split x, split y, size_t n, size_t stride,
                               const double *restrict rows) AVF_DSP_NONBLOCKING {
    const size_t m = n / r, distance = stride * m;
    for (size_t p = 0; p < m; p++) {
        const double *restrict re = x.re + stride * p, *restrict im = x.im + stride * p;
        double *restrict yr = y.re + r * stride * p, *restrict yi = y.im + r * stride * p;
        double turns[7][2];
        for (size_t j = 0; j + 1 < r; j++) {
            turns[j][0] = rows[j * m + p];
            turns[j][1] = rows[(r - 1 + j) * m + p];
        }
        for (size_t q = 0; q < stride; q += LANES) {
            complexes v[8];
            for (size_t j = 0; j < r; j++)
                v[j] = get(re + q + j * distance, im + q + j * distance);
            transform_few(v, r);
            put(yr + q, yi + q, v[0]);
            for (size_t j = 1; j < r; j++)
                put(yr + q + j * stride, yi + q + j * stride, rotated_alike(v[j], turns[j - 1]));
        }
    }
}

// The stage's length as a constant, so that its numbers stay in registers.
AVF_DSP_INLINE void any_stage(size_t r, split x, split y, size_t n, size_t stride,
                              const double *restrict rows) AVF_DSP_NONBLOCKING {
    const int isWide = stride % LANES == 0;
    switch (r) {
    case 2:
        isWide ? wide_stage(2, x, y, n, stride, rows) : stage(2, x, y, n, stride, rows);
        break;
    case 3:
        isWide ? wide_stage(3, x, y, n, stride, rows) : stage(3, x, y, n, stride, rows);
        break;
    case 4:
        isWide ? wide_stage(4, x, y, n, stride, rows) : stage(4, x, y, n, stride, rows);
        break;
    case 5:
        isWide ? wide_stage(5, x, y, n, stride, rows) : stage(5, x, y, n, stride, rows);
        break;
    case 7:
        isWide ? wide_stage(7, x, y, n, stride, rows) : stage(7, x, y, n, stride, rows);
        break;
    default:
        stride == 1 ? first_stage(x, y, n, rows) : wide_stage(8, x, y, n, stride, rows);
    }
}

// Complex transform of `size` numbers; the result is in the returned one of the two blocks.
AVF_DSP_INLINE split transform(const avf_dsp_fft_double *fft, size_t size, split x,
                               split y) AVF_DSP_NONBLOCKING {
    const double *rows = fft->twiddles;
    size_t n = size, stride = 1;
    for (const uint8_t *factor = fft->factors; *factor; factor++) {
        const size_t r = *factor;
        any_stage(r, x, y, n, stride, rows);
        rows += 2 * (r - 1) * (n / r);
        n /= r;
        stride *= r;
        const split result = y;
        y = x;
        x = result;
    }
    return x;
}

AVF_DSP_INLINE split block(const avf_dsp_fft_double *fft, size_t index) AVF_DSP_NONBLOCKING {
    const size_t half = fft->size / 2 + AVF_DSP_FFT_PADDING;
    return (split){fft->work + 2 * index * half, fft->work + (2 * index + 1) * half};
}

AVF_DSP_CLONES
void avf_dsp_fft_double_forward(const avf_dsp_fft_double *fft, const double *restrict time,
                                double *restrict real, double *restrict imaginary,
                                size_t binCount) AVF_REALTIME {
    const size_t half = fft->size / 2;
    const split x = block(fft, 0);
    // Even samples as real parts, odd samples as imaginary parts: one transform of half the length does both.
    for (size_t k = 0; k < half; k++) {
        x.re[k] = time[2 * k];
        x.im[k] = time[2 * k + 1];
    }
    const split z = transform(fft, half, x, block(fft, 1));
    const double *restrict cosine = fft->rotations, *restrict sine = fft->rotations + half;
    const size_t end = binCount < half ? binCount : half;
    for (size_t k = 1; k < end; k++) {
        const double er = 0.5 * (z.re[k] + z.re[half - k]), ei = 0.5 * (z.im[k] - z.im[half - k]);
        const double or = 0.5 * (z.im[k] + z.im[half - k]), oi = 0.5 * (z.re[half - k] - z.re[k]);
        real[k] = er + (or *cosine[k] + oi * sine[k]);
        imaginary[k] = ei + (oi * cosine[k] - or *sine[k]);
    }
    real[0] = z.re[0] + z.im[0];
    imaginary[0] = 0;
    if (binCount > half) {
        real[half] = z.re[0] - z.im[0];
        imaginary[half] = 0;
    }
}

AVF_DSP_CLONES
void avf_dsp_fft_double_inverse(const avf_dsp_fft_double *fft, const double *restrict real,
                                const double *restrict imaginary, double *restrict time) AVF_REALTIME {
    const size_t half = fft->size / 2;
    const split x = block(fft, 0);
    const double *restrict cosine = fft->rotations, *restrict sine = fft->rotations + half;
    // Real and imaginary parts change places on the way in and out, which turns the transform backwards.
    for (size_t k = 0; k < half; k++) {
        const double er = real[k] + real[half - k], ei = imaginary[k] - imaginary[half - k];
        const double dr = real[k] - real[half - k], di = imaginary[k] + imaginary[half - k];
        const double or = dr * cosine[k] - di * sine[k], oi = di * cosine[k] + dr * sine[k];
        x.im[k] = er - oi;
        x.re[k] = ei + or ;
    }
    const split z = transform(fft, half, x, block(fft, 1));
    for (size_t k = 0; k < half; k++) {
        time[2 * k] = z.im[k] + 0.0;
        time[2 * k + 1] = z.re[k] + 0.0;
    }
}

AVF_DSP_CLONES
void avf_dsp_multiply_spectra(double *restrict real, double *restrict imaginary,
                              const double *restrict filterReal, const double *restrict filterImaginary,
                              size_t binCount) AVF_REALTIME {
    for (size_t k = 0; k < binCount; k++) {
        const double re = real[k], im = imaginary[k];
        real[k] = re * filterReal[k] - im * filterImaginary[k];
        imaginary[k] = re * filterImaginary[k] + im * filterReal[k];
    }
}
