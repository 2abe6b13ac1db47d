// The C library's functions of one number, proved real time for Swift: they keep no state and take no lock.
#ifndef AVF_DSP_MATH_H
#define AVF_DSP_MATH_H

#include "CAVFRealtime.h"

#pragma GCC visibility push(hidden)

/// Sine of an angle in radians.
double avf_dsp_sin(double radians) AVF_REALTIME;

/// Cosine of an angle in radians.
double avf_dsp_cos(double radians) AVF_REALTIME;

/// Tangent of an angle in radians.
double avf_dsp_tan(double radians) AVF_REALTIME;

/// Angle in radians, from -pi / 2 to pi / 2, whose sine is `value`.
double avf_dsp_asin(double value) AVF_REALTIME;

/// Angle in radians of the point (x, y), from -pi to pi; 0 for the origin.
double avf_dsp_atan2(double y, double x) AVF_REALTIME;

/// Hyperbolic sine.
double avf_dsp_sinh(double value) AVF_REALTIME;

/// e to the power of `value`.
double avf_dsp_exp(double value) AVF_REALTIME;

/// 2 to the power of `value`.
double avf_dsp_exp2(double value) AVF_REALTIME;

/// Natural logarithm.
double avf_dsp_log(double value) AVF_REALTIME;

/// Logarithm to the base of 2.
double avf_dsp_log2(double value) AVF_REALTIME;

/// Logarithm to the base of 10.
double avf_dsp_log10(double value) AVF_REALTIME;

/// `base` to the power of `exponent`.
double avf_dsp_pow(double base, double exponent) AVF_REALTIME;

/// Square root.
double avf_dsp_sqrt(double value) AVF_REALTIME;

/// Hyperbolic tangent.
double avf_dsp_tanh(double value) AVF_REALTIME;

/// The modified Bessel function of the first kind of order zero, for values from 0 on.
double avf_dsp_bessel_i0(double value) AVF_REALTIME;

#pragma GCC visibility pop

#endif
