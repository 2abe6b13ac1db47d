// What plugins say, kept in a ring without locks: they may speak from any thread, also from run().
#include "CAVFShimsLV2.h"

#include <lv2/log/log.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { line_count = 64, line_size = 512 };

// A line is free, being written, or full; only the taker of the log makes a full one free.
enum { line_free, line_busy, line_full };

typedef struct {
    _Atomic int state;
    char text[line_size];
} line;

struct avf_shim_log {
    LV2_Log_Log feature;
    _Atomic uint32_t written;
    uint32_t taken;
    line lines[line_count];
};

static int log_arguments(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list arguments) {
    (void)type;
    avf_shim_log *log = handle;
    uint32_t place = atomic_load_explicit(&log->written, memory_order_relaxed);
    do {
        // A full ring drops the line: speaking must not block.
        int free_state = line_free;
        line *slot = &log->lines[place % line_count];
        if (!atomic_compare_exchange_strong(&slot->state, &free_state, line_busy))
            return 0;
        if (atomic_compare_exchange_strong(&log->written, &place, place + 1)) {
            const int length = vsnprintf(slot->text, line_size, format, arguments);
            atomic_store_explicit(&slot->state, line_full, memory_order_release);
            return length;
        }
        atomic_store_explicit(&slot->state, line_free, memory_order_release);
    } while (1);
}

static int log_line(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = log_arguments(handle, type, format, arguments);
    va_end(arguments);
    return length;
}

avf_shim_log *avf_shim_log_new(void) {
    avf_shim_log *log = calloc(1, sizeof *log);
    if (log)
        log->feature = (LV2_Log_Log){log, log_line, log_arguments};
    return log;
}

void avf_shim_log_free(avf_shim_log *log) {
    free(log);
}

void *avf_shim_log_feature(avf_shim_log *log) {
    return &log->feature;
}

size_t avf_shim_log_take(avf_shim_log *log, char *buffer, size_t size) {
    line *slot = &log->lines[log->taken % line_count];
    if (size == 0 || atomic_load_explicit(&slot->state, memory_order_acquire) != line_full)
        return 0;
    const size_t length = strnlen(slot->text, size - 1);
    memcpy(buffer, slot->text, length);
    buffer[length] = 0;
    atomic_store_explicit(&slot->state, line_free, memory_order_release);
    log->taken++;
    // An empty line counts too, or the reader would stop before what follows.
    return length > 0 ? length : 1;
}
