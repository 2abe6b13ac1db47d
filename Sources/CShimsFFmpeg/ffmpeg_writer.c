#include "ffmpeg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef AVF_HAS_FFMPEG

struct avf_media_writer {
    const avf_ffmpeg *ffmpeg;
    avf_media_bytes bytes;
    AVIOContext *window;
    AVFormatContext *file;
    AVCodecContext *encoder;
    AVPacket *packet;
    AVFrame *frame;
    int64_t framesTaken;
    int bitCount, isStarted;
};

// Passes on what the encoder has ready; 0 when it or the file fails.
static int drain(avf_media_writer *writer) {
    const avf_ffmpeg *ffmpeg = writer->ffmpeg;
    for (;;) {
        const int code = ffmpeg->avcodec_receive_packet(writer->encoder, writer->packet);
        if (code == AVERROR(EAGAIN) || code == AVERROR_EOF)
            return 1;
        if (code < 0)
            return 0;
        writer->packet->stream_index = 0;
        ffmpeg->av_packet_rescale_ts(writer->packet, writer->encoder->time_base,
                                     writer->file->streams[0]->time_base);
        if (ffmpeg->av_interleaved_write_frame(writer->file, writer->packet) < 0)
            return 0;
        if (writer->window->error < 0)
            return 0;
    }
}

static int send_block(avf_media_writer *writer) {
    AVFrame *frame = writer->frame;
    if (frame->nb_samples == 0)
        return 1;
    frame->pts = writer->framesTaken;
    writer->framesTaken += frame->nb_samples;
    if (writer->ffmpeg->avcodec_send_frame(writer->encoder, frame) < 0)
        return 0;
    return drain(writer);
}

// The encoder may still hold the last block's memory, so each block gets its own.
static int begin_block(avf_media_writer *writer) {
    const avf_ffmpeg *ffmpeg = writer->ffmpeg;
    AVFrame *frame = writer->frame;
    ffmpeg->av_frame_unref(frame);
    frame->nb_samples = writer->encoder->frame_size;
    frame->format = writer->encoder->sample_fmt;
    frame->sample_rate = writer->encoder->sample_rate;
    if (ffmpeg->av_channel_layout_copy(&frame->ch_layout, &writer->encoder->ch_layout) < 0)
        return 0;
    if (ffmpeg->av_frame_get_buffer(frame, 0) < 0)
        return 0;
    frame->nb_samples = 0;
    return 1;
}

static void put(const avf_media_writer *writer, int channel, int index, double value) {
    uint8_t *data = writer->frame->extended_data[channel];
    value = isfinite(value) ? value : 0;
    if (writer->encoder->sample_fmt == AV_SAMPLE_FMT_FLTP) {
        ((float *)(void *)data)[index] = (float)value;
        return;
    }
    const double scale = ldexp(1, writer->bitCount - 1);
    const double scaled = fmax(-scale, fmin(scale - 1, nearbyint(value * scale)));
    if (writer->encoder->sample_fmt == AV_SAMPLE_FMT_S16P)
        ((int16_t *)(void *)data)[index] = (int16_t)scaled;
    else
        ((int32_t *)(void *)data)[index] = (int32_t)(scaled * ldexp(1, 32 - writer->bitCount));
}

int avf_media_writer_write(avf_media_writer *writer, const double *samples, int64_t frameCount) {
    const int channels = writer->encoder->ch_layout.nb_channels;
    for (int64_t k = 0; k < frameCount; k++) {
        if (!writer->frame->buf[0] && !begin_block(writer))
            return 0;
        for (int c = 0; c < channels; c++)
            put(writer, c, writer->frame->nb_samples, samples[k * channels + c]);
        writer->frame->nb_samples++;
        if (writer->frame->nb_samples == writer->encoder->frame_size) {
            if (!send_block(writer))
                return 0;
            writer->ffmpeg->av_frame_unref(writer->frame);
        }
    }
    return 1;
}

static int open_encoder(avf_media_writer *writer, const avf_media_format *format) {
    const avf_ffmpeg *ffmpeg = writer->ffmpeg;
    const AVCodec *codec = ffmpeg->avcodec_find_encoder_by_name(format->codec);
    if (!codec)
        return AVERROR_ENCODER_NOT_FOUND;
    AVCodecContext *encoder = writer->encoder = ffmpeg->avcodec_alloc_context3(codec);
    if (!encoder)
        return AVERROR(ENOMEM);
    writer->bitCount = format->bitCount;
    encoder->sample_rate = format->sampleRateHz;
    encoder->time_base = (AVRational){1, format->sampleRateHz};
    encoder->sample_fmt = format->bitCount == 0    ? AV_SAMPLE_FMT_FLTP
                          : format->bitCount <= 16 ? AV_SAMPLE_FMT_S16P
                                                   : AV_SAMPLE_FMT_S32P;
    encoder->bits_per_raw_sample = format->bitCount;
    if (format->bitRate > 0)
        encoder->bit_rate = format->bitRate;
    ffmpeg->av_channel_layout_default(&encoder->ch_layout, format->channelCount);
    if (writer->file->oformat->flags & AVFMT_GLOBALHEADER)
        encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    // The same sound shall be the same file.
    encoder->flags |= AV_CODEC_FLAG_BITEXACT;
    // Of AAC's two searches the fast one errs less, and it makes no noise where a sound begins.
    ffmpeg->av_opt_set_int(encoder->priv_data, "aac_coder", 2, 0);
    return ffmpeg->avcodec_open2(encoder, codec, NULL);
}

