// Audio files: WAV, RF64, W64, AIFF, CAF, AU, FLAC, Ogg (Vorbis and Opus), MP3, and where FFmpeg is installed
// MPEG-4 with AAC or Apple Lossless.
//
// Integers become float by exactly 1/32768 (16 bits), 1/8388608 (24 bits) or 1/2147483648 (32 bits);
// back, they are rounded to the nearest and clipped, without dither. A reader or writer serves one call
// after the other.
#ifndef AVF_FILE_H
#define AVF_FILE_H

#include "avf_format.h"

AVF_BEGIN

/// How samples are stored in a file.
typedef int32_t avf_encoding;

enum {
    /// To write: what keeps most of a float signal in that container. Read: something not listed here.
    AVF_ENCODING_DEFAULT = 0,
    AVF_ENCODING_INT8 = 1,
    AVF_ENCODING_INT16 = 2,
    AVF_ENCODING_INT24 = 3,
    AVF_ENCODING_INT32 = 4,
    AVF_ENCODING_FLOAT32 = 5,
    AVF_ENCODING_FLOAT64 = 6,
    AVF_ENCODING_ULAW = 7,
    AVF_ENCODING_ALAW = 8,
    AVF_ENCODING_ALAC16 = 9,
    AVF_ENCODING_ALAC20 = 10,
    AVF_ENCODING_ALAC24 = 11,
    AVF_ENCODING_ALAC32 = 12,
    AVF_ENCODING_VORBIS = 13,
    AVF_ENCODING_OPUS = 14,
    AVF_ENCODING_MPEG_LAYER_1 = 15,
    AVF_ENCODING_MPEG_LAYER_2 = 16,
    AVF_ENCODING_MPEG_LAYER_3 = 17,
    AVF_ENCODING_AAC = 18
};

/// What is in a file. May grow at its end: functions that fill it are told its size.
typedef struct avf_file_info {
    /// Rate and channels.
    avf_format format;
    /// Frames in the file.
    uint64_t frame_count;
    /// The kind of file, such as "wav".
    const char *AVF_NULLABLE container;
    /// How samples are stored.
    avf_encoding encoding;
    /// Frames that the header promises; `frame_count` unless the file is incomplete, and where it does not
    /// say.
    uint64_t expected_frame_count;
    /// Whether sound is missing. WAVE, AIFF, CAF, AU and Ogg files know it when they are opened; FLAC, MP3
    /// and MPEG-4 files once reading has met the early end. What is there can be read.
    bool is_incomplete;
} avf_file_info;

/// A file that is being read. Opaque, counted.
typedef struct avf_reader avf_reader;

/// A file that is being written. Opaque, counted.
typedef struct avf_writer avf_writer;

/// Open a file. [control]
///
/// @param reader  The open file; you own it: avf_reader_release().
/// @return AVF_OK, AVF_ERROR_FILE_NOT_FOUND, AVF_ERROR_FILE_ACCESS, AVF_ERROR_FILE_FORMAT,
///     AVF_ERROR_FILE_DAMAGED, AVF_ERROR_OUT_OF_MEMORY or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_reader_open(const char *path, avf_reader **reader);

/// Open an audio file whose bytes are in memory. [control]
///
/// @param bytes  The whole file, unchanged until `destroy` is called.
/// @param name  What messages call it.
/// @param destroy  Called with `userdata` when the bytes are not used any more, also if this fails; NULL for
///     none.
/// @return As avf_reader_open(), but for the errors of paths.
AVF_API avf_status avf_reader_open_memory(const void *bytes, size_t size, const char *name,
                                          void *AVF_NULLABLE userdata, avf_destroy AVF_NULLABLE destroy,
                                          avf_reader **reader);

/// Gives up to `size` bytes of a file from a position on; any thread, several at a time. It may wait, but not
/// for ever.
///
/// @return How many there were; 0 at the end only; negative if they cannot be had.
typedef int64_t (*avf_read_callback)(void *target, size_t size, uint64_t position, void *AVF_NULLABLE userdata);

/// Open an audio file whose bytes the program gives when they are needed. [control]
///
/// @param size  How many bytes there are.
/// @param name  What messages call it.
/// @param destroy  As for avf_reader_open_memory().
/// @return As avf_reader_open(); AVF_ERROR_FILE_ACCESS if the callback cannot give the bytes.
AVF_API avf_status avf_reader_open_callback(uint64_t size, avf_read_callback read, const char *name,
                                            void *AVF_NULLABLE userdata, avf_destroy AVF_NULLABLE destroy,
                                            avf_reader **reader);

