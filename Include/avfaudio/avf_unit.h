// Units: effects, generators and instruments, native ones and LV2 plugins, behind one set of functions.
#ifndef AVF_UNIT_H
#define AVF_UNIT_H

#include "avf_node.h"

AVF_BEGIN

/// What a unit does in a graph.
typedef int32_t avf_unit_kind;

enum {
    /// In a search: every kind.
    AVF_UNIT_KIND_ANY = 0,
    AVF_UNIT_KIND_EFFECT = 1,
    AVF_UNIT_KIND_MUSIC_EFFECT = 2,
    AVF_UNIT_KIND_INSTRUMENT = 3,
    AVF_UNIT_KIND_GENERATOR = 4,
    AVF_UNIT_KIND_MIDI_PROCESSOR = 5,
    AVF_UNIT_KIND_MIXER = 6,
    AVF_UNIT_KIND_OTHER = 7,
    /// Makes frames at another pace than it takes them.
    AVF_UNIT_KIND_TIME_EFFECT = 8
};

/// A unit. May grow at its end: functions that fill it are told its size.
typedef struct avf_unit_info {
    /// A symbol such as "equalizer" for a native unit, the URI for a plugin.
    const char *AVF_NULLABLE identifier;
    /// What a person reads.
    const char *AVF_NULLABLE name;
    /// Who made it.
    const char *AVF_NULLABLE manufacturer;
    /// What it does in a graph.
    avf_unit_kind kind;
    /// Its identity as three four-character codes.
    uint32_t component_type;
    uint32_t component_subtype;
    uint32_t component_manufacturer;
    /// Buses with audio.
    uint32_t input_bus_count;
    uint32_t output_bus_count;
    /// Channels of the first bus; 0 for any number, or without a bus.
    uint32_t input_channel_count;
    uint32_t output_channel_count;
    /// Whether it takes MIDI.
    bool accepts_midi;
    /// Whether it is an LV2 plugin.
    bool is_plugin;
    /// Whether it makes MIDI.
    bool makes_midi;
} avf_unit_info;

/// What a parameter's number measures.
typedef int32_t avf_parameter_unit;

enum {
    AVF_PARAMETER_UNIT_GENERIC = 0,
    AVF_PARAMETER_UNIT_INDEX = 1,
    AVF_PARAMETER_UNIT_BOOLEAN = 2,
    AVF_PARAMETER_UNIT_PERCENT = 3,
    AVF_PARAMETER_UNIT_SECONDS = 4,
    AVF_PARAMETER_UNIT_MILLISECONDS = 5,
    AVF_PARAMETER_UNIT_SAMPLES = 6,
    AVF_PARAMETER_UNIT_HERTZ = 7,
    AVF_PARAMETER_UNIT_DECIBELS = 8,
    AVF_PARAMETER_UNIT_LINEAR_GAIN = 9,
    AVF_PARAMETER_UNIT_OCTAVES = 10,
    AVF_PARAMETER_UNIT_CENTS = 11,
    AVF_PARAMETER_UNIT_SEMITONES = 12,
    AVF_PARAMETER_UNIT_DEGREES = 13,
    AVF_PARAMETER_UNIT_PAN = 14,
    AVF_PARAMETER_UNIT_RATIO = 15,
    AVF_PARAMETER_UNIT_BEATS_PER_MINUTE = 16,
    AVF_PARAMETER_UNIT_MIDI_NOTE = 17,
    AVF_PARAMETER_UNIT_METERS = 18,
    AVF_PARAMETER_UNIT_BEATS = 19
};

/// A parameter of a unit. May grow at its end: the function that fills it is told its size.
typedef struct avf_parameter_info {
    /// What avf_unit_set_parameter() takes.
    uint64_t address;
    /// An identifier, such as "gain".
    const char *AVF_NULLABLE symbol;
    /// What a person reads.
    const char *AVF_NULLABLE name;
    /// One sentence; may be empty.
    const char *AVF_NULLABLE summary;
    /// Smallest value, largest value, and value of a new unit.
    float minimum;
    float maximum;
    float default_value;
    /// What the number measures.
    avf_parameter_unit unit;
    /// Values that have names: avf_unit_get_named_value().
    uint32_t named_value_count;
    /// Only whole numbers have a meaning.
    bool is_integer;
    /// A slider should move through it logarithmically.
    bool is_logarithmic;
    /// The unit writes it: a meter.
    bool is_read_only;
} avf_parameter_info;

