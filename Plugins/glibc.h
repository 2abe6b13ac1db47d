// What Swift calls of the C library where there is no module Glibc: in the plugins, which are Embedded Swift.
#ifndef AVF_PLUGINS_GLIBC_H
#define AVF_PLUGINS_GLIBC_H

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static inline int avf_errno(void) { return errno; }

// Reads a number as C writes it, whatever the user's language; 0 for a text that begins with a space.
static inline const char *avf_read_number(const char *text, double *number) {
    char *end = 0;
    if (text[0] <= ' ') return 0;
    *number = strtod_l(text, &end, newlocale(LC_ALL_MASK, "C", 0));
    return end;
}

static inline int avf_open(const char *path, int flags) { return open(path, flags); }

#endif
