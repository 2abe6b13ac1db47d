// Records silence into a file, hears it through an engine, and plays a sound: capture FOLDER
//
// ALSA's device `null` captures silence and plays nothing, at the pace of a clock.
#include "check.h"
#include <stdatomic.h>
#include <unistd.h>

static const avf_format stereo = {48000, 2}, mono = {48000, 1};
static atomic_int finished, destroyed, tapped, played;

static void on_event(const avf_recorder_event *event, void *userdata) {
    CHECK(event->kind == AVF_RECORDER_FINISHED && event->is_complete && event->status == AVF_OK);
    CHECK(strlen(event->message) > 0);
    atomic_fetch_add((atomic_int *)userdata, 1);
}
static void on_destroy(void *userdata) {
    (void)userdata;
    atomic_fetch_add(&destroyed, 1);
}
static void on_tap(const avf_tap_block *block, void *userdata) {
    (void)userdata;
    CHECK(block->channel_count == 1 && block->channels[0][0] == 0);
    atomic_fetch_add(&tapped, (int)block->frame_count);
}

static void on_sound(const avf_sound_event *event, void *userdata) {
    (void)userdata;
    CHECK(event->kind == AVF_SOUND_FINISHED && event->is_complete && event->status == AVF_OK);
    atomic_fetch_add(&played, 1);
}

static void wait_for(atomic_int *number, int wanted) {
    for (int i = 0; i < 10000 && atomic_load(number) < wanted; i++)
        usleep(1000);
    CHECK(atomic_load(number) >= wanted);
}

static void record(const char *path) {
    avf_recorder *recorder;
    avf_recorder_state state;
    avf_reader *reader;
    avf_file_info info;
    avf_loudness loudness;
    double seconds;
    float average, peak;
    uint64_t missing;
    WORKS(avf_recorder_create(path, &mono, AVF_ENCODING_INT16, "null", &recorder));
    WORKS(avf_recorder_set_callback(recorder, on_event, &finished, on_destroy));
    WORKS(avf_recorder_set_metering(recorder, true));
    WORKS(avf_recorder_set_loudness_metering(recorder, true));
    WORKS(avf_recorder_prepare(recorder));
    GIVES(AVF_ERROR_WRONG_STATE, avf_recorder_delete_file(recorder));
    WORKS(avf_recorder_record(recorder, 0, 0.25));
    wait_for(&finished, 1);
    WORKS(avf_recorder_get_state(recorder, &state));
    CHECK(state == AVF_RECORDER_STOPPED);
    WORKS(avf_recorder_get_length(recorder, &seconds));
    CHECK(seconds == 0.25);
    WORKS(avf_recorder_get_level(recorder, 0, &average, &peak));
    CHECK(average == -160 && peak == -160);
    WORKS(avf_recorder_get_loudness(recorder, sizeof loudness, &loudness));
    CHECK(loudness.momentary == -120 && loudness.short_term == -120 && loudness.integrated == -120);
    WORKS(avf_recorder_get_missing_frame_count(recorder, &missing));
    WORKS(avf_reader_open(path, &reader));
    WORKS(avf_reader_get_info(reader, sizeof info, &info));
    CHECK(info.frame_count == 12000 && info.format.channel_count == 1);
    WORKS(avf_reader_release(reader));
    WORKS(avf_recorder_record(recorder, 0, 0));
    WORKS(avf_recorder_pause(recorder));
    WORKS(avf_recorder_stop(recorder));
    wait_for(&finished, 2);
    WORKS(avf_recorder_delete_file(recorder));
    CHECK(access(path, F_OK) != 0);
    WORKS(avf_recorder_release(recorder));
    CHECK(atomic_load(&destroyed) == 1);
}

