#include "ffmpeg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef AVF_HAS_FFMPEG

// Damaged packets in a row after which a file counts as damaged to its end.
enum { LARGEST_DAMAGE = 64 };

// Frames that are decoded and dropped before a place that is jumped to: more than any coding looks back.
enum { PREROLL = 16384 };

struct avf_media_reader {
    const avf_ffmpeg *ffmpeg;
    avf_media_bytes bytes;
    AVIOContext *window;
    AVFormatContext *file;
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *frame;
    int stream;
    int channelCount;
    int64_t frameCount;
    // The frame that is read next, and the place within the decoded block, which begins at `blockStart`.
    int64_t position, blockStart;
    int used;
    int isDrained, damage;
};

static AVStream *stream_of(const avf_media_reader *reader) {
    return reader->file->streams[reader->stream];
}

static double sample(const AVFrame *frame, int channel, int index, int channelCount) {
    const enum AVSampleFormat format = frame->format;
    const int isPlanar = format >= AV_SAMPLE_FMT_U8P && format != AV_SAMPLE_FMT_S64;
    const uint8_t *data = frame->extended_data[isPlanar ? channel : 0];
    const size_t place = isPlanar ? (size_t)index : (size_t)index * (size_t)channelCount + (size_t)channel;
    switch (format) {
    case AV_SAMPLE_FMT_U8:
    case AV_SAMPLE_FMT_U8P: return (data[place] - 128) / 128.0;
    case AV_SAMPLE_FMT_S16:
    case AV_SAMPLE_FMT_S16P: return ((const int16_t *)(const void *)data)[place] / 32768.0;
    case AV_SAMPLE_FMT_S32:
    case AV_SAMPLE_FMT_S32P: return ((const int32_t *)(const void *)data)[place] / 2147483648.0;
    case AV_SAMPLE_FMT_FLT:
    case AV_SAMPLE_FMT_FLTP: return ((const float *)(const void *)data)[place];
    case AV_SAMPLE_FMT_DBL:
    case AV_SAMPLE_FMT_DBLP: return ((const double *)(const void *)data)[place];
    default: return 0;
    }
}

// Where a decoded block lies in the file's sound; blocks without a time follow each other.
static void place_block(avf_media_reader *reader) {
    const AVStream *stream = stream_of(reader);
    const int64_t time = reader->frame->best_effort_timestamp;
    const int64_t follows = reader->blockStart;
    if (time == AV_NOPTS_VALUE)
        return;
    const AVRational seconds = {1, reader->decoder->sample_rate};
    int64_t start = reader->ffmpeg->av_rescale_q(time, stream->time_base, seconds);
    // Times of coarse clocks (milliseconds) are only a hint.
    if (stream->time_base.den < reader->decoder->sample_rate && llabs(start - follows) < 2 * stream->time_base.den)
        start = follows;
    reader->blockStart = start;
}

// Feeds the decoder with one packet of the stream, or tells it that there are no more.
static int feed(avf_media_reader *reader) {
    const avf_ffmpeg *ffmpeg = reader->ffmpeg;
    while (!reader->isDrained) {
        const int code = ffmpeg->av_read_frame(reader->file, reader->packet);
        if (code < 0) {
            reader->isDrained = 1;
            ffmpeg->avcodec_send_packet(reader->decoder, NULL);
            return 1;
        }
        const int isOurs = reader->packet->stream_index == reader->stream;
        const int result = isOurs ? ffmpeg->avcodec_send_packet(reader->decoder, reader->packet) : 0;
        ffmpeg->av_packet_unref(reader->packet);
        if (isOurs && result < 0 && ++reader->damage > LARGEST_DAMAGE)
            return 0;
        if (isOurs && result >= 0)
            return 1;
    }
    return 0;
}

// Decodes the next block; 0 at the end or when only damage follows.
static int next_block(avf_media_reader *reader) {
    const avf_ffmpeg *ffmpeg = reader->ffmpeg;
    reader->blockStart += reader->frame->nb_samples;
    reader->used = 0;
    for (;;) {
        ffmpeg->av_frame_unref(reader->frame);
        const int code = ffmpeg->avcodec_receive_frame(reader->decoder, reader->frame);
        if (code == 0 && reader->frame->ch_layout.nb_channels == reader->channelCount) {
            reader->damage = 0;
            place_block(reader);
            return 1;
        }
        if (code == AVERROR_EOF)
            return 0;
        if (code != AVERROR(EAGAIN) && ++reader->damage > LARGEST_DAMAGE)
            return 0;
        if (code == AVERROR(EAGAIN) && !feed(reader))
            return 0;
    }
}

