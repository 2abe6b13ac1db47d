#include "references.h"

#include <lilv/lilv.h>
#include <lv2/urid/urid.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { channels = 2, most_ports = 64, most_uris = 256 };

typedef struct {
    LilvInstance *instance;
    float controls[most_ports];
} plugin;

struct reference_plugins {
    LilvWorld *world;
    plugin *plugins;
    size_t count;
    size_t copies;
    float *memory;
    size_t frameCapacity;
};

static char *uris[most_uris];

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
    (void)handle;
    for (LV2_URID id = 0; id < most_uris; id++) {
        if (!uris[id])
            uris[id] = strdup(uri);
        if (!strcmp(uris[id], uri))
            return id + 1;
    }
    return 0;
}

// The two channels between copy `index` - 1 and copy `index`.
static float *buffer(const reference_plugins *self, size_t index, size_t channel) {
    return self->memory + (index * channels + channel) * self->frameCapacity;
}

static const LilvPlugin *find(LilvWorld *world, const char *bundle, const char *uri) {
    LilvNode *folder = lilv_new_file_uri(world, NULL, bundle), *name = lilv_new_uri(world, uri);
    lilv_world_load_bundle(world, folder);
    const LilvPlugin *found = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), name);
    lilv_node_free(folder);
    lilv_node_free(name);
    return found;
}

// Wires the ports of an instance that serves `width` channels from `first` on.
static void connect(reference_plugins *self, const LilvPlugin *facts, plugin *it, size_t copy, size_t first) {
    LilvNode *audio = lilv_new_uri(self->world, LILV_URI_AUDIO_PORT);
    LilvNode *input = lilv_new_uri(self->world, LILV_URI_INPUT_PORT);
    size_t inputs = first, outputs = first;
    float defaults[most_ports] = {0};
    lilv_plugin_get_port_ranges_float(facts, NULL, NULL, defaults);
    for (uint32_t index = 0; index < lilv_plugin_get_num_ports(facts); index++) {
        const LilvPort *port = lilv_plugin_get_port_by_index(facts, index);
        const bool isInput = lilv_port_is_a(facts, port, input);
        it->controls[index] = isnan(defaults[index]) ? 0 : defaults[index];
        void *memory = &it->controls[index];
        if (lilv_port_is_a(facts, port, audio))
            memory = isInput ? buffer(self, copy, inputs++) : buffer(self, copy + 1, outputs++);
        lilv_instance_connect_port(it->instance, index, memory);
    }
    lilv_node_free(audio);
    lilv_node_free(input);
}

static bool load(reference_plugins *self, const LilvPlugin *facts, double sampleRateHz) {
    static LV2_URID_Map mapping = {NULL, map};
    static const LV2_Feature feature = {LV2_URID__map, &mapping};
    const LV2_Feature *const features[] = {&feature, NULL};
    const size_t perCopy = self->count / self->copies;
    for (size_t i = 0; i < self->count; i++) {
        self->plugins[i].instance = lilv_plugin_instantiate(facts, sampleRateHz, features);
        if (!self->plugins[i].instance)
            return false;
        connect(self, facts, &self->plugins[i], i / perCopy, i % perCopy);
        lilv_instance_activate(self->plugins[i].instance);
    }
    return true;
}

reference_plugins *reference_plugins_create(const char *bundle, const char *uri, size_t copies,
                                            size_t frameCapacity, double sampleRateHz) {
    reference_plugins *self = calloc(1, sizeof *self);
    self->world = lilv_world_new();
    const LilvPlugin *facts = find(self->world, bundle, uri);
    if (facts && lilv_plugin_get_num_ports(facts) <= most_ports) {
        LilvNode *audio = lilv_new_uri(self->world, LILV_URI_AUDIO_PORT);
        const bool isMono = lilv_plugin_get_num_ports_of_class(facts, audio, NULL) == 2;
        lilv_node_free(audio);
        self->copies = copies;
        self->count = isMono ? 2 * copies : copies;
        self->plugins = calloc(self->count, sizeof *self->plugins);
        self->frameCapacity = frameCapacity;
        self->memory = calloc((copies + 1) * channels * frameCapacity, sizeof(float));
        if (load(self, facts, sampleRateHz))
            return self;
    }
    reference_plugins_destroy(self);
    return NULL;
}

void reference_plugins_run(reference_plugins *self, const float *left, const float *right,
                           size_t frameCount) {
    memcpy(buffer(self, 0, 0), left, frameCount * sizeof(float));
    memcpy(buffer(self, 0, 1), right, frameCount * sizeof(float));
    for (size_t i = 0; i < self->count; i++)
        lilv_instance_run(self->plugins[i].instance, (uint32_t)frameCount);
}

const float *reference_plugins_output(const reference_plugins *self, size_t channel) {
    return buffer(self, self->copies, channel);
}

void reference_plugins_destroy(reference_plugins *self) {
    for (size_t i = 0; i < self->count; i++) {
        if (!self->plugins[i].instance)
            continue;
        lilv_instance_deactivate(self->plugins[i].instance);
        lilv_instance_free(self->plugins[i].instance);
    }
    free(self->plugins);
    free(self->memory);
    lilv_world_free(self->world);
    free(self);
}
