// MIDI ports: those of the machine's devices and programs, and ports of the program's own.
//
// Where the machine has ALSA's sequencer, its ports are these; elsewhere, or with AVFAUDIO_MIDI=loopback in the
// environment, the ports that this process makes. A port is named by its address ("20:0"), by both names
// ("Keystation:MIDI 1"), by one of them, or by the beginning of any of these, if that fits one device only.
//
// Functions here return AVF_ERROR_DEVICE if MIDI may not be used, and those with the name of a port
// AVF_ERROR_BAD_ARGUMENT if there is none, if it may be several, or if it has only the other side.
#ifndef AVF_MIDI_PORT_H
#define AVF_MIDI_PORT_H

#include "avf_sequencer.h"

AVF_BEGIN

/// What messages of a channel are made of.
typedef int32_t avf_midi_protocol;

enum {
    /// Messages of MIDI 1.0.
    AVF_MIDI_1_0 = 1,
    /// Messages of MIDI 2.0.
    AVF_MIDI_2_0 = 2
};

// Finding ports

/// The ports that there were when the list was made. Opaque, counted.
typedef struct avf_midi_port_list avf_midi_port_list;

/// A port. May grow at its end: the function that fills it is told its size.
typedef struct avf_midi_port_info {
    /// Its number in the system, such as "20:0"; another one when a device is plugged in again.
    const char *AVF_NULLABLE address;
    /// Its name.
    const char *AVF_NULLABLE name;
    /// The name of the device or program that it belongs to.
    const char *AVF_NULLABLE device_name;
    /// Whether it gives messages.
    bool is_source;
    /// Whether it takes messages.
    bool is_destination;
    /// Whether a program has made it, and no device.
    bool is_virtual;
    /// Which messages it gives and takes by itself; others are translated.
    avf_midi_protocol protocol;
} avf_midi_port_info;

/// List the ports in the order of their addresses. [control]
///
/// @param list  The new list; you own it: avf_midi_port_list_release().
/// @return AVF_OK, AVF_ERROR_DEVICE or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_midi_port_list_create(avf_midi_port_list **list);

/// Ask for one more avf_midi_port_list_release(). [any]
AVF_API avf_status avf_midi_port_list_retain(avf_midi_port_list *list);

/// Give a reference up; NULL is allowed. [control]
AVF_API avf_status avf_midi_port_list_release(avf_midi_port_list *AVF_NULLABLE list);

/// Read how many ports there are. [control]
AVF_API avf_status avf_midi_port_list_get_count(avf_midi_port_list *list, uint32_t *count);

/// Read what one port is. [control]
///
/// @param info_size  sizeof *info: no more than that is written.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT behind the end.
AVF_API avf_status avf_midi_port_list_get_info(avf_midi_port_list *list, uint32_t index, size_t info_size,
                                               avf_midi_port_info *info);

/// What has happened to a port.
typedef int32_t avf_midi_change;

enum {
    /// There is a new port.
    AVF_MIDI_APPEARED = 1,
    /// A port is gone; the notes that it had sounding have ended.
    AVF_MIDI_GONE = 2,
    /// A port has other names or sides.
    AVF_MIDI_CHANGED = 3
};

/// Hears what happens to ports, on a thread of MIDI's. `port` is valid in the call only, its texts always.
typedef void (*avf_midi_change_callback)(avf_midi_change change, const avf_midi_port_info *port,
                                         void *AVF_NULLABLE userdata);

/// Hears what happens to ports as long as it lives. Opaque, counted.
typedef struct avf_midi_observer avf_midi_observer;

/// Hear what happens to the ports of others. [control]
///
/// @param destroy  Called with `userdata` when it is not used any more; NULL for none.
/// @param observer  You own it: avf_midi_observer_release().
/// @return AVF_OK, AVF_ERROR_DEVICE or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_midi_observer_create(avf_midi_change_callback callback, void *AVF_NULLABLE userdata,
                                            avf_destroy AVF_NULLABLE destroy, avf_midi_observer **observer);