int64_t avf_media_reader_read(avf_media_reader *reader, double *samples, int64_t frameCount) {
    const int channels = reader->channelCount;
    int64_t done = 0;
    while (done < frameCount && (reader->frameCount < 0 || reader->position < reader->frameCount)) {
        const int64_t blockEnd = reader->blockStart + reader->frame->nb_samples;
        if (reader->position >= blockEnd) {
            if (!next_block(reader))
                break;
            continue;
        }
        double *target = samples + done * channels;
        if (reader->position < reader->blockStart) {
            // A packet is missing: what it held is silence.
            memset(target, 0, sizeof(double) * (size_t)channels);
        } else {
            const int index = (int)(reader->position - reader->blockStart);
            for (int c = 0; c < channels; c++)
                target[c] = sample(reader->frame, c, index, channels);
        }
        done++;
        reader->position++;
    }
    return done == 0 && frameCount > 0 && reader->damage > LARGEST_DAMAGE ? -1 : done;
}

static int open_decoder(avf_media_reader *reader);

static int rewind_to(avf_media_reader *reader, int64_t frame) {
    const avf_ffmpeg *ffmpeg = reader->ffmpeg;
    const AVRational seconds = {1, reader->decoder->sample_rate};
    // Before the beginning lies the encoder's delay: its packets have negative times.
    const int64_t time = ffmpeg->av_rescale_q(frame > 0 ? frame : -PREROLL, seconds, stream_of(reader)->time_base);
    int code = ffmpeg->av_seek_frame(reader->file, reader->stream, time, AVSEEK_FLAG_BACKWARD);
    // Bare streams have no index; their beginning is their first byte.
    if (code < 0 && frame <= 0)
        code = ffmpeg->av_seek_frame(reader->file, -1, 0, AVSEEK_FLAG_BYTE);
    if (code < 0)
        return 0;
    if (frame <= 0) {
        // Flushing leaves a lossy decoder's noise where it was: only a new one decodes as the first did.
        ffmpeg->avcodec_free_context(&reader->decoder);
        if (open_decoder(reader) < 0)
            return 0;
    } else {
        ffmpeg->avcodec_flush_buffers(reader->decoder);
    }
    ffmpeg->av_frame_unref(reader->frame);
    reader->blockStart = frame;
    reader->isDrained = reader->damage = 0;
    return 1;
}

int avf_media_reader_seek(avf_media_reader *reader, int64_t frame) {
    const int64_t blockEnd = reader->blockStart + reader->frame->nb_samples;
    const int isNear = frame >= reader->blockStart && frame < blockEnd + PREROLL;
    if (!isNear && !rewind_to(reader, frame > PREROLL ? frame - PREROLL : 0))
        return 0;
    reader->position = frame;
    return 1;
}

// The length that iTunes writes beside the sound: " 00000000 delay padding frames …", all hexadecimal.
static int64_t itunes_length(const avf_media_reader *reader) {
    const AVDictionaryEntry *entry = reader->ffmpeg->av_dict_get(reader->file->metadata, "iTunSMPB", NULL, 0);
    unsigned delay, padding;
    unsigned long long frames;
    if (!entry || sscanf(entry->value, " %*x %x %x %llx", &delay, &padding, &frames) != 3)
        return -1;
    return frames < INT64_MAX ? (int64_t)frames : -1;
}

static int64_t length_of(const avf_media_reader *reader) {
    const AVStream *stream = stream_of(reader);
    const int64_t known = itunes_length(reader);
    if (known >= 0)
        return known;
    const int isExact = stream->time_base.den >= reader->decoder->sample_rate &&
                        (stream->nb_frames > 0 || strstr(reader->file->iformat->name, "mov"));
    if (!isExact || stream->duration == AV_NOPTS_VALUE || stream->duration <= 0)
        return -1;
    return reader->ffmpeg->av_rescale_q(stream->duration, stream->time_base,
                                        (AVRational){1, reader->decoder->sample_rate});
}

static int open_decoder(avf_media_reader *reader) {
    const avf_ffmpeg *ffmpeg = reader->ffmpeg;
    const AVCodecParameters *parameters = stream_of(reader)->codecpar;
    const AVCodec *codec = ffmpeg->avcodec_find_decoder(parameters->codec_id);
    if (!codec)
        return AVERROR_DECODER_NOT_FOUND;
    reader->decoder = ffmpeg->avcodec_alloc_context3(codec);
    if (!reader->decoder)
        return AVERROR(ENOMEM);
    int code = ffmpeg->avcodec_parameters_to_context(reader->decoder, parameters);
    if (code < 0)
        return code;
    reader->decoder->pkt_timebase = stream_of(reader)->time_base;
    code = ffmpeg->avcodec_open2(reader->decoder, codec, NULL);
    if (code >= 0 && (reader->decoder->ch_layout.nb_channels < 1 || reader->decoder->sample_rate < 1))
        return AVERROR_INVALIDDATA;
    reader->channelCount = reader->decoder->ch_layout.nb_channels;
    return code;
}

