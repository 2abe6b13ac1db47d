// MIDI ports as a C program uses them, over those that the process makes. Prints what is not as the headers say.
#include "check.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static const avf_format stereo = {48000, 2};

/// Words that a receiver got, and when.
typedef struct inbox {
    atomic_int count;
    uint32_t words[64];
    uint64_t times[64];
    atomic_int destroyed;
} inbox;

static void receive(const uint32_t *words, size_t word_count, uint64_t host_time_ns, void *userdata) {
    inbox *box = userdata;
    for (size_t i = 0; i < word_count; i++) {
        const int place = atomic_load(&box->count);
        if (place < 64) {
            box->words[place] = words[i];
            box->times[place] = host_time_ns;
        }
        atomic_store(&box->count, place + 1);
    }
}

static void forget(void *userdata) {
    atomic_fetch_add(&((inbox *)userdata)->destroyed, 1);
}

static void a_moment(void) {
    const struct timespec moment = {0, 1000000};
    nanosleep(&moment, NULL);
}

/// Whether a number becomes what is expected within ten seconds.
static bool becomes(atomic_int *number, int expected) {
    for (int i = 0; i < 10000 && atomic_load(number) != expected; i++)
        a_moment();
    return atomic_load(number) == expected;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void messages_arrive_in_their_order_and_at_their_time(void) {
    static inbox box;
    avf_midi_receiver *receiver;
    avf_midi_sender *sender;
    WORKS(avf_midi_receiver_create_port("synth", AVF_MIDI_1_0, receive, &box, forget, &receiver));
    WORKS(avf_midi_sender_create("syn", &sender));
    // So far ahead that both calls come before it, whatever else the machine does.
    const uint64_t start = now() + 500000000;
    WORKS(avf_midi_sender_send(sender, (const uint8_t[]){0x90, 60, 100, 61, 101}, 5, start + 1000000));
    WORKS(avf_midi_sender_send_ump(sender, (const uint32_t[]){0x20B00740}, 1, start));
    GIVES(AVF_ERROR_BAD_ARGUMENT, avf_midi_sender_send(sender, (const uint8_t[]){0x90, 60}, 2, 0));
    GIVES(AVF_ERROR_BAD_ARGUMENT, avf_midi_sender_send_ump(sender, (const uint32_t[]){0x40903C00}, 1, 0));
    CHECK(becomes(&box.count, 3));
    CHECK(box.words[0] == 0x20B00740 && box.words[1] == 0x20903C64 && box.words[2] == 0x20903D65);
    CHECK(box.times[0] == start && box.times[1] == start + 1000000);
    WORKS(avf_midi_sender_end_notes(sender));
    CHECK(becomes(&box.count, 5));
    CHECK(box.words[3] >> 8 == 0x20803C && box.words[4] >> 8 == 0x20803D);
    WORKS(avf_midi_sender_send(sender, (const uint8_t[]){0x90, 62, 1}, 3, now() + 3600000000000));
    WORKS(avf_midi_sender_cancel(sender));
    WORKS(avf_midi_sender_retain(sender));
    WORKS(avf_midi_sender_release(sender));
    WORKS(avf_midi_sender_release(sender));
    WORKS(avf_midi_receiver_retain(receiver));
    WORKS(avf_midi_receiver_release(receiver));
    CHECK(atomic_load(&box.destroyed) == 0);
    WORKS(avf_midi_receiver_release(receiver));
    CHECK(becomes(&box.destroyed, 1) && atomic_load(&box.count) == 5);
    GIVES(AVF_ERROR_BAD_ARGUMENT, avf_midi_sender_create("synth", &sender));
}

static void ports_are_listed(void) {
    avf_midi_sender *sender;
    avf_midi_receiver *receiver;
    avf_midi_port_list *list;
    avf_midi_port_info info;
    static inbox box;
    uint32_t count;
    WORKS(avf_midi_sender_create_port("keys", AVF_MIDI_2_0, &sender));
    WORKS(avf_midi_port_list_create(&list));
    WORKS(avf_midi_port_list_get_count(list, &count));
    CHECK(count == 1);
    WORKS(avf_midi_port_list_get_info(list, 0, sizeof info, &info));
    CHECK(info.is_source && !info.is_destination && info.is_virtual && info.protocol == AVF_MIDI_2_0);
    CHECK(strcmp(info.name, "keys") == 0 && strcmp(info.device_name, "ports") == 0);
    WORKS(avf_midi_receiver_create(info.address, AVF_MIDI_1_0, receive, &box, NULL, &receiver));
    WORKS(avf_midi_sender_send_ump(sender, (const uint32_t[]){0x40903C00, 0xFFFF0000}, 2, 0));
    CHECK(becomes(&box.count, 1));
    CHECK(box.words[0] == 0x20903C7F);
    // What sounds ends with the port.
    WORKS(avf_midi_sender_release(sender));
    CHECK(becomes(&box.count, 2));
    CHECK(box.words[1] >> 8 == 0x20803C);
    WORKS(avf_midi_receiver_release(receiver));
    WORKS(avf_midi_port_list_retain(list));
    WORKS(avf_midi_port_list_release(list));
    WORKS(avf_midi_port_list_release(list));
}

static bool sounds(avf_engine *engine) {
    static float block[2 * 480];
    bool any = false;
    WORKS(avf_engine_render_offline_interleaved(engine, block, 2, 480));
    for (int i = 0; i < 2 * 480; i++)
        any = any || block[i] != 0;
    return any;
}

static void a_keyboard_plays_a_sampler_and_a_synth_elsewhere(void) {
    avf_engine *engine;
    avf_node *mixer;
    avf_unit *sampler;
    avf_midi_input *input;
    avf_midi_output *output;
    avf_midi_sender *keyboard;
    avf_midi_receiver *synth, *listener;
    avf_node_kind kind;
    static inbox box, heard;
    WORKS(avf_midi_sender_create_port("keys", AVF_MIDI_1_0, &keyboard));
    WORKS(avf_midi_receiver_create_port("synth", AVF_MIDI_1_0, receive, &box, NULL, &synth));
    WORKS(avf_engine_create(&engine));
    WORKS(avf_engine_enable_manual_rendering(engine, AVF_RENDERING_OFFLINE, &stereo, 480));
    WORKS(avf_engine_get_main_mixer(engine, &mixer));
    WORKS(avf_unit_create(AVF_UNIT_SAMPLER, &sampler));
    WORKS(avf_midi_input_create(AVF_MIDI_1_0, &input));
    WORKS(avf_midi_output_create(&output));
    WORKS(avf_node_get_kind(input, &kind));
    CHECK(kind == AVF_NODE_MIDI_INPUT);
    WORKS(avf_node_get_kind(output, &kind));
    CHECK(kind == AVF_NODE_MIDI_OUTPUT);
    WORKS(avf_engine_attach(engine, sampler));
    WORKS(avf_engine_attach(engine, input));
    WORKS(avf_engine_attach(engine, output));
    WORKS(avf_engine_connect(engine, sampler, 0, mixer, AVF_NEXT_BUS, NULL));
    WORKS(avf_engine_connect_midi(engine, input, sampler));
    WORKS(avf_engine_connect_midi(engine, input, output));
    WORKS(avf_midi_input_connect(input, "keys"));
    WORKS(avf_midi_output_connect(output, "synth"));
    WORKS(avf_midi_output_create_port(output, "out", AVF_MIDI_1_0));
    WORKS(avf_midi_receiver_create("out", AVF_MIDI_1_0, receive, &heard, NULL, &listener));
    WORKS(avf_engine_start(engine));
    CHECK(!sounds(engine));
    WORKS(avf_midi_sender_send(keyboard, (const uint8_t[]){0x90, 69, 100}, 3, 0));
    bool is_heard = false;
    for (int i = 0; i < 10000 && !is_heard; i++) {
        a_moment();
        is_heard = sounds(engine);
    }
    CHECK(is_heard && becomes(&box.count, 1) && box.words[0] == 0x20904564);
    CHECK(becomes(&heard.count, 1) && heard.words[0] == 0x20904564);
    // A source that is given up ends its notes, there and elsewhere.
    WORKS(avf_midi_input_disconnect(input, "keys"));
    sounds(engine);
    CHECK(becomes(&box.count, 2) && box.words[1] >> 8 == 0x208045);
    WORKS(avf_midi_input_create_port(input, "in"));
    WORKS(avf_midi_output_disconnect(output, NULL));
    WORKS(avf_node_release(input));
    WORKS(avf_node_release(output));
    WORKS(avf_node_release(sampler));
    WORKS(avf_node_release(mixer));
    WORKS(avf_midi_receiver_release(listener));
    WORKS(avf_midi_receiver_release(synth));
    WORKS(avf_midi_sender_release(keyboard));
    WORKS(avf_engine_release(engine));
}

static void a_sequencer_without_an_engine_plays_to_a_port(void) {
    avf_sequencer *sequencer;
    avf_midi_receiver *synth;
    static inbox box;
    uint32_t track;
    avf_song_event note = {.kind = AVF_SONG_NOTE, .number = 60, .value = 90, .duration = 0.1};
    WORKS(avf_midi_receiver_create_port("synth", AVF_MIDI_1_0, receive, &box, NULL, &synth));
    WORKS(avf_sequencer_create(NULL, &sequencer));
    WORKS(avf_sequencer_append_track(sequencer, &track));
    for (int i = 0; i < 2; i++) {
        note.beat = 0.2 * i;
        WORKS(avf_sequencer_add_event(sequencer, track, &note, sizeof note));
    }
    GIVES(AVF_ERROR_BAD_ARGUMENT, avf_sequencer_set_destination_port(sequencer, track, "nobody"));
    WORKS(avf_sequencer_set_destination_port(sequencer, track, "synth"));
    WORKS(avf_sequencer_start(sequencer));
    CHECK(becomes(&box.count, 4));
    CHECK(box.words[0] == 0x20903C5A && box.words[1] == 0x20803C40 && box.words[2] == 0x20903C5A);
    // A fifth of a beat is a tenth of a second.
    const int64_t distance = (int64_t)(box.times[2] - box.times[0]) - 100000000;
    CHECK(distance > -3 && distance < 3);
    WORKS(avf_sequencer_set_destination_port(sequencer, track, NULL));
    WORKS(avf_sequencer_release(sequencer));
    WORKS(avf_midi_receiver_release(synth));
}

static void changed(avf_midi_change change, const avf_midi_port_info *port, void *userdata) {
    (void)change, (void)port, (void)userdata;
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc != 2 || setenv("AVFAUDIO_MIDI", "loopback", 1) != 0)
        return 2;
    avf_midi_observer *observer;
    WORKS(avf_midi_observer_create(changed, NULL, NULL, &observer));
    messages_arrive_in_their_order_and_at_their_time();
    ports_are_listed();
    a_keyboard_plays_a_sampler_and_a_synth_elsewhere();
    a_sequencer_without_an_engine_plays_to_a_port();
    WORKS(avf_midi_observer_retain(observer));
    WORKS(avf_midi_observer_release(observer));
    WORKS(avf_midi_observer_release(observer));
    return failures != 0;
}
