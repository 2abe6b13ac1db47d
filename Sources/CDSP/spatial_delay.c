#include "avf_dsp_spatial.h"
#include "dot_lanes.h"

// Delays between frames. The filters of all powers run once for each source, whatever looks into them later.

AVF_DSP_INLINE void subfilter_lanes(const float *coefficients, size_t tapCount, size_t filterCount,
                                    float *rows, size_t stride, const float *source) AVF_DSP_NONBLOCKING {
    lanes sums[5];
    for (size_t p = 0; p < filterCount; p++)
        sums[p] = (lanes){0};
    for (size_t k = 0; k < tapCount; k++) {
        const lanes x = load(source - k);
        for (size_t p = 0; p < filterCount; p++)
            sums[p] += coefficients[k * filterCount + p] * x;
    }
    for (size_t p = 0; p < filterCount; p++)
        memcpy(rows + p * stride, &sums[p], sizeof sums[p]);
}

AVF_DSP_INLINE void subfilter_one(const float *coefficients, size_t tapCount, size_t filterCount, float *rows,
                                  size_t stride, const float *source) AVF_DSP_NONBLOCKING {
    for (size_t p = 0; p < filterCount; p++) {
        float sum = 0;
        for (size_t k = 0; k < tapCount; k++)
            sum += coefficients[k * filterCount + p] * source[-(ptrdiff_t)k];
        rows[p * stride] = sum;
    }
}

AVF_DSP_INLINE void subfilter(const float *coefficients, size_t tapCount, size_t filterCount, float *rows,
                              size_t stride, const float *source, size_t frameCount) AVF_DSP_NONBLOCKING {
    size_t n = 0;
    for (; n + LANES <= frameCount; n += LANES)
        subfilter_lanes(coefficients, tapCount, filterCount, rows + n, stride, source + n);
    for (; n < frameCount; n++)
        subfilter_one(coefficients, tapCount, filterCount, rows + n, stride, source + n);
}

AVF_DSP_CLONES
void avf_dsp_spatial_subfilter(const avf_dsp_spatial_farrow *farrow, float *restrict rows, size_t stride,
                               const float *restrict source, size_t frameCount) AVF_REALTIME {
    if (farrow->filterCount == 4)
        subfilter(farrow->coefficients, 8, 4, rows, stride, source, frameCount);
    else
        subfilter(farrow->coefficients, 12, 5, rows, stride, source, frameCount);
}

// One frame: what its group of frames gives it, to the bit.
AVF_DSP_INLINE float delay_one(const float *rows, size_t stride, size_t filterCount,
                               float delay) AVF_DSP_NONBLOCKING {
    const ptrdiff_t whole = (ptrdiff_t)delay;
    const float fraction = delay - (float)whole;
    const float *place = rows - whole;
    float y = place[(filterCount - 1) * stride];
    for (size_t p = filterCount - 1; p-- > 0;)
        y = y * fraction + place[p * stride];
    return y;
}

static const float frames[LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

// Sixteen frames whose delays have the same whole part.
AVF_DSP_INLINE void delay_lanes(float *output, const float *rows, size_t stride, size_t filterCount,
                                float delay, float slope, size_t first) AVF_DSP_NONBLOCKING {
    const ptrdiff_t whole = (ptrdiff_t)(delay + slope * (float)first);
    const lanes fraction = (delay + slope * ((float)first + load(frames))) - (float)whole;
    const float *place = rows - whole;
    lanes y = load(place + (filterCount - 1) * stride);
    for (size_t p = filterCount - 1; p-- > 0;)
        y = y * fraction + load(place + p * stride);
    memcpy(output, &y, sizeof y);
}

AVF_DSP_INLINE void delay_all(float *output, const float *rows, size_t stride, size_t filterCount,
                              float delay, float slope, size_t first,
                              size_t frameCount) AVF_DSP_NONBLOCKING {
    size_t n = 0;
    while (n < frameCount) {
        const float begin = delay + slope * (float)(first + n);
        const float end = delay + slope * (float)(first + n + LANES - 1);
        if (n + LANES <= frameCount && (ptrdiff_t)begin == (ptrdiff_t)end) {
            delay_lanes(output + n, rows + n, stride, filterCount, delay, slope, first + n);
            n += LANES;
            continue;
        }
        const size_t stop = n + LANES < frameCount ? n + LANES : frameCount;
        for (; n < stop; n++)
            output[n] = delay_one(rows + n, stride, filterCount, delay + slope * (float)(first + n));
    }
}

AVF_DSP_CLONES
void avf_dsp_spatial_delay(const avf_dsp_spatial_farrow *farrow, float *restrict output,
                           const float *restrict rows, size_t stride, float delay, float slope, size_t first,
                           size_t frameCount) AVF_REALTIME {
    if (farrow->filterCount == 4)
        delay_all(output, rows, stride, 4, delay, slope, first, frameCount);
    else
        delay_all(output, rows, stride, 5, delay, slope, first, frameCount);
}

AVF_DSP_CLONES
void avf_dsp_spatial_combine(float *restrict destination, const float *restrict filter, size_t tapCount,
                             const float *restrict kernel, size_t kernelTapCount) AVF_REALTIME {
    for (size_t n = 0; n < tapCount + kernelTapCount - 1; n++)
        destination[n] = 0;
    for (size_t k = 0; k < kernelTapCount; k++)
        for (size_t n = 0; n < tapCount; n++)
            destination[n + k] += kernel[k] * filter[n];
}
