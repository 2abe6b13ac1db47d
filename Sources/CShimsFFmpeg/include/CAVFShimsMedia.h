// Coded sound that libsndfile does not know (AAC and Apple Lossless in MPEG-4 files), by way of FFmpeg.
//
// FFmpeg is looked for when it is first needed, so programs start without it. The layout of its structures
// comes from its headers, and only libraries of the same major versions are used.
#ifndef CAVF_SHIMS_MEDIA_H
#define CAVF_SHIMS_MEDIA_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// Why FFmpeg cannot be used, as a sentence; NULL when it can. [any]
const char *avf_media_unavailable(void);

/// How FFmpeg reaches a file's bytes.
typedef struct {
    /// Reads up to `count` bytes; 0 at the end, negative for an error.
    int (*read)(void *context, uint8_t *target, int count);
    /// Writes `count` bytes; fewer or a negative number for an error.
    int (*write)(void *context, const uint8_t *source, int count);
    /// Moves to a position, counted as SEEK_SET, SEEK_CUR or SEEK_END say; returns it, or a negative number.
    int64_t (*seek)(void *context, int64_t offset, int whence);
    /// The file's length.
    int64_t (*length)(void *context);
    /// Passed to all of them.
    void *context;
} avf_media_bytes;

/// Room for a reason in words.
enum { AVF_MEDIA_REASON_SIZE = 128 };

/// What a file holds, or shall hold.
typedef struct {
    /// FFmpeg's name of the coding: "aac", "alac".
    char codec[32];
    /// FFmpeg's name of the kind of file: "mov,mp4,m4a,3gp,3g2,mj2" when read, "ipod" to be written.
    char container[64];
    int sampleRateHz;
    int channelCount;
    /// Bits of the material of lossless codings, else 0.
    int bitCount;
    /// Bits in each second; 0 if unknown.
    int64_t bitRate;
    /// Frames without the encoder's delay and padding; -1 if unknown.
    int64_t frameCount;
} avf_media_format;

/// A file that is being decoded.
typedef struct avf_media_reader avf_media_reader;

/// Opens a file; NULL with a reason if it holds no sound that can be decoded.
avf_media_reader *avf_media_reader_open(const avf_media_bytes *bytes, avf_media_format *format,
                                        char reason[AVF_MEDIA_REASON_SIZE]);

/// Decodes up to `frameCount` interleaved frames; 0 at the end, -1 when only damaged data are left.
int64_t avf_media_reader_read(avf_media_reader *reader, double *samples, int64_t frameCount);

/// Makes a frame the next to be read; 0 when that is impossible.
int avf_media_reader_seek(avf_media_reader *reader, int64_t frame);

/// Closes a reader; NULL is fine.
void avf_media_reader_close(avf_media_reader *reader);

/// A file that is being encoded.
///
/// It is made of pieces of a second each, so that it can be read whenever the writing ends; `avf_media_join`
/// makes a usual file of it.
typedef struct avf_media_writer avf_media_writer;

/// Begins a file of the given coding; NULL with a reason if it cannot be encoded.
avf_media_writer *avf_media_writer_open(const avf_media_bytes *bytes, const avf_media_format *format,
                                        char reason[AVF_MEDIA_REASON_SIZE]);

/// Encodes interleaved frames; 0 when the encoder or the file fails.
int avf_media_writer_write(avf_media_writer *writer, const double *samples, int64_t frameCount);

/// Completes the file and frees the writer; 0 when that failed. NULL is fine.
int avf_media_writer_close(avf_media_writer *writer);

/// Copies the packets of a complete file into another one with its index in one place; 0 when that failed.
///
/// @param container  FFmpeg's name for the kind of file: "ipod".
/// @param frameCount  The length of the sound, which the pieces do not tell.
int avf_media_join(const avf_media_bytes *source, const avf_media_bytes *target, const char *container,
                   int64_t frameCount);

#pragma GCC visibility pop

#endif
