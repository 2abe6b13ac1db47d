// Claims about what the functions do. Prints those that do not hold. behaviour SCRATCH-FOLDER
#include "check.h"
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FRAMES = 64 };
static const avf_format stereo = {48000, 2};
static const avf_format mono = {48000, 1};

static void on_destroy(void *count) {
    atomic_fetch_add((atomic_int *)count, 1);
}
static void on_completion(avf_completion_kind kind, void *count) {
    (void)kind;
    atomic_fetch_add((atomic_int *)count, 100);
}

/// Waits, at most five seconds, for what another thread does.
static int becomes(atomic_int *value, int wanted) {
    for (int i = 0; i < 5000 && atomic_load(value) != wanted; i++)
        usleep(1000);
    return atomic_load(value) == wanted;
}

/// An offline engine with a player on its main mixer.
static avf_engine *make_engine(avf_player **player) {
    avf_engine *engine;
    avf_mixer *mixer;
    WORKS(avf_engine_create(&engine));
    WORKS(avf_engine_enable_manual_rendering(engine, AVF_RENDERING_OFFLINE, &stereo, FRAMES));
    WORKS(avf_player_create(player));
    WORKS(avf_engine_attach(engine, *player));
    WORKS(avf_engine_get_main_mixer(engine, &mixer));
    WORKS(avf_engine_connect(engine, *player, 0, mixer, AVF_NEXT_BUS, &stereo));
    WORKS(avf_node_release(mixer));
    return engine;
}

static avf_buffer *make_ramp(void) {
    avf_buffer *buffer;
    float *const *channels;
    WORKS(avf_buffer_create(&stereo, FRAMES, &buffer));
    WORKS(avf_buffer_get_channels(buffer, &channels));
    for (int i = 0; i < FRAMES; i++)
        channels[0][i] = (float)(i + 1) / 128, channels[1][i] = -channels[0][i];
    WORKS(avf_buffer_set_frame_length(buffer, FRAMES));
    return buffer;
}

static void handles_are_counted(void) {
    avf_engine *engine;
    avf_node *first, *second;
    WORKS(avf_engine_create(&engine));
    WORKS(avf_engine_get_output_node(engine, &first));
    WORKS(avf_engine_get_output_node(engine, &second));
    CHECK(first == second);
    WORKS(avf_node_retain(first));
    for (int i = 0; i < 3; i++)
        WORKS(avf_node_release(first));
    GIVES(AVF_ERROR_BAD_HANDLE, avf_node_release(first));
    GIVES(AVF_ERROR_BAD_HANDLE, avf_node_retain(first));
    WORKS(avf_engine_get_output_node(engine, &second));
    CHECK(first != second);
    WORKS(avf_node_release(second));
    avf_buffer *buffer = NULL;
    WORKS(avf_buffer_create(&mono, 1, &buffer));
    for (int i = 1; i < UINT16_MAX; i++)
        WORKS(avf_buffer_retain(buffer));
    GIVES(AVF_ERROR_TOO_MANY, avf_buffer_retain(buffer));
    for (int i = 0; i < UINT16_MAX; i++)
        WORKS(avf_buffer_release(buffer));
    GIVES(AVF_ERROR_BAD_HANDLE, avf_buffer_release(buffer));
    WORKS(avf_engine_release(engine));
}

static void a_buffer_is_heard_untouched(void) {
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    avf_buffer *ramp = make_ramp();
    atomic_int told = 0, destroyed = 0;
    avf_schedule schedule = AVF_SCHEDULE_DEFAULTS;
    schedule.completion = on_completion;
    schedule.userdata = &told;
    schedule.destroy = on_destroy;
    float interleaved[2 * FRAMES];
    avf_statistics statistics;
    (void)destroyed;
    WORKS(avf_player_schedule_buffer(player, ramp, &schedule));
    WORKS(avf_buffer_release(ramp));
    CHECK(avf_engine_set_thread_count(engine, 0) == AVF_ERROR_BAD_ARGUMENT);
    WORKS(avf_engine_set_thread_count(engine, 3));
    WORKS(avf_engine_start(engine));
    WORKS(avf_player_play(player));
    WORKS(avf_node_release(player));
    WORKS(avf_engine_render_offline_interleaved(engine, interleaved, 2, FRAMES));
    for (int i = 0; i < FRAMES; i++)
        CHECK(interleaved[2 * i] == (float)(i + 1) / 128 && interleaved[2 * i + 1] == -(float)(i + 1) / 128);
    WORKS(avf_engine_render_offline_interleaved(engine, interleaved, 2, 1));
    CHECK(becomes(&told, 101));
    WORKS(avf_engine_get_statistics(engine, sizeof statistics, &statistics));
    CHECK(statistics.rendered_frame_count == FRAMES + 1);
    WORKS(avf_engine_release(engine));
    CHECK(told == 101);
}

static void player_time_is_the_number_of_frames_rendered(void) {
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    float left[FRAMES], right[FRAMES];
    float *const planes[] = {left, right};
    int64_t time = -1;
    for (int realtime = 0; realtime < 2; realtime++) {
        if (realtime)
            WORKS(avf_engine_enable_manual_rendering(engine, AVF_RENDERING_REALTIME, &stereo, FRAMES));
        WORKS(avf_engine_start(engine));
        WORKS(avf_player_play(player));
        for (int block = 1; block <= 3; block++) {
            if (realtime)
                WORKS(avf_engine_render_realtime(engine, planes, 2, FRAMES));
            else
                WORKS(avf_engine_render_offline(engine, planes, 2, FRAMES));
            WORKS(avf_player_get_sample_time(player, &time));
            CHECK(time == block * FRAMES);
        }
        WORKS(avf_player_stop(player));
        WORKS(avf_player_play(player));
        GIVES(AVF_ERROR_WRONG_STATE, avf_player_get_sample_time(player, &time));
        WORKS(avf_player_stop(player));
        WORKS(avf_engine_stop(engine));
    }
    WORKS(avf_engine_release(engine));
    WORKS(avf_node_release(player));
}

static void realtime_rendering_needs_a_running_engine(void) {
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    avf_buffer *ramp = make_ramp();
    float left[FRAMES] = {9}, right[FRAMES];
    float *const planes[] = {left, right};
    WORKS(avf_engine_enable_manual_rendering(engine, AVF_RENDERING_REALTIME, &stereo, FRAMES));
    GIVES(AVF_ERROR_WRONG_STATE, avf_engine_render_realtime(engine, planes, 2, FRAMES));
    CHECK(left[0] == 9);
    WORKS(avf_player_schedule_buffer(player, ramp, NULL));
    WORKS(avf_engine_start(engine));
    WORKS(avf_player_play(player));
    WORKS(avf_engine_render_realtime(engine, planes, 2, FRAMES));
    for (int i = 0; i < FRAMES; i++)
        CHECK(left[i] == (float)(i + 1) / 128);
    WORKS(avf_engine_pause(engine));
    GIVES(AVF_ERROR_WRONG_STATE, avf_engine_render_realtime(engine, planes, 2, FRAMES));
    GIVES(AVF_ERROR_WRONG_STATE, avf_engine_render_offline(engine, planes, 2, FRAMES));
    WORKS(avf_engine_release(engine));
    WORKS(avf_node_release(player));
    WORKS(avf_buffer_release(ramp));
}

