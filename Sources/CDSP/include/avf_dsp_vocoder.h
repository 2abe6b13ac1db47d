// The phases of a phase vocoder: what turns the spectrum of a frame so that it continues the one before it.
#ifndef AVF_DSP_VOCODER_H
#define AVF_DSP_VOCODER_H

#include "CAVFRealtime.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// Spectra of all channels, real and imaginary parts apart.
typedef struct {
    float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL real;
    float *AVF_DSP_NONNULL const *AVF_DSP_NONNULL imaginary;
} avf_dsp_spectra;

/// How a frame goes on from the one before it.
typedef struct {
    /// How far what does not lie in the frame's middle moves away from it: output frames for each input
    /// frame, or 1 to leave it where it is.
    float stretch;
    /// Whether bins that are no tones follow their louder neighbours, so that what belongs together stays so.
    _Bool isCoherent;
    /// By how much, in radians, each bin comes back to its own phase; 0 for not at all.
    float relaxation;
} avf_dsp_vocoder_manner;

/// Turns the bins of a frame so that they go on from the frame that was put out before.
///
/// All channels turn alike, so that what lies between them stays. The frames' middle is their sample size /
/// 2.
/// @param frame  The frame of the input that is to be put out.
/// @param before  The frame of the input that lies as far before it as outputs lie apart.
/// @param output  The frame that was put out last; the new one takes its place.
/// @param work  Room for 8 * binCount numbers.
/// @return How far, in radians, the farthest bin is from its own phase after a relaxation.
float avf_dsp_vocoder_turn(avf_dsp_spectra frame, avf_dsp_spectra before, avf_dsp_spectra output,
                           size_t channelCount, size_t binCount, avf_dsp_vocoder_manner manner,
                           float *work) AVF_REALTIME;

/// Shapes spectra so that they have the formants that they have now once they are played at another pitch.
///
/// All channels are shaped alike, by 24 dB at the most, up or down.
/// @param to  Gets the spectra that are shaped.
/// @param pitch  How many times higher they will be played.
/// @param halfWidth  Bins on either side of each whose mean is taken, twice; a fourth of all is the most.
/// @param work  Room for 2 * binCount numbers.
void avf_dsp_vocoder_keep_formants(avf_dsp_spectra from, avf_dsp_spectra to, size_t channelCount,
                                   size_t binCount, float pitch, size_t halfWidth, float *work) AVF_REALTIME;

/// destination = sum / weight, 0 where there is no weight: frames that were laid over each other.
void avf_dsp_vocoder_level(float *destination, const float *sum, const float *weight,
                           size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
