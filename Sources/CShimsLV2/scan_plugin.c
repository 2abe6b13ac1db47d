// Asks lilv for the facts of one bundle's plugins and writes them as the lines of scan_record.c.
#include "scan_internal.h"

#include <stdlib.h>
#include <string.h>

#define NS_LV2 "http://lv2plug.in/ns/lv2core#"
#define NS_EXT "http://lv2plug.in/ns/ext/"
#define NS_UNITS "http://lv2plug.in/ns/extensions/units#"
#define NS_RDF "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#define NS_RDFS "http://www.w3.org/2000/01/rdf-schema#"
#define NS_DOAP "http://usefulinc.com/ns/doap#"

// Real plugins reach 1,082 ports; indices far above the count are mistakes or attacks.
enum { most_ports = 65536 };

typedef struct {
    char key;
    const char *predicate;
} fact;

static const fact plugin_facts[] = {
    {'l', NS_DOAP "license"},        {'c', NS_RDF "type"},
    {'v', NS_LV2 "minorVersion"},    {'w', NS_LV2 "microVersion"},
    {'r', NS_LV2 "requiredFeature"}, {'o', NS_LV2 "optionalFeature"},
    {'e', NS_LV2 "extensionData"},   {'q', NS_EXT "options#requiredOption"},
};

static const fact port_facts[] = {
    {'t', NS_RDF "type"},
    {'d', NS_LV2 "default"},
    {'i', NS_LV2 "minimum"},
    {'x', NS_LV2 "maximum"},
    {'f', NS_LV2 "portProperty"},
    {'g', NS_LV2 "designation"},
    {'z', NS_EXT "resize-port#minimumSize"},
    {'m', NS_EXT "atom#supports"},
    {'m', NS_EXT "event#supportsEvent"},
};

static const fact property_facts[] = {
    {'t', NS_RDFS "range"}, {'d', NS_LV2 "default"},  {'i', NS_LV2 "minimum"},
    {'x', NS_LV2 "maximum"}, {'k', NS_RDFS "comment"}, {'Y', NS_LV2 "symbol"},
};

enum {
    plugin_fact_count = sizeof plugin_facts / sizeof plugin_facts[0],
    port_fact_count = sizeof port_facts / sizeof port_facts[0],
    property_fact_count = sizeof property_facts / sizeof property_facts[0],
};

// One bundle's reading: the world, and the predicates as nodes so that each is made once.
typedef struct {
    FILE *out;
    const char *bundle;
    LilvWorld *world;
    LilvNode *plugin_predicates[plugin_fact_count];
    LilvNode *port_predicates[port_fact_count];
    LilvNode *property_predicates[property_fact_count];
    LilvNode *port, *index, *symbol, *name, *label, *value, *scale_point, *unit, *unit_symbol, *group,
        *side_chain_of, *see_also, *applies_to, *bank, *writable, *readable;
    scan_files files;
} reading;

static void put_all(const reading *reading, const LilvNode *subject, const LilvNode *predicate, char key) {
    LilvNodes *nodes = lilv_world_find_nodes(reading->world, subject, predicate, NULL);
    LILV_FOREACH(nodes, iterator, nodes) {
        const char *text = lilv_node_as_string(lilv_nodes_get(nodes, iterator));
        if (text)
            scan_put_text(reading->out, key, text);
    }
    lilv_nodes_free(nodes);
}

// A unit is a standard URI, or a blank node with a symbol of its own.
static void put_unit(const reading *reading, const LilvNode *port) {
    LilvNode *unit = lilv_world_get(reading->world, port, reading->unit, NULL);
    if (!unit)
        return;
    if (lilv_node_is_uri(unit))
        scan_put_text(reading->out, 'u', lilv_node_as_uri(unit));
    put_all(reading, unit, reading->unit_symbol, 'U');
    lilv_node_free(unit);
}

// A group is side chain as a whole; the port itself does not say so.
static void put_group(const reading *reading, const LilvNode *port) {
    LilvNode *group = lilv_world_get(reading->world, port, reading->group, NULL);
    if (!group)
        return;
    LilvNode *name = lilv_world_get(reading->world, group, reading->name, NULL);
    scan_put_text(reading->out, 'G', lilv_node_as_string(name ? name : group));
    put_all(reading, group, reading->side_chain_of, 'C');
    lilv_node_free(name);
    lilv_node_free(group);
}