struct tapped {
    atomic_int frames, destroyed, refused;
    avf_engine *engine;
    float first;
};

static void on_tap(const avf_tap_block *block, void *userdata) {
    struct tapped *tapped = userdata;
    float plane[2][1];
    float *const planes[] = {plane[0], plane[1]};
    if (block->sample_time == 0)
        tapped->first = block->channels[1][0];
    tapped->refused = avf_engine_render_offline(tapped->engine, planes, 2, 1);
    atomic_fetch_add(&tapped->frames, (int)block->frame_count);
}

static void on_tap_destroy(void *userdata) {
    ((struct tapped *)userdata)->destroyed++;
}

static void a_tap_hears_what_is_rendered(void) {
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    avf_buffer *ramp = make_ramp();
    struct tapped tapped = {.engine = engine};
    float left[FRAMES], right[FRAMES];
    float *const planes[] = {left, right};
    WORKS(avf_node_install_tap(player, 0, 16, on_tap, &tapped, on_tap_destroy));
    GIVES(AVF_ERROR_EXISTS, avf_node_install_tap(player, 0, 16, on_tap, &tapped, NULL));
    WORKS(avf_player_schedule_buffer(player, ramp, NULL));
    WORKS(avf_engine_start(engine));
    WORKS(avf_player_play(player));
    WORKS(avf_engine_render_offline(engine, planes, 2, FRAMES));
    CHECK(becomes(&tapped.frames, FRAMES));
    CHECK(tapped.first == -1.0f / 128);
    CHECK(tapped.refused == AVF_ERROR_WRONG_STATE);
    CHECK(tapped.destroyed == 0);
    WORKS(avf_node_remove_tap(player, 0));
    WORKS(avf_engine_release(engine));
    CHECK(becomes(&tapped.destroyed, 1));
    WORKS(avf_node_release(player));
    WORKS(avf_buffer_release(ramp));
}

struct change {
    avf_node *player, *mixer;
    avf_status answer;
};

/// Counts up from a number; after 1000 frames there are no more.
static avf_status on_source(const avf_frames *frames, void *first) {
    for (uint32_t i = 0; i < frames->frame_count; i++)
        frames->channels[0][i] = (float)(*(int *)first + frames->sample_time + i) / 65536;
    return frames->sample_time < 1000 ? AVF_OK : AVF_ERROR_OTHER;
}

static avf_status on_sink(const avf_frames *frames, void *sum) {
    CHECK(frames->channel_count == 1 && frames->sample_rate_hz == 48000 && frames->host_time_ns == 0);
    *(float *)sum += frames->channels[0][frames->frame_count - 1];
    return AVF_OK;
}

// source ─┬─ mixer ─ out        input ─ mixer
//         └─ sink
static void frames_come_from_callbacks_and_go_to_them(void) {
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    avf_source *source;
    avf_sink *sink;
    avf_mixer *mixer;
    avf_node *input;
    avf_node_kind kind;
    bool was_short = true;
    int ten = 10, thousand = 1000;
    float sum = 0, left[FRAMES], right[FRAMES];
    float *const channels[] = {left, right};
    WORKS(avf_engine_get_main_mixer(engine, &mixer));
    WORKS(avf_source_create(&mono, on_source, &ten, NULL, &source));
    WORKS(avf_sink_create(on_sink, &sum, NULL, &sink));
    WORKS(avf_node_get_kind(sink, &kind));
    CHECK(kind == AVF_NODE_SINK);
    WORKS(avf_engine_attach(engine, source));
    WORKS(avf_engine_attach(engine, sink));
    WORKS(avf_engine_connect(engine, source, 0, mixer, AVF_NEXT_BUS, NULL));
    WORKS(avf_engine_get_input_node(engine, &input));
    WORKS(avf_engine_set_manual_input(engine, &mono, on_source, &thousand, NULL));
    WORKS(avf_engine_connect(engine, input, 0, mixer, AVF_NEXT_BUS, NULL));
    WORKS(avf_engine_start(engine));
    WORKS(avf_engine_render_offline(engine, channels, 2, FRAMES));
    for (int i = 0; i < FRAMES; i++)
        CHECK(left[i] == (float)(1010 + 2 * i) / 65536 && right[i] == left[i]);
    WORKS(avf_engine_take_input_shortage(engine, &was_short));
    CHECK(!was_short);
    WORKS(avf_engine_connect(engine, source, 0, sink, 0, NULL));
    WORKS(avf_engine_render_offline(engine, channels, 2, FRAMES));
    CHECK(sum == (float)(10 + 2 * FRAMES - 1) / 65536);
    for (int i = 2 * FRAMES; i < 1200; i += FRAMES)
        WORKS(avf_engine_render_offline(engine, channels, 2, FRAMES));
    WORKS(avf_engine_take_input_shortage(engine, &was_short));
    CHECK(was_short && left[0] == 0);
    GIVES(AVF_ERROR_BAD_ARGUMENT, avf_sink_create(NULL, NULL, NULL, &sink));
    WORKS(avf_engine_disable_manual_rendering(engine));
    GIVES(AVF_ERROR_WRONG_STATE, avf_engine_set_manual_input(engine, &mono, on_source, &ten, NULL));
    WORKS(avf_node_release(input));
    WORKS(avf_node_release(source));
    WORKS(avf_node_release(mixer));
    WORKS(avf_node_release(player));
    WORKS(avf_engine_release(engine));
}

static avf_status on_changes(avf_engine *engine, void *userdata) {
    struct change *change = userdata;
    WORKS(avf_engine_attach(engine, change->mixer));
    WORKS(avf_engine_connect(engine, change->player, 0, change->mixer, 0, NULL));
    return change->answer;
}

static void changes_are_made_together_or_not_at_all(void) {
    struct change change = {.answer = -12345};
    avf_format format;
    avf_engine *engine = make_engine(&change.player);
    WORKS(avf_mixer_create(&change.mixer));
    GIVES(-12345, avf_engine_perform_changes(engine, on_changes, &change));
    GIVES(AVF_ERROR_NOT_ATTACHED, avf_node_get_input_format(change.mixer, 0, &format));
    change.answer = AVF_OK;
    WORKS(avf_engine_perform_changes(engine, on_changes, &change));
    WORKS(avf_node_get_input_format(change.mixer, 0, &format));
    CHECK(format.channel_count == 2 && format.sample_rate_hz == 48000);
    WORKS(avf_engine_release(engine));
    WORKS(avf_node_release(change.player));
    WORKS(avf_node_release(change.mixer));
}

