// Calls every function with handles and arguments that it must refuse. Prints what it did not refuse.
#include "check.h"
#include <math.h>
#include <stdlib.h>

static const avf_format stereo = {48000, 2};

/// Live handles of every type, and a released one of each.
static struct {
    avf_engine *engine, *old_engine;
    avf_player *player, *old_player;
    avf_mixer *mixer, *old_mixer;
    avf_unit *unit, *old_unit;
    avf_buffer *buffer, *old_buffer;
    avf_reader *reader, *old_reader;
    avf_writer *writer, *old_writer;
    avf_unit_list *units, *old_units;
    avf_device_list *devices, *old_devices;
    avf_converter *converter, *old_converter;
    avf_encoder *encoder, *old_encoder;
    avf_decoder *decoder, *old_decoder;
    avf_sequencer *sequencer, *old_sequencer;
    avf_midi_player *midi_player, *old_midi_player;
    avf_midi_port_list *ports, *old_ports;
    avf_midi_observer *observer, *old_observer;
    avf_midi_receiver *receiver, *old_receiver;
    avf_midi_sender *sender, *old_sender;
    avf_midi_input *input, *old_input;
    avf_midi_output *output, *old_output;
    avf_recorder *recorder, *old_recorder;
    avf_sound *sound, *old_sound;
} all;

/// A song of nothing, with the sounds of an audio file.
static void make_midi_player(const char *bank) {
    const uint8_t song[] = {'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, 0, 0,    1,    1, 0xE0,
                            'M', 'T', 'r', 'k', 0, 0, 0, 4, 0, 0xFF, 0x2F, 0};
    avf_writer *writer;
    char path[512];
    snprintf(path, sizeof path, "%s.bank.wav", bank);
    bank = path;
    WORKS(avf_writer_create(path, &stereo, AVF_ENCODING_FLOAT32, &writer));
    WORKS(avf_writer_write_interleaved(writer, (const float[]){0, 0, 0, 0}, 2, 2));
    WORKS(avf_writer_release(writer));
    WORKS(avf_midi_player_create_from_memory(song, sizeof song, bank, &all.old_midi_player));
    WORKS(avf_midi_player_release(all.old_midi_player));
    WORKS(avf_midi_player_create_from_memory(song, sizeof song, bank, &all.midi_player));
}

static void on_words(const uint32_t *words, size_t count, uint64_t host_time_ns, void *userdata) {
    (void)words, (void)count, (void)host_time_ns, (void)userdata;
}

static void on_change(avf_midi_change change, const avf_midi_port_info *port, void *userdata) {
    (void)change, (void)port, (void)userdata;
}

static void make_ports(void) {
    WORKS(avf_midi_port_list_create(&all.old_ports));
    WORKS(avf_midi_port_list_release(all.old_ports));
    WORKS(avf_midi_port_list_create(&all.ports));
    WORKS(avf_midi_observer_create(on_change, NULL, NULL, &all.old_observer));
    WORKS(avf_midi_observer_release(all.old_observer));
    WORKS(avf_midi_observer_create(on_change, NULL, NULL, &all.observer));
    WORKS(avf_midi_receiver_create_port("old", AVF_MIDI_1_0, on_words, NULL, NULL, &all.old_receiver));
    WORKS(avf_midi_receiver_release(all.old_receiver));
    WORKS(avf_midi_receiver_create_port("in", AVF_MIDI_1_0, on_words, NULL, NULL, &all.receiver));
    WORKS(avf_midi_sender_create_port("old", AVF_MIDI_1_0, &all.old_sender));
    WORKS(avf_midi_sender_release(all.old_sender));
    WORKS(avf_midi_sender_create_port("out", AVF_MIDI_1_0, &all.sender));
    WORKS(avf_midi_input_create(AVF_MIDI_1_0, &all.old_input));
    WORKS(avf_node_release(all.old_input));
    WORKS(avf_midi_input_create(AVF_MIDI_1_0, &all.input));
    WORKS(avf_midi_output_create(&all.old_output));
    WORKS(avf_node_release(all.old_output));
    WORKS(avf_midi_output_create(&all.output));
}

static void make(const char *path) {
    WORKS(avf_engine_create(&all.old_engine));
    WORKS(avf_engine_release(all.old_engine));
    WORKS(avf_engine_create(&all.engine));
    WORKS(avf_player_create(&all.old_player));
    WORKS(avf_node_release(all.old_player));
    WORKS(avf_player_create(&all.player));
    WORKS(avf_mixer_create(&all.old_mixer));
    WORKS(avf_node_release(all.old_mixer));
    WORKS(avf_mixer_create(&all.mixer));
    WORKS(avf_unit_create("gain", &all.old_unit));
    WORKS(avf_node_release(all.old_unit));
    WORKS(avf_unit_create("gain", &all.unit));
    WORKS(avf_buffer_create(&stereo, 8, &all.old_buffer));
    WORKS(avf_buffer_release(all.old_buffer));
    WORKS(avf_buffer_create(&stereo, 8, &all.buffer));
    WORKS(avf_writer_create(path, &stereo, AVF_ENCODING_DEFAULT, &all.old_writer));
    WORKS(avf_writer_release(all.old_writer));
    WORKS(avf_reader_open(path, &all.old_reader));
    WORKS(avf_reader_release(all.old_reader));
    WORKS(avf_reader_open(path, &all.reader));
    WORKS(avf_writer_create(path, &stereo, AVF_ENCODING_FLOAT32, &all.writer));
    WORKS(avf_unit_list_create(NULL, AVF_UNIT_KIND_ANY, &all.old_units));
    WORKS(avf_unit_list_release(all.old_units));
    WORKS(avf_unit_list_create("gain", AVF_UNIT_KIND_EFFECT, &all.units));
    WORKS(avf_device_list_create(&all.old_devices));
    WORKS(avf_device_list_release(all.old_devices));
    WORKS(avf_device_list_create(&all.devices));
    const avf_converter_options options = {stereo, {44100, 2}, AVF_RATE_QUALITY_HIGH, 0};
    WORKS(avf_converter_create(sizeof options, &options, &all.old_converter));
    WORKS(avf_converter_release(all.old_converter));
    WORKS(avf_converter_create(sizeof options, &options, &all.converter));
    WORKS(avf_sequencer_create(NULL, &all.old_sequencer));
    WORKS(avf_sequencer_release(all.old_sequencer));
    WORKS(avf_sequencer_create(all.engine, &all.sequencer));
    make_midi_player(path);
    make_ports();
    WORKS(avf_recorder_create("/none/take.wav", &stereo, AVF_ENCODING_DEFAULT, NULL, &all.old_recorder));
    WORKS(avf_recorder_release(all.old_recorder));
    WORKS(avf_recorder_create("/none/take.wav", &stereo, AVF_ENCODING_DEFAULT, NULL, &all.recorder));
    WORKS(avf_sound_create(path, "null", &all.old_sound));
    WORKS(avf_sound_release(all.old_sound));
    WORKS(avf_sound_create(path, "null", &all.sound));
    const avf_packet_format coded = {AVF_CODING_FLAC, 16, 0, 0, stereo};
    // Without FFmpeg there are none.
    if (avf_encoder_create(sizeof coded, &coded, &all.old_encoder) != AVF_OK)
        return;
    WORKS(avf_encoder_release(all.old_encoder));
    WORKS(avf_encoder_create(sizeof coded, &coded, &all.encoder));
    WORKS(avf_decoder_create(sizeof coded, &coded, NULL, 0, &all.old_decoder));
    WORKS(avf_decoder_release(all.old_decoder));
    WORKS(avf_decoder_create(sizeof coded, &coded, NULL, 0, &all.decoder));
}

/// Released handles of every type, handles that never were, and live ones that `own` and `kin` leave over.
static void *bad_handle(int number, const void *own, const void *kin) {
    void *list[] = {(void *)1,
                    (void *)0xdeadbeef,
                    (void *)~(uintptr_t)0,
                    (void *)0xAF00000100000000,
                    &all,
                    all.old_engine,
                    all.old_player,
                    all.old_mixer,
                    all.old_unit,
                    all.old_buffer,
                    all.old_reader,
                    all.old_writer,
                    all.old_units,
                    all.old_devices,
                    all.old_converter,
                    all.old_encoder ? (void *)all.old_encoder : &all,
                    all.old_decoder ? (void *)all.old_decoder : &all,
                    all.old_sequencer,
                    all.old_midi_player,
                    all.old_ports,
                    all.old_observer,
                    all.old_receiver,
                    all.old_sender,
                    all.old_input,
                    all.old_output,
                    all.old_recorder,
                    all.old_sound,
                    all.engine,
                    all.player,
                    all.mixer,
                    all.unit,
                    all.buffer,
                    all.reader,
                    all.writer,
                    all.units,
                    all.devices,
                    all.converter,
                    all.encoder ? (void *)all.encoder : &all,
                    all.decoder ? (void *)all.decoder : &all,
                    all.sequencer,
                    all.midi_player,
                    all.ports,
                    all.observer,
                    all.receiver,
                    all.sender,
                    all.input,
                    all.output,
                    all.recorder,
                    all.sound};
    const int count = sizeof list / sizeof *list;
    if (number >= count)
        return NULL;
    const int is_node = list[number] == all.player || list[number] == all.mixer ||
                        list[number] == all.unit || list[number] == all.input || list[number] == all.output;
    return list[number] == own || (kin == all.engine && is_node) ? (void *)1 : list[number];
}

#define EACH_BAD(own, kin)                                                                                   \
    for (void *h = (void *)1, *n = 0; h; h = bad_handle((int)(intptr_t)n, own, kin), n = (char *)n + 1)
#define REFUSES(call) GIVES(AVF_ERROR_BAD_HANDLE, call)
#define NEEDS(call) GIVES(AVF_ERROR_BAD_ARGUMENT, call)
#define NO_KIN NULL
#define NODES all.engine

static float memory[2][8];
static float *const planes[] = {memory[0], memory[1]};
static const float *const read_planes[] = {memory[0], memory[1]};
static float *const holes[] = {memory[0], NULL};

static void on_event(const avf_event *event, void *userdata) {
    (void)event, (void)userdata;
}
static void on_tap(const avf_tap_block *block, void *userdata) {
    (void)block, (void)userdata;
}
static avf_status on_changes(avf_engine *engine, void *userdata) {
    return (void)engine, (void)userdata, AVF_OK;
}
static bool on_transport(avf_transport *transport, size_t size, void *userdata) {
    (void)transport, (void)size, (void)userdata;
    return false;
}

static void on_midi(const uint8_t *bytes, size_t size, int64_t sample_time, void *userdata) {
    (void)bytes, (void)size, (void)sample_time, (void)userdata;
}

static int64_t on_read(void *target, size_t size, uint64_t position, void *userdata) {
    (void)target, (void)size, (void)position, (void)userdata;
    return -1;
}

static void on_ump(const uint32_t *words, size_t word_count, int64_t sample_time, void *userdata) {
    (void)words, (void)word_count, (void)sample_time, (void)userdata;
}
static void on_destroy(void *count) {
    ++*(int *)count;
}

