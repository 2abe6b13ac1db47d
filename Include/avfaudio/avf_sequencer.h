// Songs: tracks of MIDI and other events, MIDI files, and what plays them to units.
#ifndef AVF_SEQUENCER_H
#define AVF_SEQUENCER_H

#include "avf_unit.h"

AVF_BEGIN

/// Plays a song to units of an engine, each event at its exact frame, and leads the transport meanwhile.
typedef struct avf_sequencer avf_sequencer;

/// Create a sequencer with a song without tracks. [control]
///
/// @param engine  Whose units it plays to; kept as long as the sequencer's song may sound. NULL for a
///     sequencer that plays to MIDI ports only: see avf_sequencer_set_destination_port().
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_sequencer_create(avf_engine *AVF_NULLABLE engine, avf_sequencer **sequencer);

/// Ask for one more avf_sequencer_release(). [any]
AVF_API avf_status avf_sequencer_retain(avf_sequencer *sequencer);

/// Give up a reference; with the last one it stops. [control]
AVF_API avf_status avf_sequencer_release(avf_sequencer *AVF_NULLABLE sequencer);

/// Load a MIDI file (format 0, 1 or 2, RMID, or a MIDI 2.0 clip) in place of the song that there was.
/// [control]
///
/// What is damaged is repaired or left out: see avf_sequencer_get_repair(). Tracks that there were are gone.
/// @param splits_channels  Whether there is to be a track for each channel that is used, and a last one for
///     everything else, instead of the file's own tracks.
/// @return AVF_OK, AVF_ERROR_FILE_NOT_FOUND, AVF_ERROR_FILE_ACCESS, or AVF_ERROR_FILE_FORMAT for what is no
///     MIDI file. The song stays what it was then.
AVF_API avf_status avf_sequencer_load_file(avf_sequencer *sequencer, const char *path, bool splits_channels);

/// As avf_sequencer_load_file(), of a file in memory, which is copied. [control]
///
/// @param size  1...2^28 bytes.
/// @return As there.
AVF_API avf_status avf_sequencer_load_memory(avf_sequencer *sequencer, const void *data, size_t size,
                                             bool splits_channels);

/// Read what was repaired in the file that was loaded last, or left out. [control]
///
/// @param index  0 for the first place.
/// @param repair  A sentence; NULL behind the last one.
/// @return AVF_OK.
AVF_API avf_status avf_sequencer_get_repair(avf_sequencer *sequencer, uint32_t index, const char **repair);

/// Write the song as a MIDI file of format 1, in place of a file that is there. [control]
///
/// Settings of tracks, and events that MIDI files do not know, are kept in sequencer-specific events.
/// @param ticks_per_quarter  1...32767, to which positions are rounded; 0 for the song's own.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT or AVF_ERROR_FILE_ACCESS.
AVF_API avf_status avf_sequencer_write_file(avf_sequencer *sequencer, const char *path,
                                            uint32_t ticks_per_quarter);

// Tracks. A track is named by a number that is never used again; AVF_TEMPO_TRACK is the one that has tempi,
// meters and SMPTE offsets, and nothing else. Functions with a track return AVF_ERROR_BAD_ARGUMENT for one
// that there is not.

enum { AVF_TEMPO_TRACK = 0 };

/// Read how many tracks there are beside the tempo track. [control]
AVF_API avf_status avf_sequencer_get_track_count(avf_sequencer *sequencer, uint32_t *count);

/// Read the number of a track. [control]
///
/// @param index  0 for the first one beside the tempo track.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT behind the last one.
AVF_API avf_status avf_sequencer_get_track(avf_sequencer *sequencer, uint32_t index, uint32_t *track);

/// Add an empty track behind the others. [control]
AVF_API avf_status avf_sequencer_append_track(avf_sequencer *sequencer, uint32_t *track);

/// Remove a track. [control]
AVF_API avf_status avf_sequencer_remove_track(avf_sequencer *sequencer, uint32_t track);

