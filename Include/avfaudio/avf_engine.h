// An engine: a graph of nodes and what renders it, a device or the program itself.
//
// An edit of the graph is heard with the next block or not at all; when it is refused, nothing has changed.
#ifndef AVF_ENGINE_H
#define AVF_ENGINE_H

#include "avf_format.h"

AVF_BEGIN

/// An engine. Opaque, counted.
typedef struct avf_engine avf_engine;

/// Who asks for blocks.
typedef int32_t avf_rendering_mode;

enum {
    /// A device. The mode of a new engine.
    AVF_RENDERING_DEVICE = 0,
    /// The program, as fast as it likes: avf_engine_render_offline().
    AVF_RENDERING_OFFLINE = 1,
    /// The program, from a thread that must not wait: avf_engine_render_realtime().
    AVF_RENDERING_REALTIME = 2
};

/// Whether an engine renders.
typedef int32_t avf_run_state;

enum { AVF_STOPPED = 0, AVF_PAUSED = 1, AVF_RUNNING = 2 };

/// Make an engine; no device is opened before it starts. [control]
///
/// @param engine  The new engine; you own it: avf_engine_release().
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_engine_create(avf_engine **engine);

/// Ask for one more avf_engine_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_engine_retain(avf_engine *engine);

/// Give a reference up; the last one stops the engine and detaches its nodes. NULL is allowed. [control]
///
/// With the last one the call waits for callbacks of the program that are running: none runs any more when it
/// returns, unless the call comes from one.
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_release(avf_engine *AVF_NULLABLE engine);

// Rendering mode

/// Let the program ask for blocks instead of a device. The engine must be stopped. [control]
///
/// @param mode  AVF_RENDERING_OFFLINE or AVF_RENDERING_REALTIME.
/// @param format  What is rendered.
/// @param maximum_frame_count  The most frames that one call will ask for, 1...1048576.
/// @return AVF_OK, AVF_ERROR_WRONG_STATE, AVF_ERROR_BAD_FORMAT or AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_engine_enable_manual_rendering(avf_engine *engine, avf_rendering_mode mode,
                                                      const avf_format *format, uint32_t maximum_frame_count);

/// Stop, and return to the device. Nothing happens when a device is what renders already. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_disable_manual_rendering(avf_engine *engine);

/// Read who asks for blocks. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_get_rendering_mode(avf_engine *engine, avf_rendering_mode *mode);

/// Read the format at the graph's end. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_get_format(avf_engine *engine, avf_format *format);

// Start and stop

/// Get everything ready so that avf_engine_start() takes little time. [control]
///
/// @return As avf_engine_start().
AVF_API avf_status avf_engine_prepare(avf_engine *engine);

/// Start to render; go on after a pause. [control]
///
/// @return AVF_OK, AVF_ERROR_BAD_FORMAT, AVF_ERROR_BROKEN_UNIT, AVF_ERROR_DEVICE or AVF_ERROR_NO_THREAD.
AVF_API avf_status avf_engine_start(avf_engine *engine);

/// Stop rendering and keep everything as it is. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_pause(avf_engine *engine);

/// Stop rendering and give the device back. What players have scheduled stays. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_stop(avf_engine *engine);

/// Let every node forget what it has processed; in manual rendering, begin the timeline anew. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_reset(avf_engine *engine);

/// Read whether the engine renders. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_get_run_state(avf_engine *engine, avf_run_state *run_state);

// Manual rendering

/// Render the next frames into one block of memory for each channel, as fast as they can be made. [control]
///
/// The samples do not depend on how many frames each call asks for. Not from inside a callback.
/// @param channel_count  Number of pointers: the engine's channel count.
/// @return AVF_OK, AVF_ERROR_WRONG_STATE, AVF_ERROR_BUSY, or AVF_ERROR_BAD_ARGUMENT for another channel
///     count or more frames than the mode allows.
AVF_API avf_status avf_engine_render_offline(avf_engine *engine, float *const *channels,
                                             uint32_t channel_count, uint32_t frame_count);