/// What the values of a property are.
typedef int32_t avf_property_type;

enum {
    AVF_PROPERTY_BOOL = 1,
    AVF_PROPERTY_INT = 2,
    AVF_PROPERTY_DOUBLE = 3,
    AVF_PROPERTY_STRING = 4,
    /// A file or a folder.
    AVF_PROPERTY_PATH = 5
};

/// A parameter of an LV2 plugin that is no port. May grow at its end: the function that fills it is told its
/// size.
typedef struct avf_property_info {
    /// Its URI.
    const char *AVF_NULLABLE identifier;
    /// A short name: the bundle's, or the URI's last word.
    const char *AVF_NULLABLE symbol;
    /// What a person reads.
    const char *AVF_NULLABLE name;
    /// One sentence; may be empty.
    const char *AVF_NULLABLE summary;
    /// What its values are.
    avf_property_type type;
    /// Whether it can be set.
    bool is_writable;
    /// Smallest and largest number; infinite for none.
    double minimum;
    double maximum;
} avf_property_info;

// Search

/// Units that were found. Opaque, counted.
typedef struct avf_unit_list avf_unit_list;

/// Find units, native ones first, plugins by URI. [control]
///
/// The first search reads the LV2 bundles on LV2_PATH, in a child process, and remembers them in
/// $XDG_CACHE_HOME/avfaudio.
/// @param text  What identifier, name or manufacturer must contain, letters in any case; NULL for
///     everything.
/// @param kind  AVF_UNIT_KIND_ANY or one kind.
/// @param list  The new list; you own it: avf_unit_list_release().
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_unit_list_create(const char *AVF_NULLABLE text, avf_unit_kind kind,
                                        avf_unit_list **list);

/// Ask for one more avf_unit_list_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_unit_list_retain(avf_unit_list *list);

/// Give a reference up; NULL is allowed. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_unit_list_release(avf_unit_list *AVF_NULLABLE list);

/// Read how many units were found. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_unit_list_get_count(avf_unit_list *list, uint32_t *count);

/// Read what one unit is. [control]
///
/// @param info_size  sizeof *info: no more than that is written.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT behind the end.
AVF_API avf_status avf_unit_list_get_info(avf_unit_list *list, uint32_t index, size_t info_size,
                                          avf_unit_info *info);

/// Look for plugins again: reads the bundles that have changed since. [control]
///
/// Lists that exist stay as they are.
/// @return AVF_OK.
AVF_API avf_status avf_unit_list_refresh(void);

// Making

/// Make the unit with that symbol (native) or URI (LV2). [control]
///
/// @param unit  The new node; you own it: avf_node_release().
/// @return AVF_OK, AVF_ERROR_NO_SUCH_UNIT, AVF_ERROR_BROKEN_UNIT or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_unit_create(const char *identifier, avf_unit **unit);

/// Where a plugin's code runs.
typedef int32_t avf_placement;

enum {
    /// In this process if it has passed `avf validate`, and in one of its own otherwise; without the program
    /// avf-plugin-host, in this one.
    AVF_PLACEMENT_AUTOMATIC = 0,
    /// In this process.
    AVF_PLACEMENT_IN_PROCESS = 1,
    /// In a process of its own: whatever it does there, this one goes on. The unit passes its input through
    /// then, or is silent if it has none, and AVF_EVENT_PLUGIN_LOST says why.
    AVF_PLACEMENT_OUT_OF_PROCESS = 2
};

/// As a memory limit: none.
#define AVF_NO_MEMORY_LIMIT UINT64_MAX

/// Where a plugin runs, and what it may do out of process. Zeroes mean the defaults. May grow at its end:
/// functions that read it are told its size.
typedef struct avf_unit_options {
    /// Where it runs.
    avf_placement placement;
    /// How often within a minute a lost plugin is started again, with its parameters; by default never.
    uint32_t restarts_per_minute;
    /// Bytes of address space that it may use; by default 4 GiB, AVF_NO_MEMORY_LIMIT for no limit.
    uint64_t memory_limit;
    /// Seconds that each of its instances may take to start (a mono plugin has one for each channel), that it
    /// may take to answer, and its worker for one job before that is told; by default 10.
    double start_timeout_seconds;
    /// Seconds that it may be late in live rendering before its process is ended; by default 1.
    double hang_timeout_seconds;
    /// Seconds that an offline render waits for one block; by default 10.
    double offline_timeout_seconds;
    /// Keeps the process to itself. By default plugins that follow one another in a graph share one, which
    /// makes the chain faster; if one of them crashes, the others go on in a new process with the state that
    /// was last saved or restored.
    bool dedicated_process;
} avf_unit_options;

