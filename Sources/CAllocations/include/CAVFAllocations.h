// Counts what a thread asks of the heap in the real-time context. For programs only: who links this gets a
// malloc that counts, in the whole process.
#ifndef CAVF_ALLOCATIONS_H
#define CAVF_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// Calls of malloc and its relatives.
typedef struct {
    /// Memory taken, or taken anew.
    uint64_t taken;
    /// Memory given back.
    uint64_t given;
} avf_allocation_counts;

/// Whether calls are counted at all: not with another C library than glibc, and not under a sanitizer, which
/// has a malloc of its own.
bool avf_allocations_are_counted(void);

/// Counts the calls that this thread makes in the real-time context from now on.
void avf_allocations_begin(void);

/// The calls since then; this thread is not watched any more.
avf_allocation_counts avf_allocations_end(void);

#pragma GCC visibility pop

#endif
