// Nodes of a graph: players, mixers, units (see avf_unit.h) and an engine's output.
//
// A node is made without an engine and attached to one. An engine keeps its nodes: after
// avf_engine_attach() your reference may be released at once.
#ifndef AVF_NODE_H
#define AVF_NODE_H

#include "avf_engine.h"
#include "avf_file.h"

AVF_BEGIN

/// A node of any kind. Opaque, counted.
typedef struct avf_node avf_node;

/// A node of the kind that the name says. One C type, so that every node can be connected; functions for
/// one kind give AVF_ERROR_BAD_HANDLE for another.
typedef avf_node avf_player;
typedef avf_node avf_mixer;
typedef avf_node avf_unit;

/// What a node is.
typedef int32_t avf_node_kind;

enum {
    AVF_NODE_PLAYER = 1,
    AVF_NODE_MIXER = 2,
    AVF_NODE_OUTPUT = 3,
    AVF_NODE_UNIT = 4,
    AVF_NODE_SOURCE = 5,
    AVF_NODE_SINK = 6,
    AVF_NODE_INPUT = 7,
    AVF_NODE_MIDI_INPUT = 8,
    AVF_NODE_MIDI_OUTPUT = 9,
    AVF_NODE_ENVIRONMENT = 10
};

/// A mixer's lowest input bus that is free.
#define AVF_NEXT_BUS UINT32_MAX
/// Every bus.
#define AVF_ALL_BUSES UINT32_MAX
/// The node takes any number of inputs.
#define AVF_ANY_BUS_COUNT UINT32_MAX

/// Ask for one more avf_node_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_node_retain(avf_node *node);

/// Give a reference up; a node that is attached lives on in its engine. NULL is allowed. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_node_release(avf_node *AVF_NULLABLE node);

/// Read what the node is. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_node_get_kind(avf_node *node, avf_node_kind *kind);

/// Read the node's name in messages. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_node_get_name(avf_node *node, const char **name);

/// Read how many input buses the node has; AVF_ANY_BUS_COUNT for a mixer. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_node_get_input_bus_count(avf_node *node, uint32_t *bus_count);

/// Read how many output buses the node has. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_node_get_output_bus_count(avf_node *node, uint32_t *bus_count);

/// Read the format that arrives at an input bus. [control]
///
/// Nothing connected, it has as many channels as the unit's bus, or else the format of the output.
/// @return AVF_OK, AVF_ERROR_NO_SUCH_BUS or AVF_ERROR_NOT_ATTACHED.
AVF_API avf_status avf_node_get_input_format(avf_node *node, uint32_t bus, avf_format *format);

/// Read the format of an output bus. [control]
///
/// @return AVF_OK, AVF_ERROR_NO_SUCH_BUS or AVF_ERROR_NOT_ATTACHED.
AVF_API avf_status avf_node_get_output_format(avf_node *node, uint32_t bus, avf_format *format);

/// Give an output bus a format, as a connection with one does. [control]
///
/// @return AVF_OK, AVF_ERROR_NO_SUCH_BUS, AVF_ERROR_NOT_ATTACHED or AVF_ERROR_BAD_FORMAT.
AVF_API avf_status avf_node_set_output_format(avf_node *node, uint32_t bus, const avf_format *format);

// The graph

/// Read the engine's output node: what arrives there is heard, or rendered. [control]
///
/// @param node  You own the reference: avf_node_release().
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_engine_get_output_node(avf_engine *engine, avf_node **node);

/// Read the mixer that feeds the output; it is made and connected when it is first asked for. [control]
///
/// @param mixer  You own the reference: avf_node_release().
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_engine_get_main_mixer(avf_engine *engine, avf_mixer **mixer);

/// Take a node in; one that is in this engine already stays as it is. [control]
///
/// @return AVF_OK or AVF_ERROR_OTHER_ENGINE.
AVF_API avf_status avf_engine_attach(avf_engine *engine, avf_node *node);

/// Take a node out, with its connections and taps. [control]
///
/// While the engine runs, the neighbours of an effect that fit each other are joined, so that the sound goes
/// on.
///
/// @return AVF_OK, AVF_ERROR_NOT_ATTACHED, or AVF_ERROR_BAD_ARGUMENT for the output node.
AVF_API avf_status avf_engine_detach(avf_engine *engine, avf_node *node);