/// Make the unit with that symbol (native) or URI (LV2), and say where a plugin's code runs. [control]
///
/// @param options  NULL for the defaults; native units ignore them.
/// @param options_size  sizeof *options: no more than that is read.
/// @param unit  The new node; you own it: avf_node_release().
/// @return AVF_OK, AVF_ERROR_NO_SUCH_UNIT, AVF_ERROR_BROKEN_UNIT, AVF_ERROR_BAD_ARGUMENT or
///     AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_unit_create_with_options(const char *identifier,
                                                const avf_unit_options *AVF_NULLABLE options,
                                                size_t options_size, avf_unit **unit);

/// Say where plugins run that are made without options, or with AVF_PLACEMENT_AUTOMATIC. [control]
///
/// @param options  NULL returns to the default.
/// @param options_size  sizeof *options: no more than that is read.
/// @return AVF_OK or AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_unit_set_default_options(const avf_unit_options *AVF_NULLABLE options,
                                                size_t options_size);

/// Say which program runs plugins in processes of their own. [control]
///
/// Without that it is what $AVF_PLUGIN_HOST names, or avf-plugin-host beside the program, beside the library
/// or in libexec/avfaudio.
/// @param path  NULL returns to the default.
/// @return AVF_OK or AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_unit_set_host_program(const char *AVF_NULLABLE path);

/// Read whether the unit's code runs in this process. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_unit_get_in_process(avf_unit *unit, bool *is_in_process);

/// Make a native unit whose parameters repeat, such as an equaliser, with that many sections. [control]
///
/// @param section_count  1...1024.
/// @param unit  The new node; you own it: avf_node_release().
/// @return AVF_OK, AVF_ERROR_NO_SUCH_UNIT (plugins have no sections), AVF_ERROR_BAD_ARGUMENT or
///     AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_unit_create_with_sections(const char *symbol, uint32_t section_count, avf_unit **unit);

/// Make the first unit that fits a component description; zeroes fit anything. [control]
///
/// @param type  A four-character code such as 'aufx', first character in the highest byte.
/// @param unit  The new node; you own it: avf_node_release().
/// @return AVF_OK, AVF_ERROR_NO_SUCH_UNIT, AVF_ERROR_BROKEN_UNIT or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_unit_create_for_component(uint32_t type, uint32_t subtype, uint32_t manufacturer,
                                                 avf_unit **unit);

/// Start the unit now, so that what is wrong with it is known before it is connected. [control]
///
/// @return AVF_OK, AVF_ERROR_BROKEN_UNIT, AVF_ERROR_BAD_FORMAT, or AVF_ERROR_BAD_ARGUMENT for a frame
///     count outside 1...1048576.
AVF_API avf_status avf_unit_prepare(avf_unit *unit, const avf_format *format, uint32_t maximum_frame_count);

/// Read what the unit is. [control]
///
/// @param info_size  sizeof *info: no more than that is written.
/// @return AVF_OK.
AVF_API avf_status avf_unit_get_info(avf_unit *unit, size_t info_size, avf_unit_info *info);

// Parameters

/// Read how many parameters the unit has. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_unit_get_parameter_count(avf_unit *unit, uint32_t *count);

/// Read what a parameter is; `index` counts from 0 and is not its address. [control]
///
/// @param info_size  sizeof *info: no more than that is written.
/// @return AVF_OK or AVF_ERROR_NO_SUCH_PARAMETER.
AVF_API avf_status avf_unit_get_parameter_info(avf_unit *unit, uint32_t index, size_t info_size,
                                               avf_parameter_info *info);

/// Read the address of the parameter with that symbol. [control]
///
/// @return AVF_OK or AVF_ERROR_NO_SUCH_PARAMETER.
AVF_API avf_status avf_unit_find_parameter(avf_unit *unit, const char *symbol, uint64_t *address);

