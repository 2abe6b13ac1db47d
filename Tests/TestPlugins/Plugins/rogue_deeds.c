// What the plugins do.
#define _GNU_SOURCE
#include "rogues.h"

#include <lv2/midi/midi.h>

#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static float *output(rogue *r) {
    return r->port[1];
}
static void sleep_milliseconds(long milliseconds) {
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

// What ends the process, or takes its time.

static volatile int zero, sink;

static void crash(rogue *r) {
    *(volatile int *)8 = 1;
}
static void end_by_abort(rogue *r) {
    abort();
}
static void end_by_exit(rogue *r) {
    exit(3);
}
static void end_by_kill(rogue *r) {
    kill(getpid(), SIGKILL);
}
static void run_into_trap(rogue *r) {
    __builtin_trap();
}
static void divide_by_zero(rogue *r) {
    sink = 7 / zero;
}
static int descend(int depth) {
    volatile char page[4096];
    page[depth % 4096] = (char)depth;
    return sink ? depth : descend(depth + 1) + page[0];
}
static void overflow_stack(rogue *r) {
    sink = descend(0);
}
static void throw_in_c(rogue *r) {
    throw_exception();
}
static void hang(rogue *r) {
    for (;;)
        sleep_milliseconds(1000);
}
static void spin(rogue *r) {
    for (;;)
        sink++;
}
static void dawdle(rogue *r) {
    sleep_milliseconds(30);
}

// What is heard.

static void fill(rogue *r, float value) {
    for (uint32_t i = 0; i < r->frame_count; i++)
        output(r)[i] = value;
}
static void make_nan(rogue *r) {
    fill(r, NAN);
}
static void make_infinity(rogue *r) {
    fill(r, r->block % 2 ? INFINITY : -INFINITY);
}
static void make_noise_beyond_measure(rogue *r) {
    fill(r, 1e30f);
}
static void make_denormals(rogue *r) {
    fill(r, 1.4e-42f);
}
static void make_constant(rogue *r) {
    fill(r, 1);
}
static void leave_unwritten(rogue *r) {
}

// What is written where it must not be.

static void write_behind(rogue *r) {
    for (uint32_t i = 0; i < 16; i++)
        output(r)[r->frame_count + i] = 1e20f;
}
static void write_before(rogue *r) {
    for (int i = 1; i <= 16; i++)
        output(r)[-i] = 1e20f;
}
static void write_far_before(rogue *r) {
    for (int i = 1; i <= 4096; i++)
        output(r)[-i] = 1e20f;
}
static void write_input(rogue *r) {
    memset(r->port[0], 0x55, r->frame_count * sizeof(float));
}
static void *write_on(void *context) {
    rogue *r = context;
    for (int i = 0; i < 200; i++) {
        fill(r, 0.25f);
        sleep_milliseconds(1);
    }
    return NULL;
}
static void write_late(rogue *r) {
    pthread_t thread;
    if (r->block == good_blocks && pthread_create(&thread, NULL, write_on, r) == 0)
        pthread_detach(thread);
}
static void *write_for_ever(void *context) {
    for (volatile float *place = context;; sleep_milliseconds(1))
        *place = 0.25f;
    return NULL;
}
static void write_for_ever_after(rogue *r) {
    pthread_t thread;
    if (r->block == good_blocks && pthread_create(&thread, NULL, write_for_ever, output(r)) == 0)
        pthread_detach(thread);
}
static void smash_heap(rogue *r) {
    volatile size_t *block = malloc(3000);
    block[-1] = 0x5a5a5a58;
    free((void *)block);
}
static void free_twice(rogue *r) {
    char *volatile block = malloc(64);
    free(block);
    free(block);
}
static void leak_memory(rogue *r) {
    for (int count = 0; count < 64; count++) {
        volatile char *memory = malloc(1u << 20);
        for (size_t page = 0; page < 1u << 20; page += 4096)
            memory[page] = 1;
    }
}
static void leak_descriptor(rogue *r) {
    for (int count = 0; count < 200; count++)
        sink = open("/dev/null", O_RDONLY);
}
static void *sleep_on(void *context) {
    sleep_milliseconds(60000);
    return context;
}
static void leak_thread(rogue *r) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, sleep_on, r) == 0)
        pthread_detach(thread);
}

// What must not be done in run().

static void take_memory(rogue *r) {
    void *volatile memory = malloc(1000);
    free(memory);
}
static void take_lock(rogue *r) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}
static void print(rogue *r) {
    fprintf(stderr, "block %u\n", r->block);
    fprintf(stdout, "block %u\n", r->block);
}
static void read_file(rogue *r) {
    FILE *file = fopen("/proc/self/status", "r");
    if (file) {
        sink = fgetc(file);
        fclose(file);
    }
}

