#include "avf_dsp_fft_double.h"
#include "clones.h"
#include "fft_double_stages.h"

// Complex transform of `size` numbers; the result is in the returned one of the two blocks.
AVF_DSP_INLINE split transform(const avf_dsp_fft_double *fft, size_t size, split x,
                               split y) AVF_DSP_NONBLOCKING {
    const double *rows = fft->twiddles;
    size_t n = size, stride = 1;
    for (const uint8_t *factor = fft->factors; *factor; factor++) {
        const size_t r = *factor;
        switch (r) {
        case 2: stage(2, x, y, n, stride, rows); break;
        case 3: stage(3, x, y, n, stride, rows); break;
        case 4: stage(4, x, y, n, stride, rows); break;
        case 5: stage(5, x, y, n, stride, rows); break;
        default: stage(7, x, y, n, stride, rows);
        }
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
