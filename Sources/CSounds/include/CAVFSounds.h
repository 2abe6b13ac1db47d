// Uncompressed sound files, read without a library: what a plugin needs of them.
#ifndef CAVF_SOUNDS_H
#define CAVF_SOUNDS_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// All of a sound: channel after channel, -1 … 1 where the file has integers.
typedef struct {
    double sampleRateHz;
    uint32_t channelCount;
    size_t frameCount;
    float *samples;
} avf_sound;

/// What came of reading.
typedef enum {
    AVF_SOUND_READ,
    /// It cannot be opened or read.
    AVF_SOUND_NO_FILE,
    /// It is no file of these kinds, or one that contradicts itself.
    AVF_SOUND_UNKNOWN,
    AVF_SOUND_TOO_LONG,
    AVF_SOUND_NO_MEMORY
} avf_sound_result;

/// Reads WAV, AIFF or AIFF-C: integers of 8 to 32 bits, floating-point numbers of 32 or 64.
///
/// May block. The samples are the caller's, for avf_sound_free(); there are none unless it returns
/// AVF_SOUND_READ.
avf_sound_result avf_sound_read(const char *path, double mostSeconds, avf_sound *sound);

/// Gives the samples back.
void avf_sound_free(avf_sound *sound);

/// Gives memory back that the C library has lent, such as a path that a host has made.
void avf_sounds_free_path(char *path);

#pragma GCC visibility pop

#endif