/// Ask for one more avf_midi_observer_release(). [any]
AVF_API avf_status avf_midi_observer_retain(avf_midi_observer *observer);

/// Give a reference up; with the last one it hears no more. NULL is allowed. [control]
AVF_API avf_status avf_midi_observer_release(avf_midi_observer *AVF_NULLABLE observer);

// Messages from and to ports

/// Hands what arrives at a port to a callback. Opaque, counted.
typedef struct avf_midi_receiver avf_midi_receiver;

/// Takes messages that arrived together: whole ones in words of the Universal MIDI Packet, and when, in
/// nanoseconds of CLOCK_MONOTONIC.
///
/// On a thread of MIDI's; it may wait a little, and what arrives meanwhile waits too.
typedef void (*avf_midi_receive_callback)(const uint32_t *words, size_t word_count, uint64_t host_time_ns,
                                          void *AVF_NULLABLE userdata);

/// Receive from a source. [control]
///
/// When the port goes away, or the receiver is released, the callback gets note-offs for what sounds.
/// @param port  The name of a port that gives messages.
/// @param protocol  Which channel messages the callback gets; others are translated.
/// @param destroy  Called with `userdata` when it is not used any more; NULL for none.
/// @param receiver  You own it: avf_midi_receiver_release().
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT, AVF_ERROR_DEVICE or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_midi_receiver_create(const char *port, avf_midi_protocol protocol,
                                            avf_midi_receive_callback callback, void *AVF_NULLABLE userdata,
                                            avf_destroy AVF_NULLABLE destroy, avf_midi_receiver **receiver);

/// Make a destination that other programs can send to. [control]
///
/// @param name  What they see.
/// @return As avf_midi_receiver_create().
AVF_API avf_status avf_midi_receiver_create_port(const char *name, avf_midi_protocol protocol,
                                                 avf_midi_receive_callback callback,
                                                 void *AVF_NULLABLE userdata,
                                                 avf_destroy AVF_NULLABLE destroy,
                                                 avf_midi_receiver **receiver);

/// Ask for one more avf_midi_receiver_release(). [any]
AVF_API avf_status avf_midi_receiver_retain(avf_midi_receiver *receiver);

/// Give a reference up; with the last one it is closed. NULL is allowed. [control]
AVF_API avf_status avf_midi_receiver_release(avf_midi_receiver *AVF_NULLABLE receiver);

/// Sends messages to a port, now or ahead of time, in the order of their times. Opaque, counted.
typedef struct avf_midi_sender avf_midi_sender;

/// Send to a destination. [control]
///
/// @param port  The name of a port that takes messages.
/// @param sender  You own it: avf_midi_sender_release().
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT, AVF_ERROR_DEVICE or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_midi_sender_create(const char *port, avf_midi_sender **sender);

/// Make a source that other programs can receive from. [control]
///
/// @param name  What they see.
/// @return As avf_midi_sender_create().
AVF_API avf_status avf_midi_sender_create_port(const char *name, avf_midi_protocol protocol,
                                               avf_midi_sender **sender);

/// Ask for one more avf_midi_sender_release(). [any]
AVF_API avf_status avf_midi_sender_retain(avf_midi_sender *sender);

/// Give a reference up; with the last one, what waits is taken back, what sounds ends, and it is closed. NULL
/// is allowed. [control]
AVF_API avf_status avf_midi_sender_release(avf_midi_sender *AVF_NULLABLE sender);

/// Send messages of MIDI 1.0 in bytes, with running status if you like. Nothing waits. [control]
///
/// @param size  1...16777216 bytes of whole messages.
/// @param host_time_ns  When they leave, in nanoseconds of CLOCK_MONOTONIC; 0 for now.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT for what are no whole messages, AVF_ERROR_DEVICE_LOST if the port is
///     gone, AVF_ERROR_TOO_MANY if too much waits for its time; nothing was sent then.
AVF_API avf_status avf_midi_sender_send(avf_midi_sender *sender, const uint8_t *bytes, size_t size,
                                        uint64_t host_time_ns);

