// What the libraries of Benchmarks/Kernels offer; they are opened when they are needed.
#ifndef KERNELS_H
#define KERNELS_H

#include <stddef.h>

/// A loop of CDSP, and what it must do for one frame.
typedef struct {
    const char *name;
    /// Runs it over so many blocks.
    void (*run)(size_t frameCount, size_t blockCount);
    double bytes;
    double operations;
} kernel_entry;

/// All of them: the symbol `kernel_table`.
typedef const kernel_entry *(*kernel_table_function)(size_t *count);

/// Transforms of so many real numbers, there and back: the symbol `kernel_transform`.
typedef void (*kernel_transform_function)(size_t size, size_t count);

#endif
