// Shared by the parts of the scanner child. Everything here runs after fork: C and lilv only.
#ifndef CAVF_SCAN_INTERNAL_H
#define CAVF_SCAN_INTERNAL_H

#include <lilv/lilv.h>
#include <stdbool.h>
#include <stdio.h>

#pragma GCC visibility push(hidden)

/// Longest path or reason the scanner handles.
enum { scan_text_size = 4096 };

/// Ends the process when so many seconds have passed without `scan_go_on`.
void scan_limit_time(unsigned seconds);

/// Begins anew to count the time that may pass until the next such call, or the end of the bundle.
void scan_go_on(void);

/// Writes `key`, then each field up to NULL, separated by tabs and escaped, then a line end.
void scan_put(FILE *out, char key, const char *const *fields, size_t count);

/// Writes a line with one field.
void scan_put_text(FILE *out, char key, const char *text);

/// What a look at a Turtle file found, before any parser saw it.
typedef struct {
    bool fit;
    /// It speaks of a dynamic manifest.
    bool dynamic;
    /// It speaks of a plugin and a binary.
    bool promising;
    char reason[scan_text_size];
} scan_verdict;

/// Checks that a Turtle file is regular, readable, small enough and not nested too deeply, and writes its
/// identity (`S` line).
void scan_check_file(FILE *out, const char *path, scan_verdict *verdict);

/// The path of a file: URI if it lies inside `bundle` when `..` is resolved; else NULL. Free with free().
char *scan_path_inside(const char *bundle, const char *uri);

/// A file that was checked, and why lilv must not open it, if it must not.
typedef struct scan_file {
    char *path, *problem;
    struct scan_file *next;
} scan_file;

/// The checked files of one bundle.
typedef struct {
    FILE *out;
    const char *bundle;
    scan_file *first;
} scan_files;

/// Remembers a file that was checked; NULL without memory.
scan_file *scan_files_add(scan_files *files, const char *path, const scan_verdict *verdict);

/// Checks every local file that lilv would read for this plugin; NULL means that all are fit.
const char *scan_files_problem(scan_files *files, const LilvPlugin *plugin);

/// The file of a plugin's that describes a preset which no file of its own is named for; NULL if there is
/// none. Free with free().
char *scan_files_preset(scan_files *files, LilvWorld *world, const LilvNode *plugin_uri, const char *preset);

/// Checks one local file; NULL means that it is fit.
const char *scan_files_file_problem(scan_files *files, const char *uri);

/// Forgets all files.
void scan_files_free(scan_files *files);

/// Writes the facts of every plugin of one bundle.
void scan_bundle(FILE *out, const char *bundle);

#pragma GCC visibility pop

#endif
