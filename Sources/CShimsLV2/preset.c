// Presets as Turtle: read into plain values, and written so that every LV2 host finds and loads them.
// sratom is what lilv itself uses between Turtle and atoms, so both sides see the same values.
#include "CAVFShimsLV2.h"
#include "scan_internal.h"

#include <lv2/atom/forge.h>
#include <lv2/urid/urid.h>
#include <serd/serd.h>
#include <sord/sord.h>
#include <sratom/sratom.h>
#include <stdlib.h>
#include <string.h>

#define NS_LV2 "http://lv2plug.in/ns/lv2core#"
#define NS_PRESETS "http://lv2plug.in/ns/ext/presets#"
#define NS_STATE "http://lv2plug.in/ns/ext/state#"
#define NS_RDF "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#define NS_RDFS "http://www.w3.org/2000/01/rdf-schema#"

// Deeper and larger values than any plugin's: a circle of blank nodes has no end.
enum { deepest_value = 32, largest_value = 100000 };

int avf_shim_check_turtle(const char *path, char *reason, size_t size) {
    FILE *nowhere = fopen("/dev/null", "we");
    if (!nowhere) {
        snprintf(reason, size, "there are too many open files");
        return -1;
    }
    scan_verdict *verdict = malloc(sizeof *verdict);
    int result = -1;
    if (verdict) {
        scan_check_file(nowhere, path, verdict);
        result = verdict->fit ? 0 : -1;
        snprintf(reason, size, "%s", verdict->fit ? "" : verdict->reason);
        free(verdict);
    }
    fclose(nowhere);
    return result;
}

// Reading ---------------------------------------------------------------------------------------------------

typedef struct {
    SordWorld *world;
    SordModel *model;
    const avf_shim_preset_sink *sink;
    Sratom *sratom;
    LV2_URID_Map map;
} preset_reading;

static SerdStatus say_nothing(void *unused, const SerdError *error) {
    (void)unused;
    (void)error;
    return SERD_SUCCESS;
}

static bool load_file(preset_reading *reading, const char *path) {
    SerdNode base = serd_node_new_file_uri((const uint8_t *)path, NULL, NULL, true);
    SerdEnv *env = serd_env_new(&base);
    SerdReader *reader = sord_new_reader(reading->model, env, SERD_TURTLE, NULL);
    serd_reader_set_error_sink(reader, say_nothing, NULL);
    const SerdStatus status = serd_reader_read_file(reader, base.buf);
    serd_reader_free(reader);
    serd_env_free(env);
    serd_node_free(&base);
    return status == SERD_SUCCESS;
}

static SordNode *get(preset_reading *reading, const SordNode *subject, const char *predicate) {
    SordNode *node = sord_new_uri(reading->world, (const uint8_t *)predicate);
    SordNode *object = sord_get(reading->model, subject, node, NULL, NULL);
    sord_node_free(reading->world, node);
    return object;
}

static bool has_type(preset_reading *reading, const SordNode *subject) {
    SordNode *type = sord_new_uri(reading->world, (const uint8_t *)NS_RDF "type");
    SordNode *preset = sord_new_uri(reading->world, (const uint8_t *)NS_PRESETS "Preset");
    const bool found = sord_ask(reading->model, subject, type, preset, NULL);
    sord_node_free(reading->world, type);
    sord_node_free(reading->world, preset);
    return found;
}

// The preset with that URI, or without one the first of the file.
static SordNode *find_preset(preset_reading *reading, const char *uri) {
    if (uri)
        return sord_new_uri(reading->world, (const uint8_t *)uri);
    SordNode *type = sord_new_uri(reading->world, (const uint8_t *)NS_RDF "type");
    SordNode *preset = sord_new_uri(reading->world, (const uint8_t *)NS_PRESETS "Preset");
    SordNode *found = sord_get(reading->model, NULL, type, preset, NULL);
    sord_node_free(reading->world, type);
    sord_node_free(reading->world, preset);
    return found;
}

// Whether a value has an end: sratom follows blank nodes wherever they lead.
static bool is_finite_value(preset_reading *reading, const SordNode *node, int depth, int *count) {
    if (sord_node_get_type(node) != SORD_BLANK)
        return true;
    if (depth > deepest_value || ++*count > largest_value)
        return false;
    bool finite = true;
    const SordQuad pattern = {node, NULL, NULL, NULL};
    SordIter *iterator = sord_find(reading->model, pattern);
    for (; finite && !sord_iter_end(iterator); sord_iter_next(iterator)) {
        const SordNode *object = sord_iter_get_node(iterator, SORD_OBJECT);
        finite = is_finite_value(reading, object, depth + 1, count);
    }
    sord_iter_free(iterator);
    return finite;
}