static void abuse_buffers(void) {
    avf_format format;
    uint32_t number;
    float *const *channels;
    avf_buffer *made = (avf_buffer *)1;
    EACH_BAD(all.buffer, NO_KIN) {
        avf_buffer *b = h;
        REFUSES(avf_buffer_retain(b));
        REFUSES(avf_buffer_release(b));
        REFUSES(avf_buffer_get_format(b, &format));
        REFUSES(avf_buffer_get_frame_capacity(b, &number));
        REFUSES(avf_buffer_get_frame_length(b, &number));
        REFUSES(avf_buffer_set_frame_length(b, 0));
        REFUSES(avf_buffer_get_channels(b, &channels));
        CHECK(channels == NULL);
        REFUSES(avf_buffer_write_interleaved(b, memory[0], 1));
        REFUSES(avf_buffer_read_interleaved(b, memory[0], 1));
    }
    WORKS(avf_buffer_release(NULL));
    REFUSES(avf_buffer_retain(NULL));
    REFUSES(avf_buffer_set_frame_length(NULL, 0));
    NEEDS(avf_buffer_create(NULL, 1, &made));
    CHECK(made == NULL);
    NEEDS(avf_buffer_create(&stereo, 1, NULL));
    const avf_format wrong[] = {{NAN, 2}, {INFINITY, 2}, {-1, 2}, {0, 2}, {48000, 0}, {48000, UINT32_MAX}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        GIVES(AVF_ERROR_BAD_FORMAT, avf_buffer_create(&wrong[i], 1, &made));
    const avf_status huge = avf_buffer_create(&(avf_format){48000, 256}, UINT32_MAX, &made);
    CHECK(huge == AVF_ERROR_OUT_OF_MEMORY || (huge == AVF_OK && avf_buffer_release(made) == AVF_OK));
    WORKS(avf_buffer_create(&stereo, 0, &made));
    NEEDS(avf_buffer_set_frame_length(made, 1));
    WORKS(avf_buffer_write_interleaved(made, NULL, 0));
    WORKS(avf_buffer_release(made));
    NEEDS(avf_buffer_get_format(all.buffer, NULL));
    NEEDS(avf_buffer_get_frame_capacity(all.buffer, NULL));
    NEEDS(avf_buffer_get_frame_length(all.buffer, NULL));
    NEEDS(avf_buffer_set_frame_length(all.buffer, UINT32_MAX));
    NEEDS(avf_buffer_get_channels(all.buffer, NULL));
    NEEDS(avf_buffer_write_interleaved(all.buffer, NULL, 1));
    NEEDS(avf_buffer_write_interleaved(all.buffer, memory[0], UINT32_MAX));
    NEEDS(avf_buffer_read_interleaved(all.buffer, memory[0], UINT32_MAX));
}

static void abuse_readers(void) {
    avf_file_info info;
    avf_reader *made = (avf_reader *)1;
    uint64_t frame;
    uint32_t number;
    EACH_BAD(all.reader, NO_KIN) {
        avf_reader *r = h;
        REFUSES(avf_reader_retain(r));
        REFUSES(avf_reader_release(r));
        REFUSES(avf_reader_get_info(r, sizeof info, &info));
        REFUSES(avf_reader_get_position(r, &frame));
        REFUSES(avf_reader_seek(r, 0));
        REFUSES(avf_reader_read(r, planes, 2, 1, &number));
        REFUSES(avf_reader_read_interleaved(r, memory[0], 2, 1, &number));
        REFUSES(avf_reader_read_buffer(r, all.buffer));
    }
    EACH_BAD(all.buffer, NO_KIN) REFUSES(avf_reader_read_buffer(all.reader, h));
    WORKS(avf_reader_release(NULL));
    NEEDS(avf_reader_open(NULL, &made));
    CHECK(made == NULL);
    NEEDS(avf_reader_open("x", NULL));
    int destroyed = 0;
    NEEDS(avf_reader_open_memory(NULL, 9, "x", &destroyed, on_destroy, &made));
    NEEDS(avf_reader_open_memory("words", 0, "x", &destroyed, on_destroy, &made));
    NEEDS(avf_reader_open_memory("words", 5, NULL, &destroyed, on_destroy, &made));
    NEEDS(avf_reader_open_memory("words", 5, "x", &destroyed, on_destroy, NULL));
    GIVES(AVF_ERROR_FILE_FORMAT, avf_reader_open_memory("words", 5, "x", &destroyed, on_destroy, &made));
    NEEDS(avf_reader_open_callback(9, NULL, "x", &destroyed, on_destroy, &made));
    NEEDS(avf_reader_open_callback(9, on_read, NULL, &destroyed, on_destroy, &made));
    GIVES(AVF_ERROR_FILE_ACCESS,
          avf_reader_open_callback(UINT64_MAX, on_read, "x", &destroyed, on_destroy, &made));
    CHECK(destroyed == 8 && made == NULL);
    NEEDS(avf_reader_open("\xff\xfe.wav", &made));
    GIVES(AVF_ERROR_FILE_NOT_FOUND, avf_reader_open("", &made));
    GIVES(AVF_ERROR_FILE_NOT_FOUND, avf_reader_open("/no/such/file.wav", &made));
    GIVES(AVF_ERROR_FILE_ACCESS, avf_reader_open("/", &made));
    NEEDS(avf_reader_get_info(all.reader, 0, &info));
    NEEDS(avf_reader_get_info(all.reader, SIZE_MAX, &info));
    NEEDS(avf_reader_get_info(all.reader, sizeof info, NULL));
    NEEDS(avf_reader_get_position(all.reader, NULL));
    NEEDS(avf_reader_seek(all.reader, UINT64_MAX));
    NEEDS(avf_reader_read(all.reader, NULL, 2, 1, &number));
    NEEDS(avf_reader_read(all.reader, holes, 2, 1, &number));
    NEEDS(avf_reader_read(all.reader, planes, UINT32_MAX, 1, &number));
    NEEDS(avf_reader_read(all.reader, planes, 2, 1, NULL));
    NEEDS(avf_reader_read_interleaved(all.reader, NULL, 2, 1, &number));
    NEEDS(avf_reader_read_interleaved(all.reader, memory[0], 1, 1, &number));
}

static void abuse_writers(void) {
    avf_writer *made = (avf_writer *)1;
    uint64_t frame;
    EACH_BAD(all.writer, NO_KIN) {
        avf_writer *w = h;
        REFUSES(avf_writer_retain(w));
        REFUSES(avf_writer_release(w));
        REFUSES(avf_writer_write(w, read_planes, 2, 1));
        REFUSES(avf_writer_write_interleaved(w, memory[0], 2, 1));
        REFUSES(avf_writer_write_buffer(w, all.buffer));
        REFUSES(avf_writer_get_position(w, &frame));
        REFUSES(avf_writer_close(w));
    }
    EACH_BAD(all.buffer, NO_KIN) REFUSES(avf_writer_write_buffer(all.writer, h));
    WORKS(avf_writer_release(NULL));
    NEEDS(avf_writer_create(NULL, &stereo, 0, &made));
    CHECK(made == NULL);
    NEEDS(avf_writer_create("/tmp/x.wav", NULL, 0, &made));
    NEEDS(avf_writer_create("/tmp/x.wav", &stereo, 0, NULL));
    NEEDS(avf_writer_create("/tmp/x.wav", &stereo, -1, &made));
    NEEDS(avf_writer_create("/tmp/x.wav", &stereo, INT32_MIN, &made));
    GIVES(AVF_ERROR_FILE_FORMAT, avf_writer_create("/tmp/x.wav", &stereo, AVF_ENCODING_VORBIS, &made));
    GIVES(AVF_ERROR_FILE_FORMAT, avf_writer_create("/tmp/x", &stereo, 0, &made));
    NEEDS(avf_writer_write(all.writer, NULL, 2, 1));
    NEEDS(avf_writer_write(all.writer, read_planes, 3, 1));
    NEEDS(avf_writer_write_interleaved(all.writer, NULL, 2, 1));
    NEEDS(avf_writer_write_interleaved(all.writer, memory[0], 0, 1));
    NEEDS(avf_writer_get_position(all.writer, NULL));
    WORKS(avf_writer_close(all.writer));
    WORKS(avf_writer_close(all.writer));
    GIVES(AVF_ERROR_FILE_CLOSED, avf_writer_write_interleaved(all.writer, memory[0], 2, 1));
}

static void abuse_converters(void) {
    avf_converter *made;
    uint32_t taken, number;
    uint64_t needed;
    EACH_BAD(all.converter, NO_KIN) {
        avf_converter *c = h;
        REFUSES(avf_converter_retain(c));
        REFUSES(avf_converter_release(c));
        REFUSES(avf_converter_get_needed_frames(c, 1, &needed));
        REFUSES(avf_converter_get_lookahead_frames(c, &number));
        REFUSES(avf_converter_process(c, read_planes, 2, 1, planes, 2, 1, &taken, &number));
        REFUSES(avf_converter_finish(c, planes, 2, 1, &number));
        REFUSES(avf_converter_reset(c));
    }
    const avf_converter_options good = {stereo, stereo, AVF_RATE_QUALITY_DRAFT, 0};
    avf_converter_options bad = good;
    NEEDS(avf_converter_create(sizeof good, NULL, &made));
    NEEDS(avf_converter_create(sizeof good, &good, NULL));
    NEEDS(avf_converter_create(0, &good, &made));
    CHECK(made == NULL);
    bad.quality = 4;
    NEEDS(avf_converter_create(sizeof bad, &bad, &made));
    bad = good;
    bad.input.sample_rate_hz = NAN;
    GIVES(AVF_ERROR_BAD_FORMAT, avf_converter_create(sizeof bad, &bad, &made));
    bad = good;
    bad.output.channel_count = 0;
    GIVES(AVF_ERROR_BAD_FORMAT, avf_converter_create(sizeof bad, &bad, &made));
    NEEDS(avf_converter_process(all.converter, NULL, 2, 1, planes, 2, 1, &taken, &number));
    NEEDS(avf_converter_process(all.converter, read_planes, 3, 1, planes, 2, 1, &taken, &number));
    NEEDS(avf_converter_process(all.converter, read_planes, 2, 1, planes, 1, 1, &taken, &number));
    NEEDS(avf_converter_process(all.converter, read_planes, 2, 1, holes, 2, 1, &taken, &number));
    NEEDS(avf_converter_process(all.converter, read_planes, 2, 1, planes, 2, 1, NULL, &number));
    NEEDS(avf_converter_process(all.converter, read_planes, 2, 1, planes, 2, 1, &taken, NULL));
    NEEDS(avf_converter_finish(all.converter, planes, 2, 1, NULL));
    NEEDS(avf_converter_get_needed_frames(all.converter, 1, NULL));
    NEEDS(avf_converter_get_lookahead_frames(all.converter, NULL));
    WORKS(avf_converter_release(NULL));
}

static void abuse_encoders(void) {
    avf_encoder *made;
    uint32_t taken;
    size_t size;
    avf_encoder_info info;
    char bytes[8];
    EACH_BAD(all.encoder, NO_KIN) {
        avf_encoder *e = h;
        REFUSES(avf_encoder_retain(e));
        REFUSES(avf_encoder_release(e));
        REFUSES(avf_encoder_get_info(e, sizeof info, &info));
        REFUSES(avf_encoder_get_cookie(e, bytes, sizeof bytes, &size));
        REFUSES(avf_encoder_put(e, read_planes, 2, 1, &taken));
        REFUSES(avf_encoder_finish(e));
        REFUSES(avf_encoder_next(e, bytes, sizeof bytes, &size));
        REFUSES(avf_encoder_reset(e));
    }
    WORKS(avf_encoder_release(NULL));
    const avf_packet_format good = {AVF_CODING_FLAC, 16, 0, 0, stereo};
    avf_packet_format bad = good;
    NEEDS(avf_encoder_create(sizeof good, NULL, &made));
    NEEDS(avf_encoder_create(sizeof good, &good, NULL));
    NEEDS(avf_encoder_create(0, &good, &made));
    bad.coding = 14;
    NEEDS(avf_encoder_create(sizeof bad, &bad, &made));
    CHECK(made == NULL);
    bad = good;
    bad.format.sample_rate_hz = NAN;
    GIVES(AVF_ERROR_BAD_FORMAT, avf_encoder_create(sizeof bad, &bad, &made));
    bad = good;
    bad.format.channel_count = 9;
    GIVES(AVF_ERROR_BAD_FORMAT, avf_encoder_create(sizeof bad, &bad, &made));
    bad = good;
    bad.coding = AVF_CODING_AAC_HE;
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_encoder_create(sizeof bad, &bad, &made));
    if (!all.encoder)
        return;
    bad.coding = AVF_CODING_AAC;
    bad.format.sample_rate_hz = 12345;
    GIVES(AVF_ERROR_BAD_FORMAT, avf_encoder_create(sizeof bad, &bad, &made));
    NEEDS(avf_encoder_get_info(all.encoder, sizeof info, NULL));
    NEEDS(avf_encoder_get_cookie(all.encoder, bytes, 1, &size));
    NEEDS(avf_encoder_get_cookie(all.encoder, bytes, sizeof bytes, NULL));
    NEEDS(avf_encoder_put(all.encoder, NULL, 2, 1, &taken));
    NEEDS(avf_encoder_put(all.encoder, read_planes, 1, 1, &taken));
    NEEDS(avf_encoder_put(all.encoder, read_planes, 2, 1, NULL));
    NEEDS(avf_encoder_next(all.encoder, NULL, 8, &size));
    NEEDS(avf_encoder_next(all.encoder, bytes, 8, NULL));
}

