// Sources in space around a listener. Connect them to an environment as to a mixer; avf_node_set_placement() says
// where each one is and how it is made to come from there, and the avf_mixer_*_input functions change one
// connection only. What is changed is heard from the next 64 frames on, whatever the size of blocks.
#ifndef AVF_SPATIAL_H
#define AVF_SPATIAL_H

#include "avf_node.h"

AVF_BEGIN

/// An environment: a node that places any number of sources. A source has 16 channels at most, the output 32.
typedef avf_node avf_environment;

/// Make an environment without sources, whose listener is at the origin and looks along -z. [control]
///
/// @param environment  The new node; you own it: avf_node_release().
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_environment_create(avf_environment **environment);

/// Set the gain of the sum: linear, clamped to 0...1, default 1. [any]
///
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for NaN.
AVF_API avf_status avf_environment_set_output_volume(avf_environment *environment, float gain_linear);

/// Read the gain of the sum. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_environment_get_output_volume(avf_environment *environment, float *gain_linear);

/// What hears the output.
typedef int32_t avf_output_type;

enum {
    /// Loudspeakers.
    AVF_OUTPUT_AUTO = 0,
    /// Two channels are for two ears.
    AVF_OUTPUT_HEADPHONES = 1,
    AVF_OUTPUT_BUILT_IN_SPEAKERS = 2,
    AVF_OUTPUT_EXTERNAL_SPEAKERS = 3
};

/// Set what hears the output, for sources whose algorithm is AVF_SPATIAL_AUTO. [any]
///
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for another number.
AVF_API avf_status avf_environment_set_output_type(avf_environment *environment, avf_output_type type);

/// Read what hears the output. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_environment_get_output_type(avf_environment *environment, avf_output_type *type);

/// Set how many sources are heard at the most, of those that sound. [any]
///
/// Where there are more, those with the highest `priority` of their placement are heard, and of equal ones those of
/// which volume and distance leave most; the others fade out and cost almost nothing.
/// @param count  0, the default, for all.
/// @return AVF_OK.
AVF_API avf_status avf_environment_set_voice_limit(avf_environment *environment, uint32_t count);

/// Read how many sources are heard at the most. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_environment_get_voice_limit(avf_environment *environment, uint32_t *count);

// The listener

/// Where a listener is. Right-handed: x to the right, y up, z to the back, in metres. May grow at its end.
typedef struct avf_listener {
    /// The place.
    float x, y, z;
    /// Where the nose points: x, y, z; any length but 0. Default (0, 0, -1).
    float forward[3];
    /// Where the top of the head points; of it counts what is perpendicular to `forward`. Default (0, 1, 0).
    float up[3];
} avf_listener;

/// Move and turn the listener. [any]
///
/// @param listener_size  sizeof *listener.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for numbers that are none or infinite, and for a direction of no
///     length; nothing has changed then.
AVF_API avf_status avf_environment_set_listener(avf_environment *environment, const avf_listener *listener,
                                                size_t listener_size);

/// Read where the listener is; both directions have length 1 and are perpendicular. [any]
///
/// @param listener_size  sizeof *listener: no more than that is written.
/// @return AVF_OK.
AVF_API avf_status avf_environment_get_listener(avf_environment *environment, size_t listener_size,
                                                avf_listener *listener);

/// Turn the listener by angles in degrees: first by `yaw` clockwise as seen from above, then by `pitch` up, then
/// by `roll` to the right. [any]
///
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for numbers that are none or infinite.
AVF_API avf_status avf_environment_set_listener_angles(avf_environment *environment, float yaw, float pitch,
                                                       float roll);

/// Read the listener's angles, -180...180. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_environment_get_listener_angles(avf_environment *environment, float *yaw, float *pitch,
                                                       float *roll);

/// Let poses of a head tracker turn the head on top of the listener's orientation, or end that. [any]
///
/// @return AVF_OK.
AVF_API avf_status avf_environment_set_head_tracking(avf_environment *environment, bool enabled);

/// Hand over a pose of a head tracker, in degrees as avf_environment_set_listener_angles() has them. [any]
///
/// @return As there.
AVF_API avf_status avf_environment_set_head_pose(avf_environment *environment, float yaw, float pitch, float roll);

// Distances

/// The formula by which sources become softer with their distance d.
typedef int32_t avf_distance_model;

enum {
    /// (d / reference) to the power of -rolloff.
    AVF_DISTANCE_EXPONENTIAL = 1,
    /// reference / (reference + rolloff (d - reference)).
    AVF_DISTANCE_INVERSE = 2,
    /// 1 - rolloff (d - reference) / (maximum - reference).
    AVF_DISTANCE_LINEAR = 3
};

/// How sources become softer. The gain stays within 0...1; values that make no sense attenuate nothing. May grow
/// at its end.
typedef struct avf_distance_attenuation {
    /// Default AVF_DISTANCE_INVERSE.
    avf_distance_model model;
    /// Metres up to which nothing is attenuated, default 1.
    float reference_distance;
    /// Metres beyond which nothing is attenuated further, default 100000.
    float maximum_distance;
    /// How fast it goes, default 1.
    float rolloff_factor;
} avf_distance_attenuation;