static void give_property(preset_reading *reading, const SordNode *key, const SordNode *value) {
    int count = 0;
    if (sord_node_get_type(key) != SORD_URI || !is_finite_value(reading, value, 0, &count))
        return;
    SerdChunk chunk = {NULL, 0};
    LV2_Atom_Forge forge;
    lv2_atom_forge_init(&forge, &reading->map);
    lv2_atom_forge_set_sink(&forge, sratom_forge_sink, sratom_forge_deref, &chunk);
    sratom_read(reading->sratom, &forge, reading->world, reading->model, value);
    const LV2_Atom *atom = (const LV2_Atom *)chunk.buf;
    if (atom && chunk.len >= sizeof *atom && atom->size <= chunk.len - sizeof *atom)
        reading->sink->property(reading->sink->context, (const char *)sord_node_get_string(key), atom->type,
                                atom + 1, atom->size);
    free((void *)chunk.buf);
}

static void give_properties(preset_reading *reading, const SordNode *preset) {
    SordNode *state = get(reading, preset, NS_STATE "state");
    if (!state)
        return;
    const SordQuad pattern = {state, NULL, NULL, NULL};
    SordIter *iterator = sord_find(reading->model, pattern);
    for (; !sord_iter_end(iterator); sord_iter_next(iterator))
        give_property(reading, sord_iter_get_node(iterator, SORD_PREDICATE),
                      sord_iter_get_node(iterator, SORD_OBJECT));
    sord_iter_free(iterator);
    sord_node_free(reading->world, state);
}

// A port value; those without a symbol or a number are left out.
static void give_port(preset_reading *reading, const SordNode *port) {
    SordNode *symbol = get(reading, port, NS_LV2 "symbol");
    SordNode *value = get(reading, port, NS_PRESETS "value");
    if (!value)
        value = get(reading, port, NS_LV2 "default");
    if (symbol && value) {
        const char *text = (const char *)sord_node_get_string(value);
        char *end = NULL;
        const double number = serd_strtod(text, &end);
        if (end != text)
            reading->sink->port(reading->sink->context, (const char *)sord_node_get_string(symbol), number);
        else if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
            reading->sink->port(reading->sink->context, (const char *)sord_node_get_string(symbol),
                                text[0] == 't');
    }
    sord_node_free(reading->world, symbol);
    sord_node_free(reading->world, value);
}

static void give_ports(preset_reading *reading, const SordNode *preset) {
    SordNode *predicate = sord_new_uri(reading->world, (const uint8_t *)NS_LV2 "port");
    const SordQuad pattern = {preset, predicate, NULL, NULL};
    SordIter *iterator = sord_find(reading->model, pattern);
    for (; !sord_iter_end(iterator); sord_iter_next(iterator))
        give_port(reading, sord_iter_get_node(iterator, SORD_OBJECT));
    sord_iter_free(iterator);
    sord_node_free(reading->world, predicate);
}

static void give_texts(preset_reading *reading, const SordNode *preset, const char *name,
                       void (*take)(void *context, const char *text)) {
    SordNode *predicate = sord_new_uri(reading->world, (const uint8_t *)name);
    const SordQuad pattern = {preset, predicate, NULL, NULL};
    SordIter *iterator = sord_find(reading->model, pattern);
    for (; !sord_iter_end(iterator); sord_iter_next(iterator))
        take(reading->sink->context,
             (const char *)sord_node_get_string(sord_iter_get_node(iterator, SORD_OBJECT)));
    sord_iter_free(iterator);
    sord_node_free(reading->world, predicate);
}

int avf_shim_preset_read(const char *path, const char *uri, const avf_shim_preset_sink *sink) {
    preset_reading reading = {.world = sord_world_new(), .sink = sink, .map = {NULL, avf_shim_urid_map}};
    sord_world_set_error_sink(reading.world, say_nothing, NULL);
    reading.model = sord_new(reading.world, SORD_SPO | SORD_OPS, false);
    reading.sratom = sratom_new(&reading.map);
    int result = avf_shim_preset_unreadable;
    if (load_file(&reading, path)) {
        SordNode *preset = find_preset(&reading, uri);
        // Who names a preset has read in its manifest that it is one, and the file may not say so again.
        const bool found =
            preset && (uri ? sord_ask(reading.model, preset, NULL, NULL, NULL) : has_type(&reading, preset));
        result = found ? 0 : avf_shim_preset_missing;
        if (result == 0) {
            give_texts(&reading, preset, NS_LV2 "appliesTo", sink->applies_to);
            give_texts(&reading, preset, NS_RDFS "label", sink->label);
            give_ports(&reading, preset);
            give_properties(&reading, preset);
        }
        sord_node_free(reading.world, preset);
    }
    sratom_free(reading.sratom);
    sord_free(reading.model);
    sord_world_free(reading.world);
    return result;
}

// Writing ---------------------------------------------------------------------------------------------------

typedef struct {
    SerdWriter *writer;
    SerdNode subject;
} preset_writing;

static SerdNode uri_node(const char *uri) {
    return serd_node_from_string(SERD_URI, (const uint8_t *)uri);
}

