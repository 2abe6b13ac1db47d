#include "avf_dsp_varispeed.h"
#include "dot_lanes.h"

// J. O. Smith, "Digital Audio Resampling" (1984/2002): one filter, as a function of time, read wherever an
// output needs its weights, and stretched when the output is the slower side. The weights are computed and
// not looked up: the sine by turning a vector, the window as a polynomial.

static const uint64_t ONE = 1ull << 32;
static const double PI = 3.14159265358979323846;

// sin and cos of 2 pi t for t in 0...1, by reduction to an eighth of a turn and their series.
AVF_DSP_INLINE void turn(double t, double *sine, double *cosine) AVF_DSP_NONBLOCKING {
    const int quadrant = (int)(4 * t + 0.5);
    const double x = (4 * t - quadrant) * (PI / 2), y = x * x;
    const double s =
        x * (1 - y / 6 * (1 - y / 20 * (1 - y / 42 * (1 - y / 72 * (1 - y / 110 * (1 - y / 156))))));
    const double c =
        1 - y / 2 * (1 - y / 12 * (1 - y / 30 * (1 - y / 56 * (1 - y / 90 * (1 - y / 132 * (1 - y / 182))))));
    *sine = quadrant & 1 ? c : s;
    *cosine = quadrant & 1 ? s : c;
    if (quadrant & 2)
        *sine = -*sine;
    if ((quadrant + 1) & 2)
        *cosine = -*cosine;
}

// What all weights of one pace share.
typedef struct {
    double cutoff;                // relative to half of the input's rate
    float perWidth;               // 1 / (reach as a real number)^2
    size_t reach;                 // taps on each side: a multiple of 16
    lanes sine, cosine;           // of the angle of tap 0...15
    float blockSine, blockCosine; // of 16 taps
} design;

// Kaiser's formula gives half of the transition's width that 135 dB take.
AVF_DSP_INLINE design design_for(size_t reach, uint64_t rate) AVF_DSP_NONBLOCKING {
    design d;
    const double stretch = rate > ONE ? (double)rate * 0x1p-32 : 1, width = (double)reach * stretch;
    d.cutoff = (1 - (135 - 7.95) / (14.36 * (double)(2 * reach - 1))) / stretch;
    d.perWidth = (float)(1 / (width * width));
    d.reach = avf_dsp_varispeed_reach(reach, rate);
    double stepSine, stepCosine, s = 0, c = 1;
    turn(d.cutoff / 2, &stepSine, &stepCosine);
    for (size_t j = 0; j < LANES; j++) {
        d.sine[j] = (float)s;
        d.cosine[j] = (float)c;
        const double turned = s * stepCosine + c * stepSine;
        c = c * stepCosine - s * stepSine;
        s = turned;
    }
    d.blockSine = (float)s;
    d.blockCosine = (float)c;
    return d;
}

// I0(beta sqrt(u)) / I0(beta) for beta = 13.97, the window of 135 dB, as a polynomial: its error is under
// 4e-10.
AVF_DSP_INLINE lanes window(lanes u) AVF_DSP_NONBLOCKING {
    lanes w = u * 3.88681691e-02f - 1.01005005e-01f;
    w = w * u + 2.71791192e-01f;
    w = w * u - 1.67122988e-01f;
    w = w * u + 3.57294301e-01f;
    w = w * u + 1.02403203e-01f;
    w = w * u + 2.43384861e-01f;
    w = w * u + 1.44183655e-01f;
    w = w * u + 7.95215050e-02f;
    w = w * u + 2.55467038e-02f;
    w = w * u + 4.73849129e-03f;
    w = w * u + 3.87958494e-04f;
    return w * u + 7.95376456e-06f;
}

// The weights of the taps at distance y, y + 1, … on one side, y in 0...1: away from the output, where errors
// of the turning sine fade with the sinc.
AVF_DSP_INLINE void side(const design *d, double y, float *row, bool isBackward) AVF_DSP_NONBLOCKING {
    double baseSine, baseCosine;
    turn(y * d->cutoff / 2, &baseSine, &baseCosine);
    const float bs = (float)baseSine, bc = (float)baseCosine;
    lanes s = bs * d->cosine + bc * d->sine, c = bc * d->cosine - bs * d->sine;
    const lanes count = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    // The sine of a small angle over the angle: what is left of it in single precision would be too little.
    const float nearest = (float)(y < 1e-9 ? d->cutoff : baseSine / (PI * y));
    const lanes none = {0};
    for (size_t j = 0; j < d->reach; j += LANES) {
        const lanes x = count + (float)(y + (double)j);
        lanes sinc = s / (x * (float)PI);
        if (j == 0)
            sinc[0] = nearest;
        lanes u = 1 - x * x * d->perWidth;
        u = __builtin_elementwise_max(u, none);
        lanes weights = sinc * window(u);
        if (isBackward) {
            weights = __builtin_shufflevector(weights, weights, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
                                              2, 1, 0);
            memcpy(row + d->reach - LANES - j, &weights, sizeof weights);
        } else {
            memcpy(row + j, &weights, sizeof weights);
        }
        const lanes turned = s * d->blockCosine + c * d->blockSine;
        c = c * d->blockCosine - s * d->blockSine;
        s = turned;
    }
}

size_t avf_dsp_varispeed_reach(size_t reach, uint64_t rate) AVF_REALTIME {
    const uint64_t stretched = (reach * (rate > ONE ? rate : ONE) + ONE - 1) >> 32;
    return (size_t)((stretched + LANES - 1) / LANES * LANES);
}

AVF_DSP_CLONES
size_t avf_dsp_varispeed(avf_dsp_pace *pace, float *const *input, size_t filledCount,
                         float *const *output, size_t channelCount, size_t firstOutput, size_t frameCount,
                         float *row) AVF_REALTIME {
    uint64_t position = pace->position, rate = pace->rate, designedRate = 0, weighedFraction = ONE;
    design d = {0};
    size_t made = 0;
    for (; made < frameCount; made++) {
        const size_t whole = (size_t)(position >> 32), frame = firstOutput + made;
        const uint64_t fraction = position & (ONE - 1);
        const size_t reach = avf_dsp_varispeed_reach(pace->reach, rate);
        if (whole + reach >= filledCount)
            break;
        if (rate == ONE && pace->rateStep == 0 && fraction == 0) {
            for (size_t c = 0; c < channelCount; c++)
                output[c][frame] = input[c][whole];
        } else {
            if (rate != designedRate) {
                d = design_for(pace->reach, rate);
                designedRate = rate;
                weighedFraction = ONE;
            }
            if (fraction != weighedFraction) {
                side(&d, (double)fraction * 0x1p-32, row, true);
                side(&d, 1 - (double)fraction * 0x1p-32, row + reach, false);
                weighedFraction = fraction;
            }
            dot_all(row, input, whole + 1 - reach, 2 * reach, output, frame, channelCount);
        }
        position += rate;
        rate += (uint64_t)pace->rateStep;
    }
    pace->position = position;
    pace->rate = rate;
    return made;
}
