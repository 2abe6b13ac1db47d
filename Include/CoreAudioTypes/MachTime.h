// The length of a host clock's tick, in the words of Mach; Swift cannot give a type and a function one name.
#ifndef CORE_AUDIO_MACH_TIME_H
#define CORE_AUDIO_MACH_TIME_H

#include "CoreAudioBase.h"

/// Nanoseconds in one tick, as the fraction numer/denom.
struct mach_timebase_info {
    UInt32 numer;
    UInt32 denom;
};

typedef struct mach_timebase_info mach_timebase_info_data_t;

/// Tells the length of a tick: one nanosecond. Returns 0 for success.
CORE_AUDIO_MAYBE_UNUSED static inline int
mach_timebase_info(mach_timebase_info_data_t *CORE_AUDIO_NONNULL info) {
    info->numer = 1;
    info->denom = 1;
    return 0;
}

#endif
