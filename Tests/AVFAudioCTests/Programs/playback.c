// Plays a ramp on a device, pauses, plays it again, stops, starts: playback DEVICE [WHAT-IT-PLAYED.raw]
//
// Says what the engine told about the device. With a second argument, the samples that reached the device are
// compared with the ramp.
#include "check.h"
#include <stdatomic.h>
#include <unistd.h>

enum { FRAMES = 4800 };
static const avf_format stereo = {48000, 2};
static atomic_int scheduled, played, lost, dropouts, destroyed;

static void on_event(const avf_event *event, void *userdata) {
    (void)userdata;
    if (event->kind == AVF_EVENT_DROPOUT)
        atomic_fetch_add(&dropouts, 1);
    else
        printf("%s\n", event->message);
    if (event->kind == AVF_EVENT_DEVICE_LOST)
        atomic_store(&lost, 1);
}
static void on_played(avf_completion_kind kind, void *userdata) {
    (void)userdata;
    CHECK(kind == AVF_COMPLETION_PLAYED_BACK);
    atomic_fetch_add(&played, 1);
}
static void on_destroy(void *userdata) {
    (void)userdata;
    atomic_fetch_add(&destroyed, 1);
}

/// Waits, at most ten seconds, until so many ramps were heard or the device went away.
static void wait_for(int wanted) {
    for (int i = 0; i < 10000 && atomic_load(&played) < wanted && !atomic_load(&lost); i++)
        usleep(1000);
    CHECK(atomic_load(&played) == wanted || atomic_load(&lost));
}

static void schedule(avf_player *player, avf_buffer *ramp) {
    avf_schedule how = AVF_SCHEDULE_DEFAULTS;
    how.completion = on_played;
    how.completion_kind = AVF_COMPLETION_PLAYED_BACK;
    how.destroy = on_destroy;
    WORKS(avf_player_schedule_buffer(player, ramp, &how));
    atomic_fetch_add(&scheduled, 1);
}

static float ramp_at(int frame) {
    return (float)(frame + 1) / 8192;
}

static avf_buffer *make_ramp(void) {
    avf_buffer *ramp;
    float *const *channels;
    WORKS(avf_buffer_create(&stereo, FRAMES, &ramp));
    WORKS(avf_buffer_get_channels(ramp, &channels));
    for (int i = 0; i < FRAMES; i++)
        channels[0][i] = ramp_at(i), channels[1][i] = -ramp_at(i);
    WORKS(avf_buffer_set_frame_length(ramp, FRAMES));
    return ramp;
}

/// Claims that a device got the ramp `count` times, whole, with silence before, between and after.
static void check_ramps(const char *path, int count) {
    float frame[2];
    int next = 0, found = 0;
    FILE *file = fopen(path, "rb");
    CHECK(file);
    while (file && fread(frame, sizeof frame, 1, file) == 1) {
        if (next == 0 && frame[0] == 0 && frame[1] == 0)
            continue;
        CHECK(frame[0] == ramp_at(next) && frame[1] == -ramp_at(next));
        if (++next == FRAMES)
            next = 0, found++;
    }
    CHECK(next == 0 && found == count);
    if (file)
        fclose(file);
}

int main(int argc, char **argv) {
    avf_engine *engine;
    avf_player *player;
    avf_mixer *mixer;
    avf_buffer *ramp = make_ramp();
    avf_run_state state;
    avf_statistics statistics;
    if (argc < 2)
        return 2;
    WORKS(avf_engine_create(&engine));
    WORKS(avf_engine_set_event_callback(engine, on_event, NULL, NULL));
    WORKS(avf_engine_set_device(engine, argv[1], &stereo, 256, 0));
    WORKS(avf_player_create(&player));
    WORKS(avf_engine_attach(engine, player));
    WORKS(avf_engine_get_main_mixer(engine, &mixer));
    WORKS(avf_engine_connect(engine, player, 0, mixer, AVF_NEXT_BUS, &stereo));
    schedule(player, ramp);
    if (avf_engine_start(engine) != AVF_OK)
        return printf("%s\n", avf_last_error_detail()), 1;
    WORKS(avf_player_play(player));
    wait_for(1);
    if (!atomic_load(&lost)) {
        WORKS(avf_engine_pause(engine));
        schedule(player, ramp);
        WORKS(avf_engine_start(engine));
        wait_for(2);
        WORKS(avf_engine_get_statistics(engine, sizeof statistics, &statistics));
        CHECK(statistics.rendered_frame_count >= 2 * FRAMES);
        CHECK(statistics.dropout_count >= (uint64_t)atomic_load(&dropouts));
    }
    WORKS(avf_engine_stop(engine));
    WORKS(avf_engine_get_run_state(engine, &state));
    CHECK(state == AVF_STOPPED);
    if (argc > 2)
        check_ramps(argv[2], 2);
    const int before = atomic_load(&played);
    schedule(player, ramp);
    atomic_store(&lost, 0);
    if (avf_engine_start(engine) == AVF_OK)
        wait_for(before + 1);
    else
        printf("%s\n", avf_last_error_detail());
    WORKS(avf_engine_stop(engine));
    if (argc > 2)
        check_ramps(argv[2], 1);
    WORKS(avf_node_release(player));
    WORKS(avf_node_release(mixer));
    WORKS(avf_buffer_release(ramp));
    WORKS(avf_engine_release(engine));
    CHECK(atomic_load(&destroyed) == atomic_load(&scheduled));
    return failures != 0;
}
