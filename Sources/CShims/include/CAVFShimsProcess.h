// Processes and memory that two of them share: what Swift cannot call of Linux.
#ifndef CAVF_SHIMS_PROCESS_H
#define CAVF_SHIMS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)

// The program's side ----------------------------------------------------------------------------------------

/// Memory for two processes, as a descriptor: zeroed, and nobody can shrink it under the other's feet.
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

/// Kills the process and everything of its session that is still there.
void avf_shim_process_kill(const avf_shim_process *process);

/// How a process ended.
typedef struct {
    /// The signal that ended it, or 0.
    int signal;
    /// What it returned, if no signal ended it; -1 when somebody else of this program has taken the answer.
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
    /// Whom the thread worked for that ended the process, as `avf_shim_child_serve` was told; 0 for nobody.
    uint32_t member;
    /// The other fields count.
    uint32_t is_written;
} avf_shim_testament;

/// Sheds what a plugin's process does not need: it dies with its parent, gains no privileges, dumps no core.
/// @return false if the parent is gone already.
bool avf_shim_child_begin(pid_t parent);

/// Moves a descriptor far away from those that plugins close when they close all.
/// @return The new descriptor, or the old one if there is no better.
int avf_shim_child_hide(int descriptor);

/// Whether the address space can be limited: not under a sanitizer, which maps terabytes.
bool avf_shim_child_can_limit_memory(void);

/// Limits the address space to so many bytes above what is mapped now; 0 for no limit. May be said anew.
/// @return The limit in bytes that is in force, or 0.
uint64_t avf_shim_child_limit_memory(uint64_t bytes);

/// Writes the testament when a fault or exit() ends the process.
void avf_shim_child_make_testament(avf_shim_testament *testament);

/// Says for whom the calling thread works from now on; 0 for nobody.
void avf_shim_child_serve(uint32_t member);

/// Gives the calling thread a stack for its testament, because its own may be what is full.
void avf_shim_child_prepare_thread(void);

/// Asks for SCHED_FIFO at a priority for the calling thread, or, with 0, returns to the usual schedule.
void avf_shim_child_set_priority(int priority);

/// Keeps a mapping out of processes that a plugin forks.
void avf_shim_child_keep(void *memory, size_t size);

#pragma GCC visibility pop

#endif
