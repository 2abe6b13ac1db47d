// The plugins as LV2 knows them.
#include "rogues.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reach(rogue *r, moment moment) {
    if (r->kind->moment == moment)
        r->kind->deed(r);
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
    rogue *r = calloc(1, sizeof *r);
    for (r->kind = rogue_kinds; strcmp(descriptor->URI + strlen(BASE), r->kind->name) != 0;)
        r->kind++;
    for (; *features; features++) {
        if (strcmp((*features)->URI, LV2_URID__map) == 0)
            r->map = (*features)->data;
        if (strcmp((*features)->URI, LV2_WORKER__schedule) == 0)
            r->schedule = (*features)->data;
    }
    reach(r, in_instantiate);
    return r;
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
    rogue *r = handle;
    if (port < sizeof r->port / sizeof r->port[0])
        r->port[port] = data;
    reach(r, in_connect);
}
static void activate(LV2_Handle handle) {
    reach(handle, in_activate);
}
static void deactivate(LV2_Handle handle) {
    reach(handle, in_deactivate);
}
static void cleanup(LV2_Handle handle) {
    reach(handle, in_cleanup);
    free(handle);
}

static void run(LV2_Handle handle, uint32_t n) {
    rogue *r = handle;
    r->frame_count = n;
    LV2_Atom_Sequence *events = r->port[4];
    events->atom = (LV2_Atom){sizeof(LV2_Atom_Sequence_Body), urid(r, LV2_ATOM__Sequence)};
    *(float *)r->port[2] = 0;
    const int is_armed = r->block >= good_blocks;
    if (!is_armed || strcmp(r->kind->name, "unwritten") != 0)
        memcpy(r->port[1], r->port[0], n * sizeof(float));
    if (is_armed) {
        reach(r, in_run);
        if (r->kind->moment == in_work)
            r->schedule->schedule_work(r->schedule->handle, 1, "");
    }
    r->block++;
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle to, uint32_t size, const void *data) {
    reach(handle, in_work);
    return LV2_WORKER_SUCCESS;
}
static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *data) {
    return LV2_WORKER_SUCCESS;
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state,
                             uint32_t flags, const LV2_Feature *const *features) {
    rogue *r = handle;
    r->store = store;
    r->state = state;
    reach(r, in_save);
    return LV2_STATE_SUCCESS;
}
static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                                LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features) {
    reach(handle, in_restore);
    return ((rogue *)handle)->status;
}

static const void *extension_data(const char *uri) {
    static const LV2_Worker_Interface worker = {work, work_response, NULL};
    static const LV2_State_Interface state = {save, restore};
    if (strcmp(uri, LV2_WORKER__interface) == 0)
        return &worker;
    return strcmp(uri, LV2_STATE__interface) == 0 ? &state : NULL;
}

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
    static LV2_Descriptor descriptor[100];
    static char uri[100][100];
    for (uint32_t i = 0; i <= index; i++)
        if (i == 100 || !rogue_kinds[i].name)
            return NULL;
    snprintf(uri[index], sizeof uri[index], BASE "%s", rogue_kinds[index].name);
    descriptor[index] = (LV2_Descriptor){uri[index], instantiate, connect_port, activate,
                                         run,        deactivate,  cleanup,      extension_data};
    return &descriptor[index];
}