static void a_wrong_graph_is_refused(void) {
    avf_player *player;
    avf_mixer *first, *second;
    avf_engine *engine = make_engine(&player), *other;
    WORKS(avf_engine_create(&other));
    GIVES(AVF_ERROR_OTHER_ENGINE, avf_engine_attach(other, player));
    CHECK(strstr(avf_last_error_detail(), "another engine"));
    WORKS(avf_mixer_create(&first));
    WORKS(avf_mixer_create(&second));
    GIVES(AVF_ERROR_NOT_ATTACHED, avf_engine_connect(engine, player, 0, first, 0, NULL));
    WORKS(avf_engine_attach(engine, first));
    WORKS(avf_engine_attach(engine, second));
    WORKS(avf_engine_connect(engine, first, 0, second, 0, NULL));
    GIVES(AVF_ERROR_CYCLE, avf_engine_connect(engine, second, 0, first, 0, NULL));
    CHECK(strstr(avf_last_error_detail(), "cycle"));
    avf_node *output;
    WORKS(avf_engine_get_output_node(engine, &output));
    GIVES(AVF_ERROR_BAD_ARGUMENT, avf_engine_detach(engine, output));
    avf_buffer *buffer;
    WORKS(avf_buffer_create(&mono, 1, &buffer));
    GIVES(AVF_ERROR_BAD_FORMAT, avf_player_schedule_buffer(player, buffer, NULL));
    WORKS(avf_buffer_release(buffer));
    avf_node *nodes[] = {player, first, second, output};
    for (int i = 0; i < 4; i++)
        WORKS(avf_node_release(nodes[i]));
    WORKS(avf_engine_release(engine));
    WORKS(avf_engine_release(other));
}

static void on_event(const avf_event *event, void *count) {
    if (event->kind == AVF_EVENT_FAILED && event->status == AVF_ERROR_FILE_NOT_FOUND &&
        strlen(event->message) > 9)
        atomic_fetch_add((atomic_int *)count, 1);
}

// A sine of 1 kHz keeps its shape, and a second of it lasts a second.
static void a_converted_second_lasts_a_second(void) {
    enum { INPUT = 44100, OUTPUT = 48000 };
    static float in[INPUT], out[OUTPUT + 1];
    for (int k = 0; k < INPUT; k++)
        in[k] = 0.5f * (float)sin(2 * 3.14159265358979323846 * 1000 * k / INPUT);
    const avf_converter_options options = {{INPUT, 1}, {OUTPUT, 1}, AVF_RATE_QUALITY_BEST, 0};
    avf_converter *converter;
    WORKS(avf_converter_create(sizeof options, &options, &converter));
    for (int run = 0; run < 2; run++) {
        uint32_t taken = 0, made = 0, used = 0, total = 0;
        for (uint32_t step = 1; used < INPUT; step = step % 777 + 50) {
            const float *source[] = {in + used};
            float *target[] = {out + total};
            const uint32_t count = step < INPUT - used ? step : INPUT - used;
            WORKS(avf_converter_process(converter, source, 1, count, target, 1, OUTPUT + 1 - total, &taken, &made));
            used += taken;
            total += made;
        }
        do {
            float *target[] = {out + total};
            WORKS(avf_converter_finish(converter, target, 1, OUTPUT + 1 - total, &made));
            total += made;
        } while (made > 0);
        CHECK(total == OUTPUT);
        for (int k = 5000; k < 43000; k++)
            CHECK(fabs(out[k] - 0.5 * sin(2 * 3.14159265358979323846 * 1000 * k / OUTPUT)) < 1e-6);
        WORKS(avf_converter_reset(converter));
    }
    uint64_t needed;
    WORKS(avf_converter_get_needed_frames(converter, 0, &needed));
    CHECK(needed == 0);
    WORKS(avf_converter_release(converter));
}

static void a_converter_withholds_the_reach_of_its_filter(void) {
    enum { INPUT = 4800 };
    static const uint32_t reach[] = {16, 40, 88, 112};
    static float in[INPUT], out[INPUT];
    for (avf_rate_quality quality = AVF_RATE_QUALITY_DRAFT; quality <= AVF_RATE_QUALITY_BEST; quality++) {
        const avf_converter_options options = {{48000, 1}, {16000, 1}, quality, 0};
        avf_converter *converter;
        const float *source[] = {in};
        float *target[] = {out};
        uint32_t lookahead = 0, taken = 0, made = 0, rest = 0;
        WORKS(avf_converter_create(sizeof options, &options, &converter));
        WORKS(avf_converter_get_lookahead_frames(converter, &lookahead));
        CHECK(lookahead == 3 * reach[quality]);
        WORKS(avf_converter_process(converter, source, 1, INPUT, target, 1, INPUT, &taken, &made));
        CHECK(taken == INPUT && made == INPUT / 3 - reach[quality]);
        WORKS(avf_converter_finish(converter, target, 1, INPUT, &rest));
        CHECK(rest == reach[quality]);
        WORKS(avf_converter_release(converter));
    }
}

// Sixteen bits go into packets of FLAC and come back, twice, and AAC comes back with its length.
static void packets_come_back(void) {
    enum { FRAMES = 10007 };
    static float in[FRAMES], out[FRAMES + 4096];
    static unsigned char cookie[64], packet[65536];
    for (int k = 0; k < FRAMES; k++)
        in[k] = (float)((k * 7919) % 65536 - 32768) / 32768;
    const avf_coding codings[] = {AVF_CODING_FLAC, AVF_CODING_ALAC, AVF_CODING_AAC};
    for (int c = 0; c < 6; c++) {
        const avf_packet_format format = {codings[c % 3], 16, 0, 0, {44100, 1}};
        avf_encoder *encoder;
        avf_decoder *decoder;
        if (avf_encoder_create(sizeof format, &format, &encoder) == AVF_ERROR_NOT_SUPPORTED)
            return;
        size_t size, cookie_size;
        avf_encoder_info info;
        WORKS(avf_encoder_get_cookie(encoder, cookie, sizeof cookie, &cookie_size));
        WORKS(avf_encoder_get_info(encoder, sizeof info, &info));
        WORKS(avf_decoder_create(sizeof format, &format, cookie, cookie_size, &decoder));
        WORKS(avf_decoder_set_padding(decoder, info.leading_frames, 0));
        uint32_t used = 0, total = 0, taken, made;
        int is_over = 0;
        while (!is_over) {
            const float *source[] = {in + used};
            if (used < FRAMES) {
                WORKS(avf_encoder_put(encoder, source, 1, FRAMES - used, &taken));
            } else {
                WORKS(avf_encoder_finish(encoder));
            }
            is_over = used == FRAMES;
            used += is_over ? 0 : taken;
            for (;;) {
                WORKS(avf_encoder_next(encoder, packet, sizeof packet, &size));
                if (size == 0)
                    break;
                CHECK(size <= info.largest_packet_size);
                WORKS(avf_decoder_put(decoder, packet, size));
                do {
                    float *target[] = {out + total};
                    WORKS(avf_decoder_next(decoder, target, 1, FRAMES + 4096 - total, &made));
                    total += made;
                } while (made > 0);
            }
        }
        WORKS(avf_encoder_get_info(encoder, sizeof info, &info));
        CHECK(total - info.trailing_frames == FRAMES);
        for (int k = 0; k < FRAMES && codings[c % 3] != AVF_CODING_AAC; k++)
            CHECK(out[k] == in[k]);
        WORKS(avf_encoder_release(encoder));
        WORKS(avf_decoder_release(decoder));
    }
}