/// Play a track to a unit: one that takes MIDI, or, for a track of parameters, any. [control]
///
/// May be changed while it plays: notes end where they began.
/// @param unit  NULL, as for a new track, for the engine's first instrument.
/// @return AVF_OK, AVF_ERROR_NOT_ATTACHED for a unit that is not in the sequencer's engine,
///     AVF_ERROR_NO_SUCH_BUS for one that takes no events, AVF_ERROR_NOT_SUPPORTED for a 33rd unit.
AVF_API avf_status avf_sequencer_set_destination(avf_sequencer *sequencer, uint32_t track,
                                                 avf_unit *AVF_NULLABLE unit);

/// How a track is played. May grow at its end: who fills it is told its size.
typedef struct avf_track_settings {
    /// Whether it is silent; default false.
    bool is_muted;
    /// Whether the tracks that are not soloed are silent; default false.
    bool is_soloed;
    /// Whether the loop is played again and again; default false.
    bool is_looping;
    /// How often the loop is played in all; 0, the default, for no end.
    uint32_t pass_count;
    /// Where the loop begins, in beats of the track; default 0.
    double loop_start;
    /// The loop's length in beats; 0, the default, for the whole track.
    double loop_length;
    /// Beats from the song's beginning to the track's, default 0; negative to cut its beginning off.
    double offset;
    /// Length in beats: the end of the last event, or what was set if that is more.
    double length;
} avf_track_settings;

/// Set how a track is played. [control]
///
/// @param settings_size  sizeof *settings: what is beyond is as in a new track.
/// @return AVF_OK or AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_sequencer_set_track_settings(avf_sequencer *sequencer, uint32_t track,
                                                    const avf_track_settings *settings, size_t settings_size);

/// Read how a track is played. [control]
///
/// @param settings_size  sizeof *settings: no more than that is written.
/// @return AVF_OK or AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_sequencer_get_track_settings(avf_sequencer *sequencer, uint32_t track,
                                                    size_t settings_size, avf_track_settings *settings);

// Events.

enum {
    /// A note: channel, number (key), value (velocity, 1...127; 0 releases the key), duration.
    AVF_SONG_NOTE = 0,
    /// Pressure of a key: channel, number (key), value.
    AVF_SONG_POLY_PRESSURE = 1,
    /// A controller: channel, number, value.
    AVF_SONG_CONTROL = 2,
    /// A program: channel, number.
    AVF_SONG_PROGRAM = 3,
    /// Pressure of all keys: channel, value.
    AVF_SONG_CHANNEL_PRESSURE = 4,
    /// Pitch bend: channel, value (0...16383; 8192 for none).
    AVF_SONG_PITCH_BEND = 5,
    /// A System Exclusive message: data, F0 first and F7 last.
    AVF_SONG_SYSEX = 6,
    /// A meta event of a MIDI file: number (its type), data.
    AVF_SONG_META = 7,
    /// Bytes for the program, which its callback gets when they are due: data.
    AVF_SONG_USER = 8,
    /// A parameter of the destination: number (its address), value. From the event before it, the parameter
    /// goes there in a straight line.
    AVF_SONG_PARAMETER = 9,
    /// A tempo from here on: value (quarter notes in a minute). For the tempo track only.
    AVF_SONG_TEMPO = 10,
    /// A note between keys: channel (the group), number (key), value (velocity), duration. Units that take
    /// MIDI 1.0 play the nearest key.
    AVF_SONG_EXTENDED_NOTE = 11,
    /// Bytes that a MIDI file sends as they are: data.
    AVF_SONG_ESCAPE = 12,
    /// Something that a song has from Swift, and C cannot add: data.
    AVF_SONG_OTHER = 13
};

