// Sequencers and MIDI players as a C program uses them. Prints what is not as the headers say.
#include "check.h"
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { BEAT = 24000 };

static const avf_format stereo = {48000, 2};

/// The messages that a unit was sent, as it sends them on.
static struct {
    atomic_int count;
    struct {
        int64_t time;
        uint8_t bytes[3];
    } messages[64];
} heard;

static void hear(const uint8_t *bytes, size_t size, int64_t sample_time, void *userdata) {
    const int count = atomic_load(&heard.count);
    (void)userdata;
    if (count < 64 && size <= 3) {
        heard.messages[count].time = sample_time;
        memcpy(heard.messages[count].bytes, bytes, size);
    }
    atomic_store(&heard.count, count + 1);
}

/// Whether a number becomes what is expected within ten seconds.
static bool becomes(atomic_int *number, int expected) {
    const struct timespec moment = {0, 1000000};
    for (int i = 0; i < 10000 && atomic_load(number) != expected; i++)
        nanosleep(&moment, NULL);
    return atomic_load(number) == expected;
}

static bool was_heard(int place, int64_t time, uint8_t status, uint8_t key) {
    return heard.messages[place].time == time && heard.messages[place].bytes[0] == status &&
           heard.messages[place].bytes[1] == key;
}

static avf_engine *make_engine(avf_unit **unit) {
    avf_engine *engine;
    WORKS(avf_engine_create(&engine));
    WORKS(avf_engine_enable_manual_rendering(engine, AVF_RENDERING_OFFLINE, &stereo, 4096));
    WORKS(avf_unit_create(AVF_UNIT_MIDI_TRANSPOSE, unit));
    WORKS(avf_engine_attach(engine, *unit));
    WORKS(avf_unit_set_midi_callback(*unit, hear, NULL, NULL));
    WORKS(avf_engine_start(engine));
    return engine;
}

static void render(avf_engine *engine, int frame_count) {
    static float block[2 * 4096];
    for (int done = 0; done < frame_count; done += 4096) {
        const int count = frame_count - done < 4096 ? frame_count - done : 4096;
        WORKS(avf_engine_render_offline_interleaved(engine, block, 2, (uint32_t)count));
    }
}

static void add(avf_sequencer *sequencer, uint32_t track, avf_song_event event) {
    WORKS(avf_sequencer_add_event(sequencer, track, &event, sizeof event));
}

static struct {
    atomic_int count;
    int ends;
    char text[8];
    double beat;
} told;

static void tell(const avf_sequencer_report *report, size_t size, void *userdata) {
    CHECK(size == sizeof *report && userdata == &told);
    if (report->kind == AVF_SEQUENCER_USER && report->data_size == 3) {
        memcpy(told.text, report->data, 3);
        told.beat = report->beat;
    }
    if (report->kind == AVF_SEQUENCER_END)
        told.ends++;
    atomic_fetch_add(&told.count, 1);
}