struct bytes {
    uint8_t *start;
    size_t size;
    atomic_int destroyed;
};

static int64_t give_bytes(void *target, size_t size, uint64_t position, void *userdata) {
    const struct bytes *bytes = userdata;
    if (position >= bytes->size)
        return 0;
    // A few at a time.
    const size_t left = bytes->size - (size_t)position, wanted = size < 1000 ? size : 1000;
    const size_t count = left < wanted ? left : wanted;
    memcpy(target, bytes->start + position, count);
    return (int64_t)count;
}

static void drop_bytes(void *userdata) { atomic_fetch_add(&((struct bytes *)userdata)->destroyed, 1); }

static void bytes_of_the_programs_own_are_read_and_played(const char *path, const float *expected) {
    struct bytes bytes = {malloc(1 << 20), 0, 0};
    FILE *file = fopen(path, "rb");
    CHECK(file && bytes.start);
    bytes.size = fread(bytes.start, 1, 1 << 20, file);
    fclose(file);
    for (int kind = 0; kind < 2; kind++) {
        avf_player *player;
        avf_engine *engine = make_engine(&player);
        avf_reader *reader;
        uint32_t count;
        float read[2 * FRAMES], played[2 * FRAMES];
        if (kind)
            WORKS(avf_reader_open_callback(bytes.size, give_bytes, "bytes", &bytes, drop_bytes, &reader));
        else
            WORKS(avf_reader_open_memory(bytes.start, bytes.size, "bytes", &bytes, drop_bytes, &reader));
        WORKS(avf_reader_read_interleaved(reader, read, 2, FRAMES, &count));
        CHECK(count == FRAMES && memcmp(read, expected, sizeof read) == 0);
        // All but the first frame.
        WORKS(avf_player_schedule_reader(player, reader, 1, UINT64_MAX, NULL));
        WORKS(avf_reader_release(reader));
        CHECK(atomic_load(&bytes.destroyed) == kind);
        WORKS(avf_engine_start(engine));
        WORKS(avf_player_play(player));
        WORKS(avf_engine_render_offline_interleaved(engine, played, 2, FRAMES));
        CHECK(memcmp(played, expected + 2, sizeof played - 2 * sizeof *played) == 0);
        CHECK(played[2 * FRAMES - 2] == 0);
        WORKS(avf_engine_stop(engine));
        WORKS(avf_node_release(player));
        WORKS(avf_engine_release(engine));
        CHECK(becomes(&bytes.destroyed, kind + 1));
    }
    free(bytes.start);
}

static void files_come_back_and_their_loss_is_told(const char *path) {
    avf_buffer *ramp = make_ramp(), *back;
    avf_writer *writer;
    avf_reader *reader;
    avf_file_info info;
    uint64_t position;
    float first[2 * FRAMES], second[2 * FRAMES];
    WORKS(avf_writer_create(path, &stereo, AVF_ENCODING_FLOAT32, &writer));
    WORKS(avf_writer_write_buffer(writer, ramp));
    WORKS(avf_writer_get_position(writer, &position));
    CHECK(position == FRAMES);
    WORKS(avf_writer_close(writer));
    WORKS(avf_writer_release(writer));
    WORKS(avf_reader_open(path, &reader));
    WORKS(avf_reader_get_info(reader, sizeof info, &info));
    CHECK(info.frame_count == FRAMES && info.encoding == AVF_ENCODING_FLOAT32);
    CHECK(info.expected_frame_count == FRAMES && !info.is_incomplete);
    CHECK(strcmp(info.container, "wav") == 0 && info.format.channel_count == 2);
    memset(&info, 7, sizeof info);
    WORKS(avf_reader_get_info(reader, offsetof(avf_file_info, frame_count), &info));
    CHECK(info.format.sample_rate_hz == 48000 && info.frame_count == 0x0707070707070707);
    WORKS(avf_buffer_create(&stereo, 2 * FRAMES, &back));
    WORKS(avf_reader_read_buffer(reader, back));
    WORKS(avf_buffer_read_interleaved(ramp, first, FRAMES));
    WORKS(avf_buffer_read_interleaved(back, second, FRAMES));
    GIVES(AVF_ERROR_BAD_ARGUMENT, avf_buffer_read_interleaved(back, second, FRAMES + 1));
    CHECK(memcmp(first, second, sizeof first) == 0);
    WORKS(avf_reader_seek(reader, FRAMES - 1));
    uint32_t count;
    WORKS(avf_reader_read_interleaved(reader, second, 2, 9, &count));
    CHECK(count == 1 && second[0] == first[2 * FRAMES - 2]);
    WORKS(avf_reader_release(reader));
    bytes_of_the_programs_own_are_read_and_played(path, first);
    char cut[256];
    snprintf(cut, sizeof cut, "%s.cut.wav", path);
    WORKS(avf_writer_create(cut, &stereo, AVF_ENCODING_INT16, &writer));
    WORKS(avf_writer_write_buffer(writer, ramp));
    WORKS(avf_writer_release(writer));
    CHECK(truncate(cut, 80 + 5 * 4) == 0);
    WORKS(avf_reader_open(cut, &reader));
    WORKS(avf_reader_get_info(reader, sizeof info, &info));
    CHECK(info.frame_count == 5 && info.expected_frame_count == FRAMES && info.is_incomplete);
    WORKS(avf_reader_read_interleaved(reader, second, 2, FRAMES, &count));
    CHECK(count == 5);
    WORKS(avf_reader_release(reader));
    CHECK(unlink(cut) == 0);

    // A file into a buffer that is much larger touches what the file has, and no more.
    const avf_format mono = {48000, 1};
    avf_buffer *huge;
    struct rusage before, after;
    WORKS(avf_writer_create(cut, &mono, AVF_ENCODING_INT16, &writer));
    WORKS(avf_writer_write_interleaved(writer, first, 1, FRAMES));
    WORKS(avf_writer_release(writer));
    WORKS(avf_reader_open(cut, &reader));
    WORKS(avf_buffer_create(&mono, 100000000, &huge));
    CHECK(getrusage(RUSAGE_SELF, &before) == 0);
    WORKS(avf_reader_read_buffer(reader, huge));
    CHECK(getrusage(RUSAGE_SELF, &after) == 0 && after.ru_maxrss - before.ru_maxrss < 20000);
    WORKS(avf_buffer_get_frame_length(huge, &count));
    CHECK(count == FRAMES);
    WORKS(avf_buffer_release(huge));
    WORKS(avf_reader_release(reader));
    CHECK(unlink(cut) == 0);
    WORKS(avf_buffer_release(ramp));
    WORKS(avf_buffer_release(back));

    avf_player *player;
    avf_engine *engine = make_engine(&player);
    atomic_int told = 0, destroyed = 0;
    WORKS(avf_engine_set_event_callback(engine, on_event, &told, NULL));
    WORKS(avf_player_schedule_segment(player, path, 1, UINT64_MAX, NULL));
    CHECK(unlink(path) == 0);
    WORKS(avf_engine_start(engine));
    WORKS(avf_player_play(player));
    WORKS(avf_engine_render_offline_interleaved(engine, first, 2, FRAMES));
    CHECK(told == 1);
    WORKS(avf_engine_set_event_callback(engine, on_event, &destroyed, on_destroy));
    WORKS(avf_engine_set_event_callback(engine, NULL, NULL, NULL));
    CHECK(destroyed == 1);
    WORKS(avf_engine_release(engine));
    WORKS(avf_node_release(player));
}