static void abuse_decoders(void) {
    avf_decoder *made;
    uint32_t number;
    char bytes[100];
    memset(bytes, 0x55, sizeof bytes);
    EACH_BAD(all.decoder, NO_KIN) {
        avf_decoder *d = h;
        REFUSES(avf_decoder_retain(d));
        REFUSES(avf_decoder_release(d));
        REFUSES(avf_decoder_set_padding(d, 0, 0));
        REFUSES(avf_decoder_put(d, bytes, sizeof bytes));
        REFUSES(avf_decoder_finish(d));
        REFUSES(avf_decoder_next(d, planes, 2, 8, &number));
        REFUSES(avf_decoder_reset(d));
    }
    WORKS(avf_decoder_release(NULL));
    const avf_packet_format good = {AVF_CODING_FLAC, 16, 0, 0, stereo};
    NEEDS(avf_decoder_create(sizeof good, NULL, NULL, 0, &made));
    NEEDS(avf_decoder_create(sizeof good, &good, bytes, SIZE_MAX, &made));
    CHECK(made == NULL);
    NEEDS(avf_decoder_create(sizeof good, &good, NULL, 0, NULL));
    if (!all.decoder)
        return;
    NEEDS(avf_decoder_put(all.decoder, NULL, 8));
    NEEDS(avf_decoder_put(all.decoder, bytes, 0));
    const avf_status damage = avf_decoder_put(all.decoder, bytes, sizeof bytes);
    CHECK(damage == AVF_ERROR_FILE_DAMAGED || avf_decoder_next(all.decoder, planes, 2, 8, &number) == AVF_OK);
    NEEDS(avf_decoder_next(all.decoder, NULL, 2, 8, &number));
    NEEDS(avf_decoder_next(all.decoder, planes, 1, 8, &number));
    NEEDS(avf_decoder_next(all.decoder, planes, 2, 8, NULL));
}

static avf_status make_nothing(const avf_frames *frames, void *userdata) {
    (void)frames, (void)userdata;
    return AVF_OK;
}

static void abuse_frames(void) {
    const avf_format bad = {NAN, 2};
    avf_node *made = (avf_node *)1;
    bool was_short;
    EACH_BAD(all.engine, NO_KIN) {
        avf_engine *e = h;
        REFUSES(avf_engine_get_input_node(e, &made));
        CHECK(made == NULL);
        REFUSES(avf_engine_set_manual_input(e, &stereo, make_nothing, NULL, NULL));
        REFUSES(avf_engine_take_input_shortage(e, &was_short));
    }
    NEEDS(avf_source_create(&stereo, NULL, NULL, NULL, &made));
    NEEDS(avf_source_create(&stereo, make_nothing, NULL, NULL, NULL));
    GIVES(AVF_ERROR_BAD_FORMAT, avf_source_create(&bad, make_nothing, NULL, NULL, &made));
    NEEDS(avf_sink_create(NULL, NULL, NULL, &made));
    NEEDS(avf_sink_create(make_nothing, NULL, NULL, NULL));
    NEEDS(avf_engine_get_input_node(all.engine, NULL));
    NEEDS(avf_engine_set_manual_input(all.engine, &stereo, NULL, NULL, NULL));
    NEEDS(avf_engine_take_input_shortage(all.engine, NULL));
}

static void abuse_engines(void) {
    avf_format format;
    avf_statistics statistics;
    avf_profile profile;
    avf_format input_format;
    avf_profile_row row;
    int32_t number;
    int destroyed = 0, expected = 0;
    avf_node *node = (avf_node *)1;
    EACH_BAD(all.engine, NO_KIN) {
        avf_engine *e = h;
        REFUSES(avf_engine_retain(e));
        REFUSES(avf_engine_release(e));
        REFUSES(avf_engine_enable_manual_rendering(e, AVF_RENDERING_OFFLINE, &stereo, 512));
        REFUSES(avf_engine_disable_manual_rendering(e));
        REFUSES(avf_engine_get_rendering_mode(e, &number));
        REFUSES(avf_engine_get_format(e, &format));
        REFUSES(avf_engine_prepare(e));
        REFUSES(avf_engine_start(e));
        REFUSES(avf_engine_pause(e));
        REFUSES(avf_engine_stop(e));
        REFUSES(avf_engine_reset(e));
        REFUSES(avf_engine_get_run_state(e, &number));
        REFUSES(avf_engine_render_offline(e, planes, 2, 1));
        REFUSES(avf_engine_render_offline_interleaved(e, memory[0], 2, 1));
        REFUSES(avf_engine_render_realtime(e, planes, 2, 1));
        REFUSES(avf_engine_perform_changes(e, on_changes, NULL));
        REFUSES(avf_engine_set_event_callback(e, on_event, &destroyed, on_destroy));
        expected++;
        REFUSES(avf_engine_get_statistics(e, sizeof statistics, &statistics));
        REFUSES(avf_engine_set_profiling(e, true));
        REFUSES(avf_engine_set_thread_count(e, 2));
        REFUSES(avf_engine_set_fades_edits(e, false));
        REFUSES(avf_engine_get_profile(e, sizeof profile, &profile));
        REFUSES(avf_engine_get_profile_row(e, 0, sizeof row, &row));
        REFUSES(avf_engine_reset_profile(e));
        REFUSES(avf_engine_start_trace(e, "/tmp/trace.json"));
        REFUSES(avf_engine_stop_trace(e));
        REFUSES(avf_engine_set_device(e, NULL, NULL, 0, 0));
        REFUSES(avf_engine_set_input_device(e, NULL, 0));
        REFUSES(avf_engine_set_further_devices(e, NULL, 0));
        REFUSES(avf_engine_get_input_format(e, &input_format));
        REFUSES(avf_engine_get_output_node(e, &node));
        CHECK(node == NULL);
        REFUSES(avf_engine_get_main_mixer(e, &node));
        REFUSES(avf_engine_attach(e, all.player));
        REFUSES(avf_engine_detach(e, all.player));
        REFUSES(avf_engine_connect(e, all.player, 0, all.mixer, 0, NULL));
        REFUSES(avf_engine_disconnect_input(e, all.mixer, 0));
        REFUSES(avf_engine_disconnect_output(e, all.player, 0));
        REFUSES(avf_engine_connect_midi(e, all.unit, all.unit));
        REFUSES(avf_engine_disconnect_midi(e, all.unit, all.unit));
        REFUSES(avf_engine_disconnect_midi_input(e, all.unit));
        REFUSES(avf_engine_disconnect_midi_output(e, all.unit));
        REFUSES(avf_engine_set_transport_callback(e, on_transport, &destroyed, on_destroy));
        expected++;
    }
    CHECK(destroyed == expected);
    WORKS(avf_engine_release(NULL));
    NEEDS(avf_engine_create(NULL));
    NEEDS(avf_engine_enable_manual_rendering(all.engine, AVF_RENDERING_DEVICE, &stereo, 512));
    NEEDS(avf_engine_enable_manual_rendering(all.engine, INT32_MAX, &stereo, 512));
    NEEDS(avf_engine_enable_manual_rendering(all.engine, AVF_RENDERING_OFFLINE, NULL, 512));
    NEEDS(avf_engine_enable_manual_rendering(all.engine, AVF_RENDERING_OFFLINE, &stereo, 0));
    NEEDS(avf_engine_enable_manual_rendering(all.engine, AVF_RENDERING_OFFLINE, &stereo, UINT32_MAX));
    NEEDS(avf_engine_get_rendering_mode(all.engine, NULL));
    NEEDS(avf_engine_get_format(all.engine, NULL));
    NEEDS(avf_engine_get_run_state(all.engine, NULL));
    NEEDS(avf_engine_perform_changes(all.engine, NULL, NULL));
    NEEDS(avf_engine_get_statistics(all.engine, sizeof statistics, NULL));
    NEEDS(avf_engine_get_statistics(all.engine, 0, &statistics));
    NEEDS(avf_engine_get_profile(all.engine, sizeof profile, NULL));
    NEEDS(avf_engine_get_profile(all.engine, 0, &profile));
    NEEDS(avf_engine_get_profile_row(all.engine, UINT32_MAX, sizeof row, &row));
    NEEDS(avf_engine_get_profile_row(all.engine, 0, sizeof row, NULL));
    NEEDS(avf_engine_start_trace(all.engine, NULL));
    GIVES(AVF_ERROR_FILE_ACCESS, avf_engine_start_trace(all.engine, "/proc/none/trace.json"));
    WORKS(avf_engine_stop_trace(all.engine));
    WORKS(avf_engine_reset_profile(all.engine));
    NEEDS(avf_engine_set_device(all.engine, "\xff", NULL, 0, 0));
    NEEDS(avf_engine_set_input_device(all.engine, "\xff", 0));
    NEEDS(avf_engine_set_input_device(all.engine, NULL, 257));
    const char *twins[] = {"null", "null"};
    NEEDS(avf_engine_set_further_devices(all.engine, NULL, 1));
    NEEDS(avf_engine_set_further_devices(all.engine, twins, 2));
    NEEDS(avf_engine_set_further_devices(all.engine, twins, UINT32_MAX));
    WORKS(avf_engine_set_further_devices(all.engine, NULL, 0));
    NEEDS(avf_engine_get_input_format(all.engine, NULL));
    NEEDS(avf_engine_get_output_node(all.engine, NULL));
    NEEDS(avf_engine_get_main_mixer(all.engine, NULL));
    GIVES(AVF_ERROR_WRONG_STATE, avf_engine_render_offline(all.engine, planes, 2, 1));
    GIVES(AVF_ERROR_WRONG_STATE, avf_engine_render_realtime(all.engine, planes, 2, 1));
    WORKS(avf_engine_enable_manual_rendering(all.engine, AVF_RENDERING_OFFLINE, &stereo, 8));
    WORKS(avf_engine_start(all.engine));
    NEEDS(avf_engine_render_offline(all.engine, NULL, 2, 1));
    NEEDS(avf_engine_render_offline(all.engine, holes, 2, 1));
    NEEDS(avf_engine_render_offline(all.engine, planes, 1, 1));
    NEEDS(avf_engine_render_offline(all.engine, planes, 2, 9));
    NEEDS(avf_engine_render_offline(all.engine, planes, 2, UINT32_MAX));
    NEEDS(avf_engine_render_offline_interleaved(all.engine, NULL, 2, 1));
    NEEDS(avf_engine_render_offline_interleaved(all.engine, memory[0], 1, 1));
    NEEDS(avf_engine_render_offline_interleaved(all.engine, memory[0], 2, UINT32_MAX));
    NEEDS(avf_engine_render_realtime(all.engine, NULL, 2, 1));
    NEEDS(avf_engine_render_realtime(all.engine, holes, 2, 1));
    WORKS(avf_engine_render_offline(all.engine, planes, 2, 0));
    WORKS(avf_engine_stop(all.engine));
}

