// File -> player -> equaliser -> LV2 effect -> mixer -> file: demo INPUT OUTPUT PLUGIN-URI
#include <avfaudio.h>
#include <err.h>
#include <stdio.h>

enum { FRAMES = 512 };

static void must(avf_status status) {
    if (status != AVF_OK)
        errx(1, "%s", avf_last_error_detail());
}

static void set(avf_unit *unit, const char *symbol, float value) {
    uint64_t address;
    must(avf_unit_find_parameter(unit, symbol, &address));
    must(avf_unit_set_parameter(unit, address, value));
}

int main(int argc, char **argv) {
    avf_engine *engine;
    avf_player *player;
    avf_unit *chain[2];
    avf_node *mixer;
    avf_reader *reader;
    avf_writer *writer;
    avf_file_info file;
    static float block[2 * FRAMES];
    if (argc != 4)
        return fprintf(stderr, "usage: demo INPUT OUTPUT PLUGIN-URI\n"), 2;
    must(avf_reader_open(argv[1], &reader));
    must(avf_reader_get_info(reader, sizeof file, &file));
    file.format.channel_count = 2;
    must(avf_engine_create(&engine));
    must(avf_engine_enable_manual_rendering(engine, AVF_RENDERING_OFFLINE, &file.format, FRAMES));
    must(avf_player_create(&player));
    must(avf_unit_create_with_sections("equalizer", 1, &chain[0]));
    must(avf_unit_create(argv[3], &chain[1]));
    must(avf_engine_get_main_mixer(engine, &mixer));
    avf_node *path[] = {player, chain[0], chain[1], mixer};
    for (int i = 0; i < 3; i++)
        must(avf_engine_attach(engine, path[i]));
    for (int i = 0; i < 3; i++)
        must(avf_engine_connect(engine, path[i], 0, path[i + 1], 0, &file.format));
    set(chain[0], "band1Bypass", 0);
    set(chain[0], "band1Gain", 6);
    must(avf_player_schedule_file(player, argv[1], NULL));
    must(avf_engine_start(engine));
    must(avf_player_play(player));
    must(avf_writer_create(argv[2], &file.format, AVF_ENCODING_FLOAT32, &writer));
    for (uint64_t rest = file.frame_count, count; rest > 0; rest -= count) {
        count = rest < FRAMES ? rest : FRAMES;
        must(avf_engine_render_offline_interleaved(engine, block, 2, count));
        must(avf_writer_write_interleaved(writer, block, 2, count));
    }
    must(avf_writer_close(writer));
    for (int i = 0; i < 4; i++)
        avf_node_release(path[i]);
    avf_engine_release(engine), avf_reader_release(reader), avf_writer_release(writer);
}