static void a_struct_holds_nothing_after_a_failure_nor_beyond_what_is_known(void) {
    struct {
        avf_parameter_info info;
        char newer[8];
    } longer;
    const char zeros[sizeof longer] = {0};
    avf_unit *unit;
    WORKS(avf_unit_create("gain", &unit));
    memset(&longer, 7, sizeof longer);
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_unit_get_parameter_info(unit, 99, sizeof longer, &longer.info));
    CHECK(memcmp(&longer, zeros, sizeof longer) == 0);
    memset(&longer, 7, sizeof longer);
    WORKS(avf_unit_get_parameter_info(unit, 0, sizeof longer, &longer.info));
    CHECK(longer.info.name && memcmp(longer.newer, zeros, sizeof longer.newer) == 0);
    WORKS(avf_node_release(unit));
}

static void units_are_found_and_set(void) {
    avf_unit_list *list;
    avf_unit_info info;
    avf_parameter_info parameter;
    avf_unit *unit, *same;
    uint32_t count;
    uint64_t address;
    float value;
    bool bypassed;
    WORKS(avf_unit_list_create("GAIN", AVF_UNIT_KIND_EFFECT, &list));
    WORKS(avf_unit_list_get_count(list, &count));
    CHECK(count >= 1);
    WORKS(avf_unit_list_get_info(list, 0, sizeof info, &info));
    CHECK(strcmp(info.identifier, "gain") == 0 && info.kind == AVF_UNIT_KIND_EFFECT && !info.is_plugin);
    WORKS(avf_unit_list_release(list));
    CHECK(strcmp(info.identifier, "gain") == 0);
    WORKS(avf_unit_create_for_component(info.component_type, info.component_subtype, 0, &unit));
    WORKS(avf_unit_get_info(unit, sizeof info, &info));
    CHECK(strcmp(info.identifier, "gain") == 0 && info.input_bus_count == 1);
    WORKS(avf_unit_find_parameter(unit, "gain", &address));
    WORKS(avf_unit_set_parameter(unit, address, 1e9f));
    WORKS(avf_unit_get_parameter(unit, address, &value));
    WORKS(avf_unit_get_parameter_info(unit, 0, sizeof parameter, &parameter));
    CHECK(parameter.address == address && parameter.unit == AVF_PARAMETER_UNIT_DECIBELS &&
          value == parameter.maximum);
    WORKS(avf_unit_set_bypassed(unit, true));
    WORKS(avf_unit_get_bypassed(unit, &bypassed));
    CHECK(bypassed);
    WORKS(avf_unit_prepare(unit, &stereo, 512));
    WORKS(avf_node_release(unit));
    WORKS(avf_unit_create_with_sections("equalizer", 3, &same));
    WORKS(avf_unit_get_parameter_count(same, &count));
    CHECK(count == 16);
    const char *name;
    WORKS(avf_unit_find_parameter(same, "band3FilterType", &address));
    WORKS(avf_unit_get_named_value(same, address, 1, &value, &name));
    CHECK(value == 1 && strcmp(name, "Low Pass") == 0);
    WORKS(avf_node_release(same));
}

/// The only unit of that name.
static avf_unit_info find(const char *name, avf_unit_kind kind) {
    avf_unit_list *list;
    avf_unit_info info;
    uint32_t count;
    memset(&info, 0xAA, sizeof info);
    WORKS(avf_unit_list_create(name, kind, &list));
    WORKS(avf_unit_list_get_count(list, &count));
    CHECK(count == 1);
    WORKS(avf_unit_list_get_info(list, 0, sizeof info, &info));
    WORKS(avf_unit_list_release(list));
    return info;
}

static void every_field_says_what_a_unit_is(void) {
    const avf_unit_info quarter = find("quarter", AVF_UNIT_KIND_EFFECT);
    CHECK(strcmp(quarter.identifier, "urn:avfaudio:test:quarter") == 0 && strcmp(quarter.name, "Quarter") == 0);
    CHECK(quarter.kind == AVF_UNIT_KIND_EFFECT);
    CHECK(quarter.component_type == 0x61756678); // 'aufx'
    // The second is its side chain.
    CHECK(quarter.input_bus_count == 2 && quarter.output_bus_count == 1);
    CHECK(quarter.input_channel_count == 2 && quarter.output_channel_count == 2);
    CHECK(!quarter.accepts_midi && quarter.is_plugin);
    const avf_unit_info keys = find("keys", AVF_UNIT_KIND_INSTRUMENT);
    CHECK(strcmp(keys.identifier, "urn:avfaudio:test:keys") == 0 && strcmp(keys.name, "Keys") == 0);
    CHECK(strcmp(keys.manufacturer, "Somebody") == 0 && keys.kind == AVF_UNIT_KIND_INSTRUMENT);
    CHECK(keys.component_type == 0x61756D75); // 'aumu'
    CHECK(keys.input_bus_count == 0 && keys.output_bus_count == 1);
    CHECK(keys.input_channel_count == 0 && keys.output_channel_count == 3);
    CHECK(keys.accepts_midi && keys.is_plugin);
    CHECK(keys.component_subtype != quarter.component_subtype);
    const avf_unit_info tone = find("tone", AVF_UNIT_KIND_GENERATOR);
    CHECK(strcmp(tone.identifier, "tone") == 0 && tone.component_type == 0x6175676E); // 'augn'
    CHECK(tone.input_bus_count == 0 && tone.output_bus_count == 1 && tone.output_channel_count == 0);
    CHECK(!tone.accepts_midi && !tone.is_plugin);
}