/// Send messages in words of the Universal MIDI Packet. Nothing waits. [control]
///
/// @param word_count  1...4194304 words of whole messages.
/// @return As avf_midi_sender_send().
AVF_API avf_status avf_midi_sender_send_ump(avf_midi_sender *sender, const uint32_t *words, size_t word_count,
                                            uint64_t host_time_ns);

/// Take back what waits for its time, and end what sounds. [control]
AVF_API avf_status avf_midi_sender_cancel(avf_midi_sender *sender);

/// End what sounds, with note-offs and pedals up; what waits for its time stays. [control]
AVF_API avf_status avf_midi_sender_end_notes(avf_midi_sender *sender);

// Ports in a graph

/// A node that plays what arrives at ports to units: a keyboard to a sampler. One C type with avf_node.
typedef avf_node avf_midi_input;
/// A node that sends what reaches it to ports. One C type with avf_node.
typedef avf_node avf_midi_output;

/// Make a node that plays what arrives at ports to the units that avf_engine_connect_midi() joins to it.
/// [control]
///
/// With a device, the time from a message to its sound is always the same: one period, and what the device has
/// buffered. In manual rendering a message is heard with the next block.
/// @param protocol  Which channel messages it gives; others are translated.
/// @param input  The new node; you own it: avf_node_release().
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT, AVF_ERROR_DEVICE or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_midi_input_create(avf_midi_protocol protocol, avf_midi_input **input);

/// Receive from a source; nothing happens if it does. [control]
///
/// When the port goes away its notes end, and when one of its name appears, that is received from.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT or AVF_ERROR_DEVICE.
AVF_API avf_status avf_midi_input_connect(avf_midi_input *input, const char *port);

/// Receive from a source no more, which ends its notes; nothing happens if it does not. [control]
///
/// @param port  As for avf_midi_input_connect(), also of a port that is away; NULL for all of them.
AVF_API avf_status avf_midi_input_disconnect(avf_midi_input *input, const char *AVF_NULLABLE port);

/// Make a destination that other programs can send to, for as long as the node lives. [control]
///
/// @return AVF_OK or AVF_ERROR_DEVICE.
AVF_API avf_status avf_midi_input_create_port(avf_midi_input *input, const char *name);

/// Make a node that sends what avf_engine_connect_midi() leads to it to ports. [control]
///
/// Each message leaves so that it arrives when its frame is heard; in manual rendering, as soon as it is
/// rendered. When the engine is paused or stops, what sounds ends.
/// @param output  The new node; you own it: avf_node_release().
/// @return AVF_OK, AVF_ERROR_DEVICE or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_midi_output_create(avf_midi_output **output);

/// Send to a destination; nothing happens if it does. [control]
///
/// When a port of its name appears after it has gone away, that is sent to.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT or AVF_ERROR_DEVICE.
AVF_API avf_status avf_midi_output_connect(avf_midi_output *output, const char *port);

/// Send to a destination no more, which ends the notes there; nothing happens if it does not. [control]
///
/// @param port  As for avf_midi_output_connect(), also of a port that is away; NULL for all of them.
AVF_API avf_status avf_midi_output_disconnect(avf_midi_output *output, const char *AVF_NULLABLE port);

/// Make a source that other programs can receive from, for as long as the node lives. [control]
///
/// @return AVF_OK or AVF_ERROR_DEVICE.
AVF_API avf_status avf_midi_output_create_port(avf_midi_output *output, const char *name,
                                               avf_midi_protocol protocol);

/// Play a track of a sequencer to a port, in place of a unit; see avf_sequencer_set_destination(). [control]
///
/// Messages leave as those of an avf_midi_output. A sequencer without an engine plays by the system's clock.
/// @param port  NULL, as for a new track, for the engine's first instrument.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT, AVF_ERROR_DEVICE, AVF_ERROR_NOT_SUPPORTED for a 33rd unit or port.
AVF_API avf_status avf_sequencer_set_destination_port(avf_sequencer *sequencer, uint32_t track,
                                                      const char *AVF_NULLABLE port);

AVF_END

#endif
