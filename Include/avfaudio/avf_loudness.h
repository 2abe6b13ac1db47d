// Loudness after ITU-R BS.1770 and EBU R 128, of what is recorded or played.
#ifndef AVF_LOUDNESS_H
#define AVF_LOUDNESS_H

#include "avf_base.h"

AVF_BEGIN

/// How loud a sound is.
typedef struct avf_loudness {
    /// Of the last 400 ms in LUFS; -120 for silence.
    double momentary;
    /// Of the last 3 s in LUFS; -120 for silence.
    double short_term;
    /// Of everything since the measuring began, without what is quiet, in LUFS; -120 for silence.
    double integrated;
    /// The highest peak between samples since the measuring began, in decibels of full scale; -120 for silence.
    double true_peak;
} avf_loudness;

AVF_END

#endif