static void put_scale_points(const reading *reading, const LilvNode *port) {
    LilvNodes *points = lilv_world_find_nodes(reading->world, port, reading->scale_point, NULL);
    LILV_FOREACH(nodes, iterator, points) {
        const LilvNode *point = lilv_nodes_get(points, iterator);
        LilvNode *value = lilv_world_get(reading->world, point, reading->value, NULL);
        LilvNode *label = lilv_world_get(reading->world, point, reading->label, NULL);
        if (value && label)
            scan_put(reading->out, 's',
                     (const char *const[]){lilv_node_as_string(value), lilv_node_as_string(label)}, 2);
        lilv_node_free(value);
        lilv_node_free(label);
    }
    lilv_nodes_free(points);
}

static void put_port(const reading *reading, const LilvNode *port, int index) {
    char number[16];
    snprintf(number, sizeof number, "%d", index);
    LilvNode *symbol = lilv_world_get(reading->world, port, reading->symbol, NULL);
    LilvNode *name = lilv_world_get(reading->world, port, reading->name, NULL);
    scan_put(reading->out, 'p',
             (const char *const[]){number, symbol ? lilv_node_as_string(symbol) : "",
                                   name ? lilv_node_as_string(name) : ""},
             3);
    lilv_node_free(symbol);
    lilv_node_free(name);
    for (size_t fact = 0; fact < port_fact_count; fact++)
        put_all(reading, port, reading->port_predicates[fact], port_facts[fact].key);
    put_unit(reading, port);
    put_group(reading, port);
    put_scale_points(reading, port);
}

static int port_index(const reading *reading, const LilvNode *port) {
    LilvNode *index = lilv_world_get(reading->world, port, reading->index, NULL);
    const int number = index && lilv_node_is_int(index) ? lilv_node_as_int(index) : -1;
    lilv_node_free(index);
    return number;
}

static void put_index_problem(FILE *out, const char *problem, int index) {
    char reason[128];
    snprintf(reason, sizeof reason, "port index %d %s", index, problem);
    scan_put_text(out, 'X', reason);
}

// Indices must be 0, 1, …, count - 1, each once: they become array positions here and in the plugin.
static bool indices_are_whole(const reading *reading, const LilvNodes *ports, unsigned count) {
    bool *taken = calloc(count + 1, sizeof *taken);
    bool whole = taken != NULL;
    LILV_FOREACH(nodes, iterator, ports) {
        const int index = port_index(reading, lilv_nodes_get(ports, iterator));
        if (!whole)
            break;
        whole = false;
        if (index < 0 || (unsigned)index >= count)
            put_index_problem(reading->out, "is out of range: the indices have a gap", index);
        else if (taken[index])
            put_index_problem(reading->out, "is used twice", index);
        else
            whole = taken[index] = true;
    }
    free(taken);
    return whole;
}

static void put_ports(const reading *reading, const LilvNode *plugin) {
    LilvNodes *ports = lilv_world_find_nodes(reading->world, plugin, reading->port, NULL);
    const unsigned count = lilv_nodes_size(ports);
    if (count > most_ports)
        scan_put_text(reading->out, 'X', "it has more than 65,536 ports");
    else if (indices_are_whole(reading, ports, count)) {
        LILV_FOREACH(nodes, iterator, ports) {
            const LilvNode *port = lilv_nodes_get(ports, iterator);
            put_port(reading, port, port_index(reading, port));
        }
    }
    lilv_nodes_free(ports);
}

// What can be set or read by messages; most properties that can be read can be set too, and are listed once.
static void put_properties(const reading *reading, const LilvNode *plugin, bool writable) {
    LilvWorld *world = reading->world;
    LilvNodes *properties =
        lilv_world_find_nodes(world, plugin, writable ? reading->writable : reading->readable, NULL);
    LILV_FOREACH(nodes, iterator, properties) {
        const LilvNode *property = lilv_nodes_get(properties, iterator);
        if (!lilv_node_is_uri(property) ||
            (!writable && lilv_world_ask(world, plugin, reading->writable, property)))
            continue;
        const bool readable = !writable || lilv_world_ask(world, plugin, reading->readable, property);
        LilvNode *label = lilv_world_get(world, property, reading->label, NULL);
        scan_put(reading->out, 'y',
                 (const char *const[]){lilv_node_as_uri(property), label ? lilv_node_as_string(label) : "",
                                       writable && readable ? "rw" : writable ? "w" : "r"},
                 3);
        lilv_node_free(label);
        for (size_t fact = 0; fact < property_fact_count; fact++)
            put_all(reading, property, reading->property_predicates[fact], property_facts[fact].key);
    }
    lilv_nodes_free(properties);
}

