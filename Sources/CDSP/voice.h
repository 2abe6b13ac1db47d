// What the halves of the voices' loops know of each other: life (voice.c), ramps (voice_steer.c),
// samples (voice_stage.h), sound (voice_run.c).
#ifndef AVF_DSP_VOICE_INTERNAL_H
#define AVF_DSP_VOICE_INTERNAL_H

#include "avf_dsp_voice.h"
#include "cpu_dispatch.h"

#pragma GCC visibility push(hidden)

// Sets the ramps of a lane for the stretch that begins.
void voice_steer(avf_dsp_voices *all, size_t index, int64_t now) AVF_DSP_NONBLOCKING;

// The same for those lanes of a group that a mask names.
void voice_steer_group(avf_dsp_voices *all, size_t index, uint32_t due, int64_t now) AVF_DSP_NONBLOCKING;

// Lets a voice that stays as it is do so, at the end of a stretch; false for one that must be steered.
bool voice_settles(avf_dsp_voices *all, size_t index, int64_t now) AVF_DSP_NONBLOCKING;

// Whether nothing more will be heard of a voice.
bool voice_is_over(const avf_dsp_voice *voice, int64_t now) AVF_DSP_NONBLOCKING;

// Source frames that an interpolation weighs.
AVF_DSP_INLINE uint32_t voice_taps(int32_t quality) AVF_DSP_NONBLOCKING {
    return quality == AVF_DSP_VOICE_SINC16 ? 16 : quality == AVF_DSP_VOICE_SINC8 ? 8 : 4;
}

#pragma GCC visibility pop

#endif