static void abuse_nodes(void) {
    avf_format format;
    const char *name;
    int32_t kind;
    uint32_t number;
    float gain;
    avf_spatial_placement placement = {0};
    int destroyed = 0, expected = 0;
    EACH_BAD(NULL, NODES) {
        avf_node *n_ = h;
        REFUSES(avf_node_retain(n_));
        REFUSES(avf_node_release(n_));
        REFUSES(avf_node_get_kind(n_, &kind));
        REFUSES(avf_node_get_name(n_, &name));
        CHECK(name == NULL);
        REFUSES(avf_node_get_input_bus_count(n_, &number));
        REFUSES(avf_node_get_output_bus_count(n_, &number));
        REFUSES(avf_node_get_input_format(n_, 0, &format));
        REFUSES(avf_node_get_output_format(n_, 0, &format));
        REFUSES(avf_node_set_output_format(n_, 0, &stereo));
        REFUSES(avf_engine_attach(all.engine, n_));
        REFUSES(avf_engine_detach(all.engine, n_));
        REFUSES(avf_engine_connect(all.engine, n_, 0, all.mixer, 0, NULL));
        REFUSES(avf_engine_connect(all.engine, all.player, 0, n_, 0, NULL));
        REFUSES(avf_engine_disconnect_input(all.engine, n_, 0));
        REFUSES(avf_engine_disconnect_output(all.engine, n_, 0));
        REFUSES(avf_engine_connect_midi(all.engine, n_, all.unit));
        REFUSES(avf_engine_connect_midi(all.engine, all.unit, n_));
        REFUSES(avf_engine_disconnect_midi(all.engine, n_, all.unit));
        REFUSES(avf_engine_disconnect_midi_input(all.engine, n_));
        REFUSES(avf_engine_disconnect_midi_output(all.engine, n_));
        REFUSES(avf_node_set_volume(n_, 1));
        REFUSES(avf_node_get_volume(n_, &gain));
        REFUSES(avf_node_set_pan(n_, 0));
        REFUSES(avf_node_get_pan(n_, &gain));
        REFUSES(avf_node_set_placement(n_, &placement, sizeof placement));
        REFUSES(avf_node_get_placement(n_, sizeof placement, &placement));
        REFUSES(avf_node_install_tap(n_, 0, 8, on_tap, &destroyed, on_destroy));
        expected++;
        REFUSES(avf_node_remove_tap(n_, 0));
    }
    EACH_BAD(all.mixer, NO_KIN) {
        REFUSES(avf_mixer_set_output_volume(h, 1));
        REFUSES(avf_mixer_get_output_volume(h, &gain));
        REFUSES(avf_mixer_set_input_volume(h, 0, 1));
        REFUSES(avf_mixer_get_input_volume(h, 0, &gain));
        REFUSES(avf_mixer_set_input_pan(h, 0, 1));
        REFUSES(avf_mixer_get_input_pan(h, 0, &gain));
        REFUSES(avf_mixer_set_input_placement(h, 0, &placement, sizeof placement));
        REFUSES(avf_mixer_get_input_placement(h, 0, sizeof placement, &placement));
    }
    placement.rate = 1;
    NEEDS(avf_node_set_placement(all.player, NULL, sizeof placement));
    NEEDS(avf_node_set_placement(all.player, &placement, 0));
    NEEDS(avf_node_set_placement(all.player, &placement, SIZE_MAX));
    NEEDS(avf_node_get_placement(all.player, sizeof placement, NULL));
    WORKS(avf_node_set_placement(all.player, &placement, sizeof placement));
    placement.algorithm = 4;
    NEEDS(avf_node_set_placement(all.player, &placement, sizeof placement));
    placement.algorithm = 0;
    placement.source_mode = INT32_MIN;
    NEEDS(avf_node_set_placement(all.player, &placement, sizeof placement));
    placement.source_mode = 0;
    placement.occlusion_db = NAN;
    NEEDS(avf_node_set_placement(all.player, &placement, sizeof placement));
    GIVES(AVF_ERROR_NOT_CONNECTED, avf_mixer_set_input_pan(all.mixer, UINT32_MAX, 0));
    WORKS(avf_node_release(NULL));
    NEEDS(avf_mixer_create(NULL));
    NEEDS(avf_player_create(NULL));
    NEEDS(avf_node_get_kind(all.player, NULL));
    NEEDS(avf_node_get_name(all.player, NULL));
    NEEDS(avf_node_get_input_bus_count(all.player, NULL));
    NEEDS(avf_node_get_output_bus_count(all.player, NULL));
    NEEDS(avf_node_get_input_format(all.mixer, 0, NULL));
    NEEDS(avf_node_get_output_format(all.mixer, 0, NULL));
    NEEDS(avf_node_set_output_format(all.mixer, 0, NULL));
    GIVES(AVF_ERROR_NO_SUCH_BUS, avf_node_get_input_format(all.player, 0, &format));
    GIVES(AVF_ERROR_NO_SUCH_BUS, avf_node_get_output_format(all.player, UINT32_MAX, &format));
    GIVES(AVF_ERROR_NOT_ATTACHED, avf_node_get_output_format(all.player, 0, &format));
    GIVES(AVF_ERROR_NOT_ATTACHED, avf_node_set_output_format(all.player, 0, &stereo));
    GIVES(AVF_ERROR_NOT_ATTACHED, avf_node_install_tap(all.player, 0, 8, on_tap, &destroyed, on_destroy));
    GIVES(AVF_ERROR_NOT_ATTACHED, avf_node_remove_tap(all.player, 0));
    CHECK(destroyed == expected + 1);
    NEEDS(avf_node_set_volume(all.player, NAN));
    NEEDS(avf_node_get_volume(all.player, NULL));
    NEEDS(avf_node_set_pan(all.player, NAN));
    NEEDS(avf_node_get_pan(all.player, NULL));
    NEEDS(avf_mixer_set_output_volume(all.mixer, NAN));
    NEEDS(avf_mixer_get_output_volume(all.mixer, NULL));
    WORKS(avf_engine_attach(all.engine, all.player));
    WORKS(avf_engine_attach(all.engine, all.mixer));
    GIVES(AVF_ERROR_NO_SUCH_BUS, avf_engine_connect(all.engine, all.player, UINT32_MAX, all.mixer, 0, NULL));
    GIVES(AVF_ERROR_NO_SUCH_BUS,
          avf_engine_connect(all.engine, all.player, 0, all.mixer, UINT32_MAX - 1, NULL));
    GIVES(AVF_ERROR_BAD_FORMAT,
          avf_engine_connect(all.engine, all.player, 0, all.mixer, 0, &(avf_format){NAN, 1}));
    GIVES(AVF_ERROR_NOT_CONNECTED, avf_engine_disconnect_input(all.engine, all.mixer, 0));
    NEEDS(avf_node_install_tap(all.player, 0, 0, on_tap, NULL, NULL));
    NEEDS(avf_node_install_tap(all.player, 0, UINT32_MAX, on_tap, NULL, NULL));
    NEEDS(avf_node_install_tap(all.player, 0, 8, NULL, NULL, NULL));
    GIVES(AVF_ERROR_NO_SUCH_BUS, avf_node_install_tap(all.player, UINT32_MAX, 8, on_tap, NULL, NULL));
    WORKS(avf_engine_detach(all.engine, all.mixer));
    WORKS(avf_engine_detach(all.engine, all.player));
}

static void on_completion(avf_completion_kind kind, void *userdata) {
    (void)kind, (void)userdata;
}

static void abuse_samplers(const char *path) {
    const char *text, *paths[] = {path, NULL};
    uint32_t count;
    avf_bank_preset preset;
    avf_unit *sampler;
    EACH_BAD(all.unit, NO_KIN) {
        REFUSES(avf_sampler_load_instrument(h, path));
        REFUSES(avf_sampler_load_program(h, path, 0, 0, 0));
        REFUSES(avf_sampler_load_files(h, paths, 1));
        REFUSES(avf_sampler_get_note(h, 0, &text));
    }
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_sampler_load_instrument(all.unit, path));
    WORKS(avf_unit_create(AVF_UNIT_SAMPLER, &sampler));
    NEEDS(avf_sampler_load_instrument(sampler, NULL));
    NEEDS(avf_sampler_load_program(sampler, NULL, 0, 0, 0));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_sampler_load_program(sampler, path, UINT32_MAX, UINT32_MAX, UINT32_MAX));
    NEEDS(avf_sampler_load_files(sampler, NULL, 1));
    NEEDS(avf_sampler_load_files(sampler, paths, 0));
    NEEDS(avf_sampler_load_files(sampler, paths, 2));
    NEEDS(avf_sampler_load_files(sampler, paths, UINT32_MAX));
    NEEDS(avf_sampler_get_note(sampler, 0, NULL));
    GIVES(AVF_ERROR_FILE_NOT_FOUND, avf_sampler_load_instrument(sampler, "/no/such/bank.sf2"));
    WORKS(avf_node_release(sampler));
    NEEDS(avf_sampler_get_preset_count(NULL, &count));
    NEEDS(avf_sampler_get_preset_count(path, NULL));
    GIVES(AVF_ERROR_FILE_NOT_FOUND, avf_sampler_get_preset_count("/no/such/bank.sf2", &count));
    NEEDS(avf_sampler_get_preset(NULL, 0, sizeof preset, &preset));
    NEEDS(avf_sampler_get_preset(path, 0, sizeof preset, NULL));
    NEEDS(avf_sampler_get_preset(path, 0, 0, &preset));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_sampler_get_preset(path, UINT32_MAX, sizeof preset, &preset));
}

