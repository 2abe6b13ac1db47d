// Small plugins that show what a host does. One library; PluginFixture.swift writes their descriptions.
#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>
#include <lv2/time/time.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

#include <fcntl.h>
#include <fenv.h>
#include <stdatomic.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define BASE "http://example.org/avf-test/"
enum { port_count = 16, delay_frames = 64 };

typedef struct {
    void *port[port_count];
    double rate;
    LV2_URID_Map *map;
    LV2_URID_Unmap *unmap;
    LV2_Worker_Schedule *schedule;
    const LV2_Options_Option *options;
    LV2_Log_Log *log;
    const LV2_Feature *const *features;
    LV2_URID midi, sequence, chunk, atom_int, atom_float, value;
    float level, stored, delay[delay_frames];
    unsigned place, runs, replies, ends, activations, mistakes, unmade;
    int active;
    uint32_t last_reply;
    char path[4096];
    float note, answer;
    int64_t large;
    int object_is_whole;
    atomic_int running, restoring;
} plugin;

static float *audio(plugin *p, int port) {
    return p->port[port];
}
static float control(plugin *p, int port) {
    return *(float *)p->port[port];
}
static void show(plugin *p, int port, double value) {
    *(float *)p->port[port] = (float)value;
}

static const void *feature(plugin *p, const char *uri) {
    for (const LV2_Feature *const *f = p->features; f && *f; f++)
        if (strcmp((*f)->URI, uri) == 0)
            return (*f)->data ? (*f)->data : "present";
    return NULL;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
    plugin *p = calloc(1, sizeof *p);
    p->features = features;
    p->rate = rate;
    p->map = (void *)feature(p, LV2_URID__map);
    p->unmap = (void *)feature(p, LV2_URID__unmap);
    p->schedule = (void *)feature(p, LV2_WORKER__schedule);
    p->options = feature(p, LV2_OPTIONS__options);
    p->log = (void *)feature(p, LV2_LOG__log);
    if (p->map) {
        p->midi = p->map->map(p->map->handle, LV2_MIDI__MidiEvent);
        p->sequence = p->map->map(p->map->handle, LV2_ATOM__Sequence);
        p->chunk = p->map->map(p->map->handle, LV2_ATOM__Chunk);
        p->atom_int = p->map->map(p->map->handle, LV2_ATOM__Int);
        p->atom_float = p->map->map(p->map->handle, LV2_ATOM__Float);
        p->value = p->map->map(p->map->handle, BASE "value");
    }
    if (strcmp(descriptor->URI, BASE "refusal") == 0) {
        p->log->printf(p->log->handle, 0, "no %s at %d Hz\n", "strings", (int)rate);
        free(p);
        return NULL;
    }
    if (strcmp(descriptor->URI, BASE "worker") == 0) {
        const uint32_t early = 1000;
        p->schedule->schedule_work(p->schedule->handle, sizeof early, &early);
    }
    // Things that plugins do to their host.
    if (strcmp(descriptor->URI, BASE "gain") == 0)
        fesetround(FE_UPWARD);
    return bundle[strlen(bundle) - 1] == '/' ? p : NULL;
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
    if (port < port_count)
        ((plugin *)handle)->port[port] = data;
}

static void activate(LV2_Handle handle) {
    plugin *p = handle;
    for (int port = 0; port < 2; port++)
        p->mistakes += p->port[port] == NULL;
    p->mistakes += p->active;
    p->active = 1;
    p->activations++;
    p->level = 0;
    memset(p->delay, 0, sizeof p->delay);
    p->place = 0;
}

static void deactivate(LV2_Handle handle) {
    ((plugin *)handle)->active = 0;
}
static void cleanup(LV2_Handle handle) {
    free(handle);
}

// 0 in, 1 out, 2 gain; 3 shows shared buffers, 4 rule breaks, 5 the rate.
static void run_gain(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    show(p, 3, p->port[0] == p->port[1]);
    show(p, 4, p->mistakes + !p->active);
    show(p, 5, p->rate);
    for (uint32_t i = 0; i < n; i++)
        audio(p, 1)[i] = audio(p, 0)[i] * control(p, 2);
    fesetround(FE_DOWNWARD);
}

// 0, 1 in; 2, 3 out: exchanged. 4 key: added to the first output, times ten.
static void run_exchange(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    for (uint32_t i = 0; i < n; i++) {
        audio(p, 2)[i] = audio(p, 1)[i] + 10 * audio(p, 4)[i];
        audio(p, 3)[i] = audio(p, 0)[i];
    }
}

