#define _GNU_SOURCE
#include "CAVFRealtime.h"

#include <alloca.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

uint64_t avf_rt_kernel_thread(void) {
    return (uint64_t)syscall(SYS_gettid);
}

void avf_rt_prefault_stack(size_t byte_count) {
    static const size_t page = 4096, most = 1 << 20;
    const size_t count = byte_count < most ? byte_count : most;
    volatile char *room = alloca(count + 1);
    for (size_t offset = 0; offset <= count; offset += page) {
        room[count - offset] = 0;
    }
}

int avf_rt_lock_memory(const void *start, size_t byte_count) {
    return mlock2(start, byte_count, MLOCK_ONFAULT) == 0 ? 0 : errno;
}

int avf_rt_limit_realtime(uint64_t microseconds) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_RTTIME, &limit) != 0) {
        return errno;
    }
    if (limit.rlim_max > microseconds) {
        limit.rlim_max = microseconds;
    }
    // The soft limit is what RTKit looks at; below the hard one it would only bring a signal sooner.
    if (limit.rlim_cur > limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
    }
    return setrlimit(RLIMIT_RTTIME, &limit) == 0 ? 0 : errno;
}