static void abuse_environments(const char *path) {
    const float nan = NAN;
    avf_environment *environment;
    avf_listener listener = {.forward = {0, 0, -1}, .up = {0, 1, 0}};
    avf_distance_attenuation attenuation = {AVF_DISTANCE_INVERSE, 1, 2, 1};
    avf_environment_reverb reverb = {0};
    avf_speaker speakers[33] = {{0}};
    avf_output_type type;
    const char *text;
    uint32_t count;
    float a, b, c;
    NEEDS(avf_environment_create(NULL));
    WORKS(avf_environment_create(&environment));
    EACH_BAD(NULL, NO_KIN) {
        REFUSES(avf_environment_set_output_volume(h, 1));
        REFUSES(avf_environment_get_output_volume(h, &a));
        REFUSES(avf_environment_set_output_type(h, AVF_OUTPUT_AUTO));
        REFUSES(avf_environment_get_output_type(h, &type));
        REFUSES(avf_environment_set_voice_limit(h, 1));
        REFUSES(avf_environment_get_voice_limit(h, &count));
        REFUSES(avf_environment_set_listener(h, &listener, sizeof listener));
        REFUSES(avf_environment_get_listener(h, sizeof listener, &listener));
        REFUSES(avf_environment_set_listener_angles(h, 0, 0, 0));
        REFUSES(avf_environment_get_listener_angles(h, &a, &b, &c));
        REFUSES(avf_environment_set_head_tracking(h, true));
        REFUSES(avf_environment_set_head_pose(h, 0, 0, 0));
        REFUSES(avf_environment_set_attenuation(h, &attenuation, sizeof attenuation));
        REFUSES(avf_environment_get_attenuation(h, sizeof attenuation, &attenuation));
        REFUSES(avf_environment_set_reverb(h, &reverb, sizeof reverb));
        REFUSES(avf_environment_get_reverb(h, sizeof reverb, &reverb));
        REFUSES(avf_environment_load_reverb_preset(h, 0));
        REFUSES(avf_environment_load_hrtf(h, AVF_HRTF_STANDARD, NULL));
        REFUSES(avf_environment_get_hrtf_note(h, 0, &text));
    }
    EACH_BAD(NULL, NODES) {
        REFUSES(avf_node_set_speakers(h, speakers, 2));
        REFUSES(avf_node_set_sound_field(h, true));
    }
    NEEDS(avf_environment_set_output_volume(environment, nan));
    NEEDS(avf_environment_get_output_volume(environment, NULL));
    NEEDS(avf_environment_set_output_type(environment, 4));
    NEEDS(avf_environment_set_output_type(environment, INT32_MIN));
    NEEDS(avf_environment_get_output_type(environment, NULL));
    NEEDS(avf_environment_get_voice_limit(environment, NULL));
    NEEDS(avf_environment_set_listener(environment, NULL, sizeof listener));
    NEEDS(avf_environment_set_listener(environment, &listener, 0));
    NEEDS(avf_environment_set_listener(environment, &listener, SIZE_MAX));
    NEEDS(avf_environment_get_listener(environment, sizeof listener, NULL));
    WORKS(avf_environment_get_listener(environment, sizeof listener, &listener));
    listener.y = nan;
    NEEDS(avf_environment_set_listener(environment, &listener, sizeof listener));
    listener.y = 0;
    listener.up[1] = 0;
    NEEDS(avf_environment_set_listener(environment, &listener, sizeof listener));
    NEEDS(avf_environment_set_listener_angles(environment, 0, INFINITY, 0));
    NEEDS(avf_environment_get_listener_angles(environment, NULL, &b, &c));
    NEEDS(avf_environment_get_listener_angles(environment, &a, NULL, &c));
    NEEDS(avf_environment_get_listener_angles(environment, &a, &b, NULL));
    NEEDS(avf_environment_set_head_pose(environment, nan, 0, 0));
    NEEDS(avf_environment_set_attenuation(environment, NULL, sizeof attenuation));
    attenuation.model = 4;
    NEEDS(avf_environment_set_attenuation(environment, &attenuation, sizeof attenuation));
    attenuation.model = AVF_DISTANCE_LINEAR;
    attenuation.rolloff_factor = nan;
    NEEDS(avf_environment_set_attenuation(environment, &attenuation, sizeof attenuation));
    NEEDS(avf_environment_get_attenuation(environment, 0, &attenuation));
    NEEDS(avf_environment_set_reverb(environment, NULL, sizeof reverb));
    WORKS(avf_environment_get_reverb(environment, sizeof reverb, &reverb));
    reverb.filter_type = 11;
    NEEDS(avf_environment_set_reverb(environment, &reverb, sizeof reverb));
    reverb.filter_type = 0;
    reverb.filter_gain_db = nan;
    NEEDS(avf_environment_set_reverb(environment, &reverb, sizeof reverb));
    NEEDS(avf_environment_get_reverb(environment, sizeof reverb, NULL));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_environment_load_reverb_preset(environment, 13));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_environment_load_reverb_preset(environment, UINT32_MAX));
    NEEDS(avf_node_set_speakers(environment, NULL, 2));
    NEEDS(avf_node_set_speakers(environment, speakers, 33));
    speakers[1].azimuth_degrees = nan;
    NEEDS(avf_node_set_speakers(environment, speakers, 2));
    NEEDS(avf_environment_load_hrtf(environment, 3, path));
    NEEDS(avf_environment_load_hrtf(environment, AVF_HRTF_FILE, NULL));
    GIVES(AVF_ERROR_FILE_FORMAT, avf_environment_load_hrtf(environment, AVF_HRTF_FILE, path));
    NEEDS(avf_environment_get_hrtf_note(environment, 0, NULL));
    WORKS(avf_node_release(environment));
}

static void on_report(const avf_sequencer_report *report, size_t size, void *userdata) {
    (void)report, (void)size, (void)userdata;
}

static void on_end(void *userdata) {
    (void)userdata;
}

static void abuse_sequencer_handles(const char *path) {
    avf_track_settings settings = {0};
    avf_song_event event = {0};
    uint32_t number;
    uint64_t host_time;
    const char *text;
    double value;
    size_t size;
    bool flag;
    EACH_BAD(all.sequencer, NO_KIN) {
        REFUSES(avf_sequencer_retain(h));
        REFUSES(avf_sequencer_release(h));
        REFUSES(avf_sequencer_load_file(h, path, false));
        REFUSES(avf_sequencer_load_memory(h, path, 1, false));
        REFUSES(avf_sequencer_get_repair(h, 0, &text));
        REFUSES(avf_sequencer_write_file(h, path, 0));
        REFUSES(avf_sequencer_get_track_count(h, &number));
        REFUSES(avf_sequencer_get_track(h, 0, &number));
        REFUSES(avf_sequencer_append_track(h, &number));
        REFUSES(avf_sequencer_remove_track(h, 1));
        REFUSES(avf_sequencer_set_destination(h, 1, NULL));
        REFUSES(avf_sequencer_set_track_settings(h, 1, &settings, sizeof settings));
        REFUSES(avf_sequencer_get_track_settings(h, 1, sizeof settings, &settings));
        REFUSES(avf_sequencer_add_event(h, 1, &event, sizeof event));
        REFUSES(avf_sequencer_get_event_count(h, 1, &number));
        REFUSES(avf_sequencer_get_event(h, 1, 0, sizeof event, &event));
        REFUSES(avf_sequencer_get_event_data(h, 1, 0, NULL, 0, &size));
        REFUSES(avf_sequencer_remove_events(h, 1, 0, 1, false));
        REFUSES(avf_sequencer_move_events(h, 1, 0, 1, 1));
        REFUSES(avf_sequencer_copy_events(h, 1, 0, 1, 1, 0, true));
        REFUSES(avf_sequencer_reverse(h));
        REFUSES(avf_sequencer_prepare(h));
        REFUSES(avf_sequencer_start(h));
        REFUSES(avf_sequencer_stop(h));
        REFUSES(avf_sequencer_get_playing(h, &flag));
        REFUSES(avf_sequencer_set_rate(h, 1));
        REFUSES(avf_sequencer_get_rate(h, &value));
        REFUSES(avf_sequencer_set_position(h, 0));
        REFUSES(avf_sequencer_get_position(h, &value));
        REFUSES(avf_sequencer_get_length(h, &value));
        REFUSES(avf_sequencer_get_seconds(h, 0, &value));
        REFUSES(avf_sequencer_get_beat(h, 0, &value));
        REFUSES(avf_sequencer_get_host_time(h, 0, &host_time));
        REFUSES(avf_sequencer_get_beat_at_host_time(h, 0, &value));
        REFUSES(avf_sequencer_set_callback(h, on_report, NULL, NULL));
    }
    EACH_BAD(all.midi_player, NO_KIN) {
        avf_engine *engine;
        avf_sequencer *sequencer;
        avf_unit *sampler;
        REFUSES(avf_midi_player_retain(h));
        REFUSES(avf_midi_player_release(h));
        REFUSES(avf_midi_player_get_engine(h, &engine));
        REFUSES(avf_midi_player_get_sequencer(h, &sequencer));
        REFUSES(avf_midi_player_get_sampler(h, &sampler));
        REFUSES(avf_midi_player_get_note(h, 0, &text));
        REFUSES(avf_midi_player_play(h, on_end, NULL, NULL));
        REFUSES(avf_midi_player_stop(h));
        REFUSES(avf_midi_player_get_playing(h, &flag));
        REFUSES(avf_midi_player_get_duration(h, &value));
        REFUSES(avf_midi_player_set_position(h, 0));
        REFUSES(avf_midi_player_get_position(h, &value));
    }
}

static void abuse_sequencers(const char *path) {
    avf_sequencer *s = all.sequencer, *none = (avf_sequencer *)1;
    avf_midi_player *player = (avf_midi_player *)1;
    avf_song_event event = {.kind = AVF_SONG_NOTE, .number = 60, .value = 1, .duration = 1};
    avf_track_settings settings = {.length = NAN};
    uint32_t track, number;
    size_t size;
    abuse_sequencer_handles(path);
    GIVES(AVF_ERROR_BAD_HANDLE, avf_sequencer_create((avf_engine *)all.player, &none));
    CHECK(none == NULL);
    NEEDS(avf_sequencer_create(all.engine, NULL));
    NEEDS(avf_sequencer_load_file(s, NULL, false));
    GIVES(AVF_ERROR_FILE_NOT_FOUND, avf_sequencer_load_file(s, "/no/such/song.mid", false));
    GIVES(AVF_ERROR_FILE_FORMAT, avf_sequencer_load_file(s, path, false));
    NEEDS(avf_sequencer_load_memory(s, NULL, 1, false));
    NEEDS(avf_sequencer_load_memory(s, path, 0, false));
    NEEDS(avf_sequencer_load_memory(s, path, SIZE_MAX, false));
    GIVES(AVF_ERROR_FILE_FORMAT, avf_sequencer_load_memory(s, "MThd", 4, true));
    NEEDS(avf_sequencer_write_file(s, path, UINT32_MAX));
    GIVES(AVF_ERROR_FILE_ACCESS, avf_sequencer_write_file(s, "/no/such/folder/song.mid", 0));
    WORKS(avf_sequencer_append_track(s, &track));
    NEEDS(avf_sequencer_append_track(s, NULL));
    NEEDS(avf_sequencer_get_track(s, UINT32_MAX, &number));
    NEEDS(avf_sequencer_remove_track(s, AVF_TEMPO_TRACK));
    NEEDS(avf_sequencer_remove_track(s, UINT32_MAX));
    NEEDS(avf_sequencer_set_destination(s, UINT32_MAX, NULL));
    GIVES(AVF_ERROR_NOT_ATTACHED, avf_sequencer_set_destination(s, track, all.unit));
    NEEDS(avf_sequencer_set_track_settings(s, track, &settings, sizeof settings));
    NEEDS(avf_sequencer_set_track_settings(s, track, NULL, sizeof settings));
    NEEDS(avf_sequencer_set_track_settings(s, track, &settings, 0));
    NEEDS(avf_sequencer_add_event(s, track, NULL, sizeof event));
    NEEDS(avf_sequencer_add_event(s, AVF_TEMPO_TRACK, &event, sizeof event));
    const double wrong[] = {-1, 128, 0.5, NAN, INFINITY};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        avf_song_event bad = event;
        bad.number = wrong[i];
        NEEDS(avf_sequencer_add_event(s, track, &bad, sizeof bad));
        bad = event;
        bad.value = wrong[i];
        NEEDS(avf_sequencer_add_event(s, track, &bad, sizeof bad));
        if (i != 1 && i != 2) {
            bad = event;
            bad.beat = wrong[i];
            NEEDS(avf_sequencer_add_event(s, track, &bad, sizeof bad));
            NEEDS(avf_sequencer_set_position(s, wrong[i]));
            NEEDS(avf_sequencer_set_rate(s, wrong[i]));
            NEEDS(avf_midi_player_set_position(all.midi_player, wrong[i]));
        }
    }
    for (uint32_t kind = AVF_SONG_OTHER; kind < AVF_SONG_OTHER + 3; kind++) {
        avf_song_event bad = {.kind = kind};
        NEEDS(avf_sequencer_add_event(s, track, &bad, sizeof bad));
    }
    avf_song_event no_data = {.kind = AVF_SONG_USER, .data_size = 4};
    NEEDS(avf_sequencer_add_event(s, track, &no_data, sizeof no_data));
    no_data.data_size = SIZE_MAX;
    NEEDS(avf_sequencer_add_event(s, track, &no_data, sizeof no_data));
    WORKS(avf_sequencer_get_event_count(s, track, &number));
    CHECK(number == 0);
    NEEDS(avf_sequencer_get_event(s, track, 0, sizeof event, &event));
    NEEDS(avf_sequencer_get_event_data(s, track, UINT32_MAX, NULL, 0, &size));
    NEEDS(avf_sequencer_remove_events(s, track, NAN, 1, true));
    NEEDS(avf_sequencer_move_events(s, UINT32_MAX, 0, 1, 1));
    NEEDS(avf_sequencer_copy_events(s, track, 0, 1, UINT32_MAX, 0, true));
    NEEDS(avf_sequencer_copy_events(s, track, 0, -1, track, 0, false));
    uint64_t host_time;
    double beat;
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_sequencer_get_host_time(s, 0, &host_time));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_sequencer_get_beat_at_host_time(s, 0, &beat));
    WORKS(avf_sequencer_release(NULL));
    WORKS(avf_midi_player_release(NULL));
    NEEDS(avf_midi_player_create(NULL, path, &player));
    CHECK(player == NULL);
    NEEDS(avf_midi_player_create(path, path, NULL));
    GIVES(AVF_ERROR_FILE_NOT_FOUND, avf_midi_player_create("/no/such/song.mid", path, &player));
    GIVES(AVF_ERROR_FILE_FORMAT, avf_midi_player_create(path, path, &player));
    NEEDS(avf_midi_player_create_from_memory(NULL, 1, path, &player));
    NEEDS(avf_midi_player_create_from_memory(path, 0, path, &player));
}

