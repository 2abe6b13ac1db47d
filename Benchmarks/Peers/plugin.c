// An LV2 plugin whose run() is called in a loop, with nothing around it:
//   plugin BUNDLE-FOLDER URI SECONDS BLOCK [SYMBOL=VALUE …]
#include "peer.h"

#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/options/options.h>
#include <lv2/urid/urid.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PORTS = 1024, MOST_URIS = 1024 };

typedef struct {
    LilvInstance *instance;
    float *inputs[PEER_CHANNELS], *outputs[PEER_CHANNELS];
    float controls[MOST_PORTS];
    uint32_t block;
    long blockCount;
    size_t position;
} host;

static char *uris[MOST_URIS];

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
    (void)handle;
    for (LV2_URID id = 0; id < MOST_URIS; id++) {
        if (!uris[id])
            uris[id] = strdup(uri);
        if (!strcmp(uris[id], uri))
            return id + 1;
    }
    return 0;
}

static const char *unmap(LV2_URID_Unmap_Handle handle, LV2_URID id) {
    (void)handle;
    return id > 0 && id <= MOST_URIS ? uris[id - 1] : NULL;
}

// Loads each bundle that is named, since plugins may be described by more than one.
static const LilvPlugin *find(LilvWorld *world, const char *folder, const char *uri) {
    char path[4096] = {0};
    strncpy(path, folder, sizeof path - 2);
    if (path[strlen(path) - 1] != '/')
        strcat(path, "/");
    LilvNode *bundle = lilv_new_file_uri(world, NULL, path), *name = lilv_new_uri(world, uri);
    lilv_world_load_bundle(world, bundle);
    return lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), name);
}

static const LV2_Feature *const *features(uint32_t *block) {
    static LV2_URID_Map mapping = {NULL, map};
    static LV2_URID_Unmap unmapping = {NULL, unmap};
    static LV2_Options_Option options[3];
    static const LV2_Feature all[] = {{LV2_URID__map, &mapping},
                                      {LV2_URID__unmap, &unmapping},
                                      {LV2_OPTIONS__options, options},
                                      {LV2_BUF_SIZE__boundedBlockLength, NULL}};
    static const LV2_Feature *const list[] = {&all[0], &all[1], &all[2], &all[3], NULL};
    const LV2_URID integer = map(NULL, LV2_ATOM__Int);
    options[0] = (LV2_Options_Option){LV2_OPTIONS_INSTANCE, 0,       map(NULL, LV2_BUF_SIZE__maxBlockLength),
                                      sizeof *block,        integer, block};
    options[1] = (LV2_Options_Option){LV2_OPTIONS_INSTANCE, 0,       map(NULL, LV2_BUF_SIZE__minBlockLength),
                                      sizeof *block,        integer, block};
    return list;
}

// What the arguments say of a port, or its default.
static float setting(const LilvPlugin *plugin, uint32_t index, float otherwise, int count, char **settings) {
    const char *symbol =
        lilv_node_as_string(lilv_port_get_symbol(plugin, lilv_plugin_get_port_by_index(plugin, index)));
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(symbol);
        if (!strncmp(settings[i], symbol, length) && settings[i][length] == '=')
            return (float)atof(settings[i] + length + 1);
    }
    return isnan(otherwise) ? 0 : otherwise;
}

static void connect(host *self, LilvWorld *world, const LilvPlugin *plugin, int count, char **settings) {
    LilvNode *audio = lilv_new_uri(world, LILV_URI_AUDIO_PORT);
    LilvNode *input = lilv_new_uri(world, LILV_URI_INPUT_PORT);
    LilvNode *atom = lilv_new_uri(world, LV2_ATOM__AtomPort);
    static float defaults[MOST_PORTS];
    lilv_plugin_get_port_ranges_float(plugin, NULL, NULL, defaults);
    size_t inputs = 0, outputs = 0;
    for (uint32_t index = 0; index < lilv_plugin_get_num_ports(plugin); index++) {
        const LilvPort *port = lilv_plugin_get_port_by_index(plugin, index);
        void *memory = &self->controls[index];
        self->controls[index] = setting(plugin, index, defaults[index], count, settings);
        if (lilv_port_is_a(plugin, port, atom)) {
            LV2_Atom_Sequence *events = calloc(1, 1 << 16);
            events->atom.size = sizeof(LV2_Atom_Sequence_Body);
            events->atom.type = map(NULL, LV2_ATOM__Sequence);
            memory = events;
        } else if (lilv_port_is_a(plugin, port, audio)) {
            const bool isInput = lilv_port_is_a(plugin, port, input);
            memory =
                isInput ? self->inputs[inputs++ % PEER_CHANNELS] : self->outputs[outputs++ % PEER_CHANNELS];
        }
        lilv_instance_connect_port(self->instance, index, memory);
    }
}

static void fill(host *self, const float *samples, size_t frameCount) {
    for (size_t k = 0; k < frameCount; k++) {
        self->inputs[0][k] = samples[k * PEER_CHANNELS];
        self->inputs[1][k] = samples[k * PEER_CHANNELS + 1];
    }
}

static void run(void *context) {
    host *self = context;
    for (long k = 0; k < self->blockCount; k++) {
        if (self->position + self->block > PEER_NOISE_FRAMES)
            self->position = 0;
        fill(self, peer_stereo_noise() + self->position * PEER_CHANNELS, self->block);
        self->position += self->block;
        lilv_instance_run(self->instance, self->block);
    }
}

static size_t convert(void *context, const float *input, size_t frameCount, float *output, size_t capacity) {
    host *self = context;
    size_t done = 0;
    for (; done + self->block <= frameCount && done + self->block <= capacity; done += self->block) {
        fill(self, input + done * PEER_CHANNELS, self->block);
        lilv_instance_run(self->instance, self->block);
        for (size_t k = 0; k < self->block; k++) {
            output[(done + k) * PEER_CHANNELS] = self->outputs[0][k];
            output[(done + k) * PEER_CHANNELS + 1] = self->outputs[1][k];
        }
    }
    return done;
}

int main(int count, char **arguments) {
    static host self;
    if (count < 3)
        peer_absent("no plugin was named");
    LilvWorld *world = lilv_world_new();
    const LilvPlugin *plugin = find(world, arguments[1], arguments[2]);
    if (!plugin || lilv_plugin_get_num_ports(plugin) > MOST_PORTS)
        peer_absent("the plugin is not installed");
    self.block = (uint32_t)peer_number(count, arguments, 4, 512);
    self.blockCount = (long)(peer_number(count, arguments, 3, 10) * PEER_RATE / self.block);
    for (size_t c = 0; c < PEER_CHANNELS; c++) {
        self.inputs[c] = calloc(self.block, sizeof(float));
        self.outputs[c] = calloc(self.block, sizeof(float));
    }
    self.instance = lilv_plugin_instantiate(plugin, PEER_RATE, features(&self.block));
    if (!self.instance)
        peer_absent("the plugin does not start");
    connect(&self, world, plugin, count > 5 ? count - 5 : 0, arguments + 5);
    lilv_instance_activate(self.instance);
    peer_serve(run, convert, &self);
}
