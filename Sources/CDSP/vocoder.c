#include "avf_dsp_vocoder.h"
#include "cpu_dispatch.h"

// Two analyses, one of them as far back as outputs lie apart, say how far each bin turns from output to
// output without any unwrapping: M. Puckette, "Phase-locked vocoder", 1995. What is not tonal has no past
// that would tell; there the phase goes on from the neighbouring bin, scaled in time, as in Z. Prusa and N.
// Holighaus, "Phase vocoder done right", 2017: an impulse stays one, at its stretched place. Their heap,
// which lets phases spread from loud bins to soft ones, is not needed within one frame: on a line, the way
// whose softest bin is the loudest comes from the left or from the right, and two sweeps find both.

static const float PI = 3.14159265f;

typedef struct {
    float *restrict energy, *restrict past, *restrict turnReal, *restrict turnImaginary;
    float *restrict stepReal, *restrict stepImaginary, *restrict fromLeft, *restrict fromRight;
} room;

AVF_DSP_INLINE float larger(float a, float b) AVF_DSP_NONBLOCKING {
    return a > b ? a : b;
}

AVF_DSP_INLINE float smaller(float a, float b) AVF_DSP_NONBLOCKING {
    return a < b ? a : b;
}

// Minimax polynomials; the errors stay under 2e-6.
AVF_DSP_INLINE float angle_of(float y, float x) AVF_DSP_NONBLOCKING {
    const float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y);
    const float low = smaller(ax, ay), high = larger(ax, ay) + 1e-37f, t = low / high, s = t * t;
    float a = -0.0117212f;
    a = a * s + 0.05265332f;
    a = a * s - 0.11643287f;
    a = a * s + 0.19354346f;
    a = a * s - 0.33262347f;
    a = (a * s + 0.99997726f) * t;
    a = ay > ax ? PI / 2 - a : a;
    a = x < 0 ? PI - a : a;
    return y < 0 ? -a : a;
}

// Sine and cosine of an angle of any size, from the half angle's series.
AVF_DSP_INLINE void sine_cosine(float angle, float *sine, float *cosine) AVF_DSP_NONBLOCKING {
    const float turns = angle * (1 / (2 * PI));
    const float rounded = (turns + 12582912.0f) - 12582912.0f; // to the nearest whole number
    const float h = (turns - rounded) * PI, y = h * h;
    const float s = h * (1 - y / 6 * (1 - y / 20 * (1 - y / 42 * (1 - y / 72 * (1 - y / 110)))));
    const float c = 1 - y / 2 * (1 - y / 12 * (1 - y / 30 * (1 - y / 56 * (1 - y / 90 * (1 - y / 132)))));
    *sine = 2 * s * c;
    *cosine = c * c - s * s;
}

// How far a bin's phase is ahead of its lower neighbour's says when its sound is, from -pi at the frame's
// start to pi at its end. Sound that the stretch would carry out of the frame stays where it is: other frames
// have it, and it would come back at the other end. So does what lies at the frame's ends, such as the side
// lobes of a tone.
AVF_DSP_INLINE float moved(float when, float stretch) AVF_DSP_NONBLOCKING {
    const float place = __builtin_fabsf(when) * (1 / PI);
    const float share = smaller((1.2f - place * stretch) * (1 / 0.4f), (0.95f - place) * (1 / 0.2f));
    return when * (stretch - 1) * smaller(1, larger(0, share));
}

AVF_DSP_INLINE void correlate(avf_dsp_spectra frame, avf_dsp_spectra before, avf_dsp_spectra output,
                              size_t channel, size_t binCount, room r) AVF_DSP_NONBLOCKING {
    const float *restrict xr = frame.real[channel], *restrict xi = frame.imaginary[channel];
    const float *restrict br = before.real[channel], *restrict bi = before.imaginary[channel];
    const float *restrict yr = output.real[channel], *restrict yi = output.imaginary[channel];
    for (size_t m = 0; m < binCount; m++) {
        r.energy[m] += xr[m] * xr[m] + xi[m] * xi[m];
        r.turnReal[m] += yr[m] * br[m] + yi[m] * bi[m];
        r.turnImaginary[m] += yi[m] * br[m] - yr[m] * bi[m];
    }
    for (size_t m = 0; m + 1 < binCount; m++) {
        r.stepReal[m] -= xr[m + 1] * xr[m] + xi[m + 1] * xi[m];
        r.stepImaginary[m] -= xi[m + 1] * xr[m] - xr[m + 1] * xi[m];
    }
}

