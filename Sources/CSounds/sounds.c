#include "CAVFSounds.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHANNELS = 64, HEAD = 40 };

// How the samples lie in the file.
typedef struct {
    bool isBigEndian, isFloat, isUnsigned;
    uint32_t bytes, channelCount;
    double sampleRateHz;
    long start;
    uint64_t size;
} layout;

static uint64_t number(const uint8_t *bytes, size_t count, bool isBigEndian) {
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++)
        value = value << 8 | bytes[isBigEndian ? i : count - 1 - i];
    return value;
}

// An integer part of 64 bits, times a power of two: the rates of AIFF.
static double extended(const uint8_t *bytes) {
    const int exponent = (int)number(bytes, 2, true) - 16383 - 63;
    double value = (double)number(bytes + 2, 8, true);
    for (int i = 0; i < exponent && i < 64; i++)
        value *= 2;
    for (int i = 0; i > exponent && i > -128; i--)
        value /= 2;
    return value;
}

// "fmt ": tag, channels, rate, bytes a second, bytes a frame, bits; an extensible one has its tag behind 24.
static bool read_fmt(const uint8_t *head, size_t size, layout *file) {
    if (size < 16)
        return false;
    uint64_t tag = number(head, 2, false);
    if (tag == 0xfffe && size >= 26)
        tag = number(head + 24, 2, false);
    file->channelCount = (uint32_t)number(head + 2, 2, false);
    file->sampleRateHz = (double)number(head + 4, 4, false);
    file->bytes = ((uint32_t)number(head + 14, 2, false) + 7) / 8;
    file->isFloat = tag == 3;
    file->isUnsigned = file->bytes == 1;
    return tag == 1 || tag == 3;
}

// "COMM": channels, frames, bits, rate; in AIFF-C how the samples are stored.
static bool read_comm(const uint8_t *head, size_t size, layout *file) {
    if (size < 18)
        return false;
    file->channelCount = (uint32_t)number(head, 2, true);
    file->sampleRateHz = extended(head + 8);
    file->bytes = ((uint32_t)number(head + 6, 2, true) + 7) / 8;
    if (size < 22 || !memcmp(head + 18, "NONE", 4))
        return true;
    file->isBigEndian = memcmp(head + 18, "sowt", 4);
    file->isFloat = !memcmp(head + 18, "fl32", 4) || !memcmp(head + 18, "fl64", 4);
    return file->isFloat || !file->isBigEndian;
}

// Goes from chunk to chunk until facts and samples are found.
static bool find_samples(FILE *stream, layout *file) {
    uint8_t head[HEAD];
    if (fread(head, 1, 12, stream) != 12)
        return false;
    const bool isWave = !memcmp(head, "RIFF", 4) && !memcmp(head + 8, "WAVE", 4);
    const bool isAIFF = !memcmp(head, "FORM", 4) && (!memcmp(head + 8, "AIFF", 4) || !memcmp(head + 8, "AIFC", 4));
    if (!isWave && !isAIFF)
        return false;
    file->isBigEndian = isAIFF;
    bool isKnown = false;
    while (fread(head, 1, 8, stream) == 8) {
        const uint64_t size = number(head + 4, 4, isAIFF);
        const long start = ftell(stream);
        char name[4];
        memcpy(name, head, 4);
        if (!memcmp(name, "fmt ", 4) || !memcmp(name, "COMM", 4)) {
            const size_t wanted = size < HEAD ? (size_t)size : HEAD;
            if (fread(head, 1, wanted, stream) != wanted)
                return false;
            isKnown = isWave ? read_fmt(head, wanted, file) : read_comm(head, wanted, file);
            if (!isKnown)
                return false;
        } else if (!memcmp(name, isWave ? "data" : "SSND", 4)) {
            file->start = start;
            file->size = size;
            // Behind the offset of the samples and the size of blocks.
            if (isAIFF) {
                if (size < 8 || fread(head, 1, 8, stream) != 8)
                    return false;
                const uint64_t offset = number(head, 4, true);
                file->start += 8 + (long)offset;
                file->size = size - 8 > offset ? size - 8 - offset : 0;
            }
        }
        if (isKnown && file->start)
            return true;
        if (fseek(stream, start + (long)(size + size % 2), SEEK_SET))
            return false;
    }
    return false;
}

static float sample(const uint8_t *bytes, const layout *file) {
    const uint64_t bits = number(bytes, file->bytes, file->isBigEndian);
    if (file->isFloat && file->bytes == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return (float)value;
    }
    const uint32_t word = (uint32_t)bits;
    float value;
    if (file->isFloat) {
        memcpy(&value, &word, sizeof value);
        return value;
    }
    const uint32_t high = word << (32 - 8 * file->bytes);
    return (float)(int32_t)(file->isUnsigned ? high ^ 0x80000000u : high) * 0x1p-31f;
}

// Reads frames until there are no more, and says how many came.
static size_t read_frames(FILE *stream, const layout *file, float *samples, size_t frameCount) {
    const size_t stride = (size_t)file->bytes * file->channelCount;
    uint8_t frame[MOST_CHANNELS * 8];
    for (size_t k = 0; k < frameCount; k++) {
        if (fread(frame, 1, stride, stream) != stride)
            return k;
        for (size_t channel = 0; channel < file->channelCount; channel++)
            samples[channel * frameCount + k] = sample(frame + channel * file->bytes, file);
    }
    return frameCount;
}

// The bytes from the samples' start to where they or the file end.
static uint64_t bytes_of(FILE *stream, const layout *file) {
    if (fseek(stream, 0, SEEK_END))
        return 0;
    const long end = ftell(stream);
    const uint64_t left = end > file->start ? (uint64_t)(end - file->start) : 0;
    return file->size < left ? file->size : left;
}

static avf_sound_result read_all(FILE *stream, double mostSeconds, avf_sound *sound) {
    layout file = {0};
    if (!find_samples(stream, &file))
        return AVF_SOUND_UNKNOWN;
    const bool hasBytes = file.isFloat ? file.bytes == 4 || file.bytes == 8 : file.bytes >= 1 && file.bytes <= 4;
    if (!hasBytes || file.channelCount < 1 || file.channelCount > MOST_CHANNELS || !(file.sampleRateHz >= 1) ||
        file.sampleRateHz > 1536000)
        return AVF_SOUND_UNKNOWN;
    const size_t frameCount = (size_t)(bytes_of(stream, &file) / (file.bytes * file.channelCount));
    if ((double)frameCount > mostSeconds * file.sampleRateHz)
        return AVF_SOUND_TOO_LONG;
    float *samples = calloc(frameCount * file.channelCount + 1, sizeof(float));
    if (!samples)
        return AVF_SOUND_NO_MEMORY;
    if (fseek(stream, file.start, SEEK_SET) || read_frames(stream, &file, samples, frameCount) != frameCount) {
        free(samples);
        return AVF_SOUND_NO_FILE;
    }
    *sound = (avf_sound){file.sampleRateHz, file.channelCount, frameCount, samples};
    return AVF_SOUND_READ;
}

avf_sound_result avf_sound_read(const char *path, double mostSeconds, avf_sound *sound) {
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return AVF_SOUND_NO_FILE;
    const avf_sound_result result = read_all(stream, mostSeconds, sound);
    fclose(stream);
    return result;
}

void avf_sound_free(avf_sound *sound) {
    free(sound->samples);
    sound->samples = NULL;
}

void avf_sounds_free_path(char *path) {
    free(path);
}
