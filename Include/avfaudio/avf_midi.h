// MIDI between nodes, and where the music is.
#ifndef AVF_MIDI_H
#define AVF_MIDI_H

#include "avf_node.h"

AVF_BEGIN

/// Let the MIDI that a unit makes reach another unit, beside those that it reaches already. [control]
///
/// Messages arrive in the block in which they are made, at their frame, together with the sound: where the
/// destination's sound is delayed to compensate latency, its MIDI is too. A destination has one source: a
/// former one is replaced.
///
/// @return AVF_OK, AVF_ERROR_NOT_ATTACHED, AVF_ERROR_NO_SUCH_BUS for a source that makes no MIDI or a
///     destination that takes none, AVF_ERROR_CYCLE, or AVF_ERROR_BAD_FORMAT if the engine runs and the two
///     run at different sample rates or paces.
AVF_API avf_status avf_engine_connect_midi(avf_engine *engine, avf_node *source, avf_node *destination);

/// Break the MIDI connection between two units. [control]
///
/// @return AVF_OK, AVF_ERROR_NOT_ATTACHED or AVF_ERROR_NOT_CONNECTED.
AVF_API avf_status avf_engine_disconnect_midi(avf_engine *engine, avf_node *source, avf_node *destination);

/// Break the MIDI connection to a unit. [control]
///
/// @return AVF_OK, AVF_ERROR_NOT_ATTACHED or AVF_ERROR_NOT_CONNECTED.
AVF_API avf_status avf_engine_disconnect_midi_input(avf_engine *engine, avf_node *node);

/// Break all MIDI connections from a unit. [control]
///
/// @return AVF_OK, AVF_ERROR_NOT_ATTACHED or AVF_ERROR_NOT_CONNECTED.
AVF_API avf_status avf_engine_disconnect_midi_output(avf_engine *engine, avf_node *node);

/// Where the music is at a block's first frame. May grow at its end: who fills it is told its size.
typedef struct avf_transport {
    /// Whether time goes on.
    bool is_moving;
    /// What a beat is: 4 for a quarter note, the default.
    int32_t denominator;
    /// Beats of a bar; 0, the default, if unknown.
    double numerator;
    /// Quarter notes in a minute; 0, the default, if unknown.
    double tempo;
    /// Quarter notes since the beginning; NAN, the default, if unknown.
    double beat;
    /// Where the present bar began, in quarter notes, default 0.
    double downbeat;
    /// Frames since the beginning, at the engine's sample rate; -1, the default, if unknown.
    int64_t frame;
} avf_transport;

/// Says where the music is: fills `transport`, which has the defaults, and returns whether it is known. [render]
typedef bool (*avf_transport_callback)(avf_transport *transport, size_t transport_size,
                                       void *AVF_NULLABLE userdata);

/// Lead the engine's transport: called once for each block, before any unit, on the thread that renders.
/// [control]
///
/// Units follow it: LV2 plugins are told when they cannot know it by themselves. The call waits for the end of
/// an answer that a former callback is giving.
///
/// @param callback  Must not wait or allocate. NULL for none.
/// @param destroy  Called with `userdata` when it is not used any more; NULL for none.
/// @return AVF_OK.
AVF_API avf_status avf_engine_set_transport_callback(avf_engine *engine,
                                                     avf_transport_callback AVF_NULLABLE callback,
                                                     void *AVF_NULLABLE userdata,
                                                     avf_destroy AVF_NULLABLE destroy);

AVF_END

#endif
