// miniaudio, without a device:
//   miniaudio mix COUNT SECONDS            looping mono players with gain and place, stereo
//   miniaudio chain COUNT BLOCK SECONDS    nodes that pass on what they get, one behind the other
//   miniaudio start                        one block and the end
#define MA_NO_DEVICE_IO
#define MA_NO_ENCODING
#define MINIAUDIO_IMPLEMENTATION
#include "peer.h"

#include <miniaudio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOPS = 16, MOST_BLOCK = 4096 };

typedef struct {
    ma_engine engine;
    ma_node_graph graph;
    bool isChain;
    size_t block;
    long blockCount;
    float output[MOST_BLOCK * PEER_CHANNELS];
} player;

static void makeEngine(player *self, int count) {
    static ma_audio_buffer_config configurations[LOOPS];
    ma_engine_config settings = ma_engine_config_init();
    settings.noDevice = MA_TRUE;
    settings.channels = PEER_CHANNELS;
    settings.sampleRate = PEER_RATE;
    if (ma_engine_init(&settings, &self->engine) != MA_SUCCESS)
        peer_absent("miniaudio makes no engine");
    for (int i = 0; i < LOOPS; i++) {
        const size_t frameCount = (size_t)(PEER_RATE + 97 * i);
        float *noise = malloc(frameCount * sizeof(float));
        uint32_t state = (uint32_t)i + 1;
        peer_noise(noise, frameCount, &state);
        configurations[i] = ma_audio_buffer_config_init(ma_format_f32, 1, frameCount, noise, NULL);
        configurations[i].sampleRate = PEER_RATE;
    }
    ma_audio_buffer *buffers = calloc((size_t)count, sizeof *buffers);
    ma_sound *sounds = calloc((size_t)count, sizeof *sounds);
    for (int i = 0; i < count; i++) {
        ma_audio_buffer_init(&configurations[i % LOOPS], &buffers[i]);
        const ma_uint32 flags = MA_SOUND_FLAG_NO_SPATIALIZATION | MA_SOUND_FLAG_NO_PITCH;
        if (ma_sound_init_from_data_source(&self->engine, &buffers[i], flags, NULL, &sounds[i]) != MA_SUCCESS)
            peer_absent("miniaudio makes no such sounds");
        ma_sound_set_looping(&sounds[i], MA_TRUE);
        ma_sound_set_volume(&sounds[i], (0.5f + 0.5f * (float)(i % 7) / 7) / (float)count);
        ma_sound_set_pan(&sounds[i], count > 1 ? -1 + 2.0f * (float)i / (float)(count - 1) : 0);
        ma_sound_start(&sounds[i]);
    }
}

static void pass(ma_node *node, const float **input, ma_uint32 *inputCount, float **output,
                 ma_uint32 *outputCount) {
    (void)node, (void)input, (void)inputCount, (void)output, (void)outputCount;
}

static void silence(ma_node *node, const float **input, ma_uint32 *inputCount, float **output,
                    ma_uint32 *outputCount) {
    (void)node, (void)input, (void)inputCount;
    memset(output[0], 0, *outputCount * PEER_CHANNELS * sizeof(float));
}

static void makeChain(player *self, int count) {
    static ma_node_vtable passes = {pass, NULL, 1, 1, MA_NODE_FLAG_PASSTHROUGH},
                          silent = {silence, NULL, 0, 1, 0};
    static const ma_uint32 channels[] = {PEER_CHANNELS};
    const ma_node_graph_config settings = ma_node_graph_config_init(PEER_CHANNELS);
    ma_node_graph_init(&settings, NULL, &self->graph);
    ma_node_base *nodes = calloc((size_t)count + 1, sizeof *nodes);
    for (int i = 0; i <= count; i++) {
        ma_node_config node = ma_node_config_init();
        node.vtable = i == 0 ? &silent : &passes;
        node.pInputChannels = i == 0 ? NULL : channels;
        node.pOutputChannels = channels;
        if (ma_node_init(&self->graph, &node, NULL, &nodes[i]) != MA_SUCCESS)
            peer_absent("miniaudio makes no such nodes");
        if (i > 0)
            ma_node_attach_output_bus(&nodes[i - 1], 0, &nodes[i], 0);
    }
    ma_node_attach_output_bus(&nodes[count], 0, ma_node_graph_get_endpoint(&self->graph), 0);
}

static void run(void *context) {
    player *self = context;
    for (long k = 0; k < self->blockCount; k++) {
        if (self->isChain)
            ma_node_graph_read_pcm_frames(&self->graph, self->output, self->block, NULL);
        else
            ma_engine_read_pcm_frames(&self->engine, self->output, self->block, NULL);
    }
}

int main(int count, char **arguments) {
    static player self;
    const char *work = peer_text(count, arguments, 1, "mix");
    const int size = (int)peer_number(count, arguments, 2, 1);
    self.isChain = !strcmp(work, "chain");
    self.block = self.isChain ? (size_t)peer_number(count, arguments, 3, 512) : 512;
    self.blockCount =
        (long)(peer_number(count, arguments, self.isChain ? 4 : 3, 1) * PEER_RATE / (double)self.block);
    if (self.isChain)
        makeChain(&self, size);
    else
        makeEngine(&self, size);
    if (!strcmp(work, "start")) {
        ma_engine_read_pcm_frames(&self.engine, self.output, self.block, NULL);
        return 0;
    }
    peer_serve(run, NULL, &self);
}
