// Where callgrind looks: it counts inside of `counted_call` and nowhere else, and writes a profile at each
// `counted_end`.
#ifndef COUNTED_H
#define COUNTED_H

/// Calls `body(context)`.
void counted_call(void (*body)(void *context), void *context);

/// The end of what belongs to one workload.
void counted_end(void);

#endif
