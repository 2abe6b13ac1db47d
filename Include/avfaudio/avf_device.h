// Audio devices, as ALSA names them.
#ifndef AVF_DEVICE_H
#define AVF_DEVICE_H

#include "avf_engine.h"

AVF_BEGIN

/// The devices that there were when the list was made. Opaque, counted.
typedef struct avf_device_list avf_device_list;

/// A device. May grow at its end: the function that fills it is told its size.
typedef struct avf_device_info {
    /// What opens it, such as "default" or "hw:CARD=PCH,DEV=0".
    const char *AVF_NULLABLE name;
    /// What it is, in words; may have several lines.
    const char *AVF_NULLABLE summary;
    /// Whether it plays.
    bool can_play;
    /// Whether it records.
    bool can_capture;
} avf_device_info;

/// List the devices, the default one first. [control]
///
/// @param list  The new list; you own it: avf_device_list_release().
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_device_list_create(avf_device_list **list);

/// Ask for one more avf_device_list_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_device_list_retain(avf_device_list *list);

/// Give a reference up; NULL is allowed. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_device_list_release(avf_device_list *AVF_NULLABLE list);

/// Read how many devices there are. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_device_list_get_count(avf_device_list *list, uint32_t *count);

/// Read what one device is. [control]
///
/// @param info_size  sizeof *info: no more than that is written.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT behind the end.
AVF_API avf_status avf_device_list_get_info(avf_device_list *list, uint32_t index, size_t info_size,
                                            avf_device_info *info);

/// Which way sound goes through a device.
typedef int32_t avf_direction;

enum { AVF_DIRECTION_PLAYBACK = 0, AVF_DIRECTION_CAPTURE = 1 };

enum {
    /// How many rates avf_device_capabilities has room for.
    AVF_MOST_SAMPLE_RATES = 16
};

/// What a device can do in one direction. May grow at its end: the function that fills it is told its size.
typedef struct avf_device_capabilities {
    /// The fewest channels.
    uint32_t minimum_channel_count;
    /// The most channels.
    uint32_t maximum_channel_count;
    /// How many of the rates below there are.
    uint32_t sample_rate_count;
    /// The usual rates that it takes, in hertz, rising.
    double sample_rates[AVF_MOST_SAMPLE_RATES];
} avf_device_capabilities;

/// Ask a device what it can do; it is opened for a moment. [control]
///
/// @param name  As in a list or as ALSA takes it; NULL for the default device.
/// @param capabilities_size  sizeof *capabilities: no more than that is written.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT, or AVF_ERROR_DEVICE if the device does not open.
AVF_API avf_status avf_device_get_capabilities(const char *AVF_NULLABLE name, avf_direction direction,
                                               size_t capabilities_size,
                                               avf_device_capabilities *capabilities);

/// Say which device the engine shall open, and how; it grants what comes nearest. The engine must be
/// stopped. [control]
///
/// @param name  As in a list or as ALSA takes it ("default", "hw:1,0"); NULL for the default device.
/// @param format  NULL for 48 kHz stereo.
/// @param period_frame_count  Frames rendered at once; 0 for 512.
/// @param period_count  Periods that the device holds; 0 for 3.
/// @return AVF_OK or AVF_ERROR_WRONG_STATE; what the device refuses is said by avf_engine_start().
AVF_API avf_status avf_engine_set_device(avf_engine *engine, const char *AVF_NULLABLE name,
                                         const avf_format *AVF_NULLABLE format, uint32_t period_frame_count,
                                         uint32_t period_count);

/// Say which device shall feed the input node, with at most so many channels. The engine must be stopped.
/// [control]
///
/// The device is opened when the engine starts and something is connected to the input node or taps it. It need
/// not be the one that plays: the difference of their clocks is resampled away.
/// @param name  As for avf_engine_set_device().
/// @param channel_count  1 to 256; 0 for two, or what the device has.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT or AVF_ERROR_WRONG_STATE; what the device refuses is said by
///     avf_engine_start().
AVF_API avf_status avf_engine_set_input_device(avf_engine *engine, const char *AVF_NULLABLE name,
                                               uint32_t channel_count);

/// Say which devices shall play the same as the engine's device, beside it. The engine must be stopped.
/// [control]
///
/// Their clocks, rates and channels may be others: the difference is resampled away.
/// @param names  As for avf_engine_set_device(); NULL with a count of 0 for none, which is the default.
/// @param count  0 to 16.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT or AVF_ERROR_WRONG_STATE; what a device refuses is said by
///     avf_engine_start().
AVF_API avf_status avf_engine_set_further_devices(avf_engine *engine, const char *const *AVF_NULLABLE names,
                                                  uint32_t count);

/// Read the rate and channels of the device that feeds the input node, or would. [control]
///
/// @return AVF_OK, or AVF_ERROR_DEVICE if there is no such device.
AVF_API avf_status avf_engine_get_input_format(avf_engine *engine, avf_format *format);

AVF_END

#endif
