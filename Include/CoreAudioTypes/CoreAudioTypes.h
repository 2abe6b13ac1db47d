#ifndef CORE_AUDIO_TYPES_H
#define CORE_AUDIO_TYPES_H
#include <stdint.h>
#endif