// A piece each second that can be read without what follows, so that a killed process leaves a file that
// plays.
static void begin_fragments(avf_media_writer *writer) {
    const avf_ffmpeg *ffmpeg = writer->ffmpeg;
    ffmpeg->av_opt_set(writer->file->priv_data, "movflags", "empty_moov+delay_moov+default_base_moof", 0);
    ffmpeg->av_opt_set_int(writer->file->priv_data, "frag_duration", 1000000, 0);
    writer->file->flags |= AVFMT_FLAG_FLUSH_PACKETS;
}

static int open_file(avf_media_writer *writer, const avf_media_format *format) {
    const avf_ffmpeg *ffmpeg = writer->ffmpeg;
    int code = ffmpeg->avformat_alloc_output_context2(&writer->file, NULL, format->container, NULL);
    if (code < 0)
        return code;
    writer->window = avf_ffmpeg_open_bytes(ffmpeg, &writer->bytes, 1);
    writer->packet = ffmpeg->av_packet_alloc();
    writer->frame = ffmpeg->av_frame_alloc();
    if (!writer->window || !writer->packet || !writer->frame)
        return AVERROR(ENOMEM);
    writer->file->pb = writer->window;
    writer->file->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT;
    code = open_encoder(writer, format);
    if (code < 0)
        return code;
    AVStream *stream = ffmpeg->avformat_new_stream(writer->file, NULL);
    if (!stream)
        return AVERROR(ENOMEM);
    stream->time_base = writer->encoder->time_base;
    code = ffmpeg->avcodec_parameters_from_context(stream->codecpar, writer->encoder);
    if (code < 0)
        return code;
    // Edit lists count in the file's own clock: only frames make the length exact.
    ffmpeg->av_opt_set_int(writer->file->priv_data, "movie_timescale", format->sampleRateHz, 0);
    begin_fragments(writer);
    code = ffmpeg->avformat_write_header(writer->file, NULL);
    writer->isStarted = code >= 0;
    return code;
}

avf_media_writer *avf_media_writer_open(const avf_media_bytes *bytes, const avf_media_format *format,
                                        char reason[AVF_MEDIA_REASON_SIZE]) {
    const avf_ffmpeg *ffmpeg = avf_ffmpeg_functions();
    avf_media_writer *writer = ffmpeg ? calloc(1, sizeof *writer) : NULL;
    if (!writer) {
        snprintf(reason, AVF_MEDIA_REASON_SIZE, "%s", ffmpeg ? "no memory" : avf_media_unavailable());
        return NULL;
    }
    writer->ffmpeg = ffmpeg;
    writer->bytes = *bytes;
    const int code = open_file(writer, format);
    if (code >= 0)
        return writer;
    avf_ffmpeg_explain(ffmpeg, code, reason);
    avf_media_writer_close(writer);
    return NULL;
}

int avf_media_writer_close(avf_media_writer *writer) {
    if (!writer)
        return 1;
    const avf_ffmpeg *ffmpeg = writer->ffmpeg;
    int isComplete = 1;
    if (writer->isStarted) {
        isComplete = send_block(writer) && ffmpeg->avcodec_send_frame(writer->encoder, NULL) >= 0 &&
                     drain(writer);
        isComplete = ffmpeg->av_write_trailer(writer->file) >= 0 && isComplete;
        isComplete = isComplete && writer->window->error >= 0;
    }
    ffmpeg->av_frame_free(&writer->frame);
    ffmpeg->av_packet_free(&writer->packet);
    ffmpeg->avcodec_free_context(&writer->encoder);
    ffmpeg->avformat_free_context(writer->file);
    avf_ffmpeg_close_bytes(ffmpeg, &writer->window);
    free(writer);
    return isComplete;
}

#else

avf_media_writer *avf_media_writer_open(const avf_media_bytes *bytes, const avf_media_format *format,
                                        char reason[AVF_MEDIA_REASON_SIZE]) {
    (void)bytes, (void)format;
    snprintf(reason, AVF_MEDIA_REASON_SIZE, "%s", avf_media_unavailable());
    return NULL;
}

int avf_media_writer_write(avf_media_writer *writer, const double *samples, int64_t frameCount) {
    (void)writer, (void)samples, (void)frameCount;
    return 0;
}

int avf_media_writer_close(avf_media_writer *writer) {
    (void)writer;
    return 1;
}

#endif
