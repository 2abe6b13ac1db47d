// Conversion of streams: rates and channels. How a stream is cut into calls changes no bit of the result.
#ifndef AVF_CONVERTER_H
#define AVF_CONVERTER_H

#include "avf_format.h"

AVF_BEGIN

/// How good the conversion of a rate is. Images, aliases and noise lie below the figure in decibels.
typedef int32_t avf_rate_quality;

enum {
    /// -80 dB; flat to 66 % of half the lower rate.
    AVF_RATE_QUALITY_DRAFT = 0,
    /// -95 dB; flat to 84 %.
    AVF_RATE_QUALITY_MEDIUM = 1,
    /// -120 dB; flat to 90.7 % (20 of 22.05 kHz).
    AVF_RATE_QUALITY_HIGH = 2,
    /// -150 dB; flat to 90.7 %. In double precision.
    AVF_RATE_QUALITY_BEST = 3
};

/// What a converter shall do. May grow at its end: functions that read it are told its size.
typedef struct avf_converter_options {
    /// What comes in.
    avf_format input;
    /// What goes out. Mono goes to left and right; more channels are mixed to stereo or mono after ITU-R
    /// BS.775; else channel n goes to channel n.
    avf_format output;
    /// Of the rate.
    avf_rate_quality quality;
    /// 0 for linear phase; 1 for minimum phase: nothing is heard before an impulse.
    int32_t is_minimum_phase;
} avf_converter_options;

/// A conversion of one stream. Opaque, counted.
typedef struct avf_converter avf_converter;

/// Make a converter at the beginning of its stream. [control]
///
/// @param options_size  sizeof *options: no more than that is read, and the rest counts as 0.
/// @param converter  The new converter; you own it: avf_converter_release().
/// @return AVF_OK, AVF_ERROR_BAD_FORMAT, AVF_ERROR_BAD_ARGUMENT for another quality, or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_converter_create(size_t options_size, const avf_converter_options *options,
                                        avf_converter **converter);

/// Ask for one more avf_converter_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_converter_retain(avf_converter *converter);

/// Give a reference up; NULL is allowed. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_converter_release(avf_converter *AVF_NULLABLE converter);

/// Read how many input frames make exactly so many output frames next. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_converter_get_needed_frames(avf_converter *converter, uint32_t output_frame_count,
                                                   uint64_t *input_frame_count);

/// Read how many input frames must follow an output's place before it can be made. [control]
///
/// So many are withheld between calls, and come with avf_converter_finish(): the reach of the filter, which
/// is its delay, and 0 where the rates are equal.
///
/// @return AVF_OK.
AVF_API avf_status avf_converter_get_lookahead_frames(avf_converter *converter, uint32_t *frame_count);

/// Convert frames. [control]
///
/// @param input  One pointer for each input channel.
/// @param output  One pointer for each output channel, each with room for `output_frame_capacity` frames.
/// @param frames_taken  Of the input; the rest is for the next call.
/// @param frames_made  Fewer than there is room for when the input is used up.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for other channel counts than the converter's.
AVF_API avf_status avf_converter_process(avf_converter *converter, const float *const *input,
                                         uint32_t input_channel_count, uint32_t input_frame_count,
                                         float *const *output, uint32_t output_channel_count,
                                         uint32_t output_frame_capacity, uint32_t *frames_taken,
                                         uint32_t *frames_made);

/// Make what is left after the last input frame: call it until `frames_made` is 0. [control]
///
/// All in all there are as many frames as the input lasts at the output's rate, rounded up.
///
/// @return As avf_converter_process().
AVF_API avf_status avf_converter_finish(avf_converter *converter, float *const *output,
                                        uint32_t output_channel_count, uint32_t output_frame_capacity,
                                        uint32_t *frames_made);

/// Go back to the beginning of a stream. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_converter_reset(avf_converter *converter);

AVF_END

#endif