static void abuse_players(const char *path) {
    bool playing;
    int64_t time;
    int destroyed = 0;
    avf_schedule schedule = AVF_SCHEDULE_DEFAULTS;
    EACH_BAD(all.player, NO_KIN) {
        avf_player *p = h;
        REFUSES(avf_player_schedule_buffer(p, all.buffer, NULL));
        REFUSES(avf_player_schedule_file(p, path, NULL));
        REFUSES(avf_player_schedule_segment(p, path, 0, 1, NULL));
        REFUSES(avf_player_schedule_reader(p, all.reader, 0, 1, NULL));
        REFUSES(avf_player_play(p));
        REFUSES(avf_player_play_at(p, 0));
        REFUSES(avf_player_pause(p));
        REFUSES(avf_player_stop(p));
        REFUSES(avf_player_get_is_playing(p, &playing));
        REFUSES(avf_player_get_sample_time(p, &time));
    }
    EACH_BAD(all.buffer, NO_KIN) REFUSES(avf_player_schedule_buffer(all.player, h, NULL));
    EACH_BAD(all.reader, NO_KIN) REFUSES(avf_player_schedule_reader(all.player, h, 0, 1, NULL));
    schedule.completion = on_completion;
    schedule.userdata = &destroyed;
    schedule.destroy = on_destroy;
    NEEDS(avf_player_schedule_file(all.player, NULL, &schedule));
    NEEDS(avf_player_schedule_segment(all.player, path, UINT64_MAX, UINT64_MAX, &schedule));
    NEEDS(avf_player_schedule_reader(all.player, all.reader, UINT64_MAX, UINT64_MAX, &schedule));
    GIVES(AVF_ERROR_FILE_NOT_FOUND, avf_player_schedule_file(all.player, "/no/such/file.wav", &schedule));
    schedule.flags = UINT32_MAX;
    NEEDS(avf_player_schedule_buffer(all.player, all.buffer, &schedule));
    schedule.flags = AVF_SCHEDULE_LOOPS;
    NEEDS(avf_player_schedule_file(all.player, path, &schedule));
    schedule.flags = 0;
    schedule.completion_kind = 99;
    NEEDS(avf_player_schedule_buffer(all.player, all.buffer, &schedule));
    CHECK(destroyed == 7);
    schedule.struct_size = 0;
    NEEDS(avf_player_schedule_buffer(all.player, all.buffer, &schedule));
    NEEDS(avf_player_get_is_playing(all.player, NULL));
    NEEDS(avf_player_get_sample_time(all.player, NULL));
    GIVES(AVF_ERROR_NOT_ATTACHED, avf_player_play(all.player));
    GIVES(AVF_ERROR_NOT_ATTACHED, avf_player_play_at(all.player, INT64_MIN));
    GIVES(AVF_ERROR_WRONG_STATE, avf_player_get_sample_time(all.player, &time));
    WORKS(avf_player_schedule_buffer(all.player, all.buffer, NULL));
    WORKS(avf_player_stop(all.player));
}

static void abuse_wavetable(void) {
    static float cycles[256 * 4096];
    avf_unit *wavetable;
    WORKS(avf_unit_create("wavetable", &wavetable));
    for (size_t k = 0; k < sizeof cycles / sizeof *cycles; k++)
        cycles[k] = k & 64 ? 1.0f : -1.0f;
    WORKS(avf_unit_set_cycles(wavetable, cycles, 4096, 256));
    const uint32_t bad[][2] = {{4096, 257}, {4097, 1}, {0, 1}, {1, 0}, {0, UINT32_MAX}, {UINT32_MAX, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        GIVES(AVF_ERROR_BAD_FORMAT, avf_unit_set_cycles(wavetable, cycles, bad[i][0], bad[i][1]));
    cycles[0] = NAN;
    GIVES(AVF_ERROR_BAD_FORMAT, avf_unit_set_cycles(wavetable, cycles, 4096, 1));
    WORKS(avf_node_release(wavetable));
}

static void abuse_units(void) {
    avf_unit_info info;
    avf_parameter_info parameter;
    const char *name;
    avf_property_info property;
    uint64_t address;
    uint32_t number;
    float value;
    double seconds;
    bool flag;
    avf_unit *made = (avf_unit *)1;
    size_t size;
    const uint8_t note[] = {0x90, 60, 1};
    const uint32_t word = 0x20903C01;
    int destroyed = 0, expected = 0;
    EACH_BAD(all.unit, NO_KIN) {
        avf_unit *u = h;
        REFUSES(avf_unit_prepare(u, &stereo, 512));
        REFUSES(avf_unit_get_info(u, sizeof info, &info));
        REFUSES(avf_unit_get_parameter_count(u, &number));
        REFUSES(avf_unit_get_parameter_info(u, 0, sizeof parameter, &parameter));
        REFUSES(avf_unit_find_parameter(u, "gain", &address));
        REFUSES(avf_unit_get_named_value(u, 0, 0, &value, &name));
        REFUSES(avf_unit_set_parameter(u, 0, 0));
        REFUSES(avf_unit_get_parameter(u, 0, &value));
        REFUSES(avf_unit_get_preset_count(u, &number));
        REFUSES(avf_unit_get_preset_name(u, 0, &name));
        REFUSES(avf_unit_load_preset(u, 0));
        REFUSES(avf_unit_schedule_parameter(u, 0, 0, INT64_MIN, 0));
        REFUSES(avf_unit_save_state(u, NULL, 0, &size));
        REFUSES(avf_unit_restore_state(u, "", 0));
        REFUSES(avf_unit_get_preset_bank(u, 0, &name));
        REFUSES(avf_unit_load_preset_file(u, "/nowhere.ttl", NULL));
        REFUSES(avf_unit_write_preset_bundle(u, "/nowhere", "name"));
        REFUSES(avf_unit_load_sound(u, "/nowhere.wav"));
        REFUSES(avf_unit_get_sound_path(u, &name));
        REFUSES(avf_unit_set_cycles(u, &(float){0}, 1, 1));
        REFUSES(avf_unit_get_property_count(u, &number));
        REFUSES(avf_unit_get_property_info(u, 0, sizeof property, &property));
        REFUSES(avf_unit_set_property_number(u, "level", 1));
        REFUSES(avf_unit_set_property_text(u, "file", "/nowhere"));
        REFUSES(avf_unit_get_property_number(u, "level", &seconds));
        REFUSES(avf_unit_get_property_text(u, "file", &name));
        REFUSES(avf_unit_send_midi(u, note, sizeof note, INT64_MIN));
        REFUSES(avf_unit_set_midi_callback(u, NULL, &destroyed, on_destroy));
        REFUSES(avf_unit_set_midi_callback(u, on_midi, &destroyed, on_destroy));
        REFUSES(avf_unit_send_ump(u, &word, 1, INT64_MIN));
        REFUSES(avf_unit_set_ump_callback(u, NULL, &destroyed, on_destroy));
        REFUSES(avf_unit_set_ump_callback(u, on_ump, &destroyed, on_destroy));
        expected += 4;
        REFUSES(avf_unit_set_bypassed(u, true));
        REFUSES(avf_unit_get_bypassed(u, &flag));
        REFUSES(avf_unit_get_latency(u, &seconds));
        REFUSES(avf_unit_get_tail(u, &seconds));
        REFUSES(avf_unit_get_in_process(u, &flag));
        REFUSES(avf_unit_get_processing_time(u, &address));
    }
    CHECK(destroyed == expected);
    NEEDS(avf_unit_create(NULL, &made));
    CHECK(made == NULL);
    NEEDS(avf_unit_create("gain", NULL));
    NEEDS(avf_unit_create("\xc3\x28", &made));
    GIVES(AVF_ERROR_NO_SUCH_UNIT, avf_unit_create("urn:there:is:none", &made));
    const avf_unit_options options = {.placement = AVF_PLACEMENT_OUT_OF_PROCESS,
                                      .dedicated_process = true};
    NEEDS(avf_unit_create_with_options(NULL, &options, sizeof options, &made));
    NEEDS(avf_unit_create_with_options("gain", &options, 0, &made));
    NEEDS(avf_unit_create_with_options("gain", &options, SIZE_MAX, &made));
    NEEDS(avf_unit_create_with_options("gain", NULL, 0, NULL));
    NEEDS(avf_unit_set_default_options(&options, SIZE_MAX));
    NEEDS(avf_unit_set_host_program("\xc3\x28"));
    NEEDS(avf_unit_get_in_process(all.unit, NULL));
    NEEDS(avf_unit_create_with_sections("equalizer", 0, &made));
    NEEDS(avf_unit_create_with_sections("equalizer", UINT32_MAX, &made));
    GIVES(AVF_ERROR_NO_SUCH_UNIT, avf_unit_create_with_sections("none", 1, &made));
    GIVES(AVF_ERROR_NO_SUCH_UNIT, avf_unit_create_for_component(1, 2, 3, &made));
    NEEDS(avf_unit_create_for_component(0, 0, 0, NULL));
    NEEDS(avf_unit_prepare(all.unit, NULL, 512));
    NEEDS(avf_unit_prepare(all.unit, &stereo, 0));
    NEEDS(avf_unit_prepare(all.unit, &stereo, UINT32_MAX));
    NEEDS(avf_unit_get_info(all.unit, 0, &info));
    NEEDS(avf_unit_get_info(all.unit, sizeof info, NULL));
    NEEDS(avf_unit_get_parameter_count(all.unit, NULL));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER,
          avf_unit_get_parameter_info(all.unit, UINT32_MAX, sizeof parameter, &parameter));
    NEEDS(avf_unit_get_parameter_info(all.unit, 0, SIZE_MAX, &parameter));
    NEEDS(avf_unit_find_parameter(all.unit, NULL, &address));
    NEEDS(avf_unit_find_parameter(all.unit, "gain", NULL));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_unit_find_parameter(all.unit, "none", &address));
    NEEDS(avf_unit_get_named_value(all.unit, 0, 0, NULL, &name));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_unit_get_named_value(all.unit, 0, 0, &value, &name));
    NEEDS(avf_unit_set_parameter(all.unit, 0, NAN));
    WORKS(avf_unit_set_parameter(all.unit, 0, INFINITY));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_unit_set_parameter(all.unit, UINT64_MAX, 0));
    NEEDS(avf_unit_get_parameter(all.unit, 0, NULL));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_unit_get_parameter(all.unit, UINT64_MAX, &value));
    NEEDS(avf_unit_get_preset_count(all.unit, NULL));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_unit_get_preset_name(all.unit, UINT32_MAX, &name));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_unit_load_preset(all.unit, UINT32_MAX));
    NEEDS(avf_unit_schedule_parameter(all.unit, 0, NAN, 0, 0));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_unit_schedule_parameter(all.unit, UINT64_MAX, 0, 0, 0));
    NEEDS(avf_unit_save_state(all.unit, NULL, 1, &size));
    NEEDS(avf_unit_save_state(all.unit, NULL, 0, NULL));
    NEEDS(avf_unit_restore_state(all.unit, NULL, 1));
    GIVES(AVF_ERROR_BAD_STATE, avf_unit_restore_state(all.unit, "AVFSTATE", 8));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_unit_get_preset_bank(all.unit, UINT32_MAX, &name));
    NEEDS(avf_unit_load_preset_file(all.unit, NULL, NULL));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_unit_load_preset_file(all.unit, "/nowhere.ttl", NULL));
    NEEDS(avf_unit_write_preset_bundle(all.unit, "/nowhere", NULL));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_unit_write_preset_bundle(all.unit, "/nowhere", "name"));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_unit_load_sound(all.unit, "/nowhere.wav"));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_unit_load_sound(all.unit, NULL));
    NEEDS(avf_unit_load_sound(all.unit, "\xc3\x28"));
    NEEDS(avf_unit_get_sound_path(all.unit, NULL));
    NEEDS(avf_unit_set_cycles(all.unit, NULL, 1, 1));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_unit_set_cycles(all.unit, &(float){0}, UINT32_MAX, UINT32_MAX));
    NEEDS(avf_unit_get_property_count(all.unit, NULL));
    NEEDS(avf_unit_get_property_info(all.unit, 0, 0, &property));
    GIVES(AVF_ERROR_NO_SUCH_PARAMETER, avf_unit_get_property_info(all.unit, 0, sizeof property, &property));
    NEEDS(avf_unit_set_property_number(all.unit, NULL, 1));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_unit_set_property_number(all.unit, "level", NAN));
    NEEDS(avf_unit_set_property_text(all.unit, "file", NULL));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_unit_set_property_text(all.unit, "file", "/nowhere"));
    NEEDS(avf_unit_get_property_number(all.unit, "level", NULL));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_unit_get_property_number(all.unit, "level", &seconds));
    NEEDS(avf_unit_get_property_text(all.unit, "\xc3\x28", &name));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_unit_get_property_text(all.unit, "file", &name));
    NEEDS(avf_unit_send_ump(all.unit, NULL, 1, 0));
    NEEDS(avf_unit_send_ump(all.unit, &word, 0, 0));
    NEEDS(avf_unit_send_ump(all.unit, &word, SIZE_MAX, 0));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_unit_send_ump(all.unit, &word, 1, 0));
    NEEDS(avf_unit_send_midi(all.unit, NULL, 3, 0));
    NEEDS(avf_unit_send_midi(all.unit, note, 0, 0));
    NEEDS(avf_unit_send_midi(all.unit, note, SIZE_MAX, 0));
    GIVES(AVF_ERROR_NOT_SUPPORTED, avf_unit_send_midi(all.unit, note, sizeof note, 0));
    WORKS(avf_unit_set_midi_callback(all.unit, NULL, NULL, NULL));
    WORKS(avf_unit_set_ump_callback(all.unit, NULL, NULL, NULL));
    WORKS(avf_unit_list_refresh());
    NEEDS(avf_unit_get_bypassed(all.unit, NULL));
    NEEDS(avf_unit_get_latency(all.unit, NULL));
    NEEDS(avf_unit_get_tail(all.unit, NULL));
    NEEDS(avf_unit_get_processing_time(all.unit, NULL));
}

