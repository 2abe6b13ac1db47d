// All of libavfaudio: a graph of audio nodes with LV2 plugins, rendered by a device or by the program itself.
//
//     avf_engine *engine;
//     avf_player *player;
//     avf_node *mixer;
//     avf_engine_create(&engine);
//     avf_player_create(&player);
//     avf_engine_attach(engine, player);
//     avf_engine_get_main_mixer(engine, &mixer);
//     avf_engine_connect(engine, player, 0, mixer, AVF_NEXT_BUS, NULL);
//     avf_player_schedule_file(player, "speech.wav", NULL);
//     avf_engine_start(engine);
//     avf_player_play(player);
//
// avf_base.h says what holds for every function.
#ifndef AVF_AVFAUDIO_H
#define AVF_AVFAUDIO_H

#include "avf_base.h"
#include "avf_converter.h"
#include "avf_device.h"
#include "avf_engine.h"
#include "avf_file.h"
#include "avf_format.h"
#include "avf_loudness.h"
#include "avf_midi.h"
#include "avf_midi_port.h"
#include "avf_node.h"
#include "avf_frames.h"
#include "avf_packets.h"
#include "avf_recorder.h"
#include "avf_sampler.h"
#include "avf_sequencer.h"
#include "avf_sound.h"
#include "avf_spatial.h"
#include "avf_unit.h"
#include "avf_units_generated.h"

#endif
