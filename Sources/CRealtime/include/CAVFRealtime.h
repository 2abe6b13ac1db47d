// The entry from the control side to the render side. Everything entered through it is real time.
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

/// What the entry calls, with the context it was given.
typedef void (*avf_rt_body)(void *context);

/// Runs `body` as real-time code, with the same floating-point modes for every caller: rounding to nearest,
/// denormals flushed to zero, no traps. The caller's state is restored on leaving. Under RealtimeSanitizer
/// every allocation, lock and blocking call inside is fatal.
void avf_rt_enter(avf_rt_body body, void *context);

#include "avf_rt_denormals.h"
#include "avf_rt_rights.h"

/// Whether the kernel fences other threads for us; set when the program starts.
extern bool avf_rt_kernel_fences;

/// The cheap one of a pair of fences, for two flags of which each side raises its own and then looks at the
/// other's: with this fence between the two on the render side, and the expensive one on the control side, at
/// least one sees the other (Dekker's algorithm; membarrier(2)).
static inline void avf_rt_fence_light(void) AVF_REALTIME {
    if (avf_rt_kernel_fences)
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
    else
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/// The expensive one: makes every running thread of the process pass a fence. [control]
void avf_rt_fence_heavy(void);

/// Tells the processor that the thread waits for another one's word.
static inline void avf_rt_pause(void) AVF_REALTIME {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    __asm__ volatile("yield");
#endif
}

/// Nanoseconds of CLOCK_MONOTONIC: the engine's host time.
uint64_t avf_rt_host_time(void) AVF_REALTIME;

/// The deadline that never comes.
#define AVF_RT_FOREVER UINT64_MAX

/// Wakes the one thread, of any process, that waits for a word in shared memory. Never waits.
void avf_rt_word_wake(uint32_t *word) AVF_REALTIME;

/// Waits until a word in shared memory is not `value` any more, at most until a host time: the render side's
/// only wait, for a plugin in a process of its own. It takes no lock and does not spin.
/// @param deadline  In nanoseconds of `avf_rt_host_time`; AVF_RT_FOREVER is for those who serve a renderer.
/// @return false when the deadline came first.
bool avf_rt_word_wait(uint32_t *word, uint32_t value, uint64_t deadline) AVF_REALTIME;

/// A thread of the engine: named, out of the way of the program's signals, real-time where allowed.
typedef struct avf_rt_thread avf_rt_thread;

/// Starts `body(context)` on a new thread. [control]
///
/// The thread takes no asynchronous signals. RLIMIT_RTTIME is left as it is: the limit is the whole process's
/// and its signal ends the process by default. What keeps a runaway SCHED_FIFO thread from freezing the
/// machine is the kernel's own share (`sched_rt_runtime_us`, 95 % by default).
/// @param name  What `top -H` shows: at most 15 bytes, the rest is cut off.
/// @param priority  SCHED_FIFO priority, clamped to what the kernel knows; 0 asks for none. When the kernel
///     refuses, the thread runs all the same and `avf_rt_thread_refusal` says why.
/// @param out_thread  The thread, to be given to `avf_rt_thread_join`; NULL on failure.
/// @return 0, or the error number of a thread that could not be made.
int avf_rt_thread_create(const char *name, int priority, avf_rt_body body, void *context,
                         avf_rt_thread **out_thread);

/// Why real-time priority was refused, as an error number: 0 when granted or not asked for. [any]
int avf_rt_thread_refusal(const avf_rt_thread *thread);

/// Waits until the thread's body has returned and frees the thread; called on the thread itself, only lets it
/// go. NULL is allowed. [control]
void avf_rt_thread_join(avf_rt_thread *thread);

#pragma GCC visibility pop

#endif