/// Render the next frames as interleaved samples, as fast as they can be made. [control]
///
/// @param samples  Room for `frame_count` times `channel_count` floats.
/// @return As avf_engine_render_offline(), and AVF_ERROR_OUT_OF_MEMORY.
AVF_API avf_status avf_engine_render_offline_interleaved(avf_engine *engine, float *samples,
                                                         uint32_t channel_count, uint32_t frame_count);

/// Render the next frames without waiting: for a program's own device callback. [render]
///
/// Another channel count than the engine's gives silence.
/// @return AVF_OK, AVF_ERROR_BAD_HANDLE, AVF_ERROR_BAD_ARGUMENT, AVF_ERROR_WRONG_STATE in another mode or
///     with an engine that does not run, or AVF_ERROR_BUSY; on failure nothing is written.
AVF_API avf_status avf_engine_render_realtime(avf_engine *engine, float *const *channels,
                                              uint32_t channel_count, uint32_t frame_count);

// Edits that belong together

/// Makes edits; anything but AVF_OK takes all of them back.
typedef avf_status (*avf_changes)(avf_engine *engine, void *AVF_NULLABLE userdata);

/// Make several edits that are heard at once or, if one fails, none of them. [control]
///
/// Other threads' edits wait until `changes` returns. Calls may be nested.
/// @param changes  Called once, before the function returns.
/// @return AVF_OK, what `changes` returned, or AVF_ERROR_BAD_FORMAT, AVF_ERROR_BROKEN_UNIT when the whole
///     does not fit.
AVF_API avf_status avf_engine_perform_changes(avf_engine *engine, avf_changes changes,
                                              void *AVF_NULLABLE userdata);

// Events

/// What happened.
typedef int32_t avf_event_kind;

enum {
    /// Something failed while rendering, such as a file that went away.
    AVF_EVENT_FAILED = 1,
    /// The device dropped frames.
    AVF_EVENT_DROPOUT = 2,
    /// The device went away; the engine has stopped.
    AVF_EVENT_DEVICE_LOST = 3,
    /// A plugin in a process of its own is gone: its unit passes its input through, or is silent.
    AVF_EVENT_PLUGIN_LOST = 4,
    /// A plugin runs again in a new process.
    AVF_EVENT_PLUGIN_RESTARTED = 5,
    /// A device went away, or another one has taken its place; the engine goes on rendering, and no frame of
    /// its timeline is missing.
    AVF_EVENT_DEVICE_CHANGED = 6,
    /// There is no such device yet: a timer keeps the time until there is one.
    AVF_EVENT_DEVICE_MISSING = 7
};

/// Something that no call can return. Valid inside the callback only.
typedef struct avf_event {
    /// What happened.
    avf_event_kind kind;
    /// Why, for AVF_EVENT_FAILED, AVF_EVENT_DEVICE_LOST, AVF_EVENT_DEVICE_MISSING and AVF_EVENT_PLUGIN_LOST,
    /// and for AVF_EVENT_DEVICE_CHANGED if the device is gone; else AVF_OK.
    avf_status status;
    /// How many frames were lost, about, for AVF_EVENT_DROPOUT; else 0.
    uint64_t frame_count;
    /// A sentence.
    const char *message;
} avf_event;

/// Takes an event.
typedef void (*avf_event_callback)(const avf_event *event, void *AVF_NULLABLE userdata);

/// Say who takes events; NULL ends that. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_set_event_callback(avf_engine *engine, avf_event_callback AVF_NULLABLE callback,
                                                 void *AVF_NULLABLE userdata,
                                                 avf_destroy AVF_NULLABLE destroy);

// Figures

/// What an engine has done. May grow at its end: the function that fills it is told its size.
typedef struct avf_statistics {
    /// Frames rendered since the timeline began.
    uint64_t rendered_frame_count;
    /// Interruptions of the device since it was opened.
    uint64_t dropout_count;
    /// Seconds from a player to the graph's end: the latency of its longest path.
    double graph_latency_seconds;
    /// Seconds from the graph's end to the ear; 0 without a device.
    double device_latency_seconds;
    /// Seconds from the microphone to the input node; 0 while no device is open for capture.
    double input_latency_seconds;
} avf_statistics;

