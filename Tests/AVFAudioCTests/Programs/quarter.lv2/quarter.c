// A plugin with a memory: the running mean of four samples, so that a lost or doubled block is heard. What
// comes on its side chain is added.
#include <lv2/core/lv2.h>
#include <stdlib.h>

typedef struct {
    float *port[5];
    float past[2][3];
} quarter;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
    (void)descriptor, (void)rate, (void)bundle, (void)features;
    return calloc(1, sizeof(quarter));
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
    ((quarter *)handle)->port[port] = data;
}

static void run(LV2_Handle handle, uint32_t frame_count) {
    quarter *self = handle;
    for (int side = 0; side < 2; side++) {
        float *past = self->past[side];
        for (uint32_t i = 0; i < frame_count; i++) {
            const float now = self->port[side][i];
            self->port[side + 2][i] = (now + past[0] + past[1] + past[2]) / 4 + self->port[4][i];
            past[2] = past[1], past[1] = past[0], past[0] = now;
        }
    }
}

static const LV2_Descriptor descriptor = {
    "urn:avfaudio:test:quarter", instantiate, connect_port, NULL, run, NULL, free, NULL};

// Only looked at, never played.
static const LV2_Descriptor keys = {
    "urn:avfaudio:test:keys", instantiate, connect_port, NULL, run, NULL, free, NULL};

const LV2_Descriptor *lv2_descriptor(uint32_t index) {
    return index == 0 ? &descriptor : index == 1 ? &keys : NULL;
}
