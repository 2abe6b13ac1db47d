// Formats, and buffers of samples: 32-bit float, one block of memory for each channel.
#ifndef AVF_FORMAT_H
#define AVF_FORMAT_H

#include "avf_base.h"

AVF_BEGIN

/// Sample rate and channels of a bus, a file or a buffer. Its size is part of the ABI and never changes.
typedef struct avf_format {
    /// Frames in each second, 1...1536000.
    double sample_rate_hz;
    /// Samples in each frame, 1...256.
    uint32_t channel_count;
} avf_format;

/// Samples in memory. Opaque, counted.
typedef struct avf_buffer avf_buffer;

/// Make a buffer of silence with a length of 0. [control]
///
/// @param buffer  The new buffer; you own it: avf_buffer_release().
/// @return AVF_OK, AVF_ERROR_BAD_FORMAT, AVF_ERROR_OUT_OF_MEMORY or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_buffer_create(const avf_format *format, uint32_t frame_capacity, avf_buffer **buffer);

/// Ask for one more avf_buffer_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_buffer_retain(avf_buffer *buffer);

/// Give a reference up; NULL is allowed. A player keeps what it has still to play. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_buffer_release(avf_buffer *AVF_NULLABLE buffer);

/// Read the format that the buffer was made with. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_buffer_get_format(avf_buffer *buffer, avf_format *format);

/// Read how many frames fit. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_buffer_get_frame_capacity(avf_buffer *buffer, uint32_t *frame_capacity);

/// Read how many frames count: what is played, written or copied. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_buffer_get_frame_length(avf_buffer *buffer, uint32_t *frame_length);

/// Say how many frames count. [any]
///
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT above the capacity.
AVF_API avf_status avf_buffer_set_frame_length(avf_buffer *buffer, uint32_t frame_length);

/// Read where the samples are: one pointer for each channel, each to `frame_capacity` floats. [any]
///
/// Do not write to a buffer while a player has it.
/// @param channels  Pointers that belong to the buffer and live as long as it does.
/// @return AVF_OK.
AVF_API avf_status avf_buffer_get_channels(avf_buffer *buffer, float *const **channels);

/// Fill the buffer from interleaved samples and set its length. [any]
///
/// @param samples  `frame_count` times the buffer's channel count; may be NULL when `frame_count` is 0.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT above the capacity.
AVF_API avf_status avf_buffer_write_interleaved(avf_buffer *buffer, const float *AVF_NULLABLE samples,
                                                uint32_t frame_count);

/// Copy the first frames out as interleaved samples. [any]
///
/// @param samples  Room for `frame_count` times the buffer's channel count; may be NULL when
///     `frame_count` is 0.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT above the length.
AVF_API avf_status avf_buffer_read_interleaved(avf_buffer *buffer, float *AVF_NULLABLE samples,
                                               uint32_t frame_count);

AVF_END

#endif
