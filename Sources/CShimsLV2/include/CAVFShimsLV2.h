// What LV2 needs and Swift cannot import or may not do: the scan after fork, variadic logging, URIDs.
#ifndef CAVF_SHIMS_LV2_H
#define CAVF_SHIMS_LV2_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)

// Discovery -------------------------------------------------------------------------------------------------

/// A child process that reads bundles, and the pipe its records come from.
typedef struct {
    pid_t process;
    int pipe;
} avf_shim_scanner;

/// Forks a child that reads `bundles` one by one and writes a record of each; the text format is described in
/// scan_record.c. The child has no descriptor but the pipe, little memory, and dies with its parent.
/// @param secondsPerBundle  The child ends itself when one bundle takes this much longer; a second guard
///                          behind the parent's own deadline.
/// @return 0, or errno.
int avf_shim_scan_start(const char *const *bundles, size_t count, unsigned secondsPerBundle,
                        avf_shim_scanner *scanner);

/// Kills the child if it is alive, closes the pipe and reaps the child.
/// @return The wait status, or -1 if the process was reaped elsewhere.
int avf_shim_scan_stop(avf_shim_scanner *scanner);

// Presets ---------------------------------------------------------------------------------------------------

/// Checks a Turtle file before any parser sees it: regular, readable, text, not too large or too deep.
/// @return 0, or -1 with the reason, without a full stop.
int avf_shim_check_turtle(const char *path, char *reason, size_t size);

/// Takes what a preset says; texts and bodies are valid during the call only.
typedef struct {
    void *context;
    void (*applies_to)(void *context, const char *uri);
    void (*label)(void *context, const char *text);
    void (*port)(void *context, const char *symbol, double value);
    void (*property)(void *context, const char *key, uint32_t type, const void *body, uint32_t size);
} avf_shim_preset_sink;

enum {
    /// The file is not valid Turtle.
    avf_shim_preset_unreadable = 1,
    /// The file holds no such preset.
    avf_shim_preset_missing = 2,
};

/// Reads a preset from a checked file.
/// @param uri  The preset, or NULL for the first one of the file.
/// @return 0, or one of the above.
int avf_shim_preset_read(const char *path, const char *uri, const avf_shim_preset_sink *sink);

/// The value of a port, as a number in text.
typedef struct {
    const char *symbol, *value;
} avf_shim_preset_port;

/// A stored value: an atom.
typedef struct {
    const char *key;
    uint32_t type, size;
    const void *body;
} avf_shim_preset_property;

/// A preset to be written; `bank` may be NULL.
typedef struct {
    const char *plugin, *label, *bank;
    const avf_shim_preset_port *ports;
    size_t port_count;
    const avf_shim_preset_property *properties;
    size_t property_count;
} avf_shim_preset_text;

/// Writes a preset as a Turtle file that describes itself.
/// @return 0 if it is whole.
int avf_shim_preset_write(const char *path, const avf_shim_preset_text *text);

// Hosting ---------------------------------------------------------------------------------------------------

/// The number of a URI, the same for the whole life of the process; 0 if there is no memory. Never waits for
/// a URI that is known. Its shape is that of LV2_URID_Map.map.
uint32_t avf_shim_urid_map(void *unused, const char *uri);

/// The URI of a number, or NULL. Never waits.
const char *avf_shim_urid_unmap(void *unused, uint32_t id);

/// `avf_shim_urid_map` in the shape of the old uri-map extension; every id fits in 16 bits.
uint32_t avf_shim_uri_to_id(void *unused, const char *map, const char *uri);

/// What one plugin instance says.
typedef struct avf_shim_log avf_shim_log;

/// An empty log, or NULL.
avf_shim_log *avf_shim_log_new(void);

/// Frees a log that no plugin can write to any more; NULL is allowed.
void avf_shim_log_free(avf_shim_log *log);

/// The LV2_Log_Log to hand to the plugin; it lives as long as the log.
void *avf_shim_log_feature(avf_shim_log *log);

/// Takes the oldest line, cut to the buffer and ended by 0. For one thread at a time.
/// @return The number of bytes, or 0 when there is no line.
size_t avf_shim_log_take(avf_shim_log *log, char *buffer, size_t size);

// Shapes of extensions whose own headers are deprecated or not packaged.

/// The old event extension's buffer, LV2_Event_Buffer.
typedef struct {
    uint8_t *data;
    uint16_t header_size, stamp_type;
    uint32_t event_count, capacity, size;
} avf_shim_event_buffer;

/// The old event extension's event header, LV2_Event; the data follow, the next event starts at a multiple
/// of 8.
typedef struct {
    uint32_t frames, subframes;
    uint16_t type, size;
} avf_shim_event;

/// The old event extension's feature, LV2_Event_Feature.
typedef struct {
    void *callback_data;
    uint32_t (*ref)(void *callback_data, avf_shim_event *event);
    uint32_t (*unref)(void *callback_data, avf_shim_event *event);
} avf_shim_event_feature;

/// The old URI map's feature, LV2_URI_Map_Feature.
typedef struct {
    void *callback_data;
    uint32_t (*uri_to_id)(void *callback_data, const char *map, const char *uri);
} avf_shim_uri_map;

/// The "programs" extension's feature, as KXStudio defined it: the plugin tells that its programs changed.
typedef struct {
    void *handle;
    void (*program_changed)(void *handle, int32_t index);
} avf_shim_programs_host;

#pragma GCC visibility pop

#endif
