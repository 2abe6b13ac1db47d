#define _GNU_SOURCE
#include "CAVFRealtime.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct avf_rt_thread {
    pthread_t id;
    int refusal;
};

// What the thread itself needs; freed by it, because the owner may let go first.
typedef struct {
    avf_rt_body body;
    void *context;
    char name[16];
} start_record;

static void *main_of_thread(void *pointer) {
    const start_record record = *(start_record *)pointer;
    free(pointer);
    pthread_setname_np(pthread_self(), record.name);
    record.body(record.context);
    return NULL;
}

static int set_schedule(pthread_attr_t *attributes, int policy, int priority) {
    const struct sched_param parameters = {.sched_priority = priority};
    // Explicit, so that a thread made by a real-time thread does not become one by inheritance.
    int status = pthread_attr_setinheritsched(attributes, PTHREAD_EXPLICIT_SCHED);
    if (status == 0) {
        status = pthread_attr_setschedpolicy(attributes, policy);
    }
    return status == 0 ? pthread_attr_setschedparam(attributes, &parameters) : status;
}

static int create_with(int policy, int priority, start_record *record, pthread_t *out_id) {
    pthread_attr_t attributes;
    int status = pthread_attr_init(&attributes);
    if (status != 0) {
        return status;
    }
    status = set_schedule(&attributes, policy, priority);
    if (status == 0) {
        status = pthread_create(out_id, &attributes, main_of_thread, record);
    }
    pthread_attr_destroy(&attributes);
    return status;
}

static int within(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

// SCHED_FIFO if asked for and allowed, else SCHED_OTHER; the refusal is kept for the owner to tell.
static int create_promoted(int priority, start_record *record, pthread_t *out_id, int *out_refusal) {
    *out_refusal = 0;
    if (priority > 0) {
        const int allowed =
            within(priority, sched_get_priority_min(SCHED_FIFO), sched_get_priority_max(SCHED_FIFO));
        *out_refusal = create_with(SCHED_FIFO, allowed, record, out_id);
        if (*out_refusal == 0) {
            return 0;
        }
    }
    return create_with(SCHED_OTHER, 0, record, out_id);
}

// A blocked fault would end the process without its handler; the profiler's signal is meant for every thread.
static void leave_faults_open(sigset_t *set) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGPROF};
    for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++) {
        sigdelset(set, signals[index]);
    }
}

int avf_rt_thread_create(const char *name, int priority, avf_rt_body body, void *context,
                         avf_rt_thread **out_thread) {
    *out_thread = NULL;
    avf_rt_thread *thread = calloc(1, sizeof *thread);
    start_record *record = calloc(1, sizeof *record);
    if (thread == NULL || record == NULL) {
        free(thread);
        free(record);
        return ENOMEM;
    }
    record->body = body;
    record->context = context;
    strncpy(record->name, name, sizeof record->name - 1);

    // The program's signal handlers belong on the program's threads: a new thread inherits this mask.
    sigset_t all, before;
    sigfillset(&all);
    leave_faults_open(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int status = create_promoted(priority, record, &thread->id, &thread->refusal);
    pthread_sigmask(SIG_SETMASK, &before, NULL);

    if (status != 0) {
        free(record);
        free(thread);
        return status;
    }
    *out_thread = thread;
    return 0;
}

int avf_rt_thread_refusal(const avf_rt_thread *thread) {
    return thread->refusal;
}

void avf_rt_thread_join(avf_rt_thread *thread) {
    if (thread == NULL) {
        return;
    }
    if (pthread_equal(thread->id, pthread_self())) {
        pthread_detach(thread->id);
    } else {
        pthread_join(thread->id, NULL);
    }
    free(thread);
}
