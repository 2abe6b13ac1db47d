// The thread sanitizer follows the quick ways of Swift's Mutex, which are compiled into the program. The slow
// ones, for a mutex that somebody else holds, are in libswiftSynchronization, where it sees nothing: every
// value behind a contended Mutex looks like a race. These functions take their place and tell it what they
// order.
#include "MutexOrder.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

static void *library_function(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function)
        abort();
    return function;
}

SWIFT void avf_order_lock(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT void avf_order_lock(uint32_t thread, SELF mutex) {
    ((SWIFT void (*)(uint32_t, SELF))library_function(LOCK))(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT void avf_order_unlock(SELF mutex) __asm__(UNLOCK);
SWIFT void avf_order_unlock(SELF mutex) {
    __tsan_release(mutex);
    ((SWIFT void (*)(SELF))library_function(UNLOCK))(mutex);
}

SWIFT bool avf_order_try_lock(SELF mutex) __asm__(TRY_LOCK);
SWIFT bool avf_order_try_lock(SELF mutex) {
    const bool is_locked = ((SWIFT bool (*)(SELF))library_function(TRY_LOCK))(mutex);
    if (is_locked)
        __tsan_acquire(mutex);
    return is_locked;
}
#endif
#endif
