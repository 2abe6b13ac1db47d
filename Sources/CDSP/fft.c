#include "avf_dsp_fft.h"
#include "dot_lanes.h"
#include "fft_stage.h"

typedef float sample;
#include "fft_lanes.h"

// The self-sorting transform of Stockham (Van BufferAlias, "Computational Frameworks for the FFT", 1.7), real
// and imaginary parts apart. Sixteen numbers are worked on at a time: from the third stage on they lie side
// by side anyway, and the first two sort them with shuffles on their way to memory.

AVF_DSP_INLINE lanes backward(lanes v) AVF_DSP_NONBLOCKING {
    return __builtin_shufflevector(v, v, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}

// a0 b0 c0 d0 a1 b1 …
AVF_DSP_INLINE void put_one_by_one(float *target, lanes a, lanes b, lanes c, lanes d) AVF_DSP_NONBLOCKING {
    const lanes al = __builtin_shufflevector(a, c, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const lanes ah = __builtin_shufflevector(a, c, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                             31);
    const lanes bl = __builtin_shufflevector(b, d, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const lanes bh = __builtin_shufflevector(b, d, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                             31);
    store(target, __builtin_shufflevector(al, bl, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    store(target + 16,
          __builtin_shufflevector(al, bl, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
    store(target + 32, __builtin_shufflevector(ah, bh, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7,
                                               23));
    store(target + 48,
          __builtin_shufflevector(ah, bh, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
}

// a0…a3 b0…b3 c0…c3 d0…d3 a4…a7 …
AVF_DSP_INLINE void put_four_by_four(float *target, lanes a, lanes b, lanes c, lanes d) AVF_DSP_NONBLOCKING {
    const lanes ac = __builtin_shufflevector(a, c, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    const lanes ca = __builtin_shufflevector(a, c, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30,
                                             31);
    const lanes bd = __builtin_shufflevector(b, d, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    const lanes db = __builtin_shufflevector(b, d, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30,
                                             31);
    store(target, __builtin_shufflevector(ac, bd, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23));
    store(target + 16,
          __builtin_shufflevector(ac, bd, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31));
    store(target + 32, __builtin_shufflevector(ca, db, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22,
                                               23));
    store(target + 48,
          __builtin_shufflevector(ca, db, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31));
}

// The rotations of a first stage: v[j] by row j.
AVF_DSP_INLINE void rotate_rows(complexes v[4], const float *rows, size_t count,
                                size_t p) AVF_DSP_NONBLOCKING {
    for (size_t j = 1; j < 4; j++)
        v[j] = rotated(v[j], load(rows + (2 * j - 2) * count + p), load(rows + (2 * j - 1) * count + p));
}

AVF_DSP_SHARED void first_stage(split x, split y, size_t n, const float *restrict rows) AVF_DSP_NONBLOCKING {
    const size_t count = n / 4;
    for (size_t p = 0; p < count; p += LANES) {
        complexes v[4];
        for (size_t j = 0; j < 4; j++)
            v[j] = get(x.re + j * count + p, x.im + j * count + p);
        transform_four(v);
        rotate_rows(v, rows, count, p);
        put_one_by_one(y.re + 4 * p, v[0].re, v[1].re, v[2].re, v[3].re);
        put_one_by_one(y.im + 4 * p, v[0].im, v[1].im, v[2].im, v[3].im);
    }
}

AVF_DSP_SHARED void second_stage(split x, split y, size_t n, const float *restrict rows) AVF_DSP_NONBLOCKING {
    const size_t count = n / 4;
    for (size_t r = 0; r < count; r += LANES) {
        complexes v[4];
        for (size_t j = 0; j < 4; j++)
            v[j] = get(x.re + j * count + r, x.im + j * count + r);
        transform_four(v);
        rotate_rows(v, rows, count, r);
        put_four_by_four(y.re + 4 * r, v[0].re, v[1].re, v[2].re, v[3].re);
        put_four_by_four(y.im + 4 * r, v[0].im, v[1].im, v[2].im, v[3].im);
    }
}

// The first two stages of a transform whose quarters are no multiples of 16, number by number.
AVF_DSP_SHARED void short_stage(split x, split y, size_t n, size_t stride, const float *restrict rows)
    AVF_DSP_NONBLOCKING {
    const size_t count = n / 4, distance = stride * count, rowLength = stride * count;
    for (size_t r = 0; r < rowLength; r++) {
        const size_t p = r / stride, q = r % stride;
        float re[4], im[4];
        for (size_t j = 0; j < 4; j++) {
            re[j] = x.re[r + j * distance];
            im[j] = x.im[r + j * distance];
        }
        const float acr = re[0] + re[2], aci = im[0] + im[2], amr = re[0] - re[2], ami = im[0] - im[2];
        const float bdr = re[1] + re[3], bdi = im[1] + im[3], bmr = im[1] - im[3], bmi = re[3] - re[1];
        const float vr[4] = {acr + bdr, amr + bmr, acr - bdr, amr - bmr};
        const float vi[4] = {aci + bdi, ami + bmi, aci - bdi, ami - bmi};
        float *yr = y.re + 4 * stride * p + q, *yi = y.im + 4 * stride * p + q;
        yr[0] = vr[0];
        yi[0] = vi[0];
        for (size_t j = 1; j < 4; j++) {
            const float c = rows[(2 * j - 2) * rowLength + r], s = rows[(2 * j - 1) * rowLength + r];
            yr[j * stride] = vr[j] * c + vi[j] * s;
            yi[j * stride] = vi[j] * c - vr[j] * s;
        }
    }
}

// One pair of bins of a real block's spectrum, k and half - k, from those of the transform of half the
// length.
AVF_DSP_INLINE void unfold(complexes a, complexes b, lanes cosine, lanes sine, complexes *low,
                           complexes *high) AVF_DSP_NONBLOCKING {
    const lanes er = (a.re + b.re) * 0.5f, ei = (a.im - b.im) * 0.5f;
    const lanes or = (a.im + b.im) * 0.5f, oi = (b.re - a.re) * 0.5f;
    const lanes tr = or * cosine + oi * sine, ti = oi * cosine - or * sine;
    *low = (complexes){er + tr, ei + ti};
    *high = (complexes){er - tr, ti - ei};
}

AVF_DSP_INLINE void fold(complexes a, complexes b, lanes cosine, lanes sine, float scale, complexes *low,
                         complexes *high) AVF_DSP_NONBLOCKING {
    const lanes er = a.re + b.re, ei = a.im - b.im, dr = a.re - b.re, di = a.im + b.im;
    const lanes or = dr * cosine - di * sine, oi = di * cosine + dr * sine;
    // Real and imaginary parts change places, which turns the transform backwards.
    *low = (complexes){(ei + or) * scale, (er - oi) * scale};
    *high = (complexes){(or - ei) * scale, (er + oi) * scale};
}

// Blocks of 16 pairs from k = 1 on; the last one may cover some of the one before once more.
AVF_DSP_INLINE size_t next_pairs(size_t k, size_t half) AVF_DSP_NONBLOCKING {
    const size_t last = half / 2 - (LANES - 1);
    return k >= last ? half : k + LANES < last ? k + LANES : last;
}

AVF_DSP_SHARED void unfold_all(const avf_dsp_fft *fft, split z, float *restrict real,
                               float *restrict imaginary) AVF_DSP_NONBLOCKING {
    const size_t half = fft->size / 2;
    const float *restrict cosine = fft->rotations, *restrict sine = fft->rotations + half;
    for (size_t k = 1; k < half; k = next_pairs(k, half)) {
        const size_t mirror = half - k - (LANES - 1);
        complexes low, high;
        const complexes b = {backward(load(z.re + mirror)), backward(load(z.im + mirror))};
        unfold(get(z.re + k, z.im + k), b, load(cosine + k), load(sine + k), &low, &high);
        put(real + k, imaginary + k, low);
        put(real + mirror, imaginary + mirror, (complexes){backward(high.re), backward(high.im)});
    }
}

AVF_DSP_SHARED void fold_all(const avf_dsp_fft *fft, const float *restrict real,
                             const float *restrict imaginary, split z) AVF_DSP_NONBLOCKING {
    const size_t half = fft->size / 2;
    const float scale = 1.0f / (float)fft->size;
    const float *restrict cosine = fft->rotations, *restrict sine = fft->rotations + half;
    for (size_t k = 1; k < half; k = next_pairs(k, half)) {
        const size_t mirror = half - k - (LANES - 1);
        complexes low, high;
        const complexes b = {backward(load(real + mirror)), backward(load(imaginary + mirror))};
        fold(get(real + k, imaginary + k), b, load(cosine + k), load(sine + k), scale, &low, &high);
        put(z.re + k, z.im + k, low);
        put(z.re + mirror, z.im + mirror, (complexes){backward(high.re), backward(high.im)});
    }
}

// Even samples as real parts, odd samples as imaginary parts: one transform of half the length does both.
AVF_DSP_SHARED void take_apart(const float *restrict time, split x, size_t half) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < half; k += LANES) {
        const lanes a = load(time + 2 * k), b = load(time + 2 * k + LANES);
        store(x.re + k, __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28,
                                                30));
        store(x.im + k, __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29,
                                                31));
    }
}

// Back again; the parts have changed places.
AVF_DSP_SHARED void put_together(split z, float *restrict time, size_t half) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < half; k += LANES) {
        const lanes a = load(z.im + k), b = load(z.re + k);
        store(time + 2 * k,
              __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
        store(time + 2 * k + LANES,
              __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
    }
}

// Blocks of fewer than 64 samples, pair by pair.
AVF_DSP_INLINE void unfold_few(const avf_dsp_fft *fft, split z, float *restrict real,
                               float *restrict imaginary) AVF_DSP_NONBLOCKING {
    const size_t half = fft->size / 2;
    for (size_t k = 1; k < half; k++) {
        const float c = fft->rotations[k], s = fft->rotations[half + k];
        const float er = (z.re[k] + z.re[half - k]) * 0.5f, ei = (z.im[k] - z.im[half - k]) * 0.5f;
        const float or = (z.im[k] + z.im[half - k]) * 0.5f, oi = (z.re[half - k] - z.re[k]) * 0.5f;
        real[k] = er + (or *c + oi * s);
        imaginary[k] = ei + (oi * c - or *s);
    }
}

AVF_DSP_INLINE void fold_few(const avf_dsp_fft *fft, const float *restrict real,
                             const float *restrict imaginary, split z) AVF_DSP_NONBLOCKING {
    const size_t half = fft->size / 2;
    const float scale = 1.0f / (float)fft->size;
    for (size_t k = 1; k < half; k++) {
        const float c = fft->rotations[k], s = fft->rotations[half + k];
        const float er = real[k] + real[half - k], ei = imaginary[k] - imaginary[half - k];
        const float dr = real[k] - real[half - k], di = imaginary[k] + imaginary[half - k];
        z.im[k] = (er - (di * c + dr * s)) * scale;
        z.re[k] = (ei + (dr * c - di * s)) * scale;
    }
}

AVF_DSP_INLINE void give_spectrum(const avf_dsp_fft *fft, split z, float *restrict real,
                                  float *restrict imaginary) AVF_DSP_NONBLOCKING {
    const size_t half = fft->size / 2;
    real[0] = z.re[0] + z.im[0];
    imaginary[0] = 0;
    real[half] = z.re[0] - z.im[0];
    imaginary[half] = 0;
    if (half >= 2 * LANES)
        unfold_all(fft, z, real, imaginary);
    else
        unfold_few(fft, z, real, imaginary);
}

AVF_DSP_INLINE void take_spectrum(const avf_dsp_fft *fft, const float *restrict real,
                                  const float *restrict imaginary, split x) AVF_DSP_NONBLOCKING {
    const size_t half = fft->size / 2;
    const float scale = 1.0f / (float)fft->size;
    x.im[0] = (real[0] + real[half]) * scale;
    x.re[0] = (real[0] - real[half]) * scale;
    if (half >= 2 * LANES)
        fold_all(fft, real, imaginary, x);
    else
        fold_few(fft, real, imaginary, x);
}

// Stage k of a transform, with its place in the tables looked up.
AVF_DSP_INLINE void stage_alone(const avf_dsp_fft *fft, size_t k, split from, split to) AVF_DSP_NONBLOCKING {
    const size_t half = fft->size / 2, firstTwiddles = 6 * (half / 4);
    if (k < 2 && half % 64 == 0) {
        if (k == 0)
            first_stage(from, to, half, fft->twiddles);
        else
            second_stage(from, to, half, fft->twiddles + firstTwiddles);
    } else if (k < 2) {
        short_stage(from, to, k == 0 ? half : half / 4, k == 0 ? 1 : 4, fft->twiddles + k * firstTwiddles);
    } else {
        const float *twiddles = fft->twiddles + 2 * firstTwiddles;
        size_t n = half / 16, stride = 16;
        for (size_t j = 2; j < k; j++) {
            const size_t radix = fft->radices[j];
            n /= radix;
            stride *= radix;
            twiddles += 2 * (radix - 1) * n;
        }
        avf_dsp_fft_stage(from, to, n, stride, fft->radices[k], twiddles);
    }
}

AVF_DSP_WHOLE
void avf_dsp_fft_forward_part(const avf_dsp_fft *fft, size_t part, const float *restrict time,
                              float *restrict real, float *restrict imaginary) AVF_REALTIME {
    const size_t half = fft->size / 2;
    const split x = {fft->work, fft->work + half}, y = {fft->work + 2 * half, fft->work + 3 * half};
    if (part == 0)
        take_apart(time, x, half);
    else if (part <= fft->stageCount)
        stage_alone(fft, part - 1, part % 2 ? x : y, part % 2 ? y : x);
    else
        give_spectrum(fft, fft->stageCount % 2 ? y : x, real, imaginary);
}

AVF_DSP_WHOLE
void avf_dsp_fft_inverse_part(const avf_dsp_fft *fft, size_t part, const float *restrict real,
                              const float *restrict imaginary, float *restrict time) AVF_REALTIME {
    const size_t half = fft->size / 2;
    const split x = {fft->work, fft->work + half}, y = {fft->work + 2 * half, fft->work + 3 * half};
    if (part == 0)
        take_spectrum(fft, real, imaginary, x);
    else if (part <= fft->stageCount)
        stage_alone(fft, part - 1, part % 2 ? x : y, part % 2 ? y : x);
    else
        put_together(fft->stageCount % 2 ? y : x, time, half);
}

void avf_dsp_fft_forward(const avf_dsp_fft *fft, const float *restrict time, float *restrict real,
                         float *restrict imaginary) AVF_REALTIME {
    for (size_t part = 0; part <= fft->stageCount + 1; part++)
        avf_dsp_fft_forward_part(fft, part, time, real, imaginary);
}

void avf_dsp_fft_inverse(const avf_dsp_fft *fft, const float *restrict real, const float *restrict imaginary,
                         float *restrict time) AVF_REALTIME {
    for (size_t part = 0; part <= fft->stageCount + 1; part++)
        avf_dsp_fft_inverse_part(fft, part, real, imaginary, time);
}
