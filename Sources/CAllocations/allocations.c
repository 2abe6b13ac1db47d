#include "CAVFAllocations.h"

#include "CAVFRealtime.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OTHER_MALLOC
#endif
#endif

static _Thread_local bool isWatched;
static _Thread_local avf_allocation_counts counts;

void avf_allocations_begin(void) {
    counts = (avf_allocation_counts){0};
    isWatched = true;
}

avf_allocation_counts avf_allocations_end(void) {
    isWatched = false;
    return counts;
}

#if defined(__GLIBC__) && !defined(OTHER_MALLOC)

// The real-time entry flushes denormals and puts the caller's modes back on leaving; nothing else sets them
// here.
static bool isBehindEntry(void) {
#if defined(__x86_64__)
    const uint64_t flush = 0x8040;
#else
    const uint64_t flush = UINT64_C(0x1000000);
#endif
    return isWatched && (avf_rt_fpu_read().value & flush) == flush;
}

bool avf_allocations_are_counted(void) {
    return true;
}

// glibc's own, under the names that it gives to those who replace them.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// Seen by everything that is loaded, plugins included.
#define SHOWN __attribute__((visibility("default")))

SHOWN void *malloc(size_t size) {
    counts.taken += isBehindEntry();
    return __libc_malloc(size);
}

SHOWN void *calloc(size_t count, size_t size) {
    counts.taken += isBehindEntry();
    return __libc_calloc(count, size);
}

SHOWN void *realloc(void *memory, size_t size) {
    counts.taken += isBehindEntry();
    return __libc_realloc(memory, size);
}

SHOWN void *aligned_alloc(size_t alignment, size_t size) {
    counts.taken += isBehindEntry();
    return __libc_memalign(alignment, size);
}

SHOWN int posix_memalign(void **memory, size_t alignment, size_t size) {
    counts.taken += isBehindEntry();
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    void *made = __libc_memalign(alignment, size);
    if (!made)
        return ENOMEM;
    *memory = made;
    return 0;
}

SHOWN void free(void *memory) {
    counts.given += memory && isBehindEntry();
    __libc_free(memory);
}

#else

bool avf_allocations_are_counted(void) {
    return false;
}

#endif