/// Read a value of a parameter that has a name. [control]
///
/// @param index  0...named_value_count - 1.
/// @return AVF_OK or AVF_ERROR_NO_SUCH_PARAMETER.
AVF_API avf_status avf_unit_get_named_value(avf_unit *unit, uint64_t address, uint32_t index, float *value,
                                            const char **name);

/// Set a parameter's target, clamped to its range. Heard with the next block. [any]
///
/// @param address  From a parameter's info, or a constant of avf_units_generated.h.
/// @return AVF_OK, AVF_ERROR_NO_SUCH_PARAMETER, or AVF_ERROR_BAD_ARGUMENT for NaN or a meter.
AVF_API avf_status avf_unit_set_parameter(avf_unit *unit, uint64_t address, float value);

/// Read a parameter's current target, or a meter's newest value. [any]
///
/// @return AVF_OK or AVF_ERROR_NO_SUCH_PARAMETER.
AVF_API avf_status avf_unit_get_parameter(avf_unit *unit, uint64_t address, float *value);

/// Set a parameter's target at a sample of the node's timeline, at once or as a ramp from there. [any]
///
/// Integers and switches step where a ramp is asked for. Before the unit is part of a graph, and for a unit
/// that has no timeline, the target is set.
/// @param sample_time  In frames; INT64_MIN for the next block.
/// @param ramp_frame_count  Frames until the value is reached; 0 for a step.
/// @return AVF_OK, AVF_ERROR_NO_SUCH_PARAMETER, AVF_ERROR_BAD_ARGUMENT for NaN or a meter, or
///     AVF_ERROR_TOO_MANY when 1024 changes wait.
AVF_API avf_status avf_unit_schedule_parameter(avf_unit *unit, uint64_t address, float value,
                                               int64_t sample_time, uint32_t ramp_frame_count);

// Properties: an LV2 plugin's parameters that are no ports

/// Read how many properties the unit has; a native unit has none. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_unit_get_property_count(avf_unit *unit, uint32_t *count);

/// Describe a property. [control]
///
/// @param info_size  sizeof *info: no more than that is written.
/// @return AVF_OK or AVF_ERROR_NO_SUCH_PARAMETER.
AVF_API avf_status avf_unit_get_property_info(avf_unit *unit, uint32_t index, size_t info_size,
                                              avf_property_info *info);

/// Set a property that is a number, or a switch with 0 and 1. [control]
///
/// The plugin gets it with its next block, or at once if it has made none: what it loads for it is there when
/// the first block begins. A plugin that was not started yet is started.
/// @param property  Its URI or symbol.
/// @return AVF_OK, AVF_ERROR_NO_SUCH_PARAMETER, AVF_ERROR_BAD_ARGUMENT for a value that it cannot have,
///     AVF_ERROR_BROKEN_UNIT if the plugin does not start, or AVF_ERROR_NOT_SUPPORTED for a native unit.
AVF_API avf_status avf_unit_set_property_number(avf_unit *unit, const char *property, double value);

/// Set a property that is a text or a path. [control]
///
/// @param property  Its URI or symbol.
/// @param value  At most 4096 bytes; a relative path begins in the program's folder.
/// @return As avf_unit_set_property_number().
AVF_API avf_status avf_unit_set_property_text(avf_unit *unit, const char *property, const char *value);

/// Read a property that is a number or a switch: what was set, or what the plugin has told since. [control]
///
/// A plugin that makes blocks is asked each time, and answers with its next block.
/// @return AVF_OK, AVF_ERROR_NO_SUCH_PARAMETER, AVF_ERROR_BROKEN_UNIT, or AVF_ERROR_NOT_SUPPORTED for a
///     native unit and where no number is known.
AVF_API avf_status avf_unit_get_property_number(avf_unit *unit, const char *property, double *value);

/// Read any property as text; "" where nothing is known. [control]
///
/// @return AVF_OK, AVF_ERROR_NO_SUCH_PARAMETER, AVF_ERROR_BROKEN_UNIT, or AVF_ERROR_NOT_SUPPORTED for a
///     native unit.
AVF_API avf_status avf_unit_get_property_text(avf_unit *unit, const char *property, const char **value);

// State and presets