static void abuse_lists(void) {
    avf_unit_info unit;
    avf_device_info device;
    avf_device_capabilities abilities;
    avf_unit_list *units = (avf_unit_list *)1;
    uint32_t number;
    EACH_BAD(all.units, NO_KIN) {
        REFUSES(avf_unit_list_retain(h));
        REFUSES(avf_unit_list_release(h));
        REFUSES(avf_unit_list_get_count(h, &number));
        REFUSES(avf_unit_list_get_info(h, 0, sizeof unit, &unit));
    }
    EACH_BAD(all.devices, NO_KIN) {
        REFUSES(avf_device_list_retain(h));
        REFUSES(avf_device_list_release(h));
        REFUSES(avf_device_list_get_count(h, &number));
        REFUSES(avf_device_list_get_info(h, 0, sizeof device, &device));
    }
    WORKS(avf_unit_list_release(NULL));
    WORKS(avf_device_list_release(NULL));
    NEEDS(avf_unit_list_create("\xff", 0, &units));
    CHECK(units == NULL);
    NEEDS(avf_unit_list_create(NULL, -1, &units));
    NEEDS(avf_unit_list_create(NULL, 0, NULL));
    NEEDS(avf_unit_list_get_count(all.units, NULL));
    NEEDS(avf_unit_list_get_info(all.units, UINT32_MAX, sizeof unit, &unit));
    NEEDS(avf_device_list_create(NULL));
    NEEDS(avf_device_list_get_count(all.devices, NULL));
    NEEDS(avf_device_list_get_info(all.devices, UINT32_MAX, sizeof device, &device));
    NEEDS(avf_device_get_capabilities("\xff", AVF_DIRECTION_CAPTURE, sizeof abilities, &abilities));
    NEEDS(avf_device_get_capabilities(NULL, INT32_MIN, sizeof abilities, &abilities));
    NEEDS(avf_device_get_capabilities(NULL, AVF_DIRECTION_CAPTURE, 0, &abilities));
    NEEDS(avf_device_get_capabilities(NULL, AVF_DIRECTION_CAPTURE, sizeof abilities, NULL));
    GIVES(AVF_ERROR_DEVICE,
          avf_device_get_capabilities("hw:CARD=absent", AVF_DIRECTION_PLAYBACK, sizeof abilities, &abilities));
}

static void on_recorder_event(const avf_recorder_event *event, void *userdata) {
    (void)event, (void)userdata;
}

static void abuse_recorders(void) {
    avf_recorder *recorder = (avf_recorder *)1;
    avf_recorder_state state;
    double seconds;
    uint64_t count;
    float average, peak;
    avf_loudness loudness;
    int destroyed = 0, expected = 0;
    EACH_BAD(all.recorder, NO_KIN) {
        REFUSES(avf_recorder_retain(h));
        REFUSES(avf_recorder_release(h));
        REFUSES(avf_recorder_set_callback(h, on_recorder_event, &destroyed, on_destroy));
        expected++;
        REFUSES(avf_recorder_prepare(h));
        REFUSES(avf_recorder_record(h, 0, 0));
        REFUSES(avf_recorder_pause(h));
        REFUSES(avf_recorder_stop(h));
        REFUSES(avf_recorder_delete_file(h));
        REFUSES(avf_recorder_get_state(h, &state));
        REFUSES(avf_recorder_get_length(h, &seconds));
        REFUSES(avf_recorder_get_missing_frame_count(h, &count));
        REFUSES(avf_recorder_set_metering(h, true));
        REFUSES(avf_recorder_get_level(h, 0, &average, &peak));
        REFUSES(avf_recorder_set_loudness_metering(h, true));
        REFUSES(avf_recorder_get_loudness(h, sizeof loudness, &loudness));
        CHECK(average == -160 && peak == -160);
    }
    CHECK(destroyed == expected);
    WORKS(avf_recorder_release(NULL));
    NEEDS(avf_recorder_create(NULL, &stereo, AVF_ENCODING_DEFAULT, NULL, &recorder));
    CHECK(recorder == NULL);
    NEEDS(avf_recorder_create("a.wav", NULL, AVF_ENCODING_DEFAULT, NULL, &recorder));
    NEEDS(avf_recorder_create("a.wav", &stereo, -1, NULL, &recorder));
    NEEDS(avf_recorder_create("a.wav", &stereo, AVF_ENCODING_DEFAULT, "\xff", &recorder));
    NEEDS(avf_recorder_create("a.wav", &stereo, AVF_ENCODING_DEFAULT, NULL, NULL));
    GIVES(AVF_ERROR_FILE_FORMAT, avf_recorder_create("a.exe", &stereo, AVF_ENCODING_DEFAULT, NULL, &recorder));
    NEEDS(avf_recorder_record(all.recorder, 0, -1));
    NEEDS(avf_recorder_record(all.recorder, 0, NAN));
    NEEDS(avf_recorder_get_state(all.recorder, NULL));
    NEEDS(avf_recorder_get_length(all.recorder, NULL));
    NEEDS(avf_recorder_get_missing_frame_count(all.recorder, NULL));
    NEEDS(avf_recorder_get_level(all.recorder, 0, NULL, &peak));
    NEEDS(avf_recorder_get_level(all.recorder, 0, &average, NULL));
    NEEDS(avf_recorder_get_loudness(all.recorder, sizeof loudness, NULL));
    NEEDS(avf_recorder_get_loudness(all.recorder, SIZE_MAX, &loudness));
    GIVES(AVF_ERROR_FILE_NOT_FOUND, avf_recorder_delete_file(all.recorder));
    WORKS(avf_recorder_pause(all.recorder));
    WORKS(avf_recorder_stop(all.recorder));
    WORKS(avf_recorder_get_state(all.recorder, &state));
    CHECK(state == AVF_RECORDER_NEW);
}

