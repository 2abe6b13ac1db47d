// Environments as a C program uses them. Prints what is not as the headers say.
#include "check.h"
#include <math.h>

enum { FRAMES = 512 };

static const avf_format mono = {48000, 1};
static const avf_format stereo = {48000, 2};
static const avf_format wide = {48000, 5};

static float block[5 * FRAMES];

static bool near(float found, double expected) {
    return fabs(found - expected) < 1e-5;
}

typedef struct {
    avf_engine *engine;
    avf_environment *environment;
    avf_player *player;
} scene;

/// An environment for so many channels, and a player that feeds it with ones.
static scene make(const avf_format *format) {
    scene made;
    WORKS(avf_engine_create(&made.engine));
    WORKS(avf_engine_enable_manual_rendering(made.engine, AVF_RENDERING_OFFLINE, format, FRAMES));
    WORKS(avf_environment_create(&made.environment));
    WORKS(avf_player_create(&made.player));
    WORKS(avf_engine_attach(made.engine, made.environment));
    WORKS(avf_engine_attach(made.engine, made.player));
    return made;
}

static void join(scene *made, const avf_format *format) {
    avf_node *output;
    WORKS(avf_engine_get_output_node(made->engine, &output));
    WORKS(avf_engine_connect(made->engine, made->environment, 0, output, 0, format));
    WORKS(avf_node_release(output));
    WORKS(avf_engine_connect(made->engine, made->player, 0, made->environment, AVF_NEXT_BUS, &mono));
    WORKS(avf_engine_start(made->engine));
}

static void play(scene *made, int frame_count) {
    avf_buffer *buffer;
    float *const *channels;
    WORKS(avf_buffer_create(&mono, (uint32_t)frame_count, &buffer));
    WORKS(avf_buffer_get_channels(buffer, &channels));
    for (int i = 0; i < frame_count; i++)
        channels[0][i] = 1;
    WORKS(avf_buffer_set_frame_length(buffer, (uint32_t)frame_count));
    WORKS(avf_player_schedule_buffer(made->player, buffer, NULL));
    WORKS(avf_buffer_release(buffer));
    WORKS(avf_player_play(made->player));
}

/// The last frame of a block.
static const float *last(scene *made, uint32_t channel_count) {
    WORKS(avf_engine_render_offline_interleaved(made->engine, block, channel_count, FRAMES));
    return block + channel_count * (FRAMES - 1);
}

static void end(scene *made) {
    WORKS(avf_node_release(made->player));
    WORKS(avf_node_release(made->environment));
    WORKS(avf_engine_release(made->engine));
}

static void places(void) {
    avf_spatial_placement placement = {.x = 4, .rate = 1};
    avf_listener listener = {.forward = {0, 0, -1}, .up = {0, 1, 0}};
    avf_node_kind kind;
    float gain, yaw, pitch, roll;
    scene made = make(&stereo);
    WORKS(avf_node_get_kind(made.environment, &kind));
    CHECK(kind == AVF_NODE_ENVIRONMENT);
    WORKS(avf_node_set_placement(made.player, &placement, sizeof placement));
    join(&made, &stereo);
    play(&made, 16 * FRAMES);
    const float *frame = last(&made, 2);
    CHECK(near(frame[0], 0) && near(frame[1], 0.25));

    // 2 m away instead of 4.
    listener.x = 2;
    WORKS(avf_environment_set_listener(made.environment, &listener, sizeof listener));
    CHECK(near(last(&made, 2)[1], 0.5));
    WORKS(avf_environment_set_listener_angles(made.environment, 180, 0, 0));
    frame = last(&made, 2);
    CHECK(near(frame[0], 0.5) && near(frame[1], 0));
    WORKS(avf_environment_get_listener_angles(made.environment, &yaw, &pitch, &roll));
    CHECK(fabs(fabs(yaw) - 180) < 1e-3 && fabs(pitch) < 1e-3 && fabs(roll) < 1e-3);
    WORKS(avf_environment_get_listener(made.environment, sizeof listener, &listener));
    CHECK(near(listener.x, 2) && near(listener.forward[2], 1) && near(listener.up[1], 1));
    WORKS(avf_environment_set_head_pose(made.environment, 180, 0, 0));
    CHECK(near(last(&made, 2)[0], 0.5));
    WORKS(avf_environment_set_head_tracking(made.environment, true));
    CHECK(near(last(&made, 2)[1], 0.5));

    WORKS(avf_environment_set_output_volume(made.environment, 0.5f));
    WORKS(avf_environment_get_output_volume(made.environment, &gain));
    CHECK(gain == 0.5f);
    last(&made, 2);
    CHECK(near(last(&made, 2)[1], 0.25));
    WORKS(avf_mixer_set_input_volume(made.environment, 0, 0.5f));
    CHECK(near(last(&made, 2)[1], 0.125));
    placement.x = -4;
    WORKS(avf_mixer_set_input_placement(made.environment, 0, &placement, sizeof placement));
    frame = last(&made, 2);
    CHECK(near(frame[0], 0.125 / 3) && near(frame[1], 0));
    end(&made);
}

static void distances(void) {
    const avf_distance_attenuation linear = {AVF_DISTANCE_LINEAR, 1, 100, 1};
    avf_distance_attenuation read;
    avf_spatial_placement placement = {.x = 50, .rate = 1};
    scene made = make(&stereo);
    WORKS(avf_environment_get_attenuation(made.environment, sizeof read, &read));
    CHECK(read.model == AVF_DISTANCE_INVERSE && read.reference_distance == 1);
    CHECK(read.maximum_distance == 100000 && read.rolloff_factor == 1);
    WORKS(avf_environment_set_attenuation(made.environment, &linear, sizeof linear));
    WORKS(avf_node_set_placement(made.player, &placement, sizeof placement));
    join(&made, &stereo);
    play(&made, FRAMES);
    CHECK(near(last(&made, 2)[1], 0.5050505));
    end(&made);
}

