// Plugins that misbehave, each in a way of its own: wires until their fifth block, or until the call that their
// name says. RogueFixture.swift writes their descriptions, IsolatedRogueTests.swift says what must come of them.
#ifndef ROGUES_H
#define ROGUES_H

#include <lv2/atom/util.h>
#include <lv2/core/lv2.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

#define BASE "http://example.org/avf-test/"
enum { good_blocks = 4 };

typedef struct rogue rogue;
typedef void deed(rogue *);

typedef enum {
    in_instantiate, in_connect, in_activate, in_run, in_deactivate, in_cleanup, in_work, in_save, in_restore
} moment;

// What a plugin does, and in which of its calls.
typedef struct {
    const char *name;
    moment moment;
    deed *deed;
} rogue_kind;

// Ports: 0 in, 1 out, 2 latency, 3 events in, 4 events out.
struct rogue {
    const rogue_kind *kind;
    void *port[5];
    uint32_t frame_count, block;
    LV2_URID_Map *map;
    LV2_Worker_Schedule *schedule;
    LV2_State_Store_Function store;
    LV2_State_Handle state;
    LV2_State_Status status;
};

static inline LV2_URID urid(rogue *r, const char *uri) {
    return r->map->map(r->map->handle, uri);
}

// All of them, up to one without a name.
extern const rogue_kind rogue_kinds[];

// An exception of C++.
void throw_exception(void);

#endif