static void write_to(preset_writing *writing, SerdStatementFlags flags, const SerdNode *subject,
                     const char *predicate, SerdNode object) {
    const SerdNode node = uri_node(predicate);
    serd_writer_write_statement(writing->writer, flags, NULL, subject, &node, &object, NULL, NULL);
}

static void write_port(preset_writing *writing, const avf_shim_preset_port *port) {
    const SerdNode blank = serd_node_from_string(SERD_BLANK, (const uint8_t *)"port");
    const SerdNode predicate = uri_node(NS_PRESETS "value");
    const SerdNode type = uri_node("http://www.w3.org/2001/XMLSchema#float");
    const SerdNode value = serd_node_from_string(SERD_LITERAL, (const uint8_t *)port->value);
    write_to(writing, SERD_ANON_O_BEGIN, &writing->subject, NS_LV2 "port", blank);
    write_to(writing, SERD_ANON_CONT, &blank, NS_LV2 "symbol",
             serd_node_from_string(SERD_LITERAL, (const uint8_t *)port->symbol));
    serd_writer_write_statement(writing->writer, SERD_ANON_CONT, NULL, &blank, &predicate, &value, &type,
                                NULL);
    serd_writer_end_anon(writing->writer, &blank);
}

static int write_properties(preset_writing *writing, const char *base, const avf_shim_preset_text *text) {
    LV2_URID_Map map = {NULL, avf_shim_urid_map};
    LV2_URID_Unmap unmap = {NULL, avf_shim_urid_unmap};
    Sratom *sratom = sratom_new(&map);
    sratom_set_sink(sratom, base, (SerdStatementSink)serd_writer_write_statement,
                    (SerdEndSink)serd_writer_end_anon, writing->writer);
    const SerdNode state = serd_node_from_string(SERD_BLANK, (const uint8_t *)"state");
    write_to(writing, SERD_ANON_O_BEGIN, &writing->subject, NS_STATE "state", state);
    int result = 0;
    for (size_t index = 0; result == 0 && index < text->property_count; index++) {
        const avf_shim_preset_property *property = &text->properties[index];
        const SerdNode key = uri_node(property->key);
        result = sratom_write(sratom, &unmap, SERD_ANON_CONT, &state, &key, property->type, property->size,
                              property->body);
    }
    serd_writer_end_anon(writing->writer, &state);
    sratom_free(sratom);
    return result;
}

static SerdEnv *new_environment(const SerdNode *base) {
    static const char *const prefixes[][2] = {
        {"atom", "http://lv2plug.in/ns/ext/atom#"},      {"lv2", NS_LV2},
        {"pset", NS_PRESETS},                            {"rdf", NS_RDF},
        {"rdfs", NS_RDFS},                               {"state", NS_STATE},
        {"xsd", "http://www.w3.org/2001/XMLSchema#"},
    };
    SerdEnv *env = serd_env_new(base);
    for (size_t index = 0; index < sizeof prefixes / sizeof prefixes[0]; index++)
        serd_env_set_prefix_from_strings(env, (const uint8_t *)prefixes[index][0],
                                         (const uint8_t *)prefixes[index][1]);
    return env;
}

static SerdStatus write_prefix(void *writer, const SerdNode *name, const SerdNode *uri) {
    return serd_writer_set_prefix(writer, name, uri);
}

int avf_shim_preset_write(const char *path, const avf_shim_preset_text *text) {
    FILE *file = fopen(path, "we");
    if (!file)
        return -1;
    SerdURI uri;
    SerdNode base = serd_node_new_file_uri((const uint8_t *)path, NULL, &uri, true);
    SerdEnv *env = new_environment(&base);
    const SerdStyle style = SERD_STYLE_ABBREVIATED | SERD_STYLE_RESOLVED | SERD_STYLE_CURIED;
    preset_writing writing = {serd_writer_new(SERD_TURTLE, style, env, &uri, serd_file_sink, file), base};
    serd_env_foreach(env, write_prefix, writing.writer);
    write_to(&writing, 0, &base, NS_RDF "type", uri_node(NS_PRESETS "Preset"));
    write_to(&writing, 0, &base, NS_LV2 "appliesTo", uri_node(text->plugin));
    write_to(&writing, 0, &base, NS_RDFS "label",
             serd_node_from_string(SERD_LITERAL, (const uint8_t *)text->label));
    if (text->bank)
        write_to(&writing, 0, &base, NS_PRESETS "bank", uri_node(text->bank));
    for (size_t index = 0; index < text->port_count; index++)
        write_port(&writing, &text->ports[index]);
    int result = 0;
    if (text->property_count > 0)
        result = write_properties(&writing, (const char *)base.buf, text);
    serd_writer_free(writing.writer);
    serd_env_free(env);
    serd_node_free(&base);
    return fclose(file) == 0 ? result : -1;
}