// Presets may lie in a bundle of their own, so all that the manifest or a plugin's files name are listed,
// whatever they apply to.
static void put_preset(reading *reading, const LilvNode *preset) {
    LilvWorld *world = reading->world;
    LilvNode *file = lilv_world_get(world, preset, reading->see_also, NULL);
    LilvNode *label = lilv_world_get(world, preset, reading->label, NULL);
    const char *uri = file ? lilv_node_as_uri(file) : NULL;
    // Its file is read for the name only: an unfit one may still be refused when the preset is loaded.
    if (!label && uri && !scan_files_file_problem(&reading->files, uri)) {
        lilv_world_load_resource(world, preset);
        label = lilv_world_get(world, preset, reading->label, NULL);
    }
    LilvNode *bank = lilv_world_get(world, preset, reading->bank, NULL);
    LilvNode *bank_label = bank ? lilv_world_get(world, bank, reading->label, NULL) : NULL;
    char *path = scan_path_inside(reading->bundle, uri ? uri : lilv_node_as_uri(preset));
    LilvNodes *plugins = lilv_world_find_nodes(world, preset, reading->applies_to, NULL);
    LILV_FOREACH(nodes, iterator, plugins) {
        const LilvNode *plugin = lilv_nodes_get(plugins, iterator);
        if (!path)
            path = scan_files_preset(&reading->files, world, plugin, lilv_node_as_uri(preset));
        if (path && lilv_node_is_uri(plugin))
            scan_put(reading->out, 'R',
                     (const char *const[]){lilv_node_as_uri(preset), lilv_node_as_uri(plugin),
                                           label ? lilv_node_as_string(label) : "",
                                           bank_label ? lilv_node_as_string(bank_label) : "", path},
                     5);
    }
    lilv_nodes_free(plugins);
    free(path);
    lilv_node_free(bank_label);
    lilv_node_free(bank);
    lilv_node_free(label);
    lilv_node_free(file);
}

static void put_presets(reading *reading) {
    LilvNode *type = lilv_new_uri(reading->world, NS_RDF "type");
    LilvNode *preset = lilv_new_uri(reading->world, NS_EXT "presets#Preset");
    LilvNodes *presets = lilv_world_find_nodes(reading->world, NULL, type, preset);
    LILV_FOREACH(nodes, iterator, presets) {
        const LilvNode *found = lilv_nodes_get(presets, iterator);
        if (lilv_node_is_uri(found))
            put_preset(reading, found);
    }
    lilv_nodes_free(presets);
    lilv_node_free(preset);
    lilv_node_free(type);
    fflush(reading->out);
}

static void put_binary(const reading *reading, const LilvPlugin *plugin) {
    const LilvNode *library = lilv_plugin_get_library_uri(plugin);
    if (!library) {
        scan_put_text(reading->out, 'X', "it names no binary");
        return;
    }
    char *path = scan_path_inside(reading->bundle, lilv_node_as_uri(library));
    if (path)
        scan_put_text(reading->out, 'b', path);
    else {
        char reason[scan_text_size];
        snprintf(reason, sizeof reason, "its binary %.3000s is not inside the bundle",
                 lilv_node_as_uri(library));
        scan_put_text(reading->out, 'X', reason);
    }
    free(path);
}

static void put_plugin(const reading *reading, const LilvPlugin *plugin, const char *problem) {
    const LilvNode *uri = lilv_plugin_get_uri(plugin);
    scan_go_on();
    scan_put_text(reading->out, 'P', lilv_node_as_uri(uri));
    if (problem) {
        scan_put_text(reading->out, 'X', problem);
        return;
    }
    put_binary(reading, plugin);
    // This call also makes lilv read the plugin's own files.
    LilvNode *name = lilv_plugin_get_name(plugin);
    if (name)
        scan_put_text(reading->out, 'n', lilv_node_as_string(name));
    else
        scan_put_text(reading->out, 'X', "it has no name: its description is missing or not valid Turtle");
    lilv_node_free(name);
    LilvNode *author = lilv_plugin_get_author_name(plugin);
    if (author)
        scan_put_text(reading->out, 'a', lilv_node_as_string(author));
    lilv_node_free(author);
    for (size_t fact = 0; fact < plugin_fact_count; fact++)
        put_all(reading, uri, reading->plugin_predicates[fact], plugin_facts[fact].key);
    put_ports(reading, uri);
    put_properties(reading, uri, true);
    put_properties(reading, uri, false);
    fflush(reading->out);
}

