// Reading SOFA files with libmysofa, which is opened when the first file is.
#ifndef CAVF_SHIMS_SOFA_H
#define CAVF_SHIMS_SOFA_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define AVF_SHIM_NULLABLE _Nullable
#else
#define AVF_SHIM_NULLABLE
#endif

/// A file's tables, as they are in it.
typedef struct {
    /// Measurements, receivers, samples of a response.
    unsigned measurementCount, receiverCount, sampleCount;
    /// Three numbers for each measurement.
    const float *AVF_SHIM_NULLABLE positions;
    size_t positionCount;
    bool positionsAreSpherical;
    /// Measurement by measurement, receiver by receiver.
    const float *AVF_SHIM_NULLABLE responses;
    size_t responseCount;
    /// Samples: for each receiver, or for each measurement and receiver.
    const float *AVF_SHIM_NULLABLE delays;
    size_t delayCount;
    double sampleRate;
    /// The name of the convention; empty if there is none.
    char convention[64];
    /// Where the tables lie.
    void *AVF_SHIM_NULLABLE memory;
    size_t memorySize;
} avf_shim_sofa_file;

/// Why no file can be read; NULL if one can.
const char *AVF_SHIM_NULLABLE avf_shim_sofa_unavailable(void);

enum {
    /// The process that parses the file has crashed, or took longer than a minute.
    AVF_SHIM_SOFA_CRASHED = -2,
    /// There is no memory, or no process.
    AVF_SHIM_SOFA_NO_MEMORY = -3
};

/// Reads a file in a process of its own; 0, one of the codes above, or libmysofa's code of the error.
int avf_shim_sofa_open(const char *path, avf_shim_sofa_file *file);

/// Frees what `avf_shim_sofa_open` has read.
void avf_shim_sofa_close(avf_shim_sofa_file *file);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
