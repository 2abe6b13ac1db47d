// Loops worth vectorising: planar float32, no allocation, proved real time.
#ifndef CAVF_DSP_H
#define CAVF_DSP_H

#include "avf_dsp_biquad.h"
#include "avf_dsp_convert.h"
#include "avf_dsp_convolve.h"
#include "avf_dsp_dynamics.h"
#include "avf_dsp_echo.h"
#include "avf_dsp_fft.h"
#include "avf_dsp_fft_double.h"
#include "avf_dsp_level.h"
#include "avf_dsp_math.h"
#include "avf_dsp_mix.h"
#include "avf_dsp_modulate.h"
#include "avf_dsp_oscillate.h"
#include "avf_dsp_pcm.h"
#include "avf_dsp_resample.h"
#include "avf_dsp_resample_double.h"
#include "avf_dsp_resample_groups.h"
#include "avf_dsp_reverb.h"
#include "avf_dsp_shape.h"
#include "avf_dsp_spatial.h"
#include "avf_dsp_varispeed.h"
#include "avf_dsp_vocoder.h"
#include "avf_dsp_voice.h"
#include "avf_dsp_wavetable.h"

#endif