static void a_plugin_lives_where_it_is_told_to(void) {
    avf_unit_options options = {.placement = AVF_PLACEMENT_OUT_OF_PROCESS,
                                .start_timeout_seconds = 60,
                                .hang_timeout_seconds = 60,
                                .offline_timeout_seconds = 60};
    avf_unit *unit;
    bool is_inside = true;
    WORKS(avf_unit_create_with_options("urn:avfaudio:test:quarter", &options, sizeof options, &unit));
    WORKS(avf_unit_get_in_process(unit, &is_inside));
    CHECK(!is_inside);
    WORKS(avf_unit_prepare(unit, &stereo, FRAMES));
    WORKS(avf_node_release(unit));
    WORKS(avf_unit_set_default_options(&options, sizeof options));
    WORKS(avf_unit_create("urn:avfaudio:test:quarter", &unit));
    WORKS(avf_unit_get_in_process(unit, &is_inside));
    CHECK(!is_inside);
    WORKS(avf_unit_set_host_program("/none"));
    WORKS(avf_node_release(unit));
    WORKS(avf_unit_create("urn:avfaudio:test:quarter", &unit));
    GIVES(AVF_ERROR_BROKEN_UNIT, avf_unit_prepare(unit, &stereo, FRAMES));
    CHECK(strstr(avf_last_error_detail(), "there is no /none"));
    WORKS(avf_node_release(unit));
    WORKS(avf_unit_set_host_program(NULL));
    WORKS(avf_unit_set_default_options(NULL, 0));
    options.placement = 9;
    GIVES(AVF_ERROR_BAD_ARGUMENT, avf_unit_create_with_options("gain", &options, sizeof options, &unit));
    GIVES(AVF_ERROR_BAD_ARGUMENT, avf_unit_set_default_options(&options, 0));
}

static void a_side_chain_has_the_plugins_own_channels_and_may_stay_free(void) {
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    avf_buffer *ramp = make_ramp();
    avf_mixer *mixer;
    avf_unit *quarter;
    avf_format format;
    float block[2 * FRAMES];
    WORKS(avf_engine_get_main_mixer(engine, &mixer));
    WORKS(avf_unit_create("urn:avfaudio:test:quarter", &quarter));
    WORKS(avf_engine_attach(engine, quarter));
    WORKS(avf_engine_connect(engine, player, 0, quarter, 0, &stereo));
    WORKS(avf_engine_connect(engine, quarter, 0, mixer, 0, &stereo));
    WORKS(avf_player_schedule_buffer(player, ramp, NULL));
    WORKS(avf_engine_start(engine));
    WORKS(avf_player_play(player));
    WORKS(avf_engine_render_offline_interleaved(engine, block, 2, FRAMES));
    for (int i = 3; i < FRAMES; i++)
        CHECK(block[2 * i] == ((float)(i + 1) - 1.5f) / 128);
    WORKS(avf_node_get_input_format(quarter, 1, &format));
    CHECK(format.channel_count == 1);
    WORKS(avf_node_release(quarter));
    WORKS(avf_node_release(mixer));
    WORKS(avf_node_release(player));
    WORKS(avf_buffer_release(ramp));
    WORKS(avf_engine_release(engine));
}

static void a_place_goes_with_the_node_and_can_differ_for_an_input(void) {
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    avf_mixer *mixer;
    avf_spatial_placement placement, found;
    float value = 0;
    WORKS(avf_engine_get_main_mixer(engine, &mixer));
    WORKS(avf_node_get_placement(player, sizeof placement, &placement));
    CHECK(placement.rate == 1 && placement.x == 0 && placement.algorithm == AVF_SPATIAL_EQUAL_POWER_PANNING);
    placement.x = 3;
    placement.z = -4;
    placement.rate = 9;
    placement.occlusion_db = -12;
    placement.algorithm = AVF_SPATIAL_HRTF;
    placement.source_mode = AVF_SOURCE_AMBIENCE_BED;
    placement.bypasses_in_head = true;
    WORKS(avf_node_set_placement(player, &placement, sizeof placement));
    WORKS(avf_mixer_get_input_placement(mixer, 0, sizeof found, &found));
    CHECK(found.x == 3 && found.y == 0 && found.z == -4 && found.rate == 2 && found.occlusion_db == -12);
    CHECK(found.algorithm == AVF_SPATIAL_HRTF && found.source_mode == AVF_SOURCE_AMBIENCE_BED);
    CHECK(found.bypasses_in_head && found.obstruction_db == 0 && found.reverb_blend == 0);
    found.y = 7;
    WORKS(avf_mixer_set_input_placement(mixer, 0, &found, sizeof found));
    WORKS(avf_node_get_placement(player, sizeof placement, &placement));
    CHECK(placement.y == 0);
    WORKS(avf_node_set_volume(player, 0.5f));
    WORKS(avf_mixer_get_input_volume(mixer, 0, &value));
    CHECK(value == 0.5f);
    WORKS(avf_mixer_set_input_volume(mixer, 0, 0.25f));
    WORKS(avf_mixer_set_input_pan(mixer, 0, -2));
    WORKS(avf_mixer_get_input_pan(mixer, 0, &value));
    CHECK(value == -1);
    WORKS(avf_node_get_volume(player, &value));
    CHECK(value == 0.5f);
    GIVES(AVF_ERROR_NOT_CONNECTED, avf_mixer_get_input_volume(mixer, 1, &value));
    WORKS(avf_node_release(mixer));
    WORKS(avf_node_release(player));
    WORKS(avf_engine_release(engine));
}

struct heard {
    atomic_int count;
    uint8_t bytes[3];
    int64_t time;
};

static void hear(const uint8_t *bytes, size_t size, int64_t sample_time, void *userdata) {
    struct heard *heard = userdata;
    CHECK(size == 3);
    memcpy(heard->bytes, bytes, 3);
    heard->time = sample_time;
    atomic_fetch_add(&heard->count, 1);
}

