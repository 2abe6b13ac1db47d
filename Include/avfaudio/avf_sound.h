// Sounds: one file or piece of memory that is played, without engine code of the program's.
//
// All sounds of a device share one engine, which runs from the first that is prepared until some seconds after the
// last one has stopped.
#ifndef AVF_SOUND_H
#define AVF_SOUND_H

#include "avf_file.h"
#include "avf_loudness.h"

AVF_BEGIN

/// A sound with its player. Opaque, counted.
typedef struct avf_sound avf_sound;

/// What a sound tells.
typedef int32_t avf_sound_event_kind;

enum {
    /// The sound has ended by itself; it stands at its beginning.
    AVF_SOUND_FINISHED = 1,
    /// The sound is damaged; AVF_SOUND_FINISHED follows once what could be decoded has been heard.
    AVF_SOUND_FAILED = 2,
    /// There is no device: the sound goes on in real time, but is silent. A line on standard error says so too,
    /// once.
    AVF_SOUND_SILENT = 3,
    /// A device has come, and the sound is heard.
    AVF_SOUND_AUDIBLE = 4
};

/// Something that no call can return. Valid inside the callback only.
typedef struct avf_sound_event {
    /// What happened.
    avf_sound_event_kind kind;
    /// Why, for AVF_SOUND_FAILED and AVF_SOUND_SILENT; else AVF_OK.
    avf_status status;
    /// For AVF_SOUND_FINISHED, whether all of it could be decoded.
    bool is_complete;
    /// A sentence.
    const char *message;
} avf_sound_event;

/// Takes an event, on a thread of the library's, or on the one that prepares or plays the sound.
typedef void (*avf_sound_callback)(const avf_sound_event *event, void *AVF_NULLABLE userdata);

/// Open a sound file. [control]
///
/// @param device  As in a list of devices or as ALSA takes it; NULL for the default device.
/// @param sound  The new sound; you own it: avf_sound_release().
/// @return AVF_OK, AVF_ERROR_FILE_NOT_FOUND, AVF_ERROR_FILE_ACCESS, AVF_ERROR_FILE_FORMAT or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_sound_create(const char *path, const char *AVF_NULLABLE device, avf_sound **sound);

/// Open a sound file whose bytes are in memory; they are copied. [control]
///
/// @return As avf_sound_create().
AVF_API avf_status avf_sound_create_from_memory(const void *data, size_t size, const char *AVF_NULLABLE device,
                                                avf_sound **sound);

/// Ask for one more avf_sound_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_sound_retain(avf_sound *sound);

/// Give a reference up; the last one stops the sound. NULL is allowed. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_release(avf_sound *AVF_NULLABLE sound);

/// Say who takes events; NULL ends that. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_set_callback(avf_sound *sound, avf_sound_callback AVF_NULLABLE callback,
                                          void *AVF_NULLABLE userdata, avf_destroy AVF_NULLABLE destroy);

/// Let the device run and decode the beginning, so that avf_sound_play() takes little time. [control]
///
/// @return AVF_OK, AVF_ERROR_DEVICE, AVF_ERROR_NO_THREAD or an error of the file.
AVF_API avf_status avf_sound_prepare(avf_sound *sound);

/// Play from where it stands. [control]
///
/// @return As avf_sound_prepare().
AVF_API avf_status avf_sound_play(avf_sound *sound);

/// Play at a time of avf_sound_get_device_time(); one that has passed is now. [control]
///
/// Sounds of one device that are told the same time begin with the same sample.
/// @return As avf_sound_prepare(), and AVF_ERROR_BAD_ARGUMENT for a time that is no number.
AVF_API avf_status avf_sound_play_at(avf_sound *sound, double seconds);

/// Stand still, and stay prepared. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_pause(avf_sound *sound);

/// Stand still, and give up what avf_sound_prepare() got; the place stays. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_stop(avf_sound *sound);

/// Read whether it plays, or will at the time that it was told. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_get_playing(avf_sound *sound, bool *is_playing);

/// Play on another device, from where it stands. [control]
///
/// @param device  As for avf_sound_create().
/// @return AVF_OK, or AVF_ERROR_DEVICE if it does not open: then all stays as it was.
AVF_API avf_status avf_sound_set_device(avf_sound *sound, const char *AVF_NULLABLE device);

/// Read whether there is a device, as far as it is known; without one, sounds are silent. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_get_audible(avf_sound *sound, bool *is_audible);

/// Say which channel of the device plays each channel of the sound. [control]
///
/// @param channels  From 0 on, each another one; NULL mixes them by their places, which is the default.
/// @param channel_count  As many as the sound has; ignored for NULL.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT. A channel that the device has not is refused when it is prepared.
AVF_API avf_status avf_sound_set_channels(avf_sound *sound, const uint32_t *AVF_NULLABLE channels,
                                          uint32_t channel_count);

/// Read the device's clock, in seconds. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_get_device_time(avf_sound *sound, double *seconds);

/// Read the sound's length in seconds at rate 1. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_get_duration(avf_sound *sound, double *seconds);

/// Go to a place in the sound; while it plays it goes on there. [control]
///
/// @param seconds  Clamped to the sound.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for what is no number.
AVF_API avf_status avf_sound_set_position(avf_sound *sound, double seconds);

/// Read where it is in the sound, in seconds. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_get_position(avf_sound *sound, double *seconds);

/// Say how often it is repeated: 0, the default, plays it once; less than 0 without end. [control]
///
/// The pass that is heard is finished in any case.
/// @return AVF_OK.
AVF_API avf_status avf_sound_set_loop_count(avf_sound *sound, int32_t loop_count);

/// Move the volume in a straight line, from where it is now. [control]
///
/// @param volume  Linear, from 0 on; 1 is the default.
/// @param fade_seconds  0 for at once.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for what is no number or negative.
AVF_API avf_status avf_sound_set_volume(avf_sound *sound, float volume, double fade_seconds);

/// Place it between left (-1) and right (1); 0 is the default. [control]
///
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for what is no number.
AVF_API avf_status avf_sound_set_pan(avf_sound *sound, float pan);

/// Play it faster or slower, with its pitch kept: 0.5 to 2, clamped. [control]
///
/// Before it is prepared for the first time; later only if it was called before that.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for what is no number.
AVF_API avf_status avf_sound_set_rate(avf_sound *sound, float rate);

/// Measure levels or not, which is the default. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_set_metering(avf_sound *sound, bool is_metering);

/// Read a channel's level now, as avf_recorder_get_level(). [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_get_level(avf_sound *sound, uint32_t channel, float *average, float *peak);

/// Measure loudness or not, which is the default; switched on, it begins anew. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_sound_set_loudness_metering(avf_sound *sound, bool is_metering);

/// Read the loudness now. [control]
///
/// @param loudness_size  sizeof *loudness: no more than that is written.
/// @return AVF_OK or AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_sound_get_loudness(avf_sound *sound, size_t loudness_size, avf_loudness *loudness);

AVF_END

#endif
