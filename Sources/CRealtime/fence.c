// Fences of which the side that runs a thousand times a second pays nothing.
#define _GNU_SOURCE
#include "CAVFRealtime.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

bool avf_rt_kernel_fences = false;

static bool membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0) == 0; }

// Kernels before 4.14 and some sandboxes refuse: then both sides fence for themselves.
__attribute__((constructor)) static void ask_kernel(void) {
    avf_rt_kernel_fences = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

void avf_rt_fence_heavy(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (avf_rt_kernel_fences)
        membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}
