#ifndef AVF_AVFAUDIO_H
#define AVF_AVFAUDIO_H
#include <stdint.h>
#endif