static void prepare(reading *reading) {
    LilvWorld *world = reading->world;
    // A dynamic manifest is code.
    LilvNode *no = lilv_new_bool(world, false);
    lilv_world_set_option(world, LILV_OPTION_DYN_MANIFEST, no);
    lilv_node_free(no);
    for (size_t fact = 0; fact < plugin_fact_count; fact++)
        reading->plugin_predicates[fact] = lilv_new_uri(world, plugin_facts[fact].predicate);
    for (size_t fact = 0; fact < port_fact_count; fact++)
        reading->port_predicates[fact] = lilv_new_uri(world, port_facts[fact].predicate);
    for (size_t fact = 0; fact < property_fact_count; fact++)
        reading->property_predicates[fact] = lilv_new_uri(world, property_facts[fact].predicate);
    reading->port = lilv_new_uri(world, NS_LV2 "port");
    reading->index = lilv_new_uri(world, NS_LV2 "index");
    reading->symbol = lilv_new_uri(world, NS_LV2 "symbol");
    reading->name = lilv_new_uri(world, NS_LV2 "name");
    reading->scale_point = lilv_new_uri(world, NS_LV2 "scalePoint");
    reading->label = lilv_new_uri(world, NS_RDFS "label");
    reading->value = lilv_new_uri(world, NS_RDF "value");
    reading->unit = lilv_new_uri(world, NS_UNITS "unit");
    reading->unit_symbol = lilv_new_uri(world, NS_UNITS "symbol");
    reading->group = lilv_new_uri(world, NS_EXT "port-groups#group");
    reading->side_chain_of = lilv_new_uri(world, NS_EXT "port-groups#sideChainOf");
    reading->see_also = lilv_new_uri(world, NS_RDFS "seeAlso");
    reading->applies_to = lilv_new_uri(world, NS_LV2 "appliesTo");
    reading->bank = lilv_new_uri(world, NS_EXT "presets#bank");
    reading->writable = lilv_new_uri(world, NS_EXT "patch#writable");
    reading->readable = lilv_new_uri(world, NS_EXT "patch#readable");
}

static void finish(reading *reading) {
    for (size_t fact = 0; fact < plugin_fact_count; fact++)
        lilv_node_free(reading->plugin_predicates[fact]);
    for (size_t fact = 0; fact < port_fact_count; fact++)
        lilv_node_free(reading->port_predicates[fact]);
    for (size_t fact = 0; fact < property_fact_count; fact++)
        lilv_node_free(reading->property_predicates[fact]);
    LilvNode *const nodes[] = {reading->port,          reading->index, reading->symbol,      reading->name,
                               reading->label,         reading->value, reading->scale_point, reading->group,
                               reading->side_chain_of, reading->unit,  reading->unit_symbol,
                               reading->see_also,      reading->applies_to, reading->bank,
                               reading->writable,      reading->readable};
    for (size_t index = 0; index < sizeof nodes / sizeof nodes[0]; index++)
        lilv_node_free(nodes[index]);
    scan_files_free(&reading->files);
    lilv_world_free(reading->world);
}

static void put_plugins(reading *reading, bool promising) {
    char folder[scan_text_size];
    snprintf(folder, sizeof folder, "%s/", reading->bundle);
    LilvNode *uri = lilv_new_file_uri(reading->world, NULL, folder);
    lilv_world_load_bundle(reading->world, uri);
    lilv_node_free(uri);
    const LilvPlugins *plugins = lilv_world_get_all_plugins(reading->world);
    if (promising && lilv_plugins_size(plugins) == 0)
        scan_put_text(reading->out, 'F', "its manifest.ttl names a plugin, but is not valid Turtle");
    LILV_FOREACH(plugins, iterator, plugins) {
        const LilvPlugin *plugin = lilv_plugins_get(plugins, iterator);
        put_plugin(reading, plugin, scan_files_problem(&reading->files, plugin));
    }
    // Now that lilv has read the plugins' files, where some presets are.
    put_presets(reading);
}

// A world for each bundle: one bundle's data cannot change what another's says, and memory is given back.
void scan_bundle(FILE *out, const char *bundle) {
    char manifest[scan_text_size];
    snprintf(manifest, sizeof manifest, "%.4000s/manifest.ttl", bundle);
    scan_verdict verdict;
    scan_check_file(out, manifest, &verdict);
    if (!verdict.fit) {
        scan_put_text(out, 'F', verdict.reason);
        return;
    }
    if (verdict.dynamic)
        scan_put_text(out, 'F',
                      "the plugins of its dynamic manifest are listed by running code; they are not read");
    reading reading = {.out = out, .bundle = bundle, .world = lilv_world_new(), .files = {out, bundle, NULL}};
    if (!reading.world) {
        scan_put_text(out, 'F', "lilv could not start");
        return;
    }
    prepare(&reading);
    // lilv counts the manifest among every plugin's files.
    scan_files_add(&reading.files, manifest, &verdict);
    put_plugins(&reading, verdict.promising);
    finish(&reading);
}
