#include "avf_dsp_pcm.h"
#include "cpu_dispatch.h"

#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "samples in the machine's order are taken to begin with the lowest byte"
#endif

#define AVF_DSP_LOAD(name, type, scale)                                                                      \
    AVF_DSP_CLONES                                                                                           \
    static void name(double *restrict destination, const type *restrict source, size_t stride,              \
                     size_t sampleCount) AVF_DSP_NONBLOCKING {                                               \
        if (stride == 1) {                                                                                   \
            for (size_t k = 0; k < sampleCount; k++)                                                         \
                destination[k] = (double)source[k] * scale;                                                  \
        } else if (stride == 2) {                                                                            \
            for (size_t k = 0; k < sampleCount; k++)                                                         \
                destination[k] = (double)source[2 * k] * scale;                                              \
        } else {                                                                                             \
            for (size_t k = 0; k < sampleCount; k++)                                                         \
                destination[k] = (double)source[k * stride] * scale;                                         \
        }                                                                                                    \
    }

AVF_DSP_LOAD(load_float, float, 1)
AVF_DSP_LOAD(load_double, double, 1)
AVF_DSP_LOAD(load_int16, int16_t, 0x1p-15)
AVF_DSP_LOAD(load_int32, int32_t, 0x1p-31)

AVF_DSP_INLINE uint64_t gather(const uint8_t *bytes, const avf_dsp_pcm *format) AVF_DSP_NONBLOCKING {
    uint64_t value = 0;
    for (size_t k = 0; k < format->bytes; k++)
        value |= (uint64_t)bytes[format->isBigEndian ? format->bytes - 1 - k : k] << 8 * k;
    return value;
}

AVF_DSP_INLINE void scatter(uint8_t *bytes, const avf_dsp_pcm *format, uint64_t value) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < format->bytes; k++)
        bytes[format->isBigEndian ? format->bytes - 1 - k : k] = (uint8_t)(value >> 8 * k);
}

AVF_DSP_INLINE double load_one(const uint8_t *bytes, const avf_dsp_pcm *format) AVF_DSP_NONBLOCKING {
    const uint64_t raw = gather(bytes, format);
    if (format->kind == AVF_DSP_PCM_FLOAT) {
        double wide;
        float narrow;
        const uint32_t low = (uint32_t)raw;
        memcpy(&wide, &raw, sizeof wide);
        memcpy(&narrow, &low, sizeof narrow);
        return format->bytes == 8 ? wide : (double)narrow;
    }
    const int unused = format->isAlignedHigh ? 8 * format->bytes - format->bits : 0;
    // The sign bit goes to the top, and unused bits above it out.
    uint64_t high = raw >> unused << (64 - format->bits);
    if (format->kind == AVF_DSP_PCM_UNSIGNED)
        high ^= (uint64_t)1 << 63;
    return (double)((int64_t)high >> (64 - format->bits)) / (double)((int64_t)1 << (format->bits - 1));
}

AVF_DSP_INLINE int is_plain(const avf_dsp_pcm *format, int kind, int bytes) AVF_DSP_NONBLOCKING {
    return format->kind == kind && format->bytes == bytes && format->bits == 8 * bytes && !format->isBigEndian;
}

void avf_dsp_pcm_load(double *destination, const void *source, const avf_dsp_pcm *format, size_t stride,
                      size_t sampleCount) AVF_REALTIME {
    if (is_plain(format, AVF_DSP_PCM_FLOAT, 4)) {
        load_float(destination, source, stride, sampleCount);
    } else if (is_plain(format, AVF_DSP_PCM_FLOAT, 8)) {
        load_double(destination, source, stride, sampleCount);
    } else if (is_plain(format, AVF_DSP_PCM_SIGNED, 2)) {
        load_int16(destination, source, stride, sampleCount);
    } else if (is_plain(format, AVF_DSP_PCM_SIGNED, 4)) {
        load_int32(destination, source, stride, sampleCount);
    } else {
        const uint8_t *bytes = source;
        for (size_t k = 0; k < sampleCount; k++)
            destination[k] = load_one(bytes + k * stride * format->bytes, format);
    }
}

// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014: the n-th number without the
// ones before it, so that the noise does not depend on how the stream is cut.
AVF_DSP_INLINE double triangle(const avf_dsp_dither *dither, uint64_t frame) AVF_DSP_NONBLOCKING {
    uint64_t z = (dither->seed + dither->firstFrame + frame + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return ((double)(int64_t)(z >> 32) - (double)(int64_t)(z & 0xFFFFFFFFu)) * 0x1p-32;
}

// To the nearest integer, ties to even: the sum's last bit is worth one.
AVF_DSP_INLINE double round_to_even(double value) AVF_DSP_NONBLOCKING {
    const double magic = __builtin_copysign(0x1p52, value);
    return (value + magic) - magic;
}

AVF_DSP_INLINE double quantized(double value, double scale, double noise) AVF_DSP_NONBLOCKING {
    double scaled = value == value ? value * scale + noise : 0.0;
    scaled = scaled > scale - 1 ? scale - 1 : scaled;
    scaled = scaled < -scale ? -scale : scaled;
    return round_to_even(scaled);
}

#define AVF_DSP_STORE(name, type, expression)                                                                \
    AVF_DSP_CLONES                                                                                           \
    static void name(type *restrict destination, const double *restrict source, size_t stride,              \
                     size_t sampleCount) AVF_DSP_NONBLOCKING {                                               \
        if (stride == 1) {                                                                                   \
            for (size_t k = 0; k < sampleCount; k++) {                                                       \
                const double value = source[k];                                                              \
                destination[k] = (type)(expression);                                                         \
            }                                                                                                \
        } else {                                                                                             \
            for (size_t k = 0; k < sampleCount; k++) {                                                       \
                const double value = source[k];                                                              \
                destination[k * stride] = (type)(expression);                                                \
            }                                                                                                \
        }                                                                                                    \
    }

AVF_DSP_STORE(store_float, float, value)
AVF_DSP_STORE(store_double, double, value)
AVF_DSP_STORE(store_int16, int16_t, quantized(value, 0x1p15, 0))
AVF_DSP_STORE(store_int32, int32_t, quantized(value, 0x1p31, 0))

AVF_DSP_INLINE void store_one(uint8_t *bytes, double value, double noise,
                              const avf_dsp_pcm *format) AVF_DSP_NONBLOCKING {
    uint64_t raw = 0;
    if (format->kind == AVF_DSP_PCM_FLOAT && format->bytes == 8) {
        memcpy(&raw, &value, sizeof value);
    } else if (format->kind == AVF_DSP_PCM_FLOAT) {
        const float narrow = (float)value;
        memcpy(&raw, &narrow, sizeof narrow);
    } else {
        const double scale = (double)((int64_t)1 << (format->bits - 1));
        raw = (uint64_t)(int64_t)quantized(value, scale, noise);
        if (format->kind == AVF_DSP_PCM_UNSIGNED)
            raw += (uint64_t)1 << (format->bits - 1);
        if (format->isAlignedHigh)
            raw <<= 8 * format->bytes - format->bits;
    }
    scatter(bytes, format, raw);
}

void avf_dsp_pcm_store(void *destination, const double *source, const avf_dsp_pcm *format, size_t stride,
                       size_t sampleCount, const avf_dsp_dither *dither) AVF_REALTIME {
    if (is_plain(format, AVF_DSP_PCM_FLOAT, 4)) {
        store_float(destination, source, stride, sampleCount);
    } else if (is_plain(format, AVF_DSP_PCM_FLOAT, 8)) {
        store_double(destination, source, stride, sampleCount);
    } else if (!dither && is_plain(format, AVF_DSP_PCM_SIGNED, 2)) {
        store_int16(destination, source, stride, sampleCount);
    } else if (!dither && is_plain(format, AVF_DSP_PCM_SIGNED, 4)) {
        store_int32(destination, source, stride, sampleCount);
    } else {
        uint8_t *bytes = destination;
        for (size_t k = 0; k < sampleCount; k++)
            store_one(bytes + k * stride * format->bytes, source[k], dither ? triangle(dither, k) : 0, format);
    }
}

AVF_DSP_CLONES
void avf_dsp_add_scaled_double(double *restrict destination, const double *restrict source, double gain,
                               size_t sampleCount) AVF_REALTIME {
    for (size_t k = 0; k < sampleCount; k++)
        destination[k] += gain * source[k];
}
