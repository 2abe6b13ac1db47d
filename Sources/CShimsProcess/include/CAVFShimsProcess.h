// Processes and memory that two of them share: what Swift cannot call of Linux.
#ifndef CAVF_SHIMS_PROCESS_H
#define CAVF_SHIMS_PROCESS_H

#include "CAVFShimsGuards.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
/// Built with a sanitizer, which maps terabytes and looks at its own process from outside.
#define AVF_HAS_SANITIZER 1
#endif
#endif
#ifndef AVF_HAS_SANITIZER
#define AVF_HAS_SANITIZER 0
#endif

// The program's side ----------------------------------------------------------------------------------------

/// Memory for two processes, as a descriptor: zeroed, and of a size that neither can change.
/// @return The descriptor, or -1 with errno.
int avf_shim_memory_new(size_t size);

/// Two connected stream sockets, closed in every program that this one starts.
/// @return 0, or errno.
int avf_shim_socket_pair(int ends[2]);

/// Sends one byte with a descriptor through a socket.
/// @return 0, or errno.
int avf_shim_descriptor_send(int socket, int descriptor);

/// Receives one byte with a descriptor through a socket. Waits for it.
/// @return The descriptor, or -1.
int avf_shim_descriptor_receive(int socket);

/// A descriptor that `avf_shim_bell_ring` makes readable, or -1.
int avf_shim_bell_new(void);

/// Makes the descriptor readable. Never waits.
void avf_shim_bell_ring(int bell);

/// Makes the descriptor unreadable again.
void avf_shim_bell_hush(int bell);

/// A helper process.
typedef struct {
    pid_t id;
    /// Readable when the process has ended.
    int descriptor;
} avf_shim_process;

/// Starts a program with two descriptors, 3 (`socket`) and 4 (`memory`), and nothing else but /dev/null.
///
/// It leads a session of its own, so that a terminal's signals do not reach it. The calling thread must live
/// as long as the child: the child asks to die with it.
/// @return 0, or errno.
int avf_shim_process_start(const char *path, char *const *arguments, int socket, int memory,
                           avf_shim_process *process);

/// Starts this program once more with these arguments, which end with NULL, and gives what it writes.
///
/// It has /dev/null for input and errors, leads a session of its own, and finds its memory at the same
/// addresses each time, where the system allows that. The calling thread must live as long as the child: the
/// child dies with it.
/// @param output  The end of a pipe to read from, which never waits.
/// @return 0, or errno.
int avf_shim_program_start(char *const *arguments, avf_shim_process *process, int *output);

/// Kills the process and everything of its session that is still there.
void avf_shim_process_kill(const avf_shim_process *process);

/// How a process ended.
typedef struct {
    /// The signal that ended it, or 0.
    int signal;
    /// What it returned, if no signal ended it; -1 if another part of this program has taken the answer.
    int status;
} avf_shim_ending;

/// Takes the ending of a process whose descriptor is readable, and closes the descriptor.
avf_shim_ending avf_shim_process_reap(avf_shim_process *process);

/// Bytes of address space that a process has mapped; 0 if unknown.
uint64_t avf_shim_process_mapped(pid_t id);

/// The path of the file that this function is in: the program, or the shared library. Free with free().
char *avf_shim_own_file(void);

/// A variable of the environment; NULL without it, and in a program that runs with gained privileges.
const char *avf_shim_environment(const char *name);

// The child's side ------------------------------------------------------------------------------------------

/// Where a dying child leaves what its end will not tell.
typedef struct {
    /// Bytes of address space that were mapped.
    uint64_t mapped_bytes;
    /// Whom the thread worked for that ended the process, as `avf_shim_child_serve` was told; 0 for none.
    uint32_t member;
    /// The other fields count.
    uint32_t is_written;
} avf_shim_crash_record;

/// Sheds what a plugin's process does not need: it dies with its parent, gains no privileges, dumps no core.
/// @return false if the parent is gone already.
bool avf_shim_child_begin(pid_t parent);

/// Lets the process, and all that it starts, send signals to itself only, and limit, trace and write
/// to no other process. Takes no privileges; cannot be taken back.
/// @return false where the kernel does not do it, or it is not supported on the processor.
bool avf_shim_child_keep_to_itself(void);

/// Moves a descriptor far away from those that plugins close when they close all.
/// @return The new descriptor, or the old one if there is no better.
int avf_shim_child_hide(int descriptor);

/// Whether the address space can be limited: not under a sanitizer, which maps terabytes.
bool avf_shim_child_can_limit_memory(void);

/// Limits the address space to so many bytes above what is mapped now; UINT64_MAX for no limit. May be said
/// anew.
/// @return The limit in bytes that is in force, or 0.
uint64_t avf_shim_child_limit_memory(uint64_t bytes);

/// Writes the crash record when a fault or exit() ends the process.
void avf_shim_child_make_crash_record(avf_shim_crash_record *crash_record);

/// Says for whom the calling thread works from now on; 0 for none.
void avf_shim_child_serve(uint32_t member);

/// Gives the calling thread a stack for its crash record, because its own may be what is full.
void avf_shim_child_prepare_thread(void);

/// Asks for SCHED_FIFO at a priority for the calling thread, or, with 0, returns to the default schedule.
void avf_shim_child_set_priority(int priority);

/// Keeps a mapping out of processes that a plugin forks.
void avf_shim_child_keep(void *memory, size_t size);

/// A variable of the environment, as "name=value", by its place; NULL behind the last.
///
/// Swift's own list takes for granted that there is one, and plugins exist that clear it.
const char *avf_shim_environment_entry(size_t index);

/// A signal's name without its SIG; NULL for one without a name.
const char *avf_shim_signal_name(int number);

#pragma GCC visibility pop

#endif
