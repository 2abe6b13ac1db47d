// A vector of complex numbers at a time, and the transforms of a few of them.
//
// Included once by each file that transforms, behind the definitions of `sample`, of `lanes`, a vector of
// them, and of `load`.
#ifndef AVF_DSP_FFT_LANES_H
#define AVF_DSP_FFT_LANES_H

// As many complex numbers as there are lanes.
typedef struct {
    lanes re, im;
} complexes;

AVF_DSP_INLINE void store(sample *target, lanes value) AVF_DSP_NONBLOCKING {
    memcpy(target, &value, sizeof value);
}

AVF_DSP_INLINE complexes get(const sample *re, const sample *im) AVF_DSP_NONBLOCKING {
    return (complexes){load(re), load(im)};
}

AVF_DSP_INLINE void put(sample *re, sample *im, complexes v) AVF_DSP_NONBLOCKING {
    store(re, v.re);
    store(im, v.im);
}

AVF_DSP_INLINE complexes add(complexes a, complexes b) AVF_DSP_NONBLOCKING {
    return (complexes){a.re + b.re, a.im + b.im};
}

AVF_DSP_INLINE complexes subtract(complexes a, complexes b) AVF_DSP_NONBLOCKING {
    return (complexes){a.re - b.re, a.im - b.im};
}

// -i times a number.
AVF_DSP_INLINE complexes turned_back(complexes a) AVF_DSP_NONBLOCKING {
    return (complexes){a.im, -a.re};
}

// Times cos a - i sin a.
AVF_DSP_INLINE complexes rotated(complexes v, lanes cosine, lanes sine) AVF_DSP_NONBLOCKING {
    return (complexes){v.re * cosine + v.im * sine, v.im * cosine - v.re * sine};
}

AVF_DSP_INLINE complexes rotated_alike(complexes v, const sample *pair) AVF_DSP_NONBLOCKING {
    return (complexes){v.re * pair[0] + v.im * pair[1], v.im * pair[0] - v.re * pair[1]};
}

// The transforms of a few numbers, in place.
AVF_DSP_INLINE void transform_two(complexes v[2]) AVF_DSP_NONBLOCKING {
    const complexes a = v[0];
    v[0] = add(a, v[1]);
    v[1] = subtract(a, v[1]);
}

AVF_DSP_INLINE void transform_four(complexes v[4]) AVF_DSP_NONBLOCKING {
    const complexes ac = add(v[0], v[2]), am = subtract(v[0], v[2]);
    const complexes bd = add(v[1], v[3]), bm = turned_back(subtract(v[1], v[3]));
    v[0] = add(ac, bd);
    v[1] = add(am, bm);
    v[2] = subtract(ac, bd);
    v[3] = subtract(am, bm);
}

AVF_DSP_INLINE void transform_eight(complexes v[8]) AVF_DSP_NONBLOCKING {
    const sample half = (sample)0.70710678118654752440;
    complexes even[4] = {v[0], v[2], v[4], v[6]}, odd[4] = {v[1], v[3], v[5], v[7]};
    transform_four(even);
    transform_four(odd);
    odd[1] = (complexes){(odd[1].re + odd[1].im) * half, (odd[1].im - odd[1].re) * half};
    odd[2] = turned_back(odd[2]);
    odd[3] = (complexes){(odd[3].im - odd[3].re) * half, (odd[3].re + odd[3].im) * -half};
    for (int j = 0; j < 4; j++) {
        v[j] = add(even[j], odd[j]);
        v[j + 4] = subtract(even[j], odd[j]);
    }
}

AVF_DSP_INLINE void transform_three(complexes v[3]) AVF_DSP_NONBLOCKING {
    const sample sine = (sample)0.86602540378443864676;
    const complexes sum = add(v[1], v[2]), difference = turned_back(subtract(v[1], v[2]));
    const complexes middle = {v[0].re - sum.re * (sample)0.5, v[0].im - sum.im * (sample)0.5};
    const complexes side = {difference.re * sine, difference.im * sine};
    v[0] = add(v[0], sum);
    v[1] = add(middle, side);
    v[2] = subtract(middle, side);
}

AVF_DSP_INLINE void transform_five(complexes v[5]) AVF_DSP_NONBLOCKING {
    const sample c1 = (sample)0.30901699437494742410, c2 = (sample)-0.80901699437494742410;
    const sample s1 = (sample)0.95105651629515357212, s2 = (sample)0.58778525229247312917;
    const complexes a = add(v[1], v[4]), b = add(v[2], v[3]);
    const complexes c = turned_back(subtract(v[1], v[4])), d = turned_back(subtract(v[2], v[3]));
    const complexes first = {v[0].re + a.re * c1 + b.re * c2, v[0].im + a.im * c1 + b.im * c2};
    const complexes second = {v[0].re + a.re * c2 + b.re * c1, v[0].im + a.im * c2 + b.im * c1};
    const complexes one = {c.re * s1 + d.re * s2, c.im * s1 + d.im * s2};
    const complexes two = {c.re * s2 - d.re * s1, c.im * s2 - d.im * s1};
    v[0] = add(v[0], add(a, b));
    v[1] = add(first, one);
    v[2] = add(second, two);
    v[3] = subtract(second, two);
    v[4] = subtract(first, one);
}

// What numbers 1 to 6 of seven give when the three sums and turned differences meet row j of the table.
AVF_DSP_INLINE void transform_seven_row(complexes *low, complexes *high, const complexes v0,
                                        const complexes *sums, const complexes *turned, const sample *cosines,
                                        const sample *sines) AVF_DSP_NONBLOCKING {
    complexes even = v0, odd = {{0}, {0}};
    for (int k = 0; k < 3; k++) {
        even = (complexes){even.re + sums[k].re * cosines[k], even.im + sums[k].im * cosines[k]};
        odd = (complexes){odd.re + turned[k].re * sines[k], odd.im + turned[k].im * sines[k]};
    }
    *low = add(even, odd);
    *high = subtract(even, odd);
}

AVF_DSP_INLINE void transform_seven(complexes v[7]) AVF_DSP_NONBLOCKING {
    const sample c1 = (sample)0.62348980185873353053, c2 = (sample)-0.22252093395631440429;
    const sample c3 = (sample)-0.90096886790241912624;
    const sample s1 = (sample)0.78183148246802980871, s2 = (sample)0.97492791218182360702;
    const sample s3 = (sample)0.43388373911755812048;
    const sample cosines[3][3] = {{c1, c2, c3}, {c2, c3, c1}, {c3, c1, c2}};
    const sample sines[3][3] = {{s1, s2, s3}, {s2, -s3, -s1}, {s3, -s1, s2}};
    const complexes first = v[0];
    complexes sums[3], turned[3];
    for (int k = 0; k < 3; k++) {
        sums[k] = add(v[k + 1], v[6 - k]);
        turned[k] = turned_back(subtract(v[k + 1], v[6 - k]));
        v[0] = add(v[0], sums[k]);
    }
    for (int j = 0; j < 3; j++)
        transform_seven_row(&v[j + 1], &v[6 - j], first, sums, turned, cosines[j], sines[j]);
}

AVF_DSP_INLINE void transform_few(complexes *v, size_t radix) AVF_DSP_NONBLOCKING {
    switch (radix) {
    case 2:
        transform_two(v);
        break;
    case 3:
        transform_three(v);
        break;
    case 4:
        transform_four(v);
        break;
    case 5:
        transform_five(v);
        break;
    case 7:
        transform_seven(v);
        break;
    default:
        transform_eight(v);
    }
}

#endif