static void rooms(void) {
    avf_environment_reverb reverb;
    avf_spatial_placement placement = {.x = 1, .rate = 1, .reverb_blend = 1};
    scene made = make(&stereo);
    WORKS(avf_environment_get_reverb(made.environment, sizeof reverb, &reverb));
    CHECK(!reverb.enabled && reverb.filter_bypassed && reverb.level_db == 0 && reverb.filter_frequency_hz == 1000);
    reverb.enabled = true;
    reverb.level_db = 99;
    WORKS(avf_environment_set_reverb(made.environment, &reverb, sizeof reverb));
    WORKS(avf_environment_get_reverb(made.environment, sizeof reverb, &reverb));
    CHECK(reverb.enabled && reverb.level_db == 40);
    WORKS(avf_environment_load_reverb_preset(made.environment, 8));
    WORKS(avf_node_set_placement(made.player, &placement, sizeof placement));
    join(&made, &stereo);
    play(&made, FRAMES);
    for (int i = 0; i < 40; i++)
        last(&made, 2);
    float peak = 0;
    for (int i = 0; i < 2 * FRAMES; i++)
        peak = fmaxf(peak, fabsf(block[i]));
    CHECK(peak > 1e-3f);
    end(&made);
}

static void loudspeakers(void) {
    const avf_speaker speakers[] = {{90, 0, false}, {-90, 0, false}, {0, 0, false}, {180, 0, false}, {0, 0, true}};
    avf_spatial_placement placement = {.x = -1, .rate = 1, .algorithm = AVF_SPATIAL_AUTO};
    avf_output_type type;
    scene made = make(&wide);
    WORKS(avf_node_set_speakers(made.environment, speakers, 5));
    WORKS(avf_environment_set_output_type(made.environment, AVF_OUTPUT_EXTERNAL_SPEAKERS));
    WORKS(avf_environment_get_output_type(made.environment, &type));
    CHECK(type == AVF_OUTPUT_EXTERNAL_SPEAKERS);
    WORKS(avf_node_set_placement(made.player, &placement, sizeof placement));
    join(&made, &wide);
    play(&made, FRAMES);
    const float *frame = last(&made, 5);
    CHECK(near(frame[0], 0) && near(frame[1], 1) && near(frame[2], 0) && near(frame[3], 0) && near(frame[4], 0));
    end(&made);
}

static void ears(void) {
    avf_spatial_placement placement = {.x = 1, .rate = 1, .algorithm = AVF_SPATIAL_HRTF};
    const char *note = "";
    scene made = make(&stereo);
    WORKS(avf_environment_load_hrtf(made.environment, AVF_HRTF_SPHERICAL_HEAD, NULL));
    GIVES(AVF_ERROR_FILE_FORMAT, avf_environment_load_hrtf(made.environment, AVF_HRTF_FILE, "/no/such/head.sofa"));
    CHECK(strstr(avf_last_error_detail(), "head.sofa") || strstr(avf_last_error_detail(), "libmysofa"));
    WORKS(avf_node_set_placement(made.player, &placement, sizeof placement));
    join(&made, &stereo);
    play(&made, 4 * FRAMES);
    const float *frame = last(&made, 2);
    // A step: both ears hear it in the end, the right one first.
    CHECK(block[2 * 40 + 1] > 2 * fabsf(block[2 * 40]) && frame[0] > 0.3f && frame[1] > 0.3f);
    for (uint32_t i = 0; note; i++)
        WORKS(avf_environment_get_hrtf_note(made.environment, i, &note));
    end(&made);
}

/// A source that is heard later for its distance, at half of its speed, where only one may be heard.
static void ways(void) {
    avf_spatial_placement placement = {.x = 34.3f, .rate = 0.5f, .doppler_factor = 1, .spread_degrees = 400,
                                       .air_db_per_metre = 0.01f, .priority = 7};
    avf_spatial_placement found;
    avf_distance_attenuation none = {AVF_DISTANCE_INVERSE, 1, 100000, 0};
    uint32_t count = 7;
    scene made = make(&stereo);
    WORKS(avf_environment_get_voice_limit(made.environment, &count));
    CHECK(count == 0);
    WORKS(avf_environment_set_voice_limit(made.environment, 1));
    WORKS(avf_environment_get_voice_limit(made.environment, &count));
    CHECK(count == 1);
    WORKS(avf_environment_set_attenuation(made.environment, &none, sizeof none));
    WORKS(avf_node_set_placement(made.player, &placement, sizeof placement));
    WORKS(avf_node_get_placement(made.player, sizeof found, &found));
    CHECK(found.doppler_factor == 1 && found.spread_degrees == 180 && found.priority == 7);
    join(&made, &stereo);
    play(&made, 8000);
    // A tenth of a second, and then twice as long as it is.
    int first = -1, end_ = -1;
    for (int i = 0; i < 44; i++) {
        last(&made, 2);
        for (int k = 0; k < FRAMES; k++) {
            if (fabsf(block[2 * k + 1]) > 0.5f && first < 0)
                first = i * FRAMES + k;
            if (fabsf(block[2 * k + 1]) > 0.5f)
                end_ = i * FRAMES + k;
        }
    }
    CHECK(first > 4700 && first < 5000);
    CHECK(end_ - first > 15900 && end_ - first < 16100);
    end(&made);
}

int main(void) {
    places();
    distances();
    rooms();
    loudspeakers();
    ears();
    ways();
    return failures != 0;
}
