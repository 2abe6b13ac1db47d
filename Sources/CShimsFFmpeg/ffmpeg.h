// FFmpeg's functions, found at run time. Only the ffmpeg_*.c files include this.
#ifndef AVF_FFMPEG_H
#define AVF_FFMPEG_H

#include "CAVFShimsPackets.h"

#if __has_include(<libavformat/avformat.h>) && __has_include(<libavcodec/avcodec.h>)
#define AVF_HAS_FFMPEG 1
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#if LIBAVCODEC_VERSION_INT < AV_VERSION_INT(59, 37, 100)
#undef AVF_HAS_FFMPEG
#endif
#endif

#pragma GCC visibility push(hidden)

#ifdef AVF_HAS_FFMPEG

// Library, function.
#define AVF_FFMPEG_FUNCTIONS(X)                                                                              \
    X(util, av_malloc) X(util, av_mallocz) X(util, av_free) X(util, av_strdup) X(util, av_strerror)      \
    X(util, av_log_set_level) X(util, av_get_packed_sample_fmt) X(util, av_opt_set_double)                   \
    X(util, av_opt_set) X(codec, avcodec_parameters_copy)                                                    \
    X(util, av_frame_make_writable)                                                                          \
    X(util, av_frame_alloc) X(util, av_frame_free) X(util, av_frame_unref) X(util, av_frame_get_buffer)      \
    X(util, av_rescale_q) X(util, av_get_bytes_per_sample) X(util, av_sample_fmt_is_planar)                  \
    X(util, av_dict_get) X(util, av_opt_set_int) X(util, av_channel_layout_default)                          \
    X(util, av_channel_layout_copy)                                                                          \
    X(codec, av_packet_alloc) X(codec, av_packet_free) X(codec, av_packet_unref)                             \
    X(codec, av_new_packet) X(codec, av_packet_rescale_ts) X(codec, avcodec_find_decoder)                    \
    X(codec, avcodec_find_decoder_by_name) X(codec, avcodec_find_encoder_by_name)                            \
    X(codec, avcodec_alloc_context3) X(codec, avcodec_free_context) X(codec, avcodec_open2)                  \
    X(codec, avcodec_parameters_to_context) X(codec, avcodec_parameters_from_context)                        \
    X(codec, avcodec_send_packet) X(codec, avcodec_receive_frame) X(codec, avcodec_send_frame)               \
    X(codec, avcodec_receive_packet) X(codec, avcodec_flush_buffers) X(codec, avcodec_get_name)              \
    X(format, avformat_alloc_context) X(format, avformat_open_input) X(format, avformat_close_input)         \
    X(format, avformat_find_stream_info) X(format, av_find_best_stream) X(format, av_read_frame)             \
    X(format, av_seek_frame) X(format, avio_alloc_context) X(format, avio_context_free)                      \
    X(format, avformat_alloc_output_context2) X(format, avformat_free_context)                               \
    X(format, avformat_new_stream) X(format, avformat_write_header) X(format, av_interleaved_write_frame)    \
    X(format, av_write_trailer)

typedef struct {
#define AVF_FFMPEG_MEMBER(library, name) __typeof__(name) *name;
    AVF_FFMPEG_FUNCTIONS(AVF_FFMPEG_MEMBER)
#undef AVF_FFMPEG_MEMBER
} avf_ffmpeg;

// The functions; NULL when `avf_media_unavailable` says why not.
const avf_ffmpeg *avf_ffmpeg_functions(void);

// A window on the bytes for FFmpeg; the caller frees it with avf_ffmpeg_close_bytes.
AVIOContext *avf_ffmpeg_open_bytes(const avf_ffmpeg *ffmpeg, const avf_media_bytes *bytes, int isWriting);
void avf_ffmpeg_close_bytes(const avf_ffmpeg *ffmpeg, AVIOContext **window);

// FFmpeg's words for an error.
void avf_ffmpeg_explain(const avf_ffmpeg *ffmpeg, int code, char reason[AVF_MEDIA_REASON_SIZE]);

#endif

#pragma GCC visibility pop

#endif
