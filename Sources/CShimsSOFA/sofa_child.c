// Files are parsed in a child: libmysofa has had faults with files that were made to harm it. The child
// copies the tables into memory that both have, and ends; the parent believes none of their sizes.
#define _GNU_SOURCE
#include "sofa.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COMPLETE = 0x50FA, LONGEST_MS = 60000, own_descriptor = 3 };

/// Memory that a child may take on top of what it had.
#define MOST_BYTES ((rlim_t)4 << 30)

/// What stands before the tables: positions, responses, delays.
typedef struct {
    int state, code;
    avf_shim_sofa_file file;
} header;

static bool write_all(int descriptor, const void *bytes, size_t size) {
    const char *next = bytes;
    while (size > 0) {
        const ssize_t count = write(descriptor, next, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        next += count;
        size -= (size_t)count;
    }
    return true;
}

/// Bytes of address space that the process has; 0 if that is not known.
static rlim_t own_size(void) {
    unsigned long long pages = 0;
    FILE *const file = fopen("/proc/self/statm", "re");
    if (!file)
        return 0;
    if (fscanf(file, "%llu", &pages) != 1)
        pages = 0;
    fclose(file);
    return pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void limit(int resource, rlim_t most) {
    struct rlimit value;
    if (getrlimit(resource, &value) == 0 && (value.rlim_cur == RLIM_INFINITY || value.rlim_cur > most)) {
        value.rlim_cur = most;
        setrlimit(resource, &value);
    }
}

/// The child: it dies of a crash, as it should, without a core and without the program's handlers.
static _Noreturn void parse(const char *path, int descriptor, rlim_t size) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGTERM};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, "avf-sofa");
    // What the program closes meanwhile must not stay open here.
    if (descriptor != own_descriptor && dup2(descriptor, own_descriptor) < 0)
        _exit(1);
    close_range(own_descriptor + 1, ~0u, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, LONGEST_MS / 1000);
    if (size > 0)
        limit(RLIMIT_AS, size + MOST_BYTES);
    header found = {0};
    found.code = avf_shim_sofa_load(path, &found.file);
    found.state = COMPLETE;
    const avf_shim_sofa_file *const file = &found.file;
    const bool is_written = write_all(own_descriptor, &found, sizeof found) &&
                            write_all(own_descriptor, file->positions, file->positionCount * sizeof(float)) &&
                            write_all(own_descriptor, file->responses, file->responseCount * sizeof(float)) &&
                            write_all(own_descriptor, file->delays, file->delayCount * sizeof(float));
    _exit(is_written ? 0 : 1);
}

/// Waits for the child's end; false if it crashed, or took too long and was killed.
static bool has_ended_well(pid_t child) {
    const struct timespec moment = {0, 1000000};
    int status = 0;
    for (int waited = 0;; waited++) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child)
            return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        // The program waits for every child: whether this one has finished, its header says.
        if (ended < 0 && errno == ECHILD)
            return true;
        if (waited == LONGEST_MS)
            kill(child, SIGKILL);
        nanosleep(&moment, NULL);
    }
}

/// A table behind what was taken of so many bytes; NULL if it is longer than that.
static const float *table(const char *memory, size_t size, size_t *taken, size_t count) {
    if (count > (size - *taken) / sizeof(float))
        return NULL;
    const char *const place = memory + *taken;
    *taken += count * sizeof(float);
    return (const float *)place;
}

/// Takes the child's memory as a file's tables.
static int take(int descriptor, avf_shim_sofa_file *file) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || (size_t)status.st_size < sizeof(header))
        return AVF_SHIM_SOFA_CRASHED;
    const size_t size = (size_t)status.st_size;
    char *const memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (memory == MAP_FAILED)
        return AVF_SHIM_SOFA_NO_MEMORY;
    header found;
    memcpy(&found, memory, sizeof found);
    size_t taken = sizeof found;
    *file = found.file;
    file->convention[sizeof file->convention - 1] = 0;
    file->positions = table(memory, size, &taken, file->positionCount);
    file->responses = table(memory, size, &taken, file->responseCount);
    file->delays = table(memory, size, &taken, file->delayCount);
    file->memory = memory;
    file->memorySize = size;
    if (found.state == COMPLETE && found.code == 0 && file->positions && file->responses && file->delays)
        return 0;
    avf_shim_sofa_close(file);
    return found.state == COMPLETE && found.code != 0 ? found.code : AVF_SHIM_SOFA_CRASHED;
}

int avf_shim_sofa_open(const char *path, avf_shim_sofa_file *file) {
    memset(file, 0, sizeof *file);
    if (avf_shim_sofa_unavailable())
        return -1;
    const int descriptor = memfd_create("avf-sofa", MFD_CLOEXEC);
    if (descriptor < 0)
        return AVF_SHIM_SOFA_NO_MEMORY;
    const rlim_t size = own_size();
    const pid_t child = fork();
    if (child == 0)
        parse(path, descriptor, size);
    const int code = child < 0                  ? AVF_SHIM_SOFA_NO_MEMORY
                     : has_ended_well(child) ? take(descriptor, file)
                                                : AVF_SHIM_SOFA_CRASHED;
    close(descriptor);
    return code;
}

void avf_shim_sofa_close(avf_shim_sofa_file *file) {
    if (file->memory)
        munmap(file->memory, file->memorySize);
    memset(file, 0, sizeof *file);
}
