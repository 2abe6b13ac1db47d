// Memory with samples.
#ifndef CORE_AUDIO_BUFFERS_H
#define CORE_AUDIO_BUFFERS_H

#include "CoreAudioBase.h"

/// One block of memory: one channel, or several interleaved.
typedef struct AudioBuffer {
    UInt32 mNumberChannels;
    UInt32 mDataByteSize;
    void *CORE_AUDIO_NULLABLE mData;
} AudioBuffer;

/// Several blocks. The list is as long as `mNumberBuffers` says: further buffers follow the first in memory.
typedef struct AudioBufferList {
    UInt32 mNumberBuffers;
    AudioBuffer mBuffers[1];
} AudioBufferList;

#endif
