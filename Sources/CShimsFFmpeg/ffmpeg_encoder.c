#include "ffmpeg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef AVF_HAS_FFMPEG

// Frames at a time for encoders that take any number.
enum { FREE_BLOCK = 1024 };

struct avf_packet_encoder {
    const avf_ffmpeg *ffmpeg;
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
    int64_t framesTaken;
};

const int *avf_packet_encoder_rates(const char *name) {
    const avf_ffmpeg *ffmpeg = avf_ffmpeg_functions();
    const AVCodec *codec = ffmpeg ? ffmpeg->avcodec_find_encoder_by_name(name) : NULL;
    return codec ? codec->supported_samplerates : NULL;
}

// Of the kinds of sample that the encoder takes, the one that fits the material best.
static enum AVSampleFormat best_format(const avf_ffmpeg *ffmpeg, const AVCodec *codec, int bitCount) {
    const enum AVSampleFormat wanted = bitCount == 0    ? AV_SAMPLE_FMT_FLT
                                       : bitCount <= 16 ? AV_SAMPLE_FMT_S16
                                                        : AV_SAMPLE_FMT_S32;
    for (const enum AVSampleFormat *format = codec->sample_fmts; format && *format >= 0; format++)
        if (ffmpeg->av_get_packed_sample_fmt(*format) == wanted)
            return *format;
    return codec->sample_fmts ? codec->sample_fmts[0] : wanted;
}

// Each encoder has options of its own; those that it does not have are ignored.
static void set_rate(const avf_ffmpeg *ffmpeg, AVCodecContext *context, const avf_packet_format *format) {
    if (format->bitRate > 0)
        context->bit_rate = format->bitRate;
    const int variation = format->rateVariation;
    if (strcmp(format->codec, "libopus") == 0 && variation >= 0)
        // Its "vbr": 0 off, 1 on, 2 constrained.
        ffmpeg->av_opt_set_int(context->priv_data, "vbr", variation == 0 ? 0 : variation == 3 ? 1 : 2, 0);
    if (strcmp(format->codec, "libmp3lame") == 0 && (variation == 1 || variation == 2))
        ffmpeg->av_opt_set_int(context->priv_data, "abr", 1, 0);
    if (strcmp(format->codec, "libmp3lame") == 0 && variation == 3) {
        context->flags |= AV_CODEC_FLAG_QSCALE;
        context->global_quality = FF_QP2LAMBDA * format->quality;
    }
    // Of AAC's two searches the fast one errs less, and it makes no noise where a sound begins.
    ffmpeg->av_opt_set_int(context->priv_data, "aac_coder", 2, 0);
}

static int open_encoder(avf_packet_encoder *encoder, const avf_packet_format *format) {
    const avf_ffmpeg *ffmpeg = encoder->ffmpeg;
    const AVCodec *codec = ffmpeg->avcodec_find_encoder_by_name(format->codec);
    if (!codec)
        return AVERROR_ENCODER_NOT_FOUND;
    AVCodecContext *context = encoder->context = ffmpeg->avcodec_alloc_context3(codec);
    encoder->packet = ffmpeg->av_packet_alloc();
    encoder->frame = ffmpeg->av_frame_alloc();
    if (!context || !encoder->packet || !encoder->frame)
        return AVERROR(ENOMEM);
    context->sample_rate = format->sampleRateHz;
    context->time_base = (AVRational){1, format->sampleRateHz};
    context->sample_fmt = best_format(ffmpeg, codec, format->bitCount);
    context->bits_per_raw_sample = format->bitCount;
    // FLAC takes its block size from here; the others set their own.
    context->frame_size = format->framesPerPacket;
    // The same sound shall be the same packets, and what decoders must know stands beside them.
    context->flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER;
    ffmpeg->av_channel_layout_default(&context->ch_layout, format->channelCount);
    set_rate(ffmpeg, context, format);
    if (format->framesPerPacket > 0)
        ffmpeg->av_opt_set_double(context->priv_data, "frame_duration",
                                  1000.0 * format->framesPerPacket / format->sampleRateHz, 0);
    return ffmpeg->avcodec_open2(context, codec, NULL);
}

static int make_room(avf_packet_encoder *encoder) {
    const AVCodecContext *context = encoder->context;
    AVFrame *frame = encoder->frame;
    frame->nb_samples = context->frame_size > 0 ? context->frame_size : FREE_BLOCK;
    frame->format = context->sample_fmt;
    frame->sample_rate = context->sample_rate;
    const int code = encoder->ffmpeg->av_channel_layout_copy(&frame->ch_layout, &context->ch_layout);
    return code < 0 ? code : encoder->ffmpeg->av_frame_get_buffer(frame, 0);
}

static void describe(const avf_packet_encoder *encoder, avf_packet_format *format) {
    const AVCodecContext *context = encoder->context;
    format->framesPerPacket = context->frame_size;
    format->delayFrameCount = context->initial_padding;
    format->bitRate = context->bit_rate;
    format->speakers = context->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? context->ch_layout.u.mask : 0;
    format->header = avf_packet_encoder_header(encoder, &format->headerSize);
}