/// Join an output bus to an input bus; both lose the connections that they had. [control]
///
/// @param destination_bus  AVF_NEXT_BUS for a mixer's lowest one that is free; 0 for other nodes.
/// @param format  Given to the source's bus. NULL: the bus keeps what it has; an effect passes on what
///     arrives; a bus that never got a format has the engine's.
/// @return AVF_OK, AVF_ERROR_NOT_ATTACHED, AVF_ERROR_NO_SUCH_BUS, AVF_ERROR_CYCLE, AVF_ERROR_BAD_FORMAT or
///     AVF_ERROR_BROKEN_UNIT.
AVF_API avf_status avf_engine_connect(avf_engine *engine, avf_node *source, uint32_t source_bus,
                                      avf_node *destination, uint32_t destination_bus,
                                      const avf_format *AVF_NULLABLE format);

/// Break the connection into an input bus, or into all of them (AVF_ALL_BUSES). [control]
///
/// @return AVF_OK, AVF_ERROR_NOT_ATTACHED, AVF_ERROR_NO_SUCH_BUS or AVF_ERROR_NOT_CONNECTED.
AVF_API avf_status avf_engine_disconnect_input(avf_engine *engine, avf_node *node, uint32_t bus);

/// Break the connections out of an output bus, or out of all of them (AVF_ALL_BUSES). [control]
///
/// @return AVF_OK, AVF_ERROR_NOT_ATTACHED, AVF_ERROR_NO_SUCH_BUS or AVF_ERROR_NOT_CONNECTED.
AVF_API avf_status avf_engine_disconnect_output(avf_engine *engine, avf_node *node, uint32_t bus);

// Mixing

/// Set the gain of the mixer inputs that a player, mixer or generator feeds: linear, clamped to 0...1,
/// default 1. [control]
///
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for NaN.
AVF_API avf_status avf_node_set_volume(avf_node *node, float gain_linear);

/// Read that gain. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_node_get_volume(avf_node *node, float *gain_linear);

/// Set the place between left (-1) and right (1) in the mixer inputs that the node feeds, default 0.
/// [control]
///
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for NaN.
AVF_API avf_status avf_node_set_pan(avf_node *node, float pan);

/// Read that place. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_node_get_pan(avf_node *node, float *pan);

/// How a source is made to come from somewhere.
typedef int32_t avf_spatial_algorithm;

enum {
    AVF_SPATIAL_EQUAL_POWER_PANNING = 0,
    AVF_SPATIAL_SPHERICAL_HEAD = 1,
    AVF_SPATIAL_HRTF = 2,
    AVF_SPATIAL_SOUND_FIELD = 3,
    AVF_SPATIAL_STEREO_PASS_THROUGH = 5,
    AVF_SPATIAL_HRTF_HIGH_QUALITY = 6,
    AVF_SPATIAL_AUTO = 7
};

/// How the channels of a source are placed.
typedef int32_t avf_source_mode;

enum {
    AVF_SOURCE_SPATIALIZE_IF_MONO = 0,
    AVF_SOURCE_BYPASS = 1,
    AVF_SOURCE_POINT = 2,
    AVF_SOURCE_AMBIENCE_BED = 3
};

/// Where a source is in space, for an environment (avf_spatial.h). A mixer keeps it and does not hear it. May grow at
/// its end: functions are told its size. All zeroes but `rate` 1 are the defaults.
typedef struct avf_spatial_placement {
    /// Metres to the right, up, and towards the listener's back.
    float x, y, z;
    /// Speed of playback, 0.5...2, default 1: what feeds the connection plays faster and higher, or slower and lower.
    float rate;
    /// Share of the reverberation, 0 dry...1 wet.
    float reverb_blend;
    /// Attenuation of the direct path, -100...0 dB.
    float obstruction_db;
    /// Attenuation of the direct and the reverberated path, -100...0 dB.
    float occlusion_db;
    avf_spatial_algorithm algorithm;
    avf_source_mode source_mode;
    /// Whether a point source inside the listener's head keeps its channels; otherwise they are mixed to one.
    bool bypasses_in_head;
    /// How late the source is heard for its distance, in parts of what sound takes (343 m/s, at most 1 s), so that its
    /// pitch follows its movement: 0...4, default 0 for at once.
    float doppler_factor;
    /// How wide the source is on loudspeakers, 0...180 degrees.
    float spread_degrees;
    /// What the air takes of the direct path, 0...1 dB at 5 kHz for each metre.
    float air_db_per_metre;
    /// Who is heard where an environment may not render all: sources with more, -100...100.
    int32_t priority;
} avf_spatial_placement;

/// Set where the node is in space, for the mixer inputs that it feeds now and later. [control]
///
/// Values outside their ranges are clamped.
///
/// @param placement_size  sizeof *placement.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for NaN, an unknown algorithm or mode, or a size of 0.
AVF_API avf_status avf_node_set_placement(avf_node *node, const avf_spatial_placement *placement,
                                          size_t placement_size);

/// Read where the node is in space. [control]
///
/// @param placement_size  sizeof *placement: no more than that is written.
/// @return AVF_OK.
AVF_API avf_status avf_node_get_placement(avf_node *node, size_t placement_size, avf_spatial_placement *placement);

