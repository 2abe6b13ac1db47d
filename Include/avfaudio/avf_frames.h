// Frames that the program makes or takes: sources, sinks, and an engine's input in manual rendering.
//
// Their callbacks run on the thread that renders. While a device plays they must not wait, lock or allocate,
// and in any mode they may call only functions marked [any] or [render].
#ifndef AVF_FRAMES_H
#define AVF_FRAMES_H

#include "avf_node.h"

AVF_BEGIN

/// A node that plays what a callback makes. One C type with avf_node.
typedef avf_node avf_source;
/// A node that hands what arrives to a callback. One C type with avf_node.
typedef avf_node avf_sink;

/// Memory for frames. Valid inside the callback only.
typedef struct avf_frames {
    /// One pointer for each channel. A sink only reads.
    float *const *channels;
    /// Number of channels.
    uint32_t channel_count;
    /// Number of frames.
    uint32_t frame_count;
    /// Sample time of the first frame, at the callback's own rate.
    int64_t sample_time;
    /// Nanoseconds of CLOCK_MONOTONIC at which the device's block is heard; 0 in manual rendering.
    uint64_t host_time_ns;
    /// Frames in each second.
    double sample_rate_hz;
} avf_frames;

/// Fills the memory, which holds silence. Anything but AVF_OK makes the block silent.
///
/// For a source the status is told once as an event of the engine's; for the input it says that frames are
/// missing.
typedef avf_status (*avf_frames_callback)(const avf_frames *frames, void *AVF_NULLABLE userdata);

/// Make a node that plays what a callback makes: no inputs, one output. [control]
///
/// @param format  What the callback makes, converted to the connection's rate and channels; NULL for what the
///     connection has.
/// @param source  The new node; you own it: avf_node_release().
/// @return AVF_OK, AVF_ERROR_BAD_FORMAT or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_source_create(const avf_format *AVF_NULLABLE format, avf_frames_callback callback,
                                     void *AVF_NULLABLE userdata, avf_destroy AVF_NULLABLE destroy,
                                     avf_source **source);

/// Make a node that hands what arrives to a callback, at the connection's rate and with its channels: one
/// input, no output. [control]
///
/// @param sink  The new node; you own it: avf_node_release().
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_sink_create(avf_frames_callback callback, void *AVF_NULLABLE userdata,
                                   avf_destroy AVF_NULLABLE destroy, avf_sink **sink);

/// Get the node where the program's frames enter in manual rendering. [control]
///
/// @param input  You own the reference: avf_node_release().
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_engine_get_input_node(avf_engine *engine, avf_node **input);

/// Let a callback give the input node its frames in manual rendering. [control]
///
/// It is forgotten when manual rendering ends.
/// @param format  What the callback makes, converted to the connection's rate and channels.
/// @return AVF_OK, AVF_ERROR_WRONG_STATE while a device renders, or AVF_ERROR_BAD_FORMAT.
AVF_API avf_status avf_engine_set_manual_input(avf_engine *engine, const avf_format *format,
                                               avf_frames_callback callback, void *AVF_NULLABLE userdata,
                                               avf_destroy AVF_NULLABLE destroy);

/// Read whether the input node lacked frames since the last question. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_engine_take_input_shortage(avf_engine *engine, bool *was_short);

AVF_END

#endif