static void a_sampler_plays_what_it_has_loaded(const char *path) {
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    avf_mixer *mixer;
    avf_unit *sampler;
    avf_bank_preset preset;
    avf_writer *writer;
    uint32_t count;
    const char *note, *paths[1];
    const uint8_t on[] = {0x90, 60, 127}, loud[] = {0xB0, 7, 127};
    float block[2 * FRAMES], wave[480];
    char file[256];
    snprintf(file, sizeof file, "%s.note.wav", path);
    paths[0] = file;
    for (int i = 0; i < 480; i++)
        wave[i] = 0.5f;
    const avf_format mono = {.sample_rate_hz = 48000, .channel_count = 1};
    WORKS(avf_writer_create(file, &mono, AVF_ENCODING_FLOAT32, &writer));
    WORKS(avf_writer_write_interleaved(writer, wave, 1, 480));
    WORKS(avf_writer_close(writer));
    WORKS(avf_writer_release(writer));
    WORKS(avf_sampler_get_preset_count(file, &count));
    CHECK(count == 1);
    WORKS(avf_sampler_get_preset(file, 0, sizeof preset, &preset));
    CHECK(preset.program == 0);
    WORKS(avf_unit_create(AVF_UNIT_SAMPLER, &sampler));
    WORKS(avf_engine_attach(engine, sampler));
    WORKS(avf_engine_get_main_mixer(engine, &mixer));
    WORKS(avf_engine_connect(engine, sampler, 0, mixer, AVF_NEXT_BUS, &stereo));
    WORKS(avf_node_release(mixer));
    WORKS(avf_sampler_load_files(sampler, paths, 1));
    WORKS(avf_sampler_load_instrument(sampler, file));
    WORKS(avf_sampler_get_note(sampler, 0, &note));
    CHECK(note == NULL);
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_sampler_load_program(sampler, file, 5, 0x79, 0));
    WORKS(avf_engine_start(engine));
    WORKS(avf_unit_send_midi(sampler, loud, sizeof loud, 0));
    WORKS(avf_unit_send_midi(sampler, on, sizeof on, 5));
    WORKS(avf_engine_render_offline_interleaved(engine, block, 2, FRAMES));
    for (int i = 0; i < 5; i++)
        CHECK(block[2 * i] == 0 && block[2 * i + 1] == 0);
    // Behind the attack of 1 ms: half of full scale, -3 dB for a place in the middle, and the 1.5 dB of
    // SoundFont's filter.
    WORKS(avf_engine_render_offline_interleaved(engine, block, 2, FRAMES));
    CHECK(fabsf(block[FRAMES] - 0.5f * powf(0.5f, 0.25f)) < 1e-3f);
    WORKS(avf_engine_stop(engine));
    WORKS(avf_node_release(sampler));
    WORKS(avf_node_release(player));
    WORKS(avf_engine_release(engine));
}

struct heard_words {
    atomic_int count;
    uint32_t words[8];
};

static void hear_words(const uint32_t *words, size_t word_count, int64_t sample_time, void *userdata) {
    struct heard_words *heard = userdata;
    int count = atomic_load(&heard->count);
    CHECK(sample_time == 3);
    for (size_t i = 0; i < word_count && count < 8; i++)
        heard->words[count++] = words[i];
    atomic_store(&heard->count, count);
}

static void words_of_midi_2_are_sent_and_heard(void) {
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    struct heard_words heard = {0};
    avf_unit *unit;
    // A note of MIDI 2.0 with half of the velocity, and a System Exclusive message of seven bytes.
    const uint32_t words[] = {0x40913C00, 0x80000000, 0x30160102, 0x03040506, 0x30310700, 0};
    const uint32_t expected[] = {0x20914840, 0x30160102, 0x03040506, 0x30310700, 0};
    float block[2 * FRAMES];
    WORKS(avf_unit_create(AVF_UNIT_MIDI_TRANSPOSE, &unit));
    WORKS(avf_engine_attach(engine, unit));
    WORKS(avf_unit_set_parameter(unit, AVF_MIDI_TRANSPOSE_SEMITONES, 12));
    WORKS(avf_unit_set_ump_callback(unit, hear_words, &heard, NULL));
    WORKS(avf_unit_send_ump(unit, words, 6, 3));
    WORKS(avf_engine_start(engine));
    WORKS(avf_engine_render_offline_interleaved(engine, block, 2, FRAMES));
    CHECK(becomes(&heard.count, 5));
    CHECK(memcmp(heard.words, expected, sizeof expected) == 0);
    WORKS(avf_node_release(unit));
    WORKS(avf_node_release(player));
    WORKS(avf_engine_release(engine));
}

static void midi_goes_from_unit_to_unit_at_its_frame(void) {
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    struct heard heard = {0};
    avf_unit *first, *second, *gain;
    avf_unit_info info;
    const uint8_t note[] = {0x91, 60, 100};
    float block[2 * FRAMES];
    WORKS(avf_unit_create(AVF_UNIT_MIDI_TRANSPOSE, &first));
    WORKS(avf_unit_create(AVF_UNIT_MIDI_TRANSPOSE, &second));
    WORKS(avf_unit_create(AVF_UNIT_GAIN, &gain));
    WORKS(avf_unit_get_info(first, sizeof info, &info));
    CHECK(info.accepts_midi && info.makes_midi && info.kind == AVF_UNIT_KIND_MIDI_PROCESSOR);
    WORKS(avf_unit_get_info(gain, sizeof info, &info));
    CHECK(!info.accepts_midi && !info.makes_midi);
    GIVES(AVF_ERROR_NOT_ATTACHED, avf_engine_connect_midi(engine, first, second));
    WORKS(avf_engine_attach(engine, first));
    WORKS(avf_engine_attach(engine, second));
    WORKS(avf_engine_attach(engine, gain));
    WORKS(avf_engine_connect_midi(engine, first, second));
    GIVES(AVF_ERROR_CYCLE, avf_engine_connect_midi(engine, second, first));
    GIVES(AVF_ERROR_NO_SUCH_BUS, avf_engine_connect_midi(engine, first, gain));
    CHECK(strstr(avf_last_error_detail(), "'Gain' takes no MIDI, so 'MIDI Transpose' cannot send any to it."));
    GIVES(AVF_ERROR_NO_SUCH_BUS, avf_engine_connect_midi(engine, player, second));
    WORKS(avf_unit_set_parameter(first, AVF_MIDI_TRANSPOSE_SEMITONES, 12));
    WORKS(avf_unit_set_parameter(second, AVF_MIDI_TRANSPOSE_SEMITONES, -5));
    WORKS(avf_unit_set_parameter(second, AVF_MIDI_TRANSPOSE_VELOCITY_SCALE, 0.5f));
    WORKS(avf_unit_set_midi_callback(second, hear, &heard, NULL));
    WORKS(avf_unit_send_midi(first, note, sizeof note, 3));
    WORKS(avf_engine_start(engine));
    WORKS(avf_engine_render_offline_interleaved(engine, block, 2, FRAMES));
    CHECK(becomes(&heard.count, 1));
    CHECK(heard.time == 3 && heard.bytes[0] == 0x91 && heard.bytes[1] == 67 && heard.bytes[2] == 50);
    WORKS(avf_engine_disconnect_midi(engine, first, second));
    GIVES(AVF_ERROR_NOT_CONNECTED, avf_engine_disconnect_midi(engine, first, second));
    GIVES(AVF_ERROR_NOT_CONNECTED, avf_engine_disconnect_midi_input(engine, second));
    GIVES(AVF_ERROR_NOT_CONNECTED, avf_engine_disconnect_midi_output(engine, first));
    WORKS(avf_node_release(first));
    WORKS(avf_node_release(second));
    WORKS(avf_node_release(gain));
    WORKS(avf_node_release(player));
    WORKS(avf_engine_release(engine));
}

static bool lead(avf_transport *transport, size_t transport_size, void *userdata) {
    CHECK(transport_size == sizeof *transport);
    CHECK(transport->denominator == 4 && transport->frame == -1 && isnan(transport->beat));
    transport->is_moving = true;
    transport->tempo = 90;
    atomic_fetch_add((atomic_int *)userdata, 1);
    return true;
}