/// Make a mixer: any number of inputs of any format, one output. [control]
///
/// @param mixer  The new node; you own it: avf_node_release().
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_mixer_create(avf_mixer **mixer);

/// Set the gain of a mixer's sum: linear, clamped to 0...1, default 1. [control]
///
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for NaN.
AVF_API avf_status avf_mixer_set_output_volume(avf_mixer *mixer, float gain_linear);

/// Read the gain of a mixer's sum. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_mixer_get_output_volume(avf_mixer *mixer, float *gain_linear);

/// Set the gain of one input of a mixer or of an environment: linear, clamped to 0...1. [control]
///
/// A connection begins it with what its source says; see avf_node_set_volume().
///
/// @return AVF_OK, AVF_ERROR_NOT_CONNECTED if nothing was connected to the bus, or AVF_ERROR_BAD_ARGUMENT for NaN.
AVF_API avf_status avf_mixer_set_input_volume(avf_mixer *mixer, uint32_t bus, float gain_linear);

/// Read the gain of one input of a mixer. [control]
///
/// @return AVF_OK, or AVF_ERROR_NOT_CONNECTED.
AVF_API avf_status avf_mixer_get_input_volume(avf_mixer *mixer, uint32_t bus, float *gain_linear);

/// Set the place of one input of a mixer between left (-1) and right (1). [control]
///
/// @return As avf_mixer_set_input_volume().
AVF_API avf_status avf_mixer_set_input_pan(avf_mixer *mixer, uint32_t bus, float pan);

/// Read that place. [control]
///
/// @return AVF_OK, or AVF_ERROR_NOT_CONNECTED.
AVF_API avf_status avf_mixer_get_input_pan(avf_mixer *mixer, uint32_t bus, float *pan);

/// Set where the source of one input is in space; see avf_node_set_placement(). [control]
///
/// @return As there, or AVF_ERROR_NOT_CONNECTED.
AVF_API avf_status avf_mixer_set_input_placement(avf_mixer *mixer, uint32_t bus,
                                                 const avf_spatial_placement *placement, size_t placement_size);

/// Read where the source of one input is in space. [control]
///
/// @return AVF_OK, or AVF_ERROR_NOT_CONNECTED.
AVF_API avf_status avf_mixer_get_input_placement(avf_mixer *mixer, uint32_t bus, size_t placement_size,
                                                 avf_spatial_placement *placement);

// Taps

/// A piece of what a bus carries. Valid inside the callback only.
typedef struct avf_tap_block {
    /// One pointer for each channel.
    const float *const *channels;
    /// Number of channels.
    uint32_t channel_count;
    /// Frames of this piece.
    uint32_t frame_count;
    /// Sample time of the first frame, at the node's rate.
    int64_t sample_time;
    /// Nanoseconds of CLOCK_MONOTONIC when the first frame is heard; 0 in manual rendering.
    uint64_t host_time_ns;
    /// Frames in each second.
    double sample_rate_hz;
} avf_tap_block;

/// Takes a piece of what a bus carries.
typedef void (*avf_tap_callback)(const avf_tap_block *block, void *AVF_NULLABLE userdata);

/// Get a copy of what an output bus carries, in pieces of `frame_count` frames. [control]
///
/// Offline nothing is dropped: rendering waits for a slow callback.
/// @param frame_count  1...1048576.
/// @return AVF_OK, AVF_ERROR_NOT_ATTACHED, AVF_ERROR_NO_SUCH_BUS, AVF_ERROR_EXISTS or
///     AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_node_install_tap(avf_node *node, uint32_t bus, uint32_t frame_count,
                                        avf_tap_callback callback, void *AVF_NULLABLE userdata,
                                        avf_destroy AVF_NULLABLE destroy);

/// End a tap; nothing happens where there is none. [control]
///
/// @return AVF_OK or AVF_ERROR_NOT_ATTACHED.
AVF_API avf_status avf_node_remove_tap(avf_node *node, uint32_t bus);

// Players

/// When a player's completion callback runs.
typedef int32_t avf_completion_kind;

enum {
    /// The last frame was heard; in manual rendering, has left the player.
    AVF_COMPLETION_PLAYED_BACK = 0,
    /// The last frame has left the player.
    AVF_COMPLETION_RENDERED = 1,
    /// The player has taken the last frame.
    AVF_COMPLETION_CONSUMED = 2
};

/// Runs when something scheduled has been played, or was dropped by a stop.
typedef void (*avf_completion_callback)(avf_completion_kind kind, void *AVF_NULLABLE userdata);