/// Read what the engine has done. [control]
///
/// @param statistics_size  sizeof *statistics: no more than that is written.
/// @return AVF_OK.
AVF_API avf_status avf_engine_get_statistics(avf_engine *engine, size_t statistics_size,
                                             avf_statistics *statistics);

/// Measure how long each node takes, from the next block on: avf_engine_get_profile(). [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_set_profiling(avf_engine *engine, bool is_profiling);

/// Let several threads share each block, from the next start on. [control]
///
/// The samples are the same to the bit. A block is shared if one thread would work on it for 40 microseconds,
/// which is measured now and then, and if branches of the graph run side by side.
/// @param count  1 (the default) to 64.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT for another count.
AVF_API avf_status avf_engine_set_thread_count(avf_engine *engine, uint32_t count);

/// Let what edits connect to a mixer or cut from it fade for 10 ms while a device plays, or not. [any]
///
/// True, the default: a call that cuts something that sounds waits until it has faded. In manual rendering edits
/// are hard cuts in any case.
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_set_fades_edits(avf_engine *engine, bool fades_edits);

/// What rendering has cost while it was measured. May grow at its end: the function that fills it is told its
/// size.
typedef struct avf_profile {
    /// Blocks so far.
    uint64_t block_count;
    /// The time that they took.
    double seconds;
    /// The time that they took as a share of the time that they last: 1 is all that there is.
    double load;
    /// The largest share of its time that a block took.
    double peak_load;
    /// Blocks that took longer than they last.
    uint64_t overrun_count;
    /// Dropouts of the device.
    uint64_t dropout_count;
    /// Those for which no block of this engine is to blame: the machine was busy with something else.
    uint64_t foreign_dropout_count;
    /// Blocks that were rendered while there was no room to remember what they cost.
    uint64_t missed_block_count;
    /// Rows for avf_engine_get_profile_row().
    uint32_t row_count;
} avf_profile;

/// What one node has cost, or a tap, or a converter or delay on a wire. May grow at its end.
typedef struct avf_profile_row {
    /// The node's name, or what a tap or wire does. Valid as long as the library is loaded.
    const char *name;
    /// Calls so far: one for each block.
    uint64_t call_count;
    /// The time that they took.
    double seconds;
    /// The longest of them.
    double peak_seconds;
    /// Blocks that took longer than they last, and most of it here.
    uint64_t overrun_count;
    /// Dropouts of the device before which a heavy block spent most of its time here.
    uint64_t dropout_count;
} avf_profile_row;

/// Read what rendering has cost while avf_engine_set_profiling() was on. [control]
///
/// @param profile_size  sizeof *profile: no more than that is written.
/// @return AVF_OK.
AVF_API avf_status avf_engine_get_profile(avf_engine *engine, size_t profile_size, avf_profile *profile);

/// Read what one node has cost; the most expensive has the index 0. [control]
///
/// @param row_size  sizeof *row: no more than that is written.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for an index behind the last row.
AVF_API avf_status avf_engine_get_profile_row(avf_engine *engine, uint32_t index, size_t row_size,
                                              avf_profile_row *row);

/// Forget what rendering has cost so far. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_reset_profile(avf_engine *engine);

/// Measure, and write what each node took in each block into a file, in the JSON form of Chrome's tracing,
/// which Perfetto shows too. [control]
///
/// @return AVF_OK, or AVF_ERROR_FILE_ACCESS if the file cannot be made.
AVF_API avf_status avf_engine_start_trace(avf_engine *engine, const char *path);

/// Complete the file of avf_engine_start_trace() and measure no more. [control]
///
/// @return AVF_OK, or AVF_ERROR_FILE_WRITE if it could not be written to its end.
AVF_API avf_status avf_engine_stop_trace(avf_engine *engine);

AVF_END

#endif
