#include "ffmpeg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef AVF_HAS_FFMPEG

struct avf_packet_decoder {
    const avf_ffmpeg *ffmpeg;
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
};

int avf_packet_codec_exists(const char *name, int isEncoder) {
    const avf_ffmpeg *ffmpeg = avf_ffmpeg_functions();
    if (!ffmpeg)
        return 0;
    return isEncoder ? ffmpeg->avcodec_find_encoder_by_name(name) != NULL
                     : ffmpeg->avcodec_find_decoder_by_name(name) != NULL;
}

static int set_header(avf_packet_decoder *decoder, const avf_packet_format *format) {
    if (format->headerSize < 1)
        return 0;
    const size_t size = (size_t)format->headerSize;
    // Freed by FFmpeg together with the context.
    decoder->context->extradata = decoder->ffmpeg->av_mallocz(size + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!decoder->context->extradata)
        return AVERROR(ENOMEM);
    memcpy(decoder->context->extradata, format->header, size);
    decoder->context->extradata_size = format->headerSize;
    return 0;
}

static int open_decoder(avf_packet_decoder *decoder, const avf_packet_format *format) {
    const avf_ffmpeg *ffmpeg = decoder->ffmpeg;
    const AVCodec *codec = ffmpeg->avcodec_find_decoder_by_name(format->codec);
    if (!codec)
        return AVERROR_DECODER_NOT_FOUND;
    AVCodecContext *context = decoder->context = ffmpeg->avcodec_alloc_context3(codec);
    decoder->packet = ffmpeg->av_packet_alloc();
    decoder->frame = ffmpeg->av_frame_alloc();
    if (!context || !decoder->packet || !decoder->frame)
        return AVERROR(ENOMEM);
    context->sample_rate = format->sampleRateHz;
    context->pkt_timebase = (AVRational){1, format->sampleRateHz};
    context->bits_per_coded_sample = format->bitCount;
    // Every packet gives its frames; what lies before the sound is for the caller to leave out.
    context->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;
    ffmpeg->av_channel_layout_default(&context->ch_layout, format->channelCount);
    const int code = set_header(decoder, format);
    return code < 0 ? code : ffmpeg->avcodec_open2(context, codec, NULL);
}

avf_packet_decoder *avf_packet_decoder_open(const avf_packet_format *format, char reason[AVF_MEDIA_REASON_SIZE]) {
    const avf_ffmpeg *ffmpeg = avf_ffmpeg_functions();
    avf_packet_decoder *decoder = ffmpeg ? calloc(1, sizeof *decoder) : NULL;
    if (!decoder) {
        snprintf(reason, AVF_MEDIA_REASON_SIZE, "%s", ffmpeg ? "no memory" : avf_media_unavailable());
        return NULL;
    }
    decoder->ffmpeg = ffmpeg;
    const int code = open_decoder(decoder, format);
    if (code >= 0)
        return decoder;
    avf_ffmpeg_explain(ffmpeg, code, reason);
    avf_packet_decoder_close(decoder);
    return NULL;
}

int avf_packet_decoder_put(avf_packet_decoder *decoder, const uint8_t *packet, int size) {
    const avf_ffmpeg *ffmpeg = decoder->ffmpeg;
    if (!packet)
        return ffmpeg->avcodec_send_packet(decoder->context, NULL) >= 0;
    // Decoders read beyond the end, where FFmpeg's own memory has zeros.
    if (size < 1 || ffmpeg->av_new_packet(decoder->packet, size) < 0)
        return 0;
    memcpy(decoder->packet->data, packet, (size_t)size);
    const int code = ffmpeg->avcodec_send_packet(decoder->context, decoder->packet);
    ffmpeg->av_packet_unref(decoder->packet);
    return code >= 0;
}

static int is_float(enum AVSampleFormat packed) {
    return packed == AV_SAMPLE_FMT_FLT || packed == AV_SAMPLE_FMT_DBL;
}

static void describe(const avf_packet_decoder *decoder, avf_packet_samples *samples) {
    const AVFrame *frame = decoder->frame;
    const enum AVSampleFormat format = frame->format;
    const int bytes = decoder->ffmpeg->av_get_bytes_per_sample(format);
    const int bits = decoder->context->bits_per_raw_sample;
    samples->blocks = frame->extended_data;
    samples->frameCount = frame->nb_samples;
    samples->channelCount = frame->ch_layout.nb_channels;
    samples->sampleRateHz = frame->sample_rate > 0 ? frame->sample_rate : decoder->context->sample_rate;
    samples->bytesPerSample = bytes;
    samples->isFloat = is_float(decoder->ffmpeg->av_get_packed_sample_fmt(format));
    samples->isInterleaved = !decoder->ffmpeg->av_sample_fmt_is_planar(format);
    samples->bitCount = !samples->isFloat && bits > 0 && bits < 8 * bytes ? bits : 8 * bytes;
    samples->speakers = frame->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame->ch_layout.u.mask : 0;
}

int avf_packet_decoder_next(avf_packet_decoder *decoder, avf_packet_samples *samples) {
    const avf_ffmpeg *ffmpeg = decoder->ffmpeg;
    do {
        ffmpeg->av_frame_unref(decoder->frame);
        const int code = ffmpeg->avcodec_receive_frame(decoder->context, decoder->frame);
        if (code == AVERROR(EAGAIN) || code == AVERROR_EOF)
            return 0;
        if (code < 0)
            return -1;
    } while (decoder->frame->nb_samples < 1);
    describe(decoder, samples);
    return samples->channelCount > 0 && samples->sampleRateHz > 0 ? 1 : -1;
}

void avf_packet_decoder_close(avf_packet_decoder *decoder) {
    if (!decoder)
        return;
    decoder->ffmpeg->av_frame_free(&decoder->frame);
    decoder->ffmpeg->av_packet_free(&decoder->packet);
    decoder->ffmpeg->avcodec_free_context(&decoder->context);
    free(decoder);
}

#else

int avf_packet_codec_exists(const char *name, int isEncoder) {
    (void)name, (void)isEncoder;
    return 0;
}

avf_packet_decoder *avf_packet_decoder_open(const avf_packet_format *format, char reason[AVF_MEDIA_REASON_SIZE]) {
    (void)format;
    snprintf(reason, AVF_MEDIA_REASON_SIZE, "%s", avf_media_unavailable());
    return NULL;
}

int avf_packet_decoder_put(avf_packet_decoder *decoder, const uint8_t *packet, int size) {
    (void)decoder, (void)packet, (void)size;
    return 0;
}

int avf_packet_decoder_next(avf_packet_decoder *decoder, avf_packet_samples *samples) {
    (void)decoder, (void)samples;
    return 0;
}

void avf_packet_decoder_close(avf_packet_decoder *decoder) {
    (void)decoder;
}

#endif