enum {
    /// Play the buffer again and again.
    AVF_SCHEDULE_LOOPS = 1u << 0,
    /// Cut what is playing.
    AVF_SCHEDULE_INTERRUPTS = 1u << 1,
    /// Cut a looping buffer at its end.
    AVF_SCHEDULE_INTERRUPTS_AT_LOOP = 1u << 2
};

/// After what was scheduled before.
#define AVF_AFTER_PREVIOUS INT64_MIN

/// How something is played. Begin with AVF_SCHEDULE_DEFAULTS. May grow at its end.
typedef struct avf_schedule {
    /// sizeof(avf_schedule).
    uint32_t struct_size;
    /// AVF_SCHEDULE_...; buffers only.
    uint32_t flags;
    /// Player time of the first frame, in frames of the player's rate, or AVF_AFTER_PREVIOUS.
    int64_t start;
    /// Runs once when it was played, or was dropped; may be NULL.
    avf_completion_callback AVF_NULLABLE completion;
    /// Given to `completion` and `destroy`.
    void *AVF_NULLABLE userdata;
    /// See avf_base.h; may be NULL.
    avf_destroy AVF_NULLABLE destroy;
    /// When `completion` runs.
    avf_completion_kind completion_kind;
} avf_schedule;

/// After what was scheduled before, once, without a completion callback.
#define AVF_SCHEDULE_DEFAULTS                                                                                \
    { sizeof(avf_schedule), 0, AVF_AFTER_PREVIOUS, NULL, NULL, NULL, AVF_COMPLETION_PLAYED_BACK }

/// Make a player: no inputs, one output. [control]
///
/// @param player  The new node; you own it: avf_node_release().
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_player_create(avf_player **player);

/// Play the frames of a buffer; the player keeps the buffer until then. [control]
///
/// @param schedule  How; NULL for AVF_SCHEDULE_DEFAULTS.
/// @return AVF_OK, AVF_ERROR_BAD_FORMAT if the buffer's channel count is not the player's, or
///     AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_player_schedule_buffer(avf_player *player, avf_buffer *buffer,
                                              const avf_schedule *AVF_NULLABLE schedule);

/// Play a file, converted to the player's rate and channels. [control]
///
/// @param schedule  How; NULL for AVF_SCHEDULE_DEFAULTS.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT, or an error of avf_reader_open().
AVF_API avf_status avf_player_schedule_file(avf_player *player, const char *path,
                                            const avf_schedule *AVF_NULLABLE schedule);

/// Play a part of what a reader reads, converted to the player's rate and channels. [control]
///
/// It is opened once more: the reader stays where it is, and can be released.
/// @param frame_count  At the file's rate; cut at its end; UINT64_MAX for all.
/// @param schedule  How; NULL for AVF_SCHEDULE_DEFAULTS.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for a start behind the end.
AVF_API avf_status avf_player_schedule_reader(avf_player *player, avf_reader *reader, uint64_t start_frame,
                                              uint64_t frame_count,
                                              const avf_schedule *AVF_NULLABLE schedule);

/// Play a part of a file, converted to the player's rate and channels. [control]
///
/// @param start_frame  The first frame, in frames of the file.
/// @param frame_count  How many frames of the file; fewer are played if it ends before.
/// @param schedule  How; NULL for AVF_SCHEDULE_DEFAULTS.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT, or an error of avf_reader_open().
AVF_API avf_status avf_player_schedule_segment(avf_player *player, const char *path, uint64_t start_frame,
                                               uint64_t frame_count,
                                               const avf_schedule *AVF_NULLABLE schedule);

/// Start with the next block; go on after a pause. [control]
///
/// @return AVF_OK, AVF_ERROR_NOT_ATTACHED, AVF_ERROR_WRONG_STATE if the engine does not run, or
///     AVF_ERROR_NOT_CONNECTED.
AVF_API avf_status avf_player_play(avf_player *player);

/// Start at a sample time of the player's node, exactly. [control]
///
/// @return As avf_player_play().
AVF_API avf_status avf_player_play_at(avf_player *player, int64_t sample_time);

/// Stand still; what is scheduled stays. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_player_pause(avf_player *player);

/// Forget everything scheduled, run its completion callbacks, and return to player time 0. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_player_stop(avf_player *player);

/// Read whether the player was told to play since the last pause or stop. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_player_get_is_playing(avf_player *player, bool *is_playing);

/// Read the player time that rendering has reached: frames played since the start. [control]
///
/// In manual rendering that is the time of the next frame, with a device that of the newest block.
///
/// @return AVF_OK, or AVF_ERROR_WRONG_STATE while the player or its engine stands still, and after
///     avf_player_play() until the next block.
AVF_API avf_status avf_player_get_sample_time(avf_player *player, int64_t *sample_time);

AVF_END

#endif