/// What happens at one position of a track. May grow at its end: who fills it is told its size.
typedef struct avf_song_event {
    /// AVF_SONG_...; which fields count is said there.
    uint32_t kind;
    /// The MIDI channel, 0...15.
    uint32_t channel;
    /// Where, in beats of the track: quarter notes.
    double beat;
    /// Beats to the end of a note.
    double duration;
    /// A key, controller, program, type or address.
    double number;
    /// A velocity, pressure, value, bend or tempo.
    double value;
    /// The data; NULL in what avf_sequencer_get_event() gives: see avf_sequencer_get_event_data().
    const uint8_t *AVF_NULLABLE data;
    /// How many bytes of data there are.
    size_t data_size;
} avf_song_event;

/// Add an event to a track, behind those of the same position. [control]
///
/// The tempo track takes tempi, meters (meta type 0x58) and SMPTE offsets (0x54) only, which belong nowhere
/// else; a track with a parameter takes parameters only. An edit is heard with the next block.
/// @param event_size  sizeof *event.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for a number that is out of its range, or an event that does not
///     belong there.
AVF_API avf_status avf_sequencer_add_event(avf_sequencer *sequencer, uint32_t track,
                                           const avf_song_event *event, size_t event_size);

/// Read how many events a track has. [control]
AVF_API avf_status avf_sequencer_get_event_count(avf_sequencer *sequencer, uint32_t track, uint32_t *count);

/// Read an event of a track. [control]
///
/// @param index  0 for the first one, in the order of positions.
/// @param event_size  sizeof *event: no more than that is written.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT behind the last one.
AVF_API avf_status avf_sequencer_get_event(avf_sequencer *sequencer, uint32_t track, uint32_t index,
                                           size_t event_size, avf_song_event *event);

/// Copy the data of an event of a track. [control]
///
/// @param capacity  Bytes that `data` has room for.
/// @param size  How many bytes there are; more than `capacity` if not all were copied.
/// @return As avf_sequencer_get_event().
AVF_API avf_status avf_sequencer_get_event_data(avf_sequencer *sequencer, uint32_t track, uint32_t index,
                                                uint8_t *AVF_NULLABLE data, size_t capacity, size_t *size);

/// Remove the events that begin in a range of a track. [control]
///
/// @param start  The first beat.
/// @param length  Beats; INFINITY for all to the end.
/// @param closes_gap  Whether later events move forwards by the range's length.
/// @return AVF_OK or AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_sequencer_remove_events(avf_sequencer *sequencer, uint32_t track, double start,
                                               double length, bool closes_gap);

/// Move the events that begin in a range of a track by so many beats, forwards or back. [control]
///
/// @return AVF_OK or AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_sequencer_move_events(avf_sequencer *sequencer, uint32_t track, double start,
                                             double length, double beats);

/// Copy the events that begin in a range of a track into another one, or the same. [control]
///
/// @param target  The track that they go into, from beat `target_beat` on.
/// @param pushes_back  Whether later events of the target move back by the range's length; if not, the copy
///     is laid over them.
/// @return AVF_OK or AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_sequencer_copy_events(avf_sequencer *sequencer, uint32_t track, double start,
                                             double length, uint32_t target, double target_beat,
                                             bool pushes_back);

/// Let every track run backwards, the tempo track too. [control]
AVF_API avf_status avf_sequencer_reverse(avf_sequencer *sequencer);

// Playing.

/// Get everything ready, so that avf_sequencer_start() takes little time. [control]
AVF_API avf_status avf_sequencer_prepare(avf_sequencer *sequencer);

/// Play from where it stands, with the first frame that is rendered from now on. [control]
///
/// While the engine does not run, time stands still.
/// @return AVF_OK, or AVF_ERROR_NOT_SUPPORTED without an engine.
AVF_API avf_status avf_sequencer_start(avf_sequencer *sequencer);

/// Stop, and stay where it is; all its notes end. [control]
AVF_API avf_status avf_sequencer_stop(avf_sequencer *sequencer);