AVF_DSP_INLINE void normalize(size_t binCount, float stretch, room r) AVF_DSP_NONBLOCKING {
    for (size_t m = 0; m < binCount; m++) {
        const float power = r.turnReal[m] * r.turnReal[m] + r.turnImaginary[m] * r.turnImaginary[m];
        const float length = __builtin_sqrtf(power), scale = 1 / (length + 1e-30f);
        r.past[m] = length;
        r.turnReal[m] = length > 1e-25f ? r.turnReal[m] * scale : 1;
        r.turnImaginary[m] = length > 1e-25f ? r.turnImaginary[m] * scale : 0;
    }
    for (size_t m = 0; m < binCount; m++) {
        float s, c;
        sine_cosine(moved(angle_of(r.stepImaginary[m], r.stepReal[m]), stretch), &s, &c);
        r.stepReal[m] = c;
        r.stepImaginary[m] = s;
    }
}

// The softest bin on the loudest way from either side.
AVF_DSP_INLINE void sweep(size_t binCount, room r) AVF_DSP_NONBLOCKING {
    float loudness = -1;
    for (size_t m = 0; m < binCount; m++) {
        r.fromLeft[m] = loudness;
        loudness = smaller(r.energy[m], larger(r.past[m], loudness));
    }
    loudness = -1;
    for (size_t m = binCount; m-- > 0;) {
        r.fromRight[m] = loudness;
        loudness = smaller(r.energy[m], larger(r.past[m], loudness));
    }
}

AVF_DSP_INLINE void spread(size_t binCount, room r) AVF_DSP_NONBLOCKING {
    for (size_t m = 1; m < binCount; m++) {
        if (r.fromLeft[m] <= r.past[m] || r.fromLeft[m] < r.fromRight[m])
            continue;
        const float tr = r.turnReal[m - 1], ti = r.turnImaginary[m - 1];
        r.turnReal[m] = tr * r.stepReal[m - 1] - ti * r.stepImaginary[m - 1];
        r.turnImaginary[m] = ti * r.stepReal[m - 1] + tr * r.stepImaginary[m - 1];
    }
    for (size_t m = binCount - 1; m-- > 0;) {
        if (r.fromRight[m] <= r.past[m] || r.fromRight[m] <= r.fromLeft[m])
            continue;
        const float tr = r.turnReal[m + 1], ti = r.turnImaginary[m + 1];
        r.turnReal[m] = tr * r.stepReal[m] + ti * r.stepImaginary[m];
        r.turnImaginary[m] = ti * r.stepReal[m] - tr * r.stepImaginary[m];
    }
}

// Brings every bin nearer to its own phase, by `most` at the most; returns how far the farthest one still is.
AVF_DSP_INLINE float relax(size_t binCount, float most, room r) AVF_DSP_NONBLOCKING {
    float farthest = 0;
    for (size_t m = 0; m < binCount; m++) {
        const float angle = angle_of(r.turnImaginary[m], r.turnReal[m]);
        const float rest = larger(0, __builtin_fabsf(angle) - most);
        sine_cosine(angle < 0 ? -rest : rest, &r.turnImaginary[m], &r.turnReal[m]);
        farthest = larger(farthest, rest);
    }
    return farthest;
}

AVF_DSP_CLONES
float avf_dsp_vocoder_turn(avf_dsp_spectra frame, avf_dsp_spectra before, avf_dsp_spectra output,
                           size_t channelCount, size_t binCount, avf_dsp_vocoder_manner manner,
                           float *work) AVF_REALTIME {
    const size_t n = binCount;
    const room r = {work,         work + n,     work + 2 * n, work + 3 * n,
                    work + 4 * n, work + 5 * n, work + 6 * n, work + 7 * n};
    for (size_t k = 0; k < 8 * n; k++)
        work[k] = 0;
    for (size_t c = 0; c < channelCount; c++)
        correlate(frame, before, output, c, n, r);
    normalize(n, manner.stretch, r);
    if (manner.isCoherent) {
        sweep(n, r);
        spread(n, r);
    }
    const float farthest = manner.relaxation > 0 ? relax(n, manner.relaxation, r) : PI;
    for (size_t c = 0; c < channelCount; c++) {
        const float *restrict xr = frame.real[c], *restrict xi = frame.imaginary[c];
        float *restrict yr = output.real[c], *restrict yi = output.imaginary[c];
        for (size_t m = 0; m < n; m++) {
            yr[m] = xr[m] * r.turnReal[m] - xi[m] * r.turnImaginary[m];
            yi[m] = xi[m] * r.turnReal[m] + xr[m] * r.turnImaginary[m];
        }
    }
    return farthest;
}

AVF_DSP_CLONES
void avf_dsp_vocoder_level(float *restrict destination, const float *restrict sum,
                           const float *restrict weight, size_t frameCount) AVF_REALTIME {
    for (size_t k = 0; k < frameCount; k++)
        destination[k] = weight[k] > 1e-6f ? sum[k] / weight[k] : 0;
}
