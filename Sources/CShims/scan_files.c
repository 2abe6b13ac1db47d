// The Turtle files that the plugins of one bundle name, each checked once before lilv opens it.
#define _GNU_SOURCE
#include "scan_internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Only these does lilv open.
static bool is_turtle_file(const char *uri) {
    const size_t length = uri ? strlen(uri) : 0;
    return length > 9 && strncmp(uri, "file:", 5) == 0 && strcmp(uri + length - 4, ".ttl") == 0;
}

static const scan_file *find_checked(const scan_files *files, const char *path) {
    for (const scan_file *file = files->first; file; file = file->next)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

scan_file *scan_files_add(scan_files *files, const char *path, const scan_verdict *verdict) {
    scan_file *file = malloc(sizeof *file);
    if (!file)
        return NULL;
    *file = (scan_file){strdup(path), verdict->fit ? NULL : strdup(verdict->reason), files->first};
    files->first = file;
    return file;
}

// Checks a file once, however many plugins of the bundle name it; NULL means that it is fit.
static const char *path_problem(scan_files *files, const char *path) {
    const scan_file *known = find_checked(files, path);
    if (known)
        return known->problem;
    scan_verdict verdict = {.fit = true};
    if (access(path, F_OK) == 0)
        scan_check_file(files->out, path, &verdict);
    else
        // No problem: bundles name user interfaces that live in another package. It may come yet, so it is
        // watched.
        scan_put_text(files->out, 'S', path);
    const scan_file *file = scan_files_add(files, path, &verdict);
    return file ? file->problem : "it does not fit into memory";
}

const char *scan_files_file_problem(scan_files *files, const char *uri) {
    char *path = scan_path_inside(files->bundle, uri);
    const char *problem = path ? path_problem(files, path) : "it names a file that is not inside the bundle";
    free(path);
    return problem;
}

const char *scan_files_problem(scan_files *files, const LilvPlugin *plugin) {
    const LilvNodes *uris = lilv_plugin_get_data_uris(plugin);
    LILV_FOREACH(nodes, iterator, uris) {
        const char *uri = lilv_node_as_uri(lilv_nodes_get(uris, iterator));
        const char *problem = is_turtle_file(uri) ? scan_files_file_problem(files, uri) : NULL;
        if (problem)
            return problem;
    }
    return NULL;
}

void scan_files_free(scan_files *files) {
    while (files->first) {
        scan_file *next = files->first->next;
        free(files->first->path);
        free(files->first->problem);
        free(files->first);
        files->first = next;
    }
}