/// Read whether it was started and not stopped since; the song's end does not stop it. [control]
AVF_API avf_status avf_sequencer_get_playing(avf_sequencer *sequencer, bool *is_playing);

/// Set how fast it plays. [control]
///
/// @param rate  More than 0, default 1; clamped to 2^-16...256.
/// @return AVF_OK or AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_sequencer_set_rate(avf_sequencer *sequencer, double rate);

/// Read how fast it plays. [control]
AVF_API avf_status avf_sequencer_get_rate(avf_sequencer *sequencer, double *rate);

/// Go to a beat, playing or not; programs and controllers are as if it had played until there. [control]
///
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for less than 0.
AVF_API avf_status avf_sequencer_set_position(avf_sequencer *sequencer, double beat);

/// Read where it is, in beats. [control]
AVF_API avf_status avf_sequencer_get_position(avf_sequencer *sequencer, double *beat);

/// Read the end of the last track, in beats, without loops. [control]
AVF_API avf_status avf_sequencer_get_length(avf_sequencer *sequencer, double *beats);

/// Read how many seconds it is from the beginning to a beat, by the tempo track, at rate 1. [control]
AVF_API avf_status avf_sequencer_get_seconds(avf_sequencer *sequencer, double beat, double *seconds);

/// Read which beat is so many seconds from the beginning, by the tempo track, at rate 1. [control]
AVF_API avf_status avf_sequencer_get_beat(avf_sequencer *sequencer, double seconds, double *beat);

/// Read when a beat is heard, in nanoseconds of CLOCK_MONOTONIC. [control]
///
/// @return AVF_OK, or AVF_ERROR_NOT_SUPPORTED unless it plays on a device since then.
AVF_API avf_status avf_sequencer_get_host_time(avf_sequencer *sequencer, double beat, uint64_t *host_time);

/// Read which beat is heard at a time of CLOCK_MONOTONIC in nanoseconds. [control]
///
/// @return AVF_OK, or AVF_ERROR_NOT_SUPPORTED unless it plays on a device since then.
AVF_API avf_status avf_sequencer_get_beat_at_host_time(avf_sequencer *sequencer, uint64_t host_time,
                                                       double *beat);

enum {
    /// An AVF_SONG_USER event was due: its data.
    AVF_SEQUENCER_USER = 0,
    /// A meta event was due: its type and data; lyrics, markers and the like.
    AVF_SEQUENCER_META = 1,
    /// The end of the last track was reached.
    AVF_SEQUENCER_END = 2
};

/// What has happened while a sequencer played. May grow at its end: who reads it is told its size.
typedef struct avf_sequencer_report {
    /// AVF_SEQUENCER_...
    uint32_t kind;
    /// The track.
    uint32_t track;
    /// The type of a meta event.
    uint32_t meta_type;
    /// Where, in beats of the song.
    double beat;
    /// When, in frames of the sequencer.
    int64_t sample_time;
    /// The data, valid inside the callback only.
    const uint8_t *AVF_NULLABLE data;
    /// How many bytes of data there are.
    size_t data_size;
} avf_sequencer_report;

/// Takes what has happened while a sequencer played.
typedef void (*avf_sequencer_callback)(const avf_sequencer_report *report, size_t report_size,
                                       void *AVF_NULLABLE userdata);

/// Be told what happens while it plays, on a thread of the engine's, after it was due. [control]
///
/// @param callback  NULL to end that.
/// @param destroy  Called with `userdata` when it is not used any more; NULL for none.
/// @return AVF_OK.
AVF_API avf_status avf_sequencer_set_callback(avf_sequencer *sequencer,
                                              avf_sequencer_callback AVF_NULLABLE callback,
                                              void *AVF_NULLABLE userdata, avf_destroy AVF_NULLABLE destroy);

// Songs with the sounds to play them.

/// Plays a MIDI file with the sounds of a bank, in an engine of its own.
typedef struct avf_midi_player avf_midi_player;