/// Ask for one more avf_reader_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_reader_retain(avf_reader *reader);

/// Give a reference up; the last one closes the file. NULL is allowed. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_reader_release(avf_reader *AVF_NULLABLE reader);

/// Read what is in the file, and whether something is missing. [control]
///
/// @param info_size  sizeof *info: no more than that is written.
/// @return AVF_OK.
AVF_API avf_status avf_reader_get_info(avf_reader *reader, size_t info_size, avf_file_info *info);

/// Read which frame comes next. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_reader_get_position(avf_reader *reader, uint64_t *frame);

/// Make a frame the next one, exactly, for every encoding. [control]
///
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT behind the end, or AVF_ERROR_FILE_DAMAGED.
AVF_API avf_status avf_reader_seek(avf_reader *reader, uint64_t frame);

/// Read the next frames into one block of memory for each channel. [control]
///
/// @param channel_count  Number of pointers: the file's channel count.
/// @param frames_read  Fewer than `frame_count` only at the end; then 0.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT for another channel count, or AVF_ERROR_FILE_DAMAGED.
AVF_API avf_status avf_reader_read(avf_reader *reader, float *const *channels, uint32_t channel_count,
                                   uint32_t frame_count, uint32_t *frames_read);

/// Read the next frames as interleaved samples. [control]
///
/// @param samples  Room for `frame_count` times `channel_count` floats.
/// @param channel_count  The file's channel count.
/// @param frames_read  As for avf_reader_read().
/// @return As avf_reader_read().
AVF_API avf_status avf_reader_read_interleaved(avf_reader *reader, float *samples, uint32_t channel_count,
                                               uint32_t frame_count, uint32_t *frames_read);

/// Fill a buffer with the next frames, as many as fit, and set its length. [control]
///
/// @return As avf_reader_read(); AVF_ERROR_BAD_FORMAT if the buffer has another channel count.
AVF_API avf_status avf_reader_read_buffer(avf_reader *reader, avf_buffer *buffer);

/// Make a file, or replace what is in it; the path's extension says which container. [control]
///
/// The file has its name from now on and can be read while it grows. A WAV that grows beyond 4 GiB becomes
/// RF64.
/// @param encoding  AVF_ENCODING_DEFAULT or one that the container can hold.
/// @param writer  The open file; you own it: avf_writer_release().
/// @return AVF_OK, AVF_ERROR_FILE_FORMAT, AVF_ERROR_FILE_ACCESS, AVF_ERROR_FILE_WRITE,
///     AVF_ERROR_OUT_OF_MEMORY or AVF_ERROR_TOO_MANY. The format is tried out before the file is touched.
AVF_API avf_status avf_writer_create(const char *path, const avf_format *format, avf_encoding encoding,
                                     avf_writer **writer);

/// Ask for one more avf_writer_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_writer_retain(avf_writer *writer);

/// Give a reference up; the last one closes the file, but cannot say what went wrong. NULL is allowed.
/// [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_writer_release(avf_writer *AVF_NULLABLE writer);

/// Append frames from one block of memory for each channel. [control]
///
/// @param channel_count  Number of pointers: the file's channel count.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT for another channel count, AVF_ERROR_FILE_CLOSED, or
///     AVF_ERROR_FILE_WRITE: then some frames may have been written, see avf_writer_get_position().
AVF_API avf_status avf_writer_write(avf_writer *writer, const float *const *channels, uint32_t channel_count,
                                    uint32_t frame_count);

/// Append interleaved samples. [control]
///
/// @return As avf_writer_write().
AVF_API avf_status avf_writer_write_interleaved(avf_writer *writer, const float *samples,
                                                uint32_t channel_count, uint32_t frame_count);

/// Append the frames of a buffer. [control]
///
/// @return As avf_writer_write(); AVF_ERROR_BAD_FORMAT if the buffer has another channel count.
AVF_API avf_status avf_writer_write_buffer(avf_writer *writer, avf_buffer *buffer);

/// Read how many frames were taken so far. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_writer_get_position(avf_writer *writer, uint64_t *frame);

/// Finish and close the file; a second time nothing happens. [control]
///
/// @return AVF_OK, or AVF_ERROR_FILE_WRITE if the end of the file could not be written.
AVF_API avf_status avf_writer_close(avf_writer *writer);

AVF_END

#endif