// What goes to other processes. Signal 0 is none, but the kernel decides about it as about any other.

static void reach_for_parent(rogue *r) {
    const pid_t parent = getppid();
    const int file = (int)syscall(SYS_pidfd_open, parent, 0);
    siginfo_t information = {.si_code = SI_QUEUE};
    struct rlimit limit;
    if (kill(parent, 0) == 0 || kill(-1, 0) == 0 || syscall(SYS_tgkill, parent, parent, 0) == 0 ||
        syscall(SYS_tkill, parent, 0) == 0 || sigqueue(parent, 0, (union sigval){0}) == 0 ||
        syscall(SYS_rt_tgsigqueueinfo, parent, parent, 0, &information) == 0 ||
        syscall(SYS_pidfd_send_signal, file, 0, NULL, 0) == 0 ||
        prlimit(parent, RLIMIT_CPU, NULL, &limit) == 0 || fcntl(0, F_SETOWN, parent) == 0)
        abort();
    close(file);
}

static void signal_itself(rogue *r) {
    struct rlimit limit;
    // Threads may block signals: what counts is that the kernel takes them.
    signal(SIGUSR1, SIG_IGN);
    if (raise(SIGUSR1) != 0 || kill(getpid(), SIGUSR1) != 0 || pthread_kill(pthread_self(), SIGUSR1) != 0 ||
        sigqueue(getpid(), SIGUSR1, (union sigval){0}) != 0 || kill(0, 0) != 0 || kill(-getpgrp(), 0) != 0 ||
        getrlimit(RLIMIT_CPU, &limit) != 0 || prlimit(getpid(), RLIMIT_CPU, NULL, &limit) != 0)
        abort();
}

// What belongs to the whole process.

static void change_arithmetic(rogue *r) {
    fesetround(FE_UPWARD);
}
static void change_locale(rogue *r) {
    // The second one exists everywhere.
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        setlocale(LC_ALL, "C.UTF-8");
}
static void flush_denormals(rogue *r) {
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#endif
}
static void change_limits(rogue *r) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 1000;
    setrlimit(RLIMIT_NOFILE, &limit);
}
static void leave_process(rogue *r) {
    if (r->block == good_blocks && fork() == 0) {
        sleep_milliseconds(60000);
        _exit(0);
    }
}
static void change_signals(rogue *r) {
    const int ignored[] = {SIGSEGV, SIGTERM, SIGPIPE, SIGCHLD};
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        signal(ignored[i], SIG_IGN);
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}
static void close_files(rogue *r) {
    for (int file = 0; file < 256; file++)
        close(file);
}
static void change_folder(rogue *r) {
    sink = chdir("/");
    umask(0777);
}
static void clear_environment(rogue *r) {
    clearenv();
}

// Events, latency, worker and state.

