#include "avf_dsp_vocoder.h"
#include "cpu_dispatch.h"

// What a mouth does to all harmonics of a voice is the spectrum without the comb that they make: magnitudes
// smoothed over a triangle, whose own spectrum has a zero at harmonics as far apart as half of its width, and
// little beyond. Of powers the loudest harmonic would take most; of logarithms the gaps would count like the
// harmonics.

AVF_DSP_INLINE float within(float low, float value, float high) AVF_DSP_NONBLOCKING {
    // In this order what is no number becomes `low`.
    const float raised = value > low ? value : low;
    return raised < high ? raised : high;
}

// The mean of 2 * half + 1 bins around each, times their number; beyond its ends the spectrum is mirrored.
AVF_DSP_INLINE void smooth(float *restrict to, const float *restrict from, size_t n,
                           size_t half) AVF_DSP_NONBLOCKING {
    double sum = from[0];
    for (size_t k = 1; k <= half; k++)
        sum += 2 * (double)from[k];
    for (size_t m = 0; m < n; m++) {
        to[m] = sum > 0 ? (float)sum : 0;
        const size_t coming = m + half + 1, going = m > half ? m - half : half - m;
        sum += from[coming < n ? coming : 2 * (n - 1) - coming];
        sum -= from[going];
    }
}

AVF_DSP_INLINE float between(const float *restrict row, size_t n, float place) AVF_DSP_NONBLOCKING {
    const float last = (float)(n - 1), held = place < last ? place : last;
    const size_t index = (size_t)held, next = index + 1 < n ? index + 1 : index;
    return row[index] + (held - (float)index) * (row[next] - row[index]);
}

AVF_DSP_CLONES
void avf_dsp_vocoder_keep_formants(avf_dsp_spectra from, avf_dsp_spectra to, size_t channelCount,
                                   size_t binCount, float pitch, size_t halfWidth, float *work) AVF_REALTIME {
    const float faint = 1e-10f, most = 16;
    const size_t n = binCount, half = halfWidth < n / 4 ? halfWidth : n / 4;
    float *restrict shape = work, *restrict other = work + n;
    for (size_t m = 0; m < n; m++)
        shape[m] = 0;
    for (size_t c = 0; c < channelCount; c++)
        for (size_t m = 0; m < n; m++)
            shape[m] += from.real[c][m] * from.real[c][m] + from.imaginary[c][m] * from.imaginary[c][m];
    for (size_t m = 0; m < n; m++)
        shape[m] = __builtin_sqrtf(shape[m]);
    smooth(other, shape, n, half);
    smooth(shape, other, n, half);
    float *restrict gain = other;
    for (size_t m = 0; m < n; m++) {
        const float wanted = between(shape, n, (float)m * pitch) + faint;
        gain[m] = within(1 / most, wanted / (shape[m] + faint), most);
    }
    for (size_t c = 0; c < channelCount; c++)
        for (size_t m = 0; m < n; m++) {
            to.real[c][m] = from.real[c][m] * gain[m];
            to.imaginary[c][m] = from.imaginary[c][m] * gain[m];
        }
}