/// Set how sources become softer. [any]
///
/// @param attenuation_size  sizeof *attenuation.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for NaN and an unknown model.
AVF_API avf_status avf_environment_set_attenuation(avf_environment *environment,
                                                   const avf_distance_attenuation *attenuation,
                                                   size_t attenuation_size);

/// Read how sources become softer. [any]
///
/// @param attenuation_size  sizeof *attenuation: no more than that is written.
/// @return AVF_OK.
AVF_API avf_status avf_environment_get_attenuation(avf_environment *environment, size_t attenuation_size,
                                                   avf_distance_attenuation *attenuation);

// The room

/// The room that sources share; each one's `reverb_blend` says how much of it is heard. Values outside of their
/// ranges are clamped. May grow at its end.
typedef struct avf_environment_reverb {
    /// Whether there is a room.
    bool enabled;
    /// Whether the filter behind the room is left out.
    bool filter_bypassed;
    /// The filter's shape: AVF_EQUALIZER_BAND_FILTER_TYPE_PARAMETRIC and so on.
    int32_t filter_type;
    /// Gain of the room, -40...40 dB.
    float level_db;
    /// The filter's corner or centre, default 1000 Hz.
    float filter_frequency_hz;
    /// Its gain, -96...24 dB.
    float filter_gain_db;
    /// Its width, 0.05...5 octaves, default 0.5.
    float filter_bandwidth_octaves;
} avf_environment_reverb;

/// Set the room's level and filter. [any]
///
/// @param reverb_size  sizeof *reverb.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for NaN and an unknown shape.
AVF_API avf_status avf_environment_set_reverb(avf_environment *environment, const avf_environment_reverb *reverb,
                                              size_t reverb_size);

/// Read the room's level and filter. [any]
///
/// @param reverb_size  sizeof *reverb: no more than that is written.
/// @return AVF_OK.
AVF_API avf_status avf_environment_get_reverb(avf_environment *environment, size_t reverb_size,
                                              avf_environment_reverb *reverb);

/// Turn the room into one of the reverb's presets, AVF_UNIT_REVERB; level and filter stay. [any]
///
/// @param preset  0 small room ... 12 large hall 2.
/// @return AVF_OK, or AVF_ERROR_NO_SUCH_PARAMETER for another number.
AVF_API avf_status avf_environment_load_reverb_preset(avf_environment *environment, uint32_t preset);

// Channels

/// Where a loudspeaker stands, or a channel of a bed.
typedef struct avf_speaker {
    /// Degrees clockwise from the front, -180...180.
    float azimuth_degrees;
    /// Degrees up, -90...90.
    float elevation_degrees;
    /// Whether it is for low frequencies only, and is not panned to.
    bool low_frequency;
} avf_speaker;

/// Say where the channels of a node's output stand: an environment's loudspeakers, or the channels that a source
/// has as an ambience bed. [control]
///
/// Counts for connections that are made from then on. Without it, channels stand in the order of WAVE: L R, C, LFE.
/// @param count  As many as the output has channels, at most 32; 0 for the usual places.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT for more, and for angles that are none or infinite.
AVF_API avf_status avf_node_set_speakers(avf_node *node, const avf_speaker *AVF_NULLABLE speakers, uint32_t count);

/// Say that the 4, 9 or 16 channels of a source are a sound field in the order of ACN and the scale of SN3D (AmbiX),
/// for AVF_SOURCE_AMBIENCE_BED; or that they are not. [control]
///
/// Counts for connections that are made from then on.
/// @return AVF_OK.
AVF_API avf_status avf_node_set_sound_field(avf_node *node, bool is_sound_field);

// Ears

/// Whose ears AVF_SPATIAL_HRTF renders with.
typedef int32_t avf_hrtf_kind;

enum {
    /// The measurement that libmysofa brings along; a rigid sphere where it is not installed.
    AVF_HRTF_STANDARD = 0,
    /// A rigid sphere with two ears, the same on every system.
    AVF_HRTF_SPHERICAL_HEAD = 1,
    /// A SOFA file (AES69, convention SimpleFreeFieldHRIR).
    AVF_HRTF_FILE = 2
};

/// Render with other ears; takes some tenths of a second. The old ones are heard until then. [control]
///
/// @param path  The file for AVF_HRTF_FILE; ignored for others.
/// @return AVF_OK, AVF_ERROR_FILE_FORMAT for a file that cannot be used, or AVF_ERROR_BAD_ARGUMENT for an unknown
///     kind and a missing path; nothing has changed then.
AVF_API avf_status avf_environment_load_hrtf(avf_environment *environment, avf_hrtf_kind kind,
                                             const char *AVF_NULLABLE path);

/// Read what was left out of the measurement in use, or filled in. [control]
///
/// @param index  0 for the first note.
/// @param note  The note, valid until the library is unloaded; NULL behind the last one.
/// @return AVF_OK.
AVF_API avf_status avf_environment_get_hrtf_note(avf_environment *environment, uint32_t index, const char **note);

AVF_END

#endif