// 0 in, 1 out, 2 latency, 3 what the latency port says, if not 0.
static void run_delay(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    show(p, 2, control(p, 3) == 0 ? delay_frames : control(p, 3));
    for (uint32_t i = 0; i < n; i++) {
        const float x = audio(p, 0)[i];
        audio(p, 1)[i] = p->delay[p->place];
        p->delay[p->place] = x;
        p->place = (p->place + 1) % delay_frames;
    }
}

static void activate_lagger(LV2_Handle handle) {
    activate(handle);
    ((plugin *)handle)->runs = 0;
}

// 0 in, 1 out: later by 3, at most 63 frames; 2 the latency, which is told with frames only; 4 runs with frames
// since the activation.
static void run_lagger(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    const unsigned late = (unsigned)control(p, 3);
    show(p, 2, n > 0 ? late : 0);
    p->runs += n > 0;
    show(p, 4, p->runs);
    for (uint32_t i = 0; i < n; i++) {
        p->delay[p->place] = audio(p, 0)[i];
        audio(p, 1)[i] = p->delay[(p->place + delay_frames - late) % delay_frames];
        p->place = (p->place + 1) % delay_frames;
    }
}

// 0 in, 1 out; 2 bytes of a request; 3 requests refused, 4 replies, 5 ends, 6 the last reply's number, 7
// wrong bytes.
static void run_worker(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    char request[70000];
    memcpy(request, &p->runs, sizeof p->runs);
    for (size_t i = sizeof p->runs; i < sizeof request; i++)
        request[i] = (char)(p->runs + i);
    show(p, 7, p->mistakes);
    if (p->schedule->schedule_work(p->schedule->handle, (uint32_t)control(p, 2), request) !=
        LV2_WORKER_SUCCESS)
        p->unmade++;
    p->runs++;
    show(p, 3, p->unmade);
    show(p, 4, p->replies);
    show(p, 5, p->ends);
    show(p, 6, p->last_reply);
    memcpy(audio(p, 1), audio(p, 0), n * sizeof(float));
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle answer, uint32_t size, const void *data) {
    (void)handle;
    return respond(answer, size, data);
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *data) {
    plugin *p = handle;
    p->replies++;
    if (size >= sizeof p->last_reply)
        memcpy(&p->last_reply, data, sizeof p->last_reply);
    for (uint32_t i = sizeof p->last_reply; i < size; i++)
        p->mistakes += ((const char *)data)[i] != (char)(p->last_reply + i);
    return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status end_run(LV2_Handle handle) {
    ((plugin *)handle)->ends++;
    return LV2_WORKER_SUCCESS;
}

static float option(plugin *p, const char *uri, LV2_URID type) {
    const LV2_URID key = p->map->map(p->map->handle, uri);
    for (const LV2_Options_Option *o = p->options; o->key; o++)
        if (o->key == key && o->type == type && o->size == 4)
            return type == p->atom_int ? (float)*(const int32_t *)o->value : *(const float *)o->value;
    return -1;
}

// 0 in, 1 out; 2 least, 3 greatest, 4 nominal block, 5 sequence, 6 rate; 7 features missing; 8 size of
// port 9.
static void run_options(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    memcpy(audio(p, 1), audio(p, 0), n * sizeof(float));
    const LV2_Atom *events = p->port[9];
    show(p, 8, events->type == p->chunk ? (double)events->size : -1);
}

static void activate_options(LV2_Handle handle) {
    static const char *const wanted[] = {LV2_BUF_SIZE__boundedBlockLength,
                                         LV2_CORE__isLive,
                                         LV2_STATE__mapPath,
                                         LV2_STATE__freePath,
                                         LV2_STATE__makePath,
                                         LV2_STATE__loadDefaultState,
                                         LV2_STATE__threadSafeRestore,
                                         "http://lv2plug.in/ns/ext/uri-map",
                                         "http://lv2plug.in/ns/ext/event",
                                         "http://lv2plug.in/ns/ext/resize-port#resize",
                                         "http://lv2plug.in/ns/ext/port-props#supportsStrictBounds",
                                         "http://kxstudio.sf.net/ns/lv2ext/programs#Host"};
    plugin *p = handle;
    show(p, 2, option(p, LV2_BUF_SIZE__minBlockLength, p->atom_int));
    show(p, 3, option(p, LV2_BUF_SIZE__maxBlockLength, p->atom_int));
    show(p, 4, option(p, LV2_BUF_SIZE__nominalBlockLength, p->atom_int));
    show(p, 5, option(p, LV2_BUF_SIZE__sequenceSize, p->atom_int));
    show(p, 6, option(p, "http://lv2plug.in/ns/ext/parameters#sampleRate", p->atom_float));
    int missing = 0;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        missing += feature(p, wanted[i]) == NULL;
    const char *uri = p->unmap->unmap(p->unmap->handle, p->value);
    missing += uri == NULL || strcmp(uri, BASE "value") != 0;
    show(p, 7, missing);
}

// 0 events, 1 out: the last note's velocity; 2 events of the old kind, the same.
static void run_synth(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    const LV2_Atom_Sequence *events = p->port[0];
    uint32_t at = 0;
    if (events->atom.type != p->sequence)
        p->level = -1;
    LV2_ATOM_SEQUENCE_FOREACH(events, event) {
        const uint8_t *bytes = (const uint8_t *)(event + 1);
        for (; at < event->time.frames && at < n; at++)
            audio(p, 1)[at] = p->level;
        if (event->body.type == p->midi && event->body.size == 3)
            p->level = (bytes[0] & 0xf0) == 0x90 ? bytes[2] / 127.0f : 0;
    }
    for (; at < n; at++)
        audio(p, 1)[at] = p->level;
    const struct {
        uint8_t *data;
        uint16_t header_size, stamp_type;
        uint32_t event_count, capacity, size;
    } *old = p->port[2];
    show(p, 3, old->event_count);
    if (old->event_count > 0)
        show(p, 4, old->data[4 * 3 + 2] + 1000.0 * *(uint32_t *)old->data);
    // An output that claims more than it can hold.
    LV2_Atom_Sequence *output = p->port[5];
    output->atom.type = p->sequence;
    output->atom.size = control(p, 6) > 0 ? 1u << 30 : sizeof(LV2_Atom_Sequence_Body);
}

// 0 in, 1 out, 2 how: 1 NaN, 2 infinity, 3 nothing written, 4 far too loud, -1 all but the last frame written,
// -2 all but the first.
static void run_spoiler(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    const int how = (int)control(p, 2);
    if (how == 3)
        return;
    const uint32_t first = how == -2, count = how == -1 ? n - 1 : n - first;
    memcpy(audio(p, 1) + first, audio(p, 0) + first, count * sizeof(float));
    if (how == 1)
        audio(p, 1)[n / 2] = NAN;
    if (how == 2)
        audio(p, 1)[n / 2] = -INFINITY;
    if (how == 4)
        audio(p, 1)[n / 2] = 1e30f;
}

// 0 in, 1 out; 2 enabled, 3 free-wheeling; 4, 5 show them; 6 shows activations; 7 the stored value; 8 CV in.
static void run_switches(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    show(p, 4, control(p, 2));
    show(p, 5, control(p, 3));
    show(p, 6, p->activations);
    show(p, 7, p->stored);
    for (uint32_t i = 0; i < n; i++)
        audio(p, 1)[i] = audio(p, 0)[i] + audio(p, 8)[i];
}

static volatile int sink;

static int overflow(int depth) {
    volatile char page[4096];
    page[depth % 4096] = (char)depth;
    return sink ? depth : overflow(depth + 1) + page[0];
}

static void sleep_milliseconds(long milliseconds) {
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

// What plugins do to the process they are in.
static void misbehave(plugin *p, int what) {
    switch (what) {
    case 1: *(volatile int *)8 = 1; break;
    case 2: abort();
    case 3: exit(3);
    case 4: for (;;) sleep_milliseconds(1000);
    case 5: for (size_t size = 1 << 20;; ) memset(malloc(size), 1, size);
    case 6: sink = overflow(0); break;
    case 7: kill(getpid(), SIGKILL); break;
    case 8: for (volatile float *at = audio(p, 1);; at++) *at = 1e20f;
    case 9: for (int file = 0; file < 1024; file++) close(file); break;
    case 10: __builtin_trap();
    case 11: raise(SIGFPE); break;
    case 12: _exit(0);
    case 13: for (;;) sink++;
    case 15: {
        void *volatile block = malloc(64);
        free(block);
        free(block);
        break;
    }
    case 16: {
        void *volatile block = malloc(64);
        free(block);
        break;
    }
    case 17: *audio(p, 1) = 1e-40f; break;
    }
}

// 0 in, 1 out: the negative; 2 a deed of `misbehave`; 3 milliseconds of each block; 4 open descriptors.
static void run_rogue(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    int count = 0;
    for (int file = 0; file < 256; file++)
        count += fcntl(file, F_GETFD) >= 0;
    show(p, 4, count);
    for (uint32_t i = 0; i < n; i++)
        audio(p, 1)[i] = -audio(p, 0)[i];
    if (control(p, 3) > 0)
        sleep_milliseconds((long)control(p, 3));
    misbehave(p, (int)control(p, 2));
}

// 0 out: 0.5; 1 what, 2 milliseconds of each block.
static void run_rogue_synth(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    for (uint32_t i = 0; i < n; i++)
        audio(p, 0)[i] = 0.5f;
    misbehave(p, (int)control(p, 1));
}

// The environment says what to do where no port is connected yet, or any more.
static int asked_deed(void) {
    const char *text = getenv("AVF_TEST_DEED");
    return text ? atoi(text) : 0;
}

static LV2_Handle instantiate_rogue(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                    const LV2_Feature *const *features) {
    plugin *p = instantiate(descriptor, rate, bundle, features);
    misbehave(p, asked_deed());
    return p;
}

static void cleanup_rogue(LV2_Handle handle) {
    misbehave(handle, asked_deed());
    free(handle);
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state,
                             uint32_t flags, const LV2_Feature *const *features) {
    (void)handle, (void)store, (void)state, (void)flags, (void)features;
    return LV2_STATE_SUCCESS;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                                LV2_State_Handle state, uint32_t flags, const LV2_Feature *const *features) {
    (void)flags, (void)features;
    plugin *p = handle;
    size_t size = 0;
    uint32_t type = 0, kind = 0;
    const void *value = retrieve(state, p->value, &size, &type, &kind);
    if (value && size == sizeof p->stored && type == p->atom_float)
        memcpy(&p->stored, value, size);
    return LV2_STATE_SUCCESS;
}

static const void *extension_data(const char *uri) {
    static const LV2_Worker_Interface worker = {work, work_response, end_run};
    static const LV2_State_Interface state = {save, restore};
    if (strcmp(uri, LV2_WORKER__interface) == 0)
        return &worker;
    return strcmp(uri, LV2_STATE__interface) == 0 ? &state : NULL;
}

// 0 in, 1 out, 2 a number to keep; shows 3 the number, 4 what its file says, 5 whether its object came back,
// 6 what the worker answered, 7 calls of restore beside run; 8 how: 1 a file, 2 a failure, 3 no plain data,
// 4 nothing, 5 a text that is empty unless there is a number, and an empty one is refused.
static void run_keeper(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    atomic_store(&p->running, 1);
    p->mistakes += atomic_load(&p->restoring);
    if (control(p, 2) != 0)
        p->stored = control(p, 2);
    show(p, 3, p->stored);
    show(p, 4, p->note);
    show(p, 5, p->object_is_whole);
    show(p, 6, p->answer);
    show(p, 7, p->mistakes);
    if (n > 0)
        memcpy(audio(p, 1), audio(p, 0), n * sizeof(float));
    atomic_store(&p->running, 0);
}

static const void *state_feature(const LV2_Feature *const *features, const char *uri) {
    plugin search = {.features = features};
    return feature(&search, uri);
}

typedef struct {
    LV2_Atom_Object_Body head;
    LV2_Atom_Property_Body property;
    LV2_URID value;
    uint32_t pad;
} kept_object;

static LV2_State_Status save_file(plugin *p, LV2_State_Store_Function store, LV2_State_Handle state,
                                  const LV2_Feature *const *features) {
    const LV2_State_Map_Path *map = state_feature(features, LV2_STATE__mapPath);
    const LV2_State_Make_Path *make = state_feature(features, LV2_STATE__makePath);
    if (p->path[0] == 0) {
        char *path = make->path(make->handle, "notes/number.txt");
        snprintf(p->path, sizeof p->path, "%s", path);
        free(path);
    }
    FILE *file = fopen(p->path, "w");
    if (!file)
        return LV2_STATE_ERR_UNKNOWN;
    fprintf(file, "%g", p->stored);
    fclose(file);
    char *name = map->abstract_path(map->handle, p->path);
    store(state, p->map->map(p->map->handle, BASE "file"), name, strlen(name) + 1,
          p->map->map(p->map->handle, LV2_ATOM__Path), LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
    free(name);
    return LV2_STATE_SUCCESS;
}

static kept_object make_object(plugin *p) {
    const LV2_URID urid = p->map->map(p->map->handle, LV2_ATOM__URID);
    kept_object object = {
        {0, p->value}, {p->midi, 0, {sizeof(LV2_URID), urid}}, p->map->map(p->map->handle, BASE "late"), 0};
    return object;
}

static LV2_State_Status save_keeper(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state,
                                    uint32_t flags, const LV2_Feature *const *features) {
    plugin *p = handle;
    const int how = (int)control(p, 8);
    const uint32_t plain = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;
    if (how == 2)
        return LV2_STATE_ERR_UNKNOWN;
    if (how == 4)
        return LV2_STATE_ERR_NO_PROPERTY;
    if (how == 5) {
        const char *text = p->stored == 0 ? "" : "x";
        return store(state, p->value, text, strlen(text) + 1, p->map->map(p->map->handle, LV2_ATOM__String),
                     plain);
    }
    if (how == 3 && store(state, p->value, p, sizeof p, p->atom_int, 0) != LV2_STATE_ERR_BAD_FLAGS)
        return LV2_STATE_ERR_UNKNOWN;
    if ((flags & plain) != plain)
        return LV2_STATE_ERR_BAD_FLAGS;
    store(state, p->value, &p->stored, sizeof p->stored, p->atom_float, plain);
    const kept_object object = make_object(p);
    store(state, p->map->map(p->map->handle, BASE "object"), &object, sizeof object,
          p->map->map(p->map->handle, LV2_ATOM__Object), plain);
    return how == 1 ? save_file(p, store, state, features) : LV2_STATE_SUCCESS;
}

static LV2_State_Status restore_keeper(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                                       LV2_State_Handle state, uint32_t flags,
                                       const LV2_Feature *const *features) {
    plugin *p = handle;
    atomic_store(&p->restoring, 1);
    p->mistakes += atomic_load(&p->running);
    restore(handle, retrieve, state, flags, features);
    size_t size = 0;
    uint32_t type = 0, kind = 0;
    if ((int)control(p, 8) == 5) {
        atomic_store(&p->restoring, 0);
        retrieve(state, p->value, &size, &type, &kind);
        return size < 2 ? LV2_STATE_ERR_UNKNOWN : LV2_STATE_SUCCESS;
    }
    const kept_object wanted = make_object(p);
    const void *object = retrieve(state, p->map->map(p->map->handle, BASE "object"), &size, &type, &kind);
    p->object_is_whole = object && size == sizeof wanted && memcmp(object, &wanted, size) == 0;
    const LV2_State_Map_Path *map = state_feature(features, LV2_STATE__mapPath);
    const char *name = retrieve(state, p->map->map(p->map->handle, BASE "file"), &size, &type, &kind);
    if (name) {
        char *path = map->absolute_path(map->handle, name);
        FILE *file = fopen(path, "r");
        p->note = 0;
        if (file && fscanf(file, "%f", &p->note) == 1)
            snprintf(p->path, sizeof p->path, "%s", path);
        if (file)
            fclose(file);
        free(path);
    }
    const LV2_Worker_Schedule *schedule = state_feature(features, LV2_WORKER__schedule);
    const float job = p->stored;
    schedule->schedule_work(schedule->handle, sizeof job, &job);
    atomic_store(&p->restoring, 0);
    return LV2_STATE_SUCCESS;
}

static LV2_Worker_Status work_keeper(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                                     LV2_Worker_Respond_Handle to, uint32_t size, const void *data) {
    (void)handle;
    return respond(to, size, data);
}

static LV2_Worker_Status answer_keeper(LV2_Handle handle, uint32_t size, const void *data) {
    memcpy(&((plugin *)handle)->answer, data, size);
    return LV2_WORKER_SUCCESS;
}

static const void *keeper_extension_data(const char *uri) {
    static const LV2_Worker_Interface worker = {work_keeper, answer_keeper, NULL};
    static const LV2_State_Interface state = {save_keeper, restore_keeper};
    if (strcmp(uri, LV2_WORKER__interface) == 0)
        return &worker;
    return strcmp(uri, LV2_STATE__interface) == 0 ? &state : NULL;
}

// 0 events in, 1 events out, 2 silence: what comes in goes out.
static void run_echo(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    const LV2_Atom_Sequence *events = p->port[0];
    memcpy(p->port[1], events, sizeof events->atom + events->atom.size);
    memset(audio(p, 2), 0, n * sizeof(float));
}

static float read_number(const char *path) {
    float number = -1;
    FILE *file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%f", &number) != 1)
            number = -2;
        fclose(file);
    }
    return number;
}

static LV2_Worker_Status work_knobs(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                                    LV2_Worker_Respond_Handle to, uint32_t size, const void *data) {
    (void)handle;
    (void)size;
    const float number = read_number(data);
    return respond(to, sizeof number, &number);
}

static LV2_Worker_Status answer_knobs(LV2_Handle handle, uint32_t size, const void *data) {
    memcpy(&((plugin *)handle)->note, data, size);
    return LV2_WORKER_SUCCESS;
}

static const void *knobs_extension_data(const char *uri) {
    static const LV2_Worker_Interface worker = {work_knobs, answer_knobs, NULL};
    return strcmp(uri, LV2_WORKER__interface) == 0 ? &worker : NULL;
}

static LV2_URID urid(plugin *p, const char *uri) {
    return p->map->map(p->map->handle, uri);
}

static void set_knob(plugin *p, LV2_URID key, const LV2_Atom *value) {
    const void *body = value + 1;
    if (key == urid(p, BASE "level") && value->type == p->atom_float)
        p->stored = *(const float *)body;
    if (key == urid(p, BASE "large") && value->type == urid(p, LV2_ATOM__Long))
        p->large = *(const int64_t *)body;
    if (key == urid(p, BASE "switch") && value->type == urid(p, LV2_ATOM__Bool))
        p->object_is_whole = *(const int32_t *)body;
    if (key == urid(p, BASE "file") && value->type == urid(p, LV2_ATOM__Path) && value->size < sizeof p->path) {
        memcpy(p->path, body, value->size);
        p->schedule->schedule_work(p->schedule->handle, value->size, body);
    }
}

static void tell_knob(plugin *p, LV2_Atom_Forge *forge, LV2_URID key) {
    LV2_Atom_Forge_Frame frame;
    lv2_atom_forge_frame_time(forge, 0);
    lv2_atom_forge_object(forge, &frame, 0, urid(p, LV2_PATCH__Set));
    lv2_atom_forge_key(forge, urid(p, LV2_PATCH__property));
    lv2_atom_forge_urid(forge, key);
    lv2_atom_forge_key(forge, urid(p, LV2_PATCH__value));
    if (key == urid(p, BASE "level"))
        lv2_atom_forge_float(forge, p->stored);
    else if (key == urid(p, BASE "large"))
        lv2_atom_forge_long(forge, p->large);
    else if (key == urid(p, BASE "switch"))
        lv2_atom_forge_bool(forge, p->object_is_whole);
    else if (key == urid(p, BASE "count"))
        lv2_atom_forge_int(forge, (int32_t)p->replies);
    else
        lv2_atom_forge_path(forge, p->path, (uint32_t)strlen(p->path));
    lv2_atom_forge_pop(forge, &frame);
}

// 0 messages in, 1 messages out, 2 in, 3 out: in times the level, and the number in the file.
static void run_knobs(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    if (p->runs++ == 0 && p->stored == 0)
        p->stored = 1;
    LV2_Atom_Sequence *output = p->port[1];
    LV2_Atom_Forge forge;
    LV2_Atom_Forge_Frame frame;
    lv2_atom_forge_init(&forge, p->map);
    lv2_atom_forge_set_buffer(&forge, (uint8_t *)output, output->atom.size + sizeof output->atom);
    lv2_atom_forge_sequence_head(&forge, &frame, 0);
    LV2_ATOM_SEQUENCE_FOREACH((const LV2_Atom_Sequence *)p->port[0], event) {
        const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
        const LV2_Atom *property = NULL, *value = NULL;
        if (!lv2_atom_forge_is_object_type(&forge, event->body.type))
            continue;
        p->replies++;
        lv2_atom_object_get(object, urid(p, LV2_PATCH__property), &property, urid(p, LV2_PATCH__value), &value,
                            0);
        const LV2_URID key = property ? *(const LV2_URID *)(property + 1) : 0;
        if (object->body.otype == urid(p, LV2_PATCH__Set) && value)
            set_knob(p, key, value);
        else if (object->body.otype == urid(p, LV2_PATCH__Get))
            tell_knob(p, &forge, key);
    }
    lv2_atom_forge_pop(&forge, &frame);
    for (uint32_t i = 0; i < n; i++)
        audio(p, 3)[i] = audio(p, 2)[i] * p->stored + p->note;
}

// 0 positions in, 1 out; shows 2 how many came, 3 tempo, 4 beat in the bar, 5 bar, 6 speed, 7 frame, 9 the
// control 8, which is designated for the tempo.
static void run_clock(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    LV2_ATOM_SEQUENCE_FOREACH((const LV2_Atom_Sequence *)p->port[0], event) {
        const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
        const LV2_Atom *tempo = NULL, *beat = NULL, *bar = NULL, *speed = NULL, *frame = NULL;
        if (event->body.type != urid(p, LV2_ATOM__Object) || object->body.otype != urid(p, LV2_TIME__Position))
            continue;
        p->replies++;
        lv2_atom_object_get(object, urid(p, LV2_TIME__beatsPerMinute), &tempo, urid(p, LV2_TIME__barBeat), &beat,
                            urid(p, LV2_TIME__bar), &bar, urid(p, LV2_TIME__speed), &speed,
                            urid(p, LV2_TIME__frame), &frame, 0);
        show(p, 3, tempo ? ((const LV2_Atom_Float *)tempo)->body : -1);
        show(p, 4, beat ? ((const LV2_Atom_Float *)beat)->body : -1);
        show(p, 5, bar ? (double)((const LV2_Atom_Long *)bar)->body : -1);
        show(p, 6, speed ? ((const LV2_Atom_Float *)speed)->body : -1);
        show(p, 7, frame ? (double)((const LV2_Atom_Long *)frame)->body : -1);
    }
    show(p, 2, p->replies);
    show(p, 9, control(p, 8));
    memset(audio(p, 1), 0, n * sizeof(float));
}

// 0 in, 1 out; takes memory and gives it back in each block, 2 times.
static void run_hungry(LV2_Handle handle, uint32_t n) {
    plugin *p = handle;
    for (int count = (int)control(p, 2); count > 0; count--) {
        void *volatile memory = malloc(100);
        free(memory);
    }
    memcpy(audio(p, 1), audio(p, 0), n * sizeof(float));
}

#define PLUGIN(name, activate, run)                                                                          \
    { BASE name, instantiate, connect_port, activate, run, deactivate, cleanup, extension_data }

static const LV2_Descriptor descriptors[] = {
    PLUGIN("gain", activate, run_gain),
    PLUGIN("exchange", activate, run_exchange),
    PLUGIN("delay", activate, run_delay),
    PLUGIN("lagger", activate_lagger, run_lagger),
    PLUGIN("worker", activate, run_worker),
    PLUGIN("options", activate_options, run_options),
    PLUGIN("synth", activate, run_synth),
    PLUGIN("spoiler", activate, run_spoiler),
    PLUGIN("switches", activate, run_switches),
    PLUGIN("refusal", activate, run_gain),
    PLUGIN("echo", activate, run_echo),
    {BASE "keeper", instantiate, connect_port, activate, run_keeper, deactivate, cleanup,
     keeper_extension_data},
    {BASE "careful", instantiate, connect_port, activate, run_keeper, deactivate, cleanup,
     keeper_extension_data},
    {BASE "knobs", instantiate, connect_port, activate, run_knobs, deactivate, cleanup, knobs_extension_data},
    PLUGIN("clock", activate, run_clock),
    PLUGIN("hungry", activate, run_hungry),
    PLUGIN("rogue", activate, run_rogue),
    PLUGIN("rogue-synth", activate, run_rogue_synth),
    {BASE "rogue-start", instantiate_rogue, connect_port, activate, run_rogue, deactivate, cleanup,
     extension_data},
    {BASE "rogue-end", instantiate, connect_port, activate, run_rogue, deactivate, cleanup_rogue,
     extension_data},
};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
    return index < sizeof descriptors / sizeof descriptors[0] ? &descriptors[index] : NULL;
}