static void a_song_is_played_to_a_unit_at_its_frames(const char *folder) {
    avf_unit *unit;
    avf_engine *engine = make_engine(&unit);
    avf_sequencer *sequencer;
    uint32_t track, count;
    double value;
    bool playing;
    char path[512];
    WORKS(avf_sequencer_create(engine, &sequencer));
    WORKS(avf_sequencer_append_track(sequencer, &track));
    WORKS(avf_sequencer_set_destination(sequencer, track, unit));
    add(sequencer, track, (avf_song_event){.kind = AVF_SONG_NOTE, .number = 60, .value = 100, .duration = 0.5});
    add(sequencer, track, (avf_song_event){.kind = AVF_SONG_NOTE, .number = 62, .value = 100, .beat = 1, .duration = 1});
    add(sequencer, AVF_TEMPO_TRACK, (avf_song_event){.kind = AVF_SONG_TEMPO, .value = 60, .beat = 1});
    add(sequencer, track,
        (avf_song_event){.kind = AVF_SONG_USER, .beat = 1.5, .data = (const uint8_t *)"now", .data_size = 3});
    WORKS(avf_sequencer_set_callback(sequencer, tell, &told, NULL));
    WORKS(avf_sequencer_get_seconds(sequencer, 2, &value));
    CHECK(fabs(value - 1.5) < 1e-9);
    WORKS(avf_sequencer_get_beat(sequencer, 1.5, &value));
    CHECK(fabs(value - 2) < 1e-9);
    WORKS(avf_sequencer_get_length(sequencer, &value));
    CHECK(value == 2);
    WORKS(avf_sequencer_prepare(sequencer));
    WORKS(avf_sequencer_start(sequencer));
    render(engine, 80000);
    CHECK(becomes(&heard.count, 4) && becomes(&told.count, 2));
    CHECK(was_heard(0, 0, 0x90, 60) && was_heard(1, 12000, 0x80, 60));
    CHECK(was_heard(2, 24000, 0x90, 62) && was_heard(3, 72000, 0x80, 62));
    CHECK(strcmp(told.text, "now") == 0 && told.beat == 1.5 && told.ends == 1);
    WORKS(avf_sequencer_get_playing(sequencer, &playing));
    CHECK(playing);
    WORKS(avf_sequencer_stop(sequencer));
    WORKS(avf_sequencer_set_rate(sequencer, 2));
    WORKS(avf_sequencer_get_rate(sequencer, &value));
    CHECK(value == 2);
    WORKS(avf_sequencer_set_position(sequencer, 1));
    WORKS(avf_sequencer_start(sequencer));
    render(engine, 24000);
    WORKS(avf_sequencer_get_position(sequencer, &value));
    CHECK(fabs(value - 2) < 1e-9);
    CHECK(becomes(&heard.count, 5));
    CHECK(was_heard(4, 80000, 0x90, 62));

    snprintf(path, sizeof path, "%s/song.mid", folder);
    WORKS(avf_sequencer_write_file(sequencer, path, 0));
    avf_sequencer *read;
    WORKS(avf_sequencer_create(NULL, &read));
    WORKS(avf_sequencer_load_file(read, path, false));
    WORKS(avf_sequencer_get_track_count(read, &count));
    CHECK(count == 1);
    WORKS(avf_sequencer_get_track(read, 0, &track));
    WORKS(avf_sequencer_get_event_count(read, track, &count));
    CHECK(count == 3);
    avf_song_event event;
    WORKS(avf_sequencer_get_event(read, track, 1, sizeof event, &event));
    CHECK(event.kind == AVF_SONG_NOTE && event.number == 62 && event.beat == 1 && event.duration == 1);
    WORKS(avf_sequencer_get_event(read, track, 2, sizeof event, &event));
    CHECK(event.kind == AVF_SONG_USER && event.data_size == 3 && event.data == NULL);
    uint8_t data[2];
    size_t size;
    WORKS(avf_sequencer_get_event_data(read, track, 2, data, sizeof data, &size));
    CHECK(size == 3 && data[0] == 'n' && data[1] == 'o');
    const char *repair;
    WORKS(avf_sequencer_get_repair(read, 0, &repair));
    CHECK(repair == NULL);
    WORKS(avf_sequencer_release(read));
    WORKS(avf_sequencer_retain(sequencer));
    WORKS(avf_sequencer_release(sequencer));
    WORKS(avf_sequencer_release(sequencer));
    WORKS(avf_node_release(unit));
    WORKS(avf_engine_release(engine));
}

static void tracks_are_edited(void) {
    avf_sequencer *sequencer;
    avf_track_settings settings;
    avf_song_event event;
    uint32_t track, other, count;
    WORKS(avf_sequencer_create(NULL, &sequencer));
    WORKS(avf_sequencer_append_track(sequencer, &track));
    for (int beat = 0; beat < 4; beat++)
        add(sequencer, track,
            (avf_song_event){.kind = AVF_SONG_CONTROL, .channel = 2, .number = 7, .value = beat, .beat = beat});
    WORKS(avf_sequencer_move_events(sequencer, track, 0, 1, 0.5));
    WORKS(avf_sequencer_get_event(sequencer, track, 0, sizeof event, &event));
    CHECK(event.beat == 0.5 && event.channel == 2 && event.number == 7 && event.value == 0);
    WORKS(avf_sequencer_remove_events(sequencer, track, 1, 1, true));
    WORKS(avf_sequencer_get_event(sequencer, track, 1, sizeof event, &event));
    CHECK(event.beat == 1 && event.value == 2);
    WORKS(avf_sequencer_append_track(sequencer, &other));
    WORKS(avf_sequencer_copy_events(sequencer, track, 0, INFINITY, other, 8, false));
    WORKS(avf_sequencer_get_event_count(sequencer, other, &count));
    CHECK(count == 3);
    WORKS(avf_sequencer_get_event(sequencer, other, 0, sizeof event, &event));
    CHECK(event.beat == 8.5);
    WORKS(avf_sequencer_get_track_settings(sequencer, other, sizeof settings, &settings));
    CHECK(!settings.is_muted && settings.pass_count == 0 && settings.length == 10);
    settings.is_looping = true;
    settings.pass_count = 3;
    settings.loop_start = 8;
    settings.loop_length = 2;
    settings.offset = -1;
    WORKS(avf_sequencer_set_track_settings(sequencer, other, &settings, sizeof settings));
    memset(&settings, 0, sizeof settings);
    WORKS(avf_sequencer_get_track_settings(sequencer, other, sizeof settings, &settings));
    CHECK(settings.is_looping && settings.pass_count == 3 && settings.loop_start == 8);
    CHECK(settings.loop_length == 2 && settings.offset == -1);
    WORKS(avf_sequencer_reverse(sequencer));
    WORKS(avf_sequencer_get_event(sequencer, other, 0, sizeof event, &event));
    CHECK(event.value == 3);
    WORKS(avf_sequencer_remove_track(sequencer, other));
    WORKS(avf_sequencer_get_track_count(sequencer, &count));
    CHECK(count == 1);
    WORKS(avf_sequencer_release(sequencer));
}

