// The door between the control side and the render side. Everything entered through it is real time.
#ifndef CAVF_REALTIME_H
#define CAVF_REALTIME_H

#include <stdbool.h>
#include <stdint.h>

/// Never allocates, frees, locks or blocks. Clang proves it for a C body (-Wfunction-effects), and Swift may
/// call it from `@_noLocks` code.
#if defined(__clang__)
#pragma clang diagnostic error "-Wfunction-effects"
#define AVF_REALTIME __attribute__((nonblocking, swift_attr("@_noLocks")))
#else
#define AVF_REALTIME
#endif

#pragma GCC visibility push(hidden)

/// What the door calls, with the context it was given.
typedef void (*avf_rt_body)(void *context);

/// Runs `body` as real-time code: denormals are flushed to zero inside and the caller's floating-point state
/// is restored on leaving; under RealtimeSanitizer every allocation, lock and blocking call inside is fatal.
void avf_rt_enter(avf_rt_body body, void *context);

/// The floating-point control state of the calling thread.
typedef struct {
    uint64_t value;
} avf_rt_fpu_state;

/// Reads the floating-point control state (MXCSR on x86-64, FPCR on arm64).
avf_rt_fpu_state avf_rt_fpu_read(void) AVF_REALTIME;

/// Writes the floating-point control state.
void avf_rt_fpu_write(avf_rt_fpu_state state) AVF_REALTIME;

/// Nanoseconds of CLOCK_MONOTONIC: the engine's host time.
uint64_t avf_rt_host_time(void) AVF_REALTIME;

#pragma GCC visibility pop

#endif
