#include "avf_dsp_math.h"

#include <math.h>

double avf_dsp_sin(double radians) AVF_REALTIME {
    return sin(radians);
}

double avf_dsp_cos(double radians) AVF_REALTIME {
    return cos(radians);
}

double avf_dsp_tan(double radians) AVF_REALTIME {
    return tan(radians);
}

double avf_dsp_asin(double value) AVF_REALTIME {
    return asin(value);
}

double avf_dsp_atan2(double y, double x) AVF_REALTIME {
    return atan2(y, x);
}

double avf_dsp_sinh(double value) AVF_REALTIME {
    return sinh(value);
}

double avf_dsp_tanh(double value) AVF_REALTIME {
    return tanh(value);
}

double avf_dsp_exp(double value) AVF_REALTIME {
    return exp(value);
}

double avf_dsp_exp2(double value) AVF_REALTIME {
    return exp2(value);
}

double avf_dsp_log(double value) AVF_REALTIME {
    return log(value);
}

double avf_dsp_log2(double value) AVF_REALTIME {
    return log2(value);
}

double avf_dsp_log10(double value) AVF_REALTIME {
    return log10(value);
}

double avf_dsp_pow(double base, double exponent) AVF_REALTIME {
    return pow(base, exponent);
}

double avf_dsp_sqrt(double value) AVF_REALTIME {
    return sqrt(value);
}

// By its power series.
double avf_dsp_bessel_i0(double value) AVF_REALTIME {
    double term = 1, sum = 1;
    for (double k = 1; term > sum * 1e-17; k++) {
        term *= (value / (2 * k)) * (value / (2 * k));
        sum += term;
    }
    return sum;
}
