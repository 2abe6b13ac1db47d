// The one place where the render side waits: for a word that another process writes, until a deadline.
#define _GNU_SOURCE
#include "CAVFRealtime.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Present under RealtimeSanitizer only. These two calls are made knowingly; all around them stays watched.
extern void __rtsan_disable(void) __attribute__((weak));
extern void __rtsan_enable(void) __attribute__((weak));

// Not FUTEX_PRIVATE_FLAG: the other side is another process.
static long futex(uint32_t *word, int operation, uint32_t value, const struct timespec *deadline) {
    if (__rtsan_disable) {
        __rtsan_disable();
    }
    const long result =
        syscall(SYS_futex, word, operation, value, deadline, NULL, FUTEX_BITSET_MATCH_ANY);
    if (__rtsan_enable) {
        __rtsan_enable();
    }
    return result;
}

// The claims AVF_REALTIME makes for these functions cannot be proved: a wake never waits, and a wait is the
// exception that ARCHITECTURE.md describes.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wfunction-effects"

void avf_rt_word_wake(uint32_t *word) AVF_REALTIME {
    futex(word, FUTEX_WAKE, 1, NULL);
}

bool avf_rt_word_wait(uint32_t *word, uint32_t value, uint64_t deadline) AVF_REALTIME {
    // An absolute time, so that an interrupted wait does not begin anew.
    const struct timespec until = {(time_t)(deadline / 1000000000u), (long)(deadline % 1000000000u)};
    while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value) {
        const long status =
            futex(word, FUTEX_WAIT_BITSET, value, deadline == AVF_RT_FOREVER ? NULL : &until);
        if (status != 0 && errno == ETIMEDOUT) {
            return __atomic_load_n(word, __ATOMIC_ACQUIRE) != value;
        }
    }
    return true;
}

#pragma clang diagnostic pop
