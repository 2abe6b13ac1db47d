// What a thread needs of the system to be on time; CAVFRealtime.h includes this.
#ifndef CAVF_RT_RIGHTS_H
#define CAVF_RT_RIGHTS_H

#include <stddef.h>
#include <stdint.h>

/// The kernel's number of the calling thread, by which other processes know it.
uint64_t avf_rt_kernel_thread(void);

/// Touches so many bytes of the calling thread's stack below here, at most 1 MiB, so that they are in memory
/// when they are needed.
void avf_rt_prefault_stack(size_t byte_count);

/// Keeps memory from being paged out once it has been touched (mlock2(2) with MLOCK_ONFAULT). [control]
/// @return 0, or the error number: usually the limit RLIMIT_MEMLOCK, which is no reason to stop.
int avf_rt_lock_memory(const void *start, size_t byte_count);

/// Bounds the CPU time that real-time threads of this process may take without a blocking call, as RTKit
/// demands; never raises a bound. At the bound the kernel ends the process. [control]
/// @return 0, or the error number.
int avf_rt_limit_realtime(uint64_t microseconds);

#endif