static int open_file(avf_media_reader *reader) {
    const avf_ffmpeg *ffmpeg = reader->ffmpeg;
    reader->window = avf_ffmpeg_open_bytes(ffmpeg, &reader->bytes, 0);
    reader->file = ffmpeg->avformat_alloc_context();
    reader->packet = ffmpeg->av_packet_alloc();
    reader->frame = ffmpeg->av_frame_alloc();
    if (!reader->window || !reader->file || !reader->packet || !reader->frame)
        return AVERROR(ENOMEM);
    reader->file->pb = reader->window;
    reader->file->flags |= AVFMT_FLAG_CUSTOM_IO;
    reader->file->format_whitelist = ffmpeg->av_strdup("mov,mp4,m4a,3gp,3g2,mj2,caf,aac,ac3,eac3");
    // On failure FFmpeg frees the context and sets the pointer to NULL.
    int code = ffmpeg->avformat_open_input(&reader->file, NULL, NULL, NULL);
    if (code >= 0)
        code = ffmpeg->avformat_find_stream_info(reader->file, NULL);
    if (code >= 0)
        code = reader->stream = ffmpeg->av_find_best_stream(reader->file, AVMEDIA_TYPE_AUDIO, -1, -1, NULL, 0);
    return code < 0 ? code : open_decoder(reader);
}

static void describe(const avf_media_reader *reader, avf_media_format *format) {
    const AVCodecContext *decoder = reader->decoder;
    memset(format, 0, sizeof *format);
    snprintf(format->codec, sizeof format->codec, "%s", reader->ffmpeg->avcodec_get_name(decoder->codec_id));
    snprintf(format->container, sizeof format->container, "%s", reader->file->iformat->name);
    format->sampleRateHz = decoder->sample_rate;
    format->channelCount = reader->channelCount;
    format->bitCount = decoder->codec_id == AV_CODEC_ID_ALAC || decoder->codec_id == AV_CODEC_ID_FLAC
                           ? decoder->bits_per_raw_sample
                           : 0;
    format->bitRate = stream_of(reader)->codecpar->bit_rate;
    format->frameCount = reader->frameCount;
}

avf_media_reader *avf_media_reader_open(const avf_media_bytes *bytes, avf_media_format *format,
                                        char reason[AVF_MEDIA_REASON_SIZE]) {
    const avf_ffmpeg *ffmpeg = avf_ffmpeg_functions();
    avf_media_reader *reader = ffmpeg ? calloc(1, sizeof *reader) : NULL;
    if (!reader) {
        snprintf(reason, AVF_MEDIA_REASON_SIZE, "%s", ffmpeg ? "no memory" : avf_media_unavailable());
        return NULL;
    }
    reader->ffmpeg = ffmpeg;
    reader->bytes = *bytes;
    reader->frameCount = -1;
    const int code = open_file(reader);
    if (code < 0) {
        avf_ffmpeg_explain(ffmpeg, code, reason);
        avf_media_reader_close(reader);
        return NULL;
    }
    reader->frameCount = length_of(reader);
    describe(reader, format);
    return reader;
}

void avf_media_reader_close(avf_media_reader *reader) {
    if (!reader)
        return;
    const avf_ffmpeg *ffmpeg = reader->ffmpeg;
    ffmpeg->av_frame_free(&reader->frame);
    ffmpeg->av_packet_free(&reader->packet);
    ffmpeg->avcodec_free_context(&reader->decoder);
    ffmpeg->avformat_close_input(&reader->file);
    avf_ffmpeg_close_bytes(ffmpeg, &reader->window);
    free(reader);
}

#else

avf_media_reader *avf_media_reader_open(const avf_media_bytes *bytes, avf_media_format *format,
                                        char reason[AVF_MEDIA_REASON_SIZE]) {
    (void)bytes, (void)format;
    snprintf(reason, AVF_MEDIA_REASON_SIZE, "%s", avf_media_unavailable());
    return NULL;
}

int64_t avf_media_reader_read(avf_media_reader *reader, double *samples, int64_t frameCount) {
    (void)reader, (void)samples, (void)frameCount;
    return 0;
}

int avf_media_reader_seek(avf_media_reader *reader, int64_t frame) {
    (void)reader, (void)frame;
    return 0;
}

void avf_media_reader_close(avf_media_reader *reader) {
    (void)reader;
}

#endif
