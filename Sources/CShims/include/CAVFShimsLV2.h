// What LV2 needs and Swift cannot import or may not do: the scan after fork, variadic logging, URIDs.
#ifndef CAVF_SHIMS_LV2_H
#define CAVF_SHIMS_LV2_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)

// Discovery -------------------------------------------------------------------------------------------------

/// A child process that reads bundles, and the pipe its records come from.
typedef struct {
    pid_t process;
    int pipe;
} avf_shim_scanner;

/// Forks a child that reads `bundles` one by one and writes a record of each; the text format is described in
/// scan_record.c. The child has no descriptor but the pipe, little memory, and dies with its parent.
/// @param secondsPerBundle  The child ends itself when one bundle takes this much longer; a second guard
///                          behind the parent's own deadline.
/// @return 0, or errno.
int avf_shim_scan_start(const char *const *bundles, size_t count, unsigned secondsPerBundle,
                        avf_shim_scanner *scanner);

/// Kills the child if it is alive, closes the pipe and reaps the child.
/// @return The wait status, or -1 when somebody else reaped it.
int avf_shim_scan_stop(avf_shim_scanner *scanner);

#pragma GCC visibility pop

#endif