static void end(void *userdata) {
    atomic_fetch_add((atomic_int *)userdata, 1);
}

static void a_player_plays_a_file_with_its_bank(const char *folder) {
    char song[512], bank[512];
    float wave[480], block[2 * 4096];
    avf_writer *writer;
    avf_midi_player *player;
    avf_engine *engine;
    avf_sequencer *sequencer;
    avf_unit *sampler;
    const char *note;
    double value;
    bool playing;
    uint32_t count;
    atomic_int ended = 0;
    snprintf(song, sizeof song, "%s/song.mid", folder);
    snprintf(bank, sizeof bank, "%s/bank.wav", folder);
    for (int i = 0; i < 480; i++)
        wave[i] = 0.5f;
    const avf_format mono = {.sample_rate_hz = 48000, .channel_count = 1};
    WORKS(avf_writer_create(bank, &mono, AVF_ENCODING_FLOAT32, &writer));
    WORKS(avf_writer_write_interleaved(writer, wave, 1, 480));
    WORKS(avf_writer_release(writer));
    WORKS(avf_midi_player_create(song, bank, &player));
    WORKS(avf_midi_player_get_duration(player, &value));
    CHECK(fabs(value - 1.5) < 1e-6);
    WORKS(avf_midi_player_get_note(player, 0, &note));
    CHECK(note == NULL);
    WORKS(avf_midi_player_get_engine(player, &engine));
    WORKS(avf_engine_enable_manual_rendering(engine, AVF_RENDERING_OFFLINE, &stereo, 4096));
    WORKS(avf_midi_player_get_sampler(player, &sampler));
    WORKS(avf_unit_set_parameter(sampler, AVF_SAMPLER_REVERB, 0));
    WORKS(avf_midi_player_get_sequencer(player, &sequencer));
    WORKS(avf_sequencer_get_track_count(sequencer, &count));
    CHECK(count == 1);
    WORKS(avf_midi_player_set_position(player, 0.5));
    WORKS(avf_midi_player_play(player, end, &ended, NULL));
    WORKS(avf_midi_player_get_playing(player, &playing));
    CHECK(playing);
    WORKS(avf_engine_render_offline_interleaved(engine, block, 2, 4096));
    CHECK(fabsf(block[2 * 240]) > 0.05f);
    WORKS(avf_midi_player_get_position(player, &value));
    CHECK(fabs(value - 0.5 - 4096 / 48000.0) < 1e-6);
    render(engine, 50000);
    CHECK(becomes(&ended, 1));
    WORKS(avf_midi_player_get_playing(player, &playing));
    CHECK(!playing);
    WORKS(avf_midi_player_stop(player));
    WORKS(avf_sequencer_release(sequencer));
    WORKS(avf_node_release(sampler));
    WORKS(avf_midi_player_retain(player));
    WORKS(avf_midi_player_release(player));
    WORKS(avf_midi_player_release(player));
    WORKS(avf_engine_release(engine));
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    a_song_is_played_to_a_unit_at_its_frames(argv[1]);
    tracks_are_edited();
    a_player_plays_a_file_with_its_bank(argv[1]);
    return failures != 0;
}