/// Write everything that makes the unit sound as it does, files included, as bytes that any machine can read.
/// [control]
///
/// @param buffer  Receives the bytes if they fit; NULL to ask for their number only.
/// @param capacity  Bytes that fit into `buffer`.
/// @param size  The number of bytes. When it is above `capacity`, nothing was written.
/// @return AVF_OK, or AVF_ERROR_BROKEN_UNIT if a plugin does not start or cannot save.
AVF_API avf_status avf_unit_save_state(avf_unit *unit, void *AVF_NULLABLE buffer, size_t capacity,
                                       size_t *size);

/// Make the unit sound as it did when the bytes were saved. [control]
///
/// What is wrong with the bytes is found before anything changes.
/// @return AVF_OK, AVF_ERROR_BAD_STATE, AVF_ERROR_BROKEN_UNIT, or AVF_ERROR_FILE_NOT_FOUND for a file that the
///     state names and that cannot be read: everything else has been restored then.
AVF_API avf_status avf_unit_restore_state(avf_unit *unit, const void *bytes, size_t size);

/// Read the bank of a factory preset; "" without one. [control]
///
/// @return AVF_OK or AVF_ERROR_NO_SUCH_PARAMETER.
AVF_API avf_status avf_unit_get_preset_bank(avf_unit *unit, uint32_t index, const char **bank);

/// Load an LV2 preset: a Turtle file, or the folder of a preset bundle. [control]
///
/// @param preset_uri  Which of several; NULL for the first.
/// @return AVF_OK, AVF_ERROR_FILE_NOT_FOUND for a file without that preset, AVF_ERROR_BAD_STATE for another
///     plugin's preset, AVF_ERROR_BROKEN_UNIT, or AVF_ERROR_NOT_SUPPORTED for a native unit.
AVF_API avf_status avf_unit_load_preset_file(avf_unit *unit, const char *path,
                                             const char *AVF_NULLABLE preset_uri);

/// Save what an LV2 plugin is now as a preset bundle, which every LV2 host finds below ~/.lv2. [control]
///
/// @param folder  The bundle's folder; made if it is not there.
/// @return AVF_OK, AVF_ERROR_FILE_WRITE, AVF_ERROR_BROKEN_UNIT, or AVF_ERROR_NOT_SUPPORTED for a native unit.
AVF_API avf_status avf_unit_write_preset_bundle(avf_unit *unit, const char *folder, const char *name);

/// Give a unit the sound of a file, such as AVF_UNIT_CONVOLUTION its impulse response. [control]
///
/// The file is read as a whole, now; while the unit runs, the change fades in. One channel serves all; else
/// there must be one for each channel, or one from each channel to each, input by input.
/// @param path  NULL takes the sound away.
/// @return AVF_OK, AVF_ERROR_NOT_SUPPORTED for a unit that works with no file, AVF_ERROR_BAD_FORMAT for a
///     file that is empty, too long or has channels that do not fit, or as avf_file_open().
AVF_API avf_status avf_unit_load_sound(avf_unit *unit, const char *AVF_NULLABLE path);

/// Give AVF_UNIT_WAVETABLE its cycles as samples, cycle after cycle; a state does not hold them. [control]
///
/// While the unit runs, the change fades in. avf_unit_load_sound() does the same with a file, and with NULL
/// gives back sine, triangle, square and sawtooth.
/// @param cycle_length  Samples of each cycle: up to 4096, or a multiple of 2048 for several.
/// @param cycle_count  How many there are; up to 256 in all.
/// @return AVF_OK, AVF_ERROR_NOT_SUPPORTED for another unit, or AVF_ERROR_BAD_FORMAT for cycles that it
///   cannot play.
AVF_API avf_status avf_unit_set_cycles(avf_unit *unit, const float *samples, uint32_t cycle_length,
                                       uint32_t cycle_count);

/// Read which file's sound the unit works with; "" for none. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_unit_get_sound_path(avf_unit *unit, const char **path);

// MIDI

/// Send a MIDI message of any length. [any]
///
/// A plugin that was not started yet is started; do that with avf_unit_prepare() before a thread that must
/// not wait calls this.
/// @param sample_time  In frames of the node's timeline; INT64_MIN for the next block.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT for no bytes or more than 8192, AVF_ERROR_TOO_MANY when too many
///     wait, AVF_ERROR_NOT_SUPPORTED for a unit that takes no MIDI, or AVF_ERROR_BROKEN_UNIT.
AVF_API avf_status avf_unit_send_midi(avf_unit *unit, const uint8_t *bytes, size_t size,
                                      int64_t sample_time);

