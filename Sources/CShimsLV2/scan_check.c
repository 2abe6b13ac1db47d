// A look at files before lilv and serd see them: serd recurses per bracket and opens whatever it is given.
#define _GNU_SOURCE
#include "scan_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { deepest_nesting = 64, largest_file = 16 << 20 };

static void put_identity(FILE *out, const char *path, const struct stat *status) {
    char size[32], time[64], inode[32];
    snprintf(size, sizeof size, "%lld", (long long)status->st_size);
    snprintf(time, sizeof time, "%lld.%09ld", (long long)status->st_mtim.tv_sec, status->st_mtim.tv_nsec);
    snprintf(inode, sizeof inode, "%llu", (unsigned long long)status->st_ino);
    scan_put(out, 'S', (const char *const[]){path, size, time, inode}, 4);
}

static void refuse(scan_verdict *verdict, const char *path, const char *what) {
    verdict->fit = false;
    snprintf(verdict->reason, sizeof verdict->reason, "%.3000s %s", path, what);
}

// The position after a string that starts at `at`: "…", '…' or their long forms; `end` when it never closes.
static const char *skip_string(const char *at, const char *end) {
    const char quote = *at;
    const bool isLong = end - at >= 3 && at[1] == quote && at[2] == quote;
    const size_t width = isLong ? 3 : 1;
    for (at += width; at < end; at++) {
        if (*at == '\\')
            at++;
        else if (*at == quote && (!isLong || (end - at >= 3 && at[1] == quote && at[2] == quote)))
            return at + width;
    }
    return end;
}

static const char *skip_to(const char *at, const char *end, char stop) {
    const char *found = memchr(at, stop, (size_t)(end - at));
    return found ? found + 1 : end;
}

// The position after the token at `at` that cannot hold brackets which count.
static const char *skip_token(const char *at, const char *end) {
    switch (*at) {
    case '"':
    case '\'':
        return skip_string(at, end);
    case '#':
        return skip_to(at, end, '\n');
    case '<':
        return skip_to(at, end, '>');
    default:
        return at + 1;
    }
}

static int deepest_bracket(const char *text, size_t size) {
    int depth = 0, deepest = 0;
    const char *const end = text + size;
    for (const char *at = text; at < end;) {
        if (*at == '[' || *at == '(')
            deepest = ++depth > deepest ? depth : deepest;
        else if ((*at == ']' || *at == ')') && depth > 0)
            depth--;
        at = skip_token(at, end);
    }
    return deepest;
}

static size_t read_all(int descriptor, char *buffer, size_t size) {
    size_t filled = 0;
    while (filled < size) {
        const ssize_t got = read(descriptor, buffer + filled, size - filled);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        filled += (size_t)got;
    }
    return filled;
}

static void check_text(int descriptor, const char *path, size_t size, scan_verdict *verdict) {
    char *text = malloc(size + 1);
    if (!text) {
        refuse(verdict, path, "does not fit into memory");
        return;
    }
    const size_t length = read_all(descriptor, text, size);
    text[length] = 0;
    if (memchr(text, 0, length))
        refuse(verdict, path, "is not text");
    else if (deepest_bracket(text, length) > deepest_nesting)
        refuse(verdict, path, "nests brackets more than 64 deep");
    verdict->dynamic = strstr(text, "DynManifest") != NULL;
    verdict->promising = strstr(text, "lv2:Plugin") && strstr(text, "lv2:binary");
    free(text);
}

void scan_check_file(FILE *out, const char *path, scan_verdict *verdict) {
    *verdict = (scan_verdict){.fit = true};
    struct stat status;
    // O_NONBLOCK: opening a FIFO must not wait for its writer.
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        const int failure = errno;
        if (stat(path, &status) == 0)
            put_identity(out, path, &status);
        refuse(verdict, path, strerror(failure));
        return;
    }
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        refuse(verdict, path, "is not a regular file");
    else if (status.st_size > largest_file)
        refuse(verdict, path, "is larger than 16 MiB");
    else
        check_text(descriptor, path, (size_t)status.st_size, verdict);
    put_identity(out, path, &status);
    close(descriptor);
}

// Resolves "." and ".." in an absolute path by text alone: a link inside a bundle is its packager's business.
static void normalise(char *path) {
    char *to = path;
    for (const char *from = path; *from;) {
        const size_t slashes = strspn(from, "/");
        from += slashes;
        const size_t length = strcspn(from, "/");
        if (length == 2 && from[0] == '.' && from[1] == '.') {
            while (to > path && *--to != '/')
                ;
        } else if (length > 0 && !(length == 1 && from[0] == '.')) {
            *to++ = '/';
            memmove(to, from, length);
            to += length;
        }
        from += length;
    }
    *to = 0;
}

char *scan_path_inside(const char *bundle, const char *uri) {
    // lilv's own answer to other schemes is a crash.
    char *path = strncmp(uri, "file:", 5) == 0 ? lilv_file_uri_parse(uri, NULL) : NULL;
    if (!path)
        return NULL;
    char *copy = strdup(path);
    char *folder = strdup(bundle);
    lilv_free(path);
    if (copy && folder) {
        normalise(copy);
        normalise(folder);
        const size_t length = strlen(folder);
        if (strncmp(copy, folder, length) == 0 && copy[length] == '/') {
            free(folder);
            return copy;
        }
    }
    free(copy);
    free(folder);
    return NULL;
}
