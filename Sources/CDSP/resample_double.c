#include "avf_dsp_resample_double.h"
#include "double_lanes.h"

AVF_DSP_INLINE double dot(const double *restrict row, const double *restrict x,
                          size_t count) AVF_DSP_NONBLOCKING {
    lanes even = {0}, odd = {0};
    for (size_t k = 0; k < count; k += 2 * LANES) {
        even += load(row + k) * load(x + k);
        odd += load(row + k + LANES) * load(x + k + LANES);
    }
    const lanes v = even + odd;
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

AVF_DSP_CLONES
double avf_dsp_dot_double(const double *restrict row, const double *restrict x, size_t count) AVF_REALTIME {
    return dot(row, x, count);
}

AVF_DSP_CLONES
void avf_dsp_interpolate_rows(double *restrict result, const double *restrict rows, size_t count,
                              double t) AVF_REALTIME {
    const double before = -t * (t - 1) * (t - 2) / 6, here = (t + 1) * (t - 1) * (t - 2) / 2;
    const double next = -(t + 1) * t * (t - 2) / 2, after = (t + 1) * t * (t - 1) / 6;
    const double *a = rows, *b = rows + count, *c = rows + 2 * count, *d = rows + 3 * count;
    for (size_t k = 0; k < count; k++)
        result[k] = (before * a[k] + here * b[k]) + (next * c[k] + after * d[k]);
}
