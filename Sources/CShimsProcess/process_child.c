// A plugin's process from inside: what it gives up before foreign code runs, and what it leaves behind.
#define _GNU_SOURCE
#include "CAVFShimsProcess.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// Beyond the default limit, which is as far as plugins look.
enum { hidden_descriptor = 2048 };

enum { realtime_soft_microseconds = 500000, realtime_hard_microseconds = 1000000 };

static void set_limit(int resource, rlim_t soft, rlim_t hard) {
    const struct rlimit limit = {soft, hard};
    setrlimit(resource, &limit);
}

bool avf_shim_child_begin(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have ended before the line above.
    if (getppid() != parent)
        return false;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    avf_shim_child_keep_to_itself();
    prctl(PR_SET_NAME, "avf-plugin");
    set_limit(RLIMIT_CORE, 0, 0);
    // A plugin that loops for ever at real-time priority would take the machine with it.
    set_limit(RLIMIT_RTTIME, realtime_soft_microseconds, realtime_hard_microseconds);
    return true;
}

int avf_shim_child_hide(int descriptor) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    const int hidden = fcntl(descriptor, F_DUPFD_CLOEXEC, hidden_descriptor);
    if (hidden < 0)
        return descriptor;
    close(descriptor);
    return hidden;
}

bool avf_shim_child_can_limit_memory(void) {
    return !AVF_HAS_SANITIZER;
}

uint64_t avf_shim_child_limit_memory(uint64_t bytes) {
    if (!avf_shim_child_can_limit_memory())
        return 0;
    const uint64_t mapped = avf_shim_process_mapped(getpid());
    if (mapped == 0 || bytes > UINT64_MAX - mapped)
        return 0;
    // Not the hard limit, which could not be raised for the next plugin.
    set_limit(RLIMIT_AS, (rlim_t)(mapped + bytes), RLIM_INFINITY);
    return mapped + bytes;
}

static avf_shim_crash_record *crash_record;
static pid_t testator;
// Static storage of the program itself, so that a signal handler may read it.
static _Thread_local volatile uint32_t served_member;

void avf_shim_child_serve(uint32_t member) {
    served_member = member;
}

// Only what is allowed in a signal handler: open, read, close and arithmetic.
static uint64_t mapped_bytes(void) {
    const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    char text[32];
    const ssize_t count = read(file, text, sizeof text);
    close(file);
    uint64_t pages = 0;
    for (ssize_t index = 0; index < count && text[index] >= '0' && text[index] <= '9'; index++)
        pages = pages * 10 + (uint64_t)(text[index] - '0');
    return pages * 4096;
}

static void leave_crash_record(void) {
    // What a plugin forks has not got the memory.
    if (getpid() != testator)
        return;
    __atomic_store_n(&crash_record->mapped_bytes, mapped_bytes(), __ATOMIC_RELAXED);
    __atomic_store_n(&crash_record->member, served_member, __ATOMIC_RELAXED);
    __atomic_store_n(&crash_record->is_written, 1, __ATOMIC_RELEASE);
}

static void write_crash_record(int number) {
    leave_crash_record();
    // The handler was for one time: the signal now does what it usually does.
    raise(number);
}

void avf_shim_child_make_crash_record(avf_shim_crash_record *place) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    crash_record = place;
    testator = getpid();
    // Runs on the thread that calls exit().
    atexit(leave_crash_record);
    struct sigaction action = {.sa_handler = write_crash_record,
                               .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK | SA_NODEFER)};
    for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++)
        sigaction(signals[index], &action, NULL);
}

void avf_shim_child_prepare_thread(void) {
    const size_t size = 65536;
    const stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
    if (stack.ss_sp)
        sigaltstack(&stack, NULL);
}

void avf_shim_child_set_priority(int priority) {
    const struct sched_param parameters = {.sched_priority = priority};
    sched_setscheduler(0, priority > 0 ? SCHED_FIFO : SCHED_OTHER, &parameters);
}

void avf_shim_child_keep(void *memory, size_t size) {
    madvise(memory, size, MADV_DONTFORK);
}
