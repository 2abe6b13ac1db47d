// Recorders: a capturing device into a file, without an engine.
//
// The device's thread only copies; a thread of the recorder converts, encodes and writes. A killed process
// leaves a file that opens, with all but the last moment. What the device does not deliver is silence of that
// length in the file.
#ifndef AVF_RECORDER_H
#define AVF_RECORDER_H

#include "avf_file.h"
#include "avf_loudness.h"

AVF_BEGIN

/// A recorder. Opaque, counted.
typedef struct avf_recorder avf_recorder;

/// What a recorder does.
typedef int32_t avf_recorder_state;

enum {
    AVF_RECORDER_NEW = 0,
    AVF_RECORDER_PREPARED = 1,
    AVF_RECORDER_RECORDING = 2,
    AVF_RECORDER_PAUSED = 3,
    AVF_RECORDER_STOPPED = 4
};

/// What a recorder tells.
typedef int32_t avf_recorder_event_kind;

enum {
    /// The recording has ended and its file is closed.
    AVF_RECORDER_FINISHED = 1,
    /// The file could not be written; AVF_RECORDER_FINISHED follows.
    AVF_RECORDER_FAILED = 2,
    /// The device went away, and silence is recorded in its place, or one has come back.
    AVF_RECORDER_DEVICE_CHANGED = 3
};

/// Something that no call can return. Valid inside the callback only.
typedef struct avf_recorder_event {
    /// What happened.
    avf_recorder_event_kind kind;
    /// Why, for AVF_RECORDER_FAILED and for a device that went away; else AVF_OK.
    avf_status status;
    /// For AVF_RECORDER_FINISHED, whether the file was written to its end.
    bool is_complete;
    /// A sentence.
    const char *message;
} avf_recorder_event;

/// Takes an event, on a thread of the recorder's or the one that stops it.
typedef void (*avf_recorder_callback)(const avf_recorder_event *event, void *AVF_NULLABLE userdata);

/// Make a recorder; nothing is touched before it is prepared. [control]
///
/// @param path  The file: its extension says what it is.
/// @param format  What the file shall hold; the device is asked for the same, and converted.
/// @param encoding  One of the file's, or AVF_ENCODING_DEFAULT.
/// @param device  As in a list of devices or as ALSA takes it; NULL for the default device.
/// @param recorder  The new recorder; you own it: avf_recorder_release().
/// @return AVF_OK, AVF_ERROR_FILE_FORMAT, AVF_ERROR_NOT_SUPPORTED for Apple Lossless in CAF, which would be lost
///     with the process, or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_recorder_create(const char *path, const avf_format *format, avf_encoding encoding,
                                       const char *AVF_NULLABLE device, avf_recorder **recorder);

/// Ask for one more avf_recorder_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_recorder_retain(avf_recorder *recorder);

/// Give a reference up; the last one ends the recording and closes the file. NULL is allowed. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_recorder_release(avf_recorder *AVF_NULLABLE recorder);

/// Say who takes events; NULL ends that. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_recorder_set_callback(avf_recorder *recorder,
                                             avf_recorder_callback AVF_NULLABLE callback,
                                             void *AVF_NULLABLE userdata, avf_destroy AVF_NULLABLE destroy);

/// Open the device and make the file, over one that is there. [control]
///
/// @return AVF_OK, AVF_ERROR_DEVICE, AVF_ERROR_FILE_FORMAT, AVF_ERROR_FILE_ACCESS, AVF_ERROR_FILE_WRITE or
///     AVF_ERROR_NO_THREAD.
AVF_API avf_status avf_recorder_prepare(avf_recorder *recorder);

/// Record, or go on after a pause. After avf_recorder_stop() a new file takes the place of the old one. [control]
///
/// @param host_time  The CLOCK_MONOTONIC time in nanoseconds of the first sample; 0 or a time that has passed is
///     now.
/// @param seconds  How much shall be recorded; it ends by itself then. 0 until it is stopped.
/// @return As avf_recorder_prepare(), and AVF_ERROR_BAD_ARGUMENT for seconds that are no number or negative.
AVF_API avf_status avf_recorder_record(avf_recorder *recorder, uint64_t host_time, double seconds);

/// Keep what is recorded; avf_recorder_record() goes on. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_recorder_pause(avf_recorder *recorder);

/// End the recording and close the file. [control]
///
/// @return AVF_OK; what went wrong with the file is told by the callback.
AVF_API avf_status avf_recorder_stop(avf_recorder *recorder);

/// Remove the file of a recording that has ended. [control]
///
/// @return AVF_OK, AVF_ERROR_WRONG_STATE while it is prepared or records, or AVF_ERROR_FILE_NOT_FOUND if nothing
///     could be removed.
AVF_API avf_status avf_recorder_delete_file(avf_recorder *recorder);

/// Read what the recorder does. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_recorder_get_state(avf_recorder *recorder, avf_recorder_state *state);

/// Read how much is recorded, in seconds; after the end, how much it was. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_recorder_get_length(avf_recorder *recorder, double *seconds);

/// Read how many frames the device has not delivered so far, or there was no room for: silence in the file.
/// [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_recorder_get_missing_frame_count(avf_recorder *recorder, uint64_t *frame_count);

/// Measure levels or not, which is the default. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_recorder_set_metering(avf_recorder *recorder, bool is_metering);

/// Read a channel's level now, in decibels of full scale, -160 and up. [control]
///
/// @param channel  From 0; one that there is not is silent.
/// @param average  Mean power over about a tenth of a second.
/// @param peak  The highest sample, which stays for half a second and falls by 20 dB in a second then.
/// @return AVF_OK.
AVF_API avf_status avf_recorder_get_level(avf_recorder *recorder, uint32_t channel, float *average, float *peak);

/// Measure loudness or not, which is the default; switched on, and with each new file, it begins anew. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_recorder_set_loudness_metering(avf_recorder *recorder, bool is_metering);

/// Read the loudness now. [control]
///
/// @param loudness_size  sizeof *loudness: no more than that is written.
/// @return AVF_OK or AVF_ERROR_BAD_ARGUMENT.
AVF_API avf_status avf_recorder_get_loudness(avf_recorder *recorder, size_t loudness_size,
                                             avf_loudness *loudness);

AVF_END

#endif