/// Create a player of a MIDI file. [control]
///
/// Each of the 16 MIDI channels has its own program; channel 10 is percussion.
/// @param bank_path  A SoundFont or DLS bank. NULL for the one inside an RMID file, or what the environment
///     variable AVFAUDIO_SOUND_BANK names, or the General MIDI bank of the system.
/// @return AVF_OK, AVF_ERROR_FILE_NOT_FOUND for a file that is not there, or if there is no bank;
///     AVF_ERROR_FILE_ACCESS, AVF_ERROR_FILE_FORMAT, AVF_ERROR_FILE_DAMAGED or AVF_ERROR_OUT_OF_MEMORY.
AVF_API avf_status avf_midi_player_create(const char *path, const char *AVF_NULLABLE bank_path,
                                          avf_midi_player **player);

/// As avf_midi_player_create(), of a MIDI file in memory, which is copied. [control]
///
/// @param size  1...2^28 bytes.
/// @return As there.
AVF_API avf_status avf_midi_player_create_from_memory(const void *data, size_t size,
                                                      const char *AVF_NULLABLE bank_path,
                                                      avf_midi_player **player);

/// Ask for one more avf_midi_player_release(). [any]
AVF_API avf_status avf_midi_player_retain(avf_midi_player *player);

/// Give up a reference; with the last one it stops. [control]
AVF_API avf_status avf_midi_player_release(avf_midi_player *AVF_NULLABLE player);

/// Get the player's engine: to choose a device, or to render without one. [control]
///
/// It gives its device back half a minute after the end, and opens it again to play; but not once it was got by
/// this call.
AVF_API avf_status avf_midi_player_get_engine(avf_midi_player *player, avf_engine **engine);

/// Get the player's sequencer: to mute tracks, to edit the song. [control]
AVF_API avf_status avf_midi_player_get_sequencer(avf_midi_player *player, avf_sequencer **sequencer);

/// Get the player's sampler: its gain and effects. [control]
AVF_API avf_status avf_midi_player_get_sampler(avf_midi_player *player, avf_unit **sampler);

/// Read what was repaired in the song and in the bank, or is played by another program. [control]
///
/// @param index  0 for the first note.
/// @param note  A sentence; NULL behind the last one.
/// @return AVF_OK.
AVF_API avf_status avf_midi_player_get_note(avf_midi_player *player, uint32_t index, const char **note);

/// Is called once, when a song has ended or was stopped.
typedef void (*avf_midi_player_callback)(void *AVF_NULLABLE userdata);

/// Play from where it stands, from the beginning if that is at the song's end or behind it. [control]
///
/// @param callback  Called once, on a thread of the engine's: at the end, or when it is stopped. NULL for
///     none.
/// @param destroy  Called with `userdata` when it is not used any more; NULL for none.
/// @return AVF_OK, or as avf_engine_start().
AVF_API avf_status avf_midi_player_play(avf_midi_player *player,
                                        avf_midi_player_callback AVF_NULLABLE callback,
                                        void *AVF_NULLABLE userdata, avf_destroy AVF_NULLABLE destroy);

/// Stop, and stay where it is; its notes end as they do when keys are released. [control]
AVF_API avf_status avf_midi_player_stop(avf_midi_player *player);

/// Read whether it plays; false at the end. [control]
AVF_API avf_status avf_midi_player_get_playing(avf_midi_player *player, bool *is_playing);

/// Read the song's length in seconds at rate 1. [control]
AVF_API avf_status avf_midi_player_get_duration(avf_midi_player *player, double *seconds);

/// Go to a place, in seconds at rate 1, playing or not. [control]
///
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for less than 0.
AVF_API avf_status avf_midi_player_set_position(avf_midi_player *player, double seconds);

/// Read where it is, in seconds at rate 1. [control]
AVF_API avf_status avf_midi_player_get_position(avf_midi_player *player, double *seconds);

AVF_END

#endif