/// Takes a MIDI message that a unit has made; `bytes` is valid inside the callback only.
typedef void (*avf_midi_callback)(const uint8_t *bytes, size_t size, int64_t sample_time,
                                  void *AVF_NULLABLE userdata);

/// Have the MIDI messages that the unit makes, on a thread of the engine's. [control]
///
/// @param callback  NULL to end that.
/// @param destroy  Called with `userdata` when it is not used any more; NULL for none.
/// @return AVF_OK.
AVF_API avf_status avf_unit_set_midi_callback(avf_unit *unit, avf_midi_callback AVF_NULLABLE callback,
                                              void *AVF_NULLABLE userdata, avf_destroy AVF_NULLABLE destroy);

/// Send messages in the words of the Universal MIDI Packet, such as those of MIDI 2.0. [any]
///
/// A unit that takes MIDI 1.0, as LV2 plugins do, gets the nearest messages that there are; what MIDI 1.0 has
/// no message for is left out, as are undefined messages and a System Exclusive message without its end.
/// @param word_count  1...2048.
/// @param sample_time  As in avf_unit_send_midi().
/// @return As avf_unit_send_midi(); after AVF_ERROR_TOO_MANY a part of the messages may have been taken.
AVF_API avf_status avf_unit_send_ump(avf_unit *unit, const uint32_t *words, size_t word_count,
                                     int64_t sample_time);

/// Takes a message that a unit has made, in one to four words; a System Exclusive message comes in several.
/// `words` is valid inside the callback only.
typedef void (*avf_ump_callback)(const uint32_t *words, size_t word_count, int64_t sample_time,
                                 void *AVF_NULLABLE userdata);

/// Have the messages that the unit makes as words, on a thread of the engine's. [control]
///
/// It takes the place of the callback of avf_unit_set_midi_callback(), and the other way round.
/// @param callback  NULL to end that.
/// @param destroy  Called with `userdata` when it is not used any more; NULL for none.
/// @return AVF_OK.
AVF_API avf_status avf_unit_set_ump_callback(avf_unit *unit, avf_ump_callback AVF_NULLABLE callback,
                                             void *AVF_NULLABLE userdata, avf_destroy AVF_NULLABLE destroy);

/// Read how many factory presets the unit has: a native unit's own, or those that LV2 bundles list. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_unit_get_preset_count(avf_unit *unit, uint32_t *count);

/// Read the name of a factory preset. [control]
///
/// @return AVF_OK or AVF_ERROR_NO_SUCH_PARAMETER.
AVF_API avf_status avf_unit_get_preset_name(avf_unit *unit, uint32_t index, const char **name);

/// Make the unit sound as a factory preset says. [control]
///
/// A native unit's parameters that it does not name get their defaults; a plugin's stay as they are.
/// @return AVF_OK, AVF_ERROR_NO_SUCH_PARAMETER, AVF_ERROR_FILE_NOT_FOUND or AVF_ERROR_BROKEN_UNIT.
AVF_API avf_status avf_unit_load_preset(avf_unit *unit, uint32_t index);

// The rest

/// Pass the input through untouched, or end that. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_unit_set_bypassed(avf_unit *unit, bool is_bypassed);

/// Read whether the input passes through untouched. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_unit_get_bypassed(avf_unit *unit, bool *is_bypassed);

/// Read by how many seconds the output lags behind the input; 0 before the unit was prepared or heard.
/// [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_unit_get_latency(avf_unit *unit, double *latency_seconds);

/// Read for how many seconds the output sounds on after the input has ended, until it is 120 dB lower, with
/// the present parameters. [control]
///
/// Infinite where feedback never dies away; 0 for LV2 plugins, because none can say it.
/// @return AVF_OK.
AVF_API avf_status avf_unit_get_tail(avf_unit *unit, double *tail_seconds);

/// Read the time spent in the unit while the engine was profiling. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_unit_get_processing_time(avf_unit *unit, uint64_t *nanoseconds);

AVF_END

#endif