static void refuse_state(rogue *r) {
    r->status = LV2_STATE_ERR_UNKNOWN;
}
static uint8_t *add_event(rogue *r, int64_t frame, LV2_URID type, uint32_t size) {
    LV2_Atom_Sequence *events = r->port[4];
    LV2_Atom_Event *event = lv2_atom_sequence_end(&events->body, events->atom.size);
    event->time.frames = frame;
    event->body = (LV2_Atom){size, type};
    events->atom.size += (uint32_t)sizeof *event + lv2_atom_pad_size(size);
    return (uint8_t *)(event + 1);
}
static void add_note(rogue *r, int64_t frame, uint8_t key) {
    memcpy(add_event(r, frame, urid(r, LV2_MIDI__MidiEvent), 3), (uint8_t[]){0x90, key, 100}, 3);
}
static void disorder_events(rogue *r) {
    add_note(r, r->frame_count - 1, 60);
    add_note(r, 0, 61);
    add_note(r, r->frame_count / 2, 62);
}
static void delay_events(rogue *r) {
    add_note(r, r->frame_count, 60);
    add_note(r, 1000 * (int64_t)r->frame_count, 61);
    add_note(r, -5, 62);
}
static void mangle_messages(rogue *r) {
    memcpy(add_event(r, 0, urid(r, LV2_MIDI__MidiEvent), 1), (uint8_t[]){0x90}, 1);
    memcpy(add_event(r, 1, urid(r, LV2_MIDI__MidiEvent), 3), (uint8_t[]){0x01, 0x02, 0x03}, 3);
    add_event(r, 2, urid(r, LV2_MIDI__MidiEvent), 0);
    add_event(r, 3, 0xfffffff0u, 8);
}
static void fill_events_with_garbage(rogue *r) {
    LV2_Atom_Sequence *events = r->port[4];
    uint8_t *bytes = (uint8_t *)(events + 1);
    uint32_t seed = r->block;
    for (int i = 0; i < 4096; i++)
        bytes[i] = (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
    events->atom.size = (uint32_t)sizeof(LV2_Atom_Sequence_Body) + 4096;
}
static void claim_too_many_events(rogue *r) {
    ((LV2_Atom_Sequence *)r->port[4])->atom.size = 1u << 30;
}
static void lie_about_latency(rogue *r) {
    const float lies[] = {1e9f, -100, NAN, INFINITY, -INFINITY};
    *(float *)r->port[2] = lies[r->block % 5];
}
static void flood_worker(rogue *r) {
    const char job[512] = {0};
    for (int count = 0; count < 1000; count++)
        sink = r->schedule->schedule_work(r->schedule->handle, sizeof job, job);
}
static void store_garbage(rogue *r) {
    static char junk[1 << 20];
    const uint32_t flags = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;
    memset(junk, 0xff, sizeof junk);
    r->store(r->state, 0, junk, 4, 0, flags);
    r->store(r->state, urid(r, BASE "junk"), junk, sizeof junk, 0xfffffff0u, flags);
    r->store(r->state, urid(r, BASE "nothing"), NULL, 0, urid(r, LV2_ATOM__Int), flags);
    const char path[] = "/nowhere/at all";
    r->store(r->state, urid(r, BASE "path"), path, sizeof path, urid(r, LV2_ATOM__Path), flags);
}

const rogue_kind rogue_kinds[] = {
    {"crash-in-instantiate", in_instantiate, crash},
    {"crash-in-connect", in_connect, crash},
    {"crash-in-activate", in_activate, crash},
    {"crash-in-run", in_run, crash},
    {"crash-in-deactivate", in_deactivate, crash},
    {"crash-in-cleanup", in_cleanup, crash},
    {"crash-in-work", in_work, crash},
    {"crash-in-save", in_save, crash},
    {"crash-in-restore", in_restore, crash},
    {"no-state", in_restore, refuse_state},
    {"abort-in-cleanup", in_cleanup, end_by_abort},
    {"exit", in_run, end_by_exit},
    {"kill", in_run, end_by_kill},
    {"trap", in_run, run_into_trap},
    {"division-by-zero", in_run, divide_by_zero},
    {"stack-overflow", in_run, overflow_stack},
    {"exception", in_run, throw_in_c},
    {"hang-in-instantiate", in_instantiate, hang},
    {"hang-in-run", in_run, hang},
    {"spin-in-run", in_run, spin},
    {"hang-in-work", in_work, hang},
    {"hang-in-cleanup", in_cleanup, hang},
    {"slow-start", in_instantiate, dawdle},
    {"slow-run", in_run, dawdle},
    {"nan", in_run, make_nan},
    {"infinity", in_run, make_infinity},
    {"loud", in_run, make_noise_beyond_measure},
    {"denormals", in_run, make_denormals},
    {"constant", in_run, make_constant},
    {"unwritten", in_run, leave_unwritten},
    {"overrun", in_run, write_behind},
    {"underrun", in_run, write_before},
    {"far-underrun", in_run, write_far_before},
    {"input-writer", in_run, write_input},
    {"late-writer", in_run, write_late},
    {"heap-smasher", in_run, smash_heap},
    {"double-free", in_run, free_twice},
    {"memory-leak", in_run, leak_memory},
    {"descriptor-leak", in_run, leak_descriptor},
    {"thread-leak", in_run, leak_thread},
    {"allocation", in_run, take_memory},
    {"lock", in_run, take_lock},
    {"print", in_run, print},
    {"file-read", in_run, read_file},
    {"arithmetic", in_run, change_arithmetic},
    {"parent-signaller", in_run, reach_for_parent},
    {"self-signaller", in_run, signal_itself},
    {"locale", in_instantiate, change_locale},
    {"signals", in_instantiate, change_signals},
    {"closed-files", in_run, close_files},
    {"folder", in_run, change_folder},
    {"folder-in-cleanup", in_cleanup, change_folder},
    {"folder-in-save", in_save, change_folder},
    {"environment", in_run, clear_environment},
    {"environment-in-activate", in_activate, clear_environment},
    {"signals-in-deactivate", in_deactivate, change_signals},
    {"arithmetic-in-instantiate", in_instantiate, change_arithmetic},
    {"flushing", in_instantiate, flush_denormals},
    {"limits", in_run, change_limits},
    {"process", in_run, leave_process},
    {"writer-for-ever", in_run, write_for_ever_after},
    {"disordered-events", in_run, disorder_events},
    {"late-events", in_run, delay_events},
    {"mangled-messages", in_run, mangle_messages},
    {"garbage-events", in_run, fill_events_with_garbage},
    {"too-many-events", in_run, claim_too_many_events},
    {"latency-lies", in_run, lie_about_latency},
    {"worker-flood", in_run, flood_worker},
    {"garbage-state", in_save, store_garbage},
    {NULL, in_run, NULL},
};