static void hear(void) {
    avf_engine *engine;
    avf_node *input;
    avf_mixer *mixer;
    avf_format format;
    avf_statistics statistics;
    const char *const further[] = {"null"};
    avf_device_capabilities abilities;
    WORKS(avf_device_get_capabilities("null", AVF_DIRECTION_CAPTURE, sizeof abilities, &abilities));
    CHECK(abilities.minimum_channel_count == 1 && abilities.maximum_channel_count >= 2);
    CHECK(abilities.sample_rate_count > 3);
    WORKS(avf_engine_create(&engine));
    WORKS(avf_engine_set_device(engine, "null", &stereo, 256, 0));
    WORKS(avf_engine_set_input_device(engine, "null", 1));
    WORKS(avf_engine_set_further_devices(engine, further, 1));
    WORKS(avf_engine_get_input_format(engine, &format));
    CHECK(format.sample_rate_hz == 48000 && format.channel_count == 1);
    WORKS(avf_engine_get_input_node(engine, &input));
    WORKS(avf_engine_get_main_mixer(engine, &mixer));
    WORKS(avf_engine_connect(engine, input, 0, mixer, AVF_NEXT_BUS, NULL));
    WORKS(avf_node_install_tap(input, 0, 256, on_tap, NULL, NULL));
    WORKS(avf_engine_start(engine));
    wait_for(&tapped, 9600);
    WORKS(avf_engine_get_statistics(engine, sizeof statistics, &statistics));
    CHECK(statistics.input_latency_seconds > 0 && statistics.input_latency_seconds < 1);
    GIVES(AVF_ERROR_WRONG_STATE, avf_engine_set_input_device(engine, NULL, 0));
    WORKS(avf_engine_stop(engine));
    WORKS(avf_node_release(input));
    WORKS(avf_node_release(mixer));
    WORKS(avf_engine_release(engine));
}

static void play(const char *path) {
    avf_writer *writer;
    avf_sound *sound;
    avf_loudness loudness;
    const uint32_t swapped[] = {1, 0};
    bool is_playing, is_audible;
    double seconds;
    float samples[2 * 4800];
    for (int i = 0; i < 2 * 4800; i++)
        samples[i] = 0.5f;
    WORKS(avf_writer_create(path, &stereo, AVF_ENCODING_FLOAT32, &writer));
    WORKS(avf_writer_write_interleaved(writer, samples, 2, 4800));
    WORKS(avf_writer_close(writer));
    WORKS(avf_writer_release(writer));
    WORKS(avf_sound_create(path, "null", &sound));
    WORKS(avf_sound_set_callback(sound, on_sound, NULL, NULL));
    WORKS(avf_sound_get_duration(sound, &seconds));
    CHECK(seconds == 0.1);
    WORKS(avf_sound_set_loop_count(sound, 1));
    WORKS(avf_sound_set_metering(sound, true));
    WORKS(avf_sound_set_loudness_metering(sound, true));
    WORKS(avf_sound_set_channels(sound, swapped, 2));
    WORKS(avf_sound_set_device(sound, "null"));
    WORKS(avf_sound_prepare(sound));
    WORKS(avf_sound_get_device_time(sound, &seconds));
    WORKS(avf_sound_play_at(sound, seconds + 0.05));
    WORKS(avf_sound_get_playing(sound, &is_playing));
    CHECK(is_playing);
    wait_for(&played, 1);
    WORKS(avf_sound_get_playing(sound, &is_playing));
    WORKS(avf_sound_get_position(sound, &seconds));
    CHECK(!is_playing && seconds == 0);
    WORKS(avf_sound_get_audible(sound, &is_audible));
    CHECK(is_audible);
    WORKS(avf_sound_get_loudness(sound, sizeof loudness, &loudness));
    CHECK(loudness.integrated == -120 && loudness.true_peak > -6.1 && loudness.true_peak < 0);
    WORKS(avf_sound_release(sound));
}

int main(int argc, char **argv) {
    char path[512];
    if (argc != 2)
        return 2;
    snprintf(path, sizeof path, "%s/take.wav", argv[1]);
    record(path);
    hear();
    play(path);
    return failures != 0;
}
