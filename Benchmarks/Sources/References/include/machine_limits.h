// What the machine can do at best: the floor under every measurement.
#ifndef MACHINE_LIMITS_H
#define MACHINE_LIMITS_H

#include <stddef.h>

/// Floating-point operations a second of one core, from multiply-adds that do not wait for each other, with
/// the widest vectors of this machine.
double limit_multiply_adds(void);

/// Seconds that a multiply-add waits for the one before.
double limit_latency_seconds(void);

/// Bytes a second when memory of `byteCount` bytes is read.
double limit_read(size_t byteCount);

/// Bytes a second, read and written, when memory of `byteCount` bytes in all is copied from one half to the
/// other.
double limit_copy(size_t byteCount);

/// The same for a = b + gain * c over three thirds of the memory.
double limit_triad(size_t byteCount);

/// Bytes of the data cache of a level, 1 to 3, or 0 where the system does not tell.
size_t limit_cache_bytes(int level);

#endif