static void abuse_port_handles(void) {
    const uint32_t word = 0x20903C40;
    const uint8_t bytes[] = {0x90, 60, 64};
    avf_midi_port_info info;
    uint32_t number;
    EACH_BAD(all.ports, NO_KIN) {
        REFUSES(avf_midi_port_list_retain(h));
        REFUSES(avf_midi_port_list_release(h));
        REFUSES(avf_midi_port_list_get_count(h, &number));
        REFUSES(avf_midi_port_list_get_info(h, 0, sizeof info, &info));
    }
    EACH_BAD(all.observer, NO_KIN) {
        REFUSES(avf_midi_observer_retain(h));
        REFUSES(avf_midi_observer_release(h));
    }
    EACH_BAD(all.receiver, NO_KIN) {
        REFUSES(avf_midi_receiver_retain(h));
        REFUSES(avf_midi_receiver_release(h));
    }
    EACH_BAD(all.sender, NO_KIN) {
        REFUSES(avf_midi_sender_retain(h));
        REFUSES(avf_midi_sender_release(h));
        REFUSES(avf_midi_sender_send(h, bytes, sizeof bytes, 0));
        REFUSES(avf_midi_sender_send_ump(h, &word, 1, 0));
        REFUSES(avf_midi_sender_cancel(h));
        REFUSES(avf_midi_sender_end_notes(h));
    }
    EACH_BAD(all.input, NO_KIN) {
        REFUSES(avf_midi_input_connect(h, "out"));
        REFUSES(avf_midi_input_disconnect(h, NULL));
        REFUSES(avf_midi_input_create_port(h, "x"));
    }
    EACH_BAD(all.output, NO_KIN) {
        REFUSES(avf_midi_output_connect(h, "in"));
        REFUSES(avf_midi_output_disconnect(h, NULL));
        REFUSES(avf_midi_output_create_port(h, "x", AVF_MIDI_1_0));
    }
    EACH_BAD(all.sequencer, NO_KIN) {
        REFUSES(avf_sequencer_set_destination_port(h, 1, "in"));
    }
}

static void abuse_ports(void) {
    avf_midi_receiver *receiver = (avf_midi_receiver *)1;
    avf_midi_sender *sender = (avf_midi_sender *)1;
    avf_midi_observer *observer = (avf_midi_observer *)1;
    avf_midi_input *input = (avf_midi_input *)1;
    const uint32_t half = 0x40903C00;
    const uint8_t bytes[] = {0x90, 60};
    avf_midi_port_info info;
    abuse_port_handles();
    NEEDS(avf_midi_port_list_create(NULL));
    NEEDS(avf_midi_port_list_get_count(all.ports, NULL));
    NEEDS(avf_midi_port_list_get_info(all.ports, UINT32_MAX, sizeof info, &info));
    NEEDS(avf_midi_observer_create(NULL, NULL, NULL, &observer));
    CHECK(observer == NULL);
    NEEDS(avf_midi_receiver_create(NULL, AVF_MIDI_1_0, on_words, NULL, NULL, &receiver));
    CHECK(receiver == NULL);
    NEEDS(avf_midi_receiver_create("nobody", AVF_MIDI_1_0, on_words, NULL, NULL, &receiver));
    NEEDS(avf_midi_receiver_create("out", 3, on_words, NULL, NULL, &receiver));
    NEEDS(avf_midi_receiver_create("out", AVF_MIDI_1_0, NULL, NULL, NULL, &receiver));
    NEEDS(avf_midi_receiver_create_port("\xff", AVF_MIDI_1_0, on_words, NULL, NULL, &receiver));
    NEEDS(avf_midi_sender_create("out", &sender));
    CHECK(sender == NULL);
    NEEDS(avf_midi_sender_create("", &sender));
    NEEDS(avf_midi_sender_create_port(NULL, AVF_MIDI_1_0, &sender));
    NEEDS(avf_midi_sender_create_port("x", 0, &sender));
    NEEDS(avf_midi_sender_send(all.sender, NULL, 1, 0));
    NEEDS(avf_midi_sender_send(all.sender, bytes, 0, 0));
    NEEDS(avf_midi_sender_send(all.sender, bytes, SIZE_MAX, 0));
    NEEDS(avf_midi_sender_send(all.sender, bytes, sizeof bytes, 0));
    NEEDS(avf_midi_sender_send_ump(all.sender, NULL, 1, 0));
    NEEDS(avf_midi_sender_send_ump(all.sender, &half, 1, 0));
    NEEDS(avf_midi_sender_send_ump(all.sender, &half, SIZE_MAX, 0));
    NEEDS(avf_midi_input_create(9, &input));
    CHECK(input == NULL);
    NEEDS(avf_midi_input_connect(all.input, "in"));
    NEEDS(avf_midi_input_connect(all.input, NULL));
    NEEDS(avf_midi_input_disconnect(all.input, "out"));
    NEEDS(avf_midi_input_create_port(all.input, NULL));
    NEEDS(avf_midi_output_create(NULL));
    NEEDS(avf_midi_output_connect(all.output, "out"));
    NEEDS(avf_midi_output_create_port(all.output, "x", -1));
    NEEDS(avf_sequencer_set_destination_port(all.sequencer, 99, "in"));
    NEEDS(avf_sequencer_set_destination_port(all.sequencer, 1, "out"));
}

static void on_sound_event(const avf_sound_event *event, void *userdata) {
    (void)event, (void)userdata;
}

static void abuse_sounds(void) {
    avf_sound *sound = (avf_sound *)1;
    bool is_playing;
    double seconds;
    float average, peak;
    avf_loudness loudness;
    const uint32_t channels[] = {0, 0};
    int destroyed = 0, expected = 0;
    EACH_BAD(all.sound, NO_KIN) {
        REFUSES(avf_sound_retain(h));
        REFUSES(avf_sound_release(h));
        REFUSES(avf_sound_set_callback(h, on_sound_event, &destroyed, on_destroy));
        expected++;
        REFUSES(avf_sound_prepare(h));
        REFUSES(avf_sound_play(h));
        REFUSES(avf_sound_play_at(h, 0));
        REFUSES(avf_sound_pause(h));
        REFUSES(avf_sound_stop(h));
        REFUSES(avf_sound_get_playing(h, &is_playing));
        REFUSES(avf_sound_get_device_time(h, &seconds));
        REFUSES(avf_sound_get_duration(h, &seconds));
        REFUSES(avf_sound_set_position(h, 0));
        REFUSES(avf_sound_get_position(h, &seconds));
        REFUSES(avf_sound_set_loop_count(h, 1));
        REFUSES(avf_sound_set_volume(h, 1, 0));
        REFUSES(avf_sound_set_pan(h, 0));
        REFUSES(avf_sound_set_rate(h, 1));
        REFUSES(avf_sound_set_metering(h, true));
        REFUSES(avf_sound_get_level(h, 0, &average, &peak));
        REFUSES(avf_sound_set_loudness_metering(h, true));
        REFUSES(avf_sound_get_loudness(h, sizeof loudness, &loudness));
        REFUSES(avf_sound_set_device(h, "null"));
        REFUSES(avf_sound_get_audible(h, &is_playing));
        REFUSES(avf_sound_set_channels(h, channels, 2));
        CHECK(average == -160 && peak == -160);
    }
    CHECK(destroyed == expected);
    WORKS(avf_sound_release(NULL));
    NEEDS(avf_sound_create(NULL, NULL, &sound));
    CHECK(sound == NULL);
    NEEDS(avf_sound_create("a.wav", "\xff", &sound));
    NEEDS(avf_sound_create("a.wav", NULL, NULL));
    GIVES(AVF_ERROR_FILE_NOT_FOUND, avf_sound_create("/none/a.wav", NULL, &sound));
    NEEDS(avf_sound_create_from_memory(NULL, 4, NULL, &sound));
    GIVES(AVF_ERROR_FILE_FORMAT, avf_sound_create_from_memory("words", 5, NULL, &sound));
    NEEDS(avf_sound_play_at(all.sound, NAN));
    NEEDS(avf_sound_set_position(all.sound, INFINITY));
    NEEDS(avf_sound_set_volume(all.sound, -1, 0));
    NEEDS(avf_sound_set_volume(all.sound, NAN, 0));
    NEEDS(avf_sound_set_volume(all.sound, 1, NAN));
    NEEDS(avf_sound_set_pan(all.sound, NAN));
    NEEDS(avf_sound_set_rate(all.sound, NAN));
    NEEDS(avf_sound_get_playing(all.sound, NULL));
    NEEDS(avf_sound_get_device_time(all.sound, NULL));
    NEEDS(avf_sound_get_duration(all.sound, NULL));
    NEEDS(avf_sound_get_position(all.sound, NULL));
    NEEDS(avf_sound_get_level(all.sound, 0, NULL, &peak));
    NEEDS(avf_sound_get_level(all.sound, 0, &average, NULL));
    NEEDS(avf_sound_get_loudness(all.sound, sizeof loudness, NULL));
    NEEDS(avf_sound_get_loudness(all.sound, 0, &loudness));
    NEEDS(avf_sound_set_device(all.sound, "\xff"));
    GIVES(AVF_ERROR_DEVICE, avf_sound_set_device(all.sound, "hw:77,7"));
    NEEDS(avf_sound_get_audible(all.sound, NULL));
    NEEDS(avf_sound_set_channels(all.sound, channels, 0));
    NEEDS(avf_sound_set_channels(all.sound, channels, 2));
    NEEDS(avf_sound_set_channels(all.sound, channels, UINT32_MAX));
    WORKS(avf_sound_set_channels(all.sound, NULL, UINT32_MAX));
    WORKS(avf_sound_set_position(all.sound, 1e300));
    WORKS(avf_sound_set_loop_count(all.sound, INT32_MAX));
    WORKS(avf_sound_set_loop_count(all.sound, INT32_MIN));
    WORKS(avf_sound_pause(all.sound));
    WORKS(avf_sound_stop(all.sound));
}

int main(int argc, char **argv) {
    if (argc != 2 || setenv("AVFAUDIO_MIDI", "loopback", 1) != 0)
        return 2;
    make(argv[1]);
    abuse_buffers();
    abuse_readers();
    abuse_writers();
    abuse_converters();
    abuse_encoders();
    abuse_decoders();
    abuse_frames();
    abuse_engines();
    abuse_nodes();
    abuse_players(argv[1]);
    abuse_samplers(argv[1]);
    abuse_environments(argv[1]);
    abuse_sequencers(argv[1]);
    abuse_ports();
    abuse_units();
    abuse_wavetable();
    abuse_lists();
    abuse_recorders();
    abuse_sounds();
    CHECK(strlen(avf_status_string(INT32_MIN)) > 0 && strlen(avf_last_error_detail()) > 0);
    CHECK(avf_version() >> 16 == AVF_VERSION_MAJOR && avf_abi_version() == AVF_ABI_VERSION);
    CHECK(strlen(avf_version_string()) >= 5);
    WORKS(avf_sequencer_release(all.sequencer));
    WORKS(avf_midi_player_release(all.midi_player));
    WORKS(avf_midi_port_list_release(all.ports));
    WORKS(avf_midi_observer_release(all.observer));
    WORKS(avf_midi_receiver_release(all.receiver));
    WORKS(avf_midi_sender_release(all.sender));
    WORKS(avf_node_release(all.input));
    WORKS(avf_node_release(all.output));
    WORKS(avf_recorder_release(all.recorder));
    WORKS(avf_sound_release(all.sound));
    WORKS(avf_engine_release(all.engine));
    WORKS(avf_node_release(all.player));
    WORKS(avf_node_release(all.mixer));
    WORKS(avf_node_release(all.unit));
    WORKS(avf_buffer_release(all.buffer));
    WORKS(avf_reader_release(all.reader));
    WORKS(avf_writer_release(all.writer));
    WORKS(avf_unit_list_release(all.units));
    WORKS(avf_device_list_release(all.devices));
    WORKS(avf_converter_release(all.converter));
    WORKS(avf_encoder_release(all.encoder));
    WORKS(avf_decoder_release(all.decoder));
    return failures != 0;
}