avf_packet_encoder *avf_packet_encoder_open(avf_packet_format *format, char reason[AVF_MEDIA_REASON_SIZE]) {
    const avf_ffmpeg *ffmpeg = avf_ffmpeg_functions();
    avf_packet_encoder *encoder = ffmpeg ? calloc(1, sizeof *encoder) : NULL;
    if (!encoder) {
        snprintf(reason, AVF_MEDIA_REASON_SIZE, "%s", ffmpeg ? "no memory" : avf_media_unavailable());
        return NULL;
    }
    encoder->ffmpeg = ffmpeg;
    int code = open_encoder(encoder, format);
    if (code >= 0)
        code = make_room(encoder);
    if (code < 0) {
        avf_ffmpeg_explain(ffmpeg, code, reason);
        avf_packet_encoder_close(encoder);
        return NULL;
    }
    describe(encoder, format);
    return encoder;
}

void avf_packet_encoder_room(avf_packet_encoder *encoder, avf_packet_samples *samples) {
    const avf_ffmpeg *ffmpeg = encoder->ffmpeg;
    const AVCodecContext *context = encoder->context;
    const enum AVSampleFormat packed = ffmpeg->av_get_packed_sample_fmt(context->sample_fmt);
    memset(samples, 0, sizeof *samples);
    encoder->frame->nb_samples = context->frame_size > 0 ? context->frame_size : FREE_BLOCK;
    // The encoder may still hold the last block's memory.
    if (ffmpeg->av_frame_make_writable(encoder->frame) < 0)
        return;
    samples->blocks = encoder->frame->extended_data;
    samples->frameCount = encoder->frame->nb_samples;
    samples->channelCount = context->ch_layout.nb_channels;
    samples->sampleRateHz = context->sample_rate;
    samples->bytesPerSample = ffmpeg->av_get_bytes_per_sample(context->sample_fmt);
    samples->isFloat = packed == AV_SAMPLE_FMT_FLT || packed == AV_SAMPLE_FMT_DBL;
    samples->isInterleaved = !ffmpeg->av_sample_fmt_is_planar(context->sample_fmt);
    const int bits = context->bits_per_raw_sample;
    const int room = 8 * samples->bytesPerSample;
    samples->bitCount = !samples->isFloat && bits > 0 && bits < room ? bits : room;
    samples->speakers = context->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? context->ch_layout.u.mask : 0;
}

int avf_packet_encoder_put(avf_packet_encoder *encoder, int frameCount) {
    AVFrame *frame = encoder->frame;
    if (frameCount < 1)
        return encoder->ffmpeg->avcodec_send_frame(encoder->context, NULL) >= 0;
    frame->nb_samples = frameCount;
    frame->pts = encoder->framesTaken;
    encoder->framesTaken += frameCount;
    return encoder->ffmpeg->avcodec_send_frame(encoder->context, frame) >= 0;
}

// At the end of a stream FLAC tells anew what it wrote at the beginning, now with lengths.
static void take_header(avf_packet_encoder *encoder) {
    const AVPacket *packet = encoder->packet;
    for (int k = 0; k < packet->side_data_elems; k++) {
        const AVPacketSideData *data = &packet->side_data[k];
        if (data->type == AV_PKT_DATA_NEW_EXTRADATA && data->size == (size_t)encoder->context->extradata_size)
            memcpy(encoder->context->extradata, data->data, data->size);
    }
}

int avf_packet_encoder_next(avf_packet_encoder *encoder, const uint8_t **packet, int *size) {
    const avf_ffmpeg *ffmpeg = encoder->ffmpeg;
    do {
        ffmpeg->av_packet_unref(encoder->packet);
        const int code = ffmpeg->avcodec_receive_packet(encoder->context, encoder->packet);
        if (code == AVERROR(EAGAIN) || code == AVERROR_EOF)
            return 0;
        if (code < 0)
            return -1;
        take_header(encoder);
    } while (encoder->packet->size < 1);
    *packet = encoder->packet->data;
    *size = encoder->packet->size;
    return 1;
}

const uint8_t *avf_packet_encoder_header(const avf_packet_encoder *encoder, int *size) {
    *size = encoder->context->extradata_size;
    return encoder->context->extradata;
}

void avf_packet_encoder_close(avf_packet_encoder *encoder) {
    if (!encoder)
        return;
    encoder->ffmpeg->av_frame_free(&encoder->frame);
    encoder->ffmpeg->av_packet_free(&encoder->packet);
    encoder->ffmpeg->avcodec_free_context(&encoder->context);
    free(encoder);
}

#else

const int *avf_packet_encoder_rates(const char *name) {
    (void)name;
    return NULL;
}

avf_packet_encoder *avf_packet_encoder_open(avf_packet_format *format, char reason[AVF_MEDIA_REASON_SIZE]) {
    (void)format;
    snprintf(reason, AVF_MEDIA_REASON_SIZE, "%s", avf_media_unavailable());
    return NULL;
}

void avf_packet_encoder_room(avf_packet_encoder *encoder, avf_packet_samples *samples) {
    (void)encoder;
    memset(samples, 0, sizeof *samples);
}

int avf_packet_encoder_put(avf_packet_encoder *encoder, int frameCount) {
    (void)encoder, (void)frameCount;
    return 0;
}

int avf_packet_encoder_next(avf_packet_encoder *encoder, const uint8_t **packet, int *size) {
    (void)encoder, (void)packet, (void)size;
    return 0;
}

const uint8_t *avf_packet_encoder_header(const avf_packet_encoder *encoder, int *size) {
    (void)encoder;
    *size = 0;
    return NULL;
}

void avf_packet_encoder_close(avf_packet_encoder *encoder) {
    (void)encoder;
}

#endif
