// The C structures and constants of Apple's CoreAudioTypes, and of the events of audio units: names, values
// and layout as there. No functions.
#ifndef CORE_AUDIO_TYPES_H
#define CORE_AUDIO_TYPES_H

#include "AudioBuffers.h"
#include "AudioChannelLayouts.h"
#include "AudioFormats.h"
#include "AudioRenderEvents.h"
#include "AudioTime.h"
#include "CoreAudioBase.h"
#include "MIDIEvents.h"

#endif
