// The Turtle files that the plugins of one bundle name, each checked once before lilv opens it.
#define _GNU_SOURCE
#include "CAVFShimsLV2.h"
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

// The contents of the preset are ignored: it is only looked for.
static void take_nothing(void *context, const char *text) {
    (void)context, (void)text;
}
static void take_no_port(void *context, const char *symbol, double value) {
    (void)context, (void)symbol, (void)value;
}
static void take_no_property(void *context, const char *key, uint32_t type, const void *body, uint32_t size) {
    (void)context, (void)key, (void)type, (void)body, (void)size;
}

char *scan_files_preset(scan_files *files, LilvWorld *world, const LilvNode *plugin_uri, const char *preset) {
    const avf_shim_preset_sink ignore = {NULL, take_nothing, take_nothing, take_no_port, take_no_property};
    const LilvPlugins *plugins = lilv_world_get_all_plugins(world);
    const LilvPlugin *plugin = lilv_node_is_uri(plugin_uri) ? lilv_plugins_get_by_uri(plugins, plugin_uri) : NULL;
    if (!plugin || scan_files_problem(files, plugin))
        return NULL;
    char *found = NULL;
    const LilvNodes *data = lilv_plugin_get_data_uris(plugin);
    LILV_FOREACH(nodes, iterator, data) {
        char *path = scan_path_inside(files->bundle, lilv_node_as_uri(lilv_nodes_get(data, iterator)));
        if (!found && path && avf_shim_preset_read(path, preset, &ignore) == 0)
            found = path;
        else
            free(path);
    }
    return found;
}
