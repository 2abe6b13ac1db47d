// Guarded memory, which reports accesses that are not allowed: for the validation of plugins.
#ifndef CAVF_SHIMS_GUARDS_H
#define CAVF_SHIMS_GUARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// What may be done with a piece of guarded memory.
typedef enum { avf_shim_guard_no_access, avf_shim_guard_read, avf_shim_guard_read_and_write } avf_shim_access;

/// An access that is not allowed.
typedef enum {
    /// Below the memory's first byte, or above its last.
    avf_shim_touch_before,
    avf_shim_touch_behind,
    /// In it, while that was not allowed.
    avf_shim_touch_inside,
    /// In it, after the end of the life that it was made for.
    avf_shim_touch_late
} avf_shim_touch_place;

/// One touch; of equal ones the first is kept.
typedef struct {
    /// What the memory was called.
    const char *name;
    /// What was being called meanwhile, by `avf_shim_guards_enter`.
    const char *call;
    avf_shim_touch_place place;
    bool is_write;
} avf_shim_touch;

/// A piece of guarded memory.
typedef struct avf_shim_guarded avf_shim_guarded;

/// Begins to take note of touches of guarded pages in this process, on all of its threads.
///
/// The page is opened for whoever touched it, which goes on as if nothing had happened.
void avf_shim_guards_begin(void);

/// Says what is being called from now on: a text that stays.
void avf_shim_guards_enter(const char *call);

/// The touches so far.
size_t avf_shim_guards_touch_count(void);

/// A touch, in order of time.
avf_shim_touch avf_shim_guards_touch(size_t index);

/// Zeroed memory for `capacity` bytes between inaccessible pages. It is never given back.
/// @return NULL without memory.
avf_shim_guarded *avf_shim_guarded_new(size_t capacity, const char *name);

/// Where `size` bytes lie so that their end, rounded up to 64 bytes, is the end of the last open page.
///
/// All other bytes of the open pages are watched from now on.
void *avf_shim_guarded_place(avf_shim_guarded *memory, size_t size);

/// Says what may be done with the memory from now on.
void avf_shim_guarded_allow(avf_shim_guarded *memory, avf_shim_access access);

/// Takes note of watched bytes that have changed since the last call of `avf_shim_guarded_place`.
void avf_shim_guarded_check(avf_shim_guarded *memory);

/// Ends the memory's life: its contents go, every touch is a late one.
void avf_shim_guarded_retire(avf_shim_guarded *memory);

#pragma GCC visibility pop
#endif
