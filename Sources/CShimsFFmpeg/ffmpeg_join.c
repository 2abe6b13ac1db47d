#include "ffmpeg.h"

#ifdef AVF_HAS_FFMPEG

// A copy of packets from file to file.
typedef struct {
    const avf_ffmpeg *ffmpeg;
    AVIOContext *input, *output;
    AVFormatContext *source, *target;
    AVPacket *packet, *held;
} join;

static int open_source(join *join, const avf_media_bytes *bytes) {
    const avf_ffmpeg *ffmpeg = join->ffmpeg;
    join->input = avf_ffmpeg_open_bytes(ffmpeg, bytes, 0);
    join->source = ffmpeg->avformat_alloc_context();
    join->packet = ffmpeg->av_packet_alloc();
    join->held = ffmpeg->av_packet_alloc();
    if (!join->input || !join->source || !join->packet || !join->held)
        return 0;
    join->source->pb = join->input;
    join->source->flags |= AVFMT_FLAG_CUSTOM_IO;
    join->source->format_whitelist = ffmpeg->av_strdup("mov,mp4,m4a,3gp,3g2,mj2");
    return ffmpeg->avformat_open_input(&join->source, NULL, NULL, NULL) >= 0 &&
           ffmpeg->avformat_find_stream_info(join->source, NULL) >= 0 && join->source->nb_streams == 1;
}

static int open_target(join *join, const avf_media_bytes *bytes, const char *container) {
    const avf_ffmpeg *ffmpeg = join->ffmpeg;
    if (ffmpeg->avformat_alloc_output_context2(&join->target, NULL, container, NULL) < 0)
        return 0;
    join->output = avf_ffmpeg_open_bytes(ffmpeg, bytes, 1);
    AVStream *stream = ffmpeg->avformat_new_stream(join->target, NULL);
    if (!join->output || !stream)
        return 0;
    const AVCodecParameters *parameters = join->source->streams[0]->codecpar;
    join->target->pb = join->output;
    join->target->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT;
    stream->time_base = (AVRational){1, parameters->sample_rate};
    if (ffmpeg->avcodec_parameters_copy(stream->codecpar, parameters) < 0)
        return 0;
    stream->codecpar->codec_tag = 0;
    // Edit lists count in the file's own clock: only frames make the length exact.
    ffmpeg->av_opt_set_int(join->target->priv_data, "movie_timescale", parameters->sample_rate, 0);
    return ffmpeg->avformat_write_header(join->target, NULL) >= 0;
}

// Writes the packet that is held back, now that it is known where it ends.
static int write_held(join *join, int64_t end) {
    AVPacket *held = join->held;
    if (!held->data)
        return 1;
    held->duration = end > held->pts ? end - held->pts : 0;
    held->pos = -1;
    held->stream_index = 0;
    return join->ffmpeg->av_interleaved_write_frame(join->target, held) >= 0 && join->output->error >= 0;
}

// Pieces do not tell how long their last packet is: it lasts until the next one, and the very last to the
// end.
static int copy_packets(join *join, int64_t frameCount) {
    const avf_ffmpeg *ffmpeg = join->ffmpeg;
    const AVRational clock = join->target->streams[0]->time_base;
    const AVRational frames = {1, join->source->streams[0]->codecpar->sample_rate};
    while (ffmpeg->av_read_frame(join->source, join->packet) >= 0) {
        AVPacket *packet = join->packet;
        ffmpeg->av_packet_rescale_ts(packet, join->source->streams[0]->time_base, clock);
        if (packet->pts == AV_NOPTS_VALUE || !write_held(join, packet->pts))
            return 0;
        ffmpeg->av_packet_unref(join->held);
        join->packet = join->held;
        join->held = packet;
    }
    return join->held->data && write_held(join, ffmpeg->av_rescale_q(frameCount, frames, clock)) &&
           ffmpeg->av_write_trailer(join->target) >= 0 && join->output->error >= 0 && join->input->error >= 0;
}

int avf_media_join(const avf_media_bytes *source, const avf_media_bytes *target, const char *container,
                   int64_t frameCount) {
    join join = {.ffmpeg = avf_ffmpeg_functions()};
    const avf_ffmpeg *ffmpeg = join.ffmpeg;
    if (!ffmpeg)
        return 0;
    const int isDone = open_source(&join, source) && open_target(&join, target, container) &&
                       copy_packets(&join, frameCount);
    ffmpeg->av_packet_free(&join.packet);
    ffmpeg->av_packet_free(&join.held);
    ffmpeg->avformat_close_input(&join.source);
    ffmpeg->avformat_free_context(join.target);
    avf_ffmpeg_close_bytes(ffmpeg, &join.input);
    avf_ffmpeg_close_bytes(ffmpeg, &join.output);
    return isDone;
}

#else

int avf_media_join(const avf_media_bytes *source, const avf_media_bytes *target, const char *container,
                   int64_t frameCount) {
    (void)source, (void)target, (void)container, (void)frameCount;
    return 0;
}

#endif
