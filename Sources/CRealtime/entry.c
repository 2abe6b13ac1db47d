#include "CAVFRealtime.h"

#include <time.h>

// The body's own code is proved where it is written (`@_noLocks`); through a pointer clang cannot see that.
static void run(avf_rt_body body, void *context) AVF_REALTIME {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wfunction-effects"
    body(context);
#pragma clang diagnostic pop
}

void avf_rt_enter(avf_rt_body body, void *context) {
    const avf_rt_fpu_state caller = avf_rt_fpu_read();
    avf_rt_fpu_write((avf_rt_fpu_state){AVF_RT_FPU_MODES});
    run(body, context);
    avf_rt_fpu_write(caller);
}

uint64_t avf_rt_host_time(void) AVF_REALTIME {
    struct timespec now;
    // Read from the vDSO: no system call, no lock.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wfunction-effects"
    clock_gettime(CLOCK_MONOTONIC, &now);
#pragma clang diagnostic pop
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
