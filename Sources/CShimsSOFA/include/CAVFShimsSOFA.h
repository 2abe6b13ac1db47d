// Reading SOFA files with libmysofa, which is opened when the first file is.
#ifndef CAVF_SHIMS_SOFA_H
#define CAVF_SHIMS_SOFA_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define AVF_SOFA_NULLABLE _Nullable
#else
#define AVF_SOFA_NULLABLE
#endif

/// A file's tables, as they are in it.
typedef struct {
    /// Measurements, receivers, samples of a response.
    unsigned measurementCount, receiverCount, sampleCount;
    /// Three numbers for each measurement.
    const float *AVF_SOFA_NULLABLE positions;
    size_t positionCount;
    bool positionsAreSpherical;
    /// Measurement by measurement, receiver by receiver.
    const float *AVF_SOFA_NULLABLE responses;
    size_t responseCount;
    /// Samples: for each receiver, or for each measurement and receiver.
    const float *AVF_SOFA_NULLABLE delays;
    size_t delayCount;
    double sampleRate;
    /// The name of the convention; empty if there is none.
    char convention[64];
    /// Where the tables lie.
    void *AVF_SOFA_NULLABLE memory;
    size_t memorySize;
} avf_sofa_file;

/// Why no file can be read; NULL if one can.
const char *AVF_SOFA_NULLABLE avf_sofa_unavailable(void);

enum {
    /// The process that parses the file has crashed, or took longer than a minute.
    AVF_SOFA_CRASHED = -2,
    /// There is no memory, or no process.
    AVF_SOFA_NO_MEMORY = -3
};

/// Reads a file in a process of its own; 0, one of the codes above, or libmysofa's code of the error.
int avf_sofa_open(const char *path, avf_sofa_file *file);

/// Frees what `avf_sofa_open` has read.
void avf_sofa_close(avf_sofa_file *file);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