static void the_transport_is_asked_once_for_each_block(void) {
    atomic_int count = 0, destroyed = 0;
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    float block[2 * FRAMES];
    GIVES(AVF_ERROR_BAD_HANDLE, avf_engine_set_transport_callback((avf_engine *)player, lead, &count, NULL));
    WORKS(avf_engine_set_transport_callback(engine, lead, &count, NULL));
    WORKS(avf_engine_start(engine));
    for (int i = 0; i < 3; i++)
        WORKS(avf_engine_render_offline_interleaved(engine, block, 2, FRAMES));
    CHECK(atomic_load(&count) == 3);
    WORKS(avf_engine_set_transport_callback(engine, lead, &destroyed, on_destroy));
    WORKS(avf_engine_set_transport_callback(engine, NULL, NULL, NULL));
    CHECK(atomic_load(&destroyed) == 1);
    WORKS(avf_engine_render_offline_interleaved(engine, block, 2, FRAMES));
    CHECK(atomic_load(&count) == 3);
    WORKS(avf_node_release(player));
    WORKS(avf_engine_release(engine));
}

struct party {
    avf_engine *engine;
    avf_buffer *buffer;
};

static void leave(avf_completion_kind kind, void *userdata) {
    struct party *party = userdata;
    (void)kind;
    WORKS(avf_engine_stop(party->engine));
    WORKS(avf_engine_release(party->engine));
    WORKS(avf_buffer_release(party->buffer));
}

static void an_engine_may_be_released_in_its_own_callback(void) {
    atomic_int destroyed = 0;
    avf_player *player;
    struct party party = {make_engine(&player), make_ramp()};
    avf_schedule schedule = AVF_SCHEDULE_DEFAULTS;
    float block[2 * FRAMES];
    schedule.completion = leave;
    schedule.userdata = &party;
    WORKS(avf_player_schedule_buffer(player, party.buffer, &schedule));
    WORKS(avf_engine_set_event_callback(party.engine, on_event, &destroyed, on_destroy));
    WORKS(avf_engine_start(party.engine));
    WORKS(avf_player_play(player));
    for (int i = 0; i < 2; i++)
        avf_engine_render_offline_interleaved(party.engine, block, 2, FRAMES);
    CHECK(becomes(&destroyed, 1));
    GIVES(AVF_ERROR_BAD_HANDLE, avf_engine_stop(party.engine));
    WORKS(avf_node_release(player));
}

struct visit {
    atomic_int has_begun, has_ended;
};

static void linger(avf_completion_kind kind, void *userdata) {
    struct visit *visit = userdata;
    (void)kind;
    atomic_store(&visit->has_begun, 1);
    usleep(50000);
    atomic_store(&visit->has_ended, 1);
}

static void no_callback_runs_after_the_last_release(void) {
    struct visit visit = {0};
    avf_player *player;
    avf_engine *engine = make_engine(&player);
    avf_buffer *buffer = make_ramp();
    avf_schedule schedule = AVF_SCHEDULE_DEFAULTS;
    float block[2 * FRAMES];
    schedule.completion = linger;
    schedule.userdata = &visit;
    WORKS(avf_player_schedule_buffer(player, buffer, &schedule));
    WORKS(avf_engine_start(engine));
    WORKS(avf_player_play(player));
    for (int i = 0; i < 2; i++)
        WORKS(avf_engine_render_offline_interleaved(engine, block, 2, FRAMES));
    CHECK(becomes(&visit.has_begun, 1));
    WORKS(avf_engine_release(engine));
    CHECK(atomic_load(&visit.has_ended) == 1);
    WORKS(avf_node_release(player));
    WORKS(avf_buffer_release(buffer));
}

/// Handles that the threads below make, use and release under each other's hands.
static _Atomic(avf_buffer *) shared[8];

static void *hammer(void *seed) {
    unsigned state = (unsigned)(size_t)seed;
    for (int i = 0; i < 20000; i++) {
        state = state * 1664525 + 1013904223;
        _Atomic(avf_buffer *) *place = &shared[state >> 29];
        uint32_t length;
        avf_buffer *made = NULL;
        switch (state >> 26 & 7) {
        case 0:
            if (avf_buffer_create(&mono, 4, &made) == AVF_OK)
                avf_buffer_release(atomic_exchange(place, made));
            break;
        case 1:
            avf_buffer_release(atomic_load(place));
            break;
        case 2:
            if (avf_buffer_retain(made = atomic_load(place)) == AVF_OK)
                avf_buffer_release(made);
            break;
        default:
            avf_buffer_get_frame_capacity(atomic_load(place), &length);
        }
    }
    GIVES(AVF_ERROR_FILE_NOT_FOUND, avf_reader_open("/own/detail.wav", &(avf_reader *){NULL}));
    return NULL;
}

static void threads_may_share_handles_and_fight_over_them(void) {
    pthread_t threads[4];
    GIVES(AVF_ERROR_FILE_NOT_FOUND, avf_reader_open("/my/detail.wav", &(avf_reader *){NULL}));
    for (size_t i = 0; i < 4; i++)
        CHECK(pthread_create(&threads[i], NULL, hammer, (void *)(i + 1)) == 0);
    for (size_t i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    CHECK(strstr(avf_last_error_detail(), "/my/detail.wav"));
    for (int i = 0; i < 8; i++)
        avf_buffer_release(shared[i]);
}

int main(int argc, char **argv) {
    char path[4096];
    if (argc != 2)
        return 2;
    snprintf(path, sizeof path, "%s/behaviour.wav", argv[1]);
    handles_are_counted();
    a_buffer_is_heard_untouched();
    player_time_is_the_number_of_frames_rendered();
    realtime_rendering_needs_a_running_engine();
    a_tap_hears_what_is_rendered();
    frames_come_from_callbacks_and_go_to_them();
    changes_are_made_together_or_not_at_all();
    a_wrong_graph_is_refused();
    a_converted_second_lasts_a_second();
    a_converter_withholds_the_reach_of_its_filter();
    packets_come_back();
    files_come_back_and_their_loss_is_told(path);
    a_struct_holds_nothing_after_a_failure_nor_beyond_what_is_known();
    units_are_found_and_set();
    every_field_says_what_a_unit_is();
    a_plugin_lives_where_it_is_told_to();
    a_side_chain_has_the_plugins_own_channels_and_may_stay_free();
    a_place_goes_with_the_node_and_can_differ_for_an_input();
    a_sampler_plays_what_it_has_loaded(path);
    midi_goes_from_unit_to_unit_at_its_frame();
    words_of_midi_2_are_sent_and_heard();
    the_transport_is_asked_once_for_each_block();
    an_engine_may_be_released_in_its_own_callback();
    no_callback_runs_after_the_last_release();
    threads_may_share_handles_and_fight_over_them();
    return failures != 0;
}
