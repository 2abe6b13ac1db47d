// Packets of coded sound, without files: what is sent over networks. FFmpeg decodes and encodes them where it
// is installed. How a stream is cut into calls changes no bit of the result.
#ifndef AVF_PACKETS_H
#define AVF_PACKETS_H

#include "avf_format.h"

AVF_BEGIN

/// How packets are coded.
typedef int32_t avf_coding;

enum {
    /// MPEG-4 AAC, low complexity.
    AVF_CODING_AAC = 1,
    /// MPEG-4 AAC with spectral band replication; decoded only.
    AVF_CODING_AAC_HE = 2,
    /// Apple Lossless, of 16 or 24 bits.
    AVF_CODING_ALAC = 3,
    /// FLAC, of 16 or 24 bits.
    AVF_CODING_FLAC = 4,
    /// Opus.
    AVF_CODING_OPUS = 5,
    /// MPEG audio layer I; decoded only.
    AVF_CODING_MPEG_1 = 6,
    /// MPEG audio layer II.
    AVF_CODING_MPEG_2 = 7,
    /// MPEG audio layer III: MP3.
    AVF_CODING_MPEG_3 = 8,
    /// ITU-T G.711, mu-law.
    AVF_CODING_ULAW = 9,
    /// ITU-T G.711, A-law.
    AVF_CODING_ALAW = 10,
    /// IMA ADPCM in Apple's form.
    AVF_CODING_IMA4 = 11,
    /// Dolby Digital.
    AVF_CODING_AC3 = 12,
    /// Dolby Digital Plus.
    AVF_CODING_EAC3 = 13
};

/// A stream of packets. May grow at its end: functions that read it are told its size.
typedef struct avf_packet_format {
    /// How the packets are coded.
    avf_coding coding;
    /// Bits of the material of lossless codings, 16 or 24; 0 for 16, and for the other codings.
    uint32_t bit_count;
    /// Frames in each packet; 0 for the default. AAC and MPEG audio have a number of their own.
    uint32_t frames_per_packet;
    /// Bits in each second that an encoder aims at; 0 for the default. Decoders do not read it.
    uint32_t bit_rate;
    /// Rate and channels of the samples.
    avf_format format;
} avf_packet_format;

/// What an encoder tells of its stream. May grow at its end: the function that fills it is told its size.
typedef struct avf_encoder_info {
    /// Frames in each packet.
    uint32_t frames_per_packet;
    /// The most bytes that a packet has.
    uint32_t largest_packet_size;
    /// Bits in each second; 0 for lossless codings.
    uint32_t bit_rate;
    /// Frames that the encoder puts before the sound; to be left out by the decoder.
    uint32_t leading_frames;
    /// Frames behind the sound that fill the last packet, known when the stream is at its end.
    uint32_t trailing_frames;
} avf_encoder_info;

/// An encoder of one stream. Opaque, counted.
typedef struct avf_encoder avf_encoder;

/// A decoder of one stream. Opaque, counted.
typedef struct avf_decoder avf_decoder;

/// Make an encoder at the beginning of its stream. [control]
///
/// @param format_size  sizeof *format: no more than that is read, and the rest counts as 0.
/// @param encoder  The new encoder; you own it: avf_encoder_release().
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT for an unknown coding, AVF_ERROR_BAD_FORMAT for a rate, channels or
///         bits that it does not have, AVF_ERROR_NOT_SUPPORTED without FFmpeg or its encoder, or
///         AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_encoder_create(size_t format_size, const avf_packet_format *format, avf_encoder **encoder);

/// Ask for one more avf_encoder_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_encoder_retain(avf_encoder *encoder);

/// Give a reference up; NULL is allowed. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_encoder_release(avf_encoder *AVF_NULLABLE encoder);

/// Read what the encoder tells of its stream. [control]
///
/// @param info_size  sizeof *info: no more than that is written.
/// @return AVF_OK.
AVF_API avf_status avf_encoder_get_info(avf_encoder *encoder, size_t info_size, avf_encoder_info *info);

/// Copy what decoders must know beforehand; FLAC's is final only at the end of the stream. [control]
///
/// An ES descriptor for AAC, an ALACSpecificConfig, FLAC's 'dfLa' atom, an OpusHead; nothing for the others.
/// @param bytes  Room for `capacity` bytes; NULL to ask for the size.
/// @param size  The bytes that there are.
/// @return AVF_OK, or AVF_ERROR_BAD_ARGUMENT if there are more than fit.
AVF_API avf_status avf_encoder_get_cookie(avf_encoder *encoder, void *AVF_NULLABLE bytes, size_t capacity,
                                          size_t *size);

/// Hand frames over; avf_encoder_next() must have given a size of 0 before. [control]
///
/// @param input  One pointer for each channel.
/// @param frames_taken  No more than fill a packet; the rest is for the next call.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT for another channel count than the encoder's, or AVF_ERROR_OTHER if
///         the encoder fails.
AVF_API avf_status avf_encoder_put(avf_encoder *encoder, const float *const *input, uint32_t channel_count,
                                   uint32_t frame_count, uint32_t *frames_taken);

/// Say that there are no more frames: avf_encoder_next() gives what is left. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_encoder_finish(avf_encoder *encoder);

/// Take the next packet; G.711 has as many packets of one frame in it as there are. [control]
///
/// @param bytes  Room for `capacity` bytes: the packet is lost if that is too little.
/// @param size  The packet's bytes; 0 if frames are needed, or at the end of the stream.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT if the packet does not fit, or AVF_ERROR_OTHER if the encoder
///     fails.
AVF_API avf_status avf_encoder_next(avf_encoder *encoder, void *bytes, size_t capacity, size_t *size);

/// Go back to the beginning of a stream. [control]
///
/// @return AVF_OK, or AVF_ERROR_OTHER if the encoder cannot be made anew.
AVF_API avf_status avf_encoder_reset(avf_encoder *encoder);

/// Make a decoder at the beginning of its stream. [control]
///
/// @param format_size  sizeof *format: no more than that is read, and the rest counts as 0.
/// @param cookie  What avf_encoder_get_cookie() gave, or a file; NULL for the default.
/// @param decoder  The new decoder; you own it: avf_decoder_release().
/// @return As avf_encoder_create().
AVF_API avf_status avf_decoder_create(size_t format_size, const avf_packet_format *format,
                                      const void *AVF_NULLABLE cookie, size_t cookie_size,
                                      avf_decoder **decoder);

/// Ask for one more avf_decoder_release(). [any]
///
/// @return AVF_OK or AVF_ERROR_TOO_MANY.
AVF_API avf_status avf_decoder_retain(avf_decoder *decoder);

/// Give a reference up; NULL is allowed. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_decoder_release(avf_decoder *AVF_NULLABLE decoder);

/// Say which frames around the sound are left out; to be called before the first packet. [control]
///
/// Unless told, none are, but for those that an OpusHead tells.
/// @return AVF_OK.
AVF_API avf_status avf_decoder_set_padding(avf_decoder *decoder, uint32_t leading_frames, uint32_t trailing_frames);

/// Hand a packet over; avf_decoder_next() must have made 0 frames before. [control]
///
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT for no bytes, or AVF_ERROR_FILE_DAMAGED; the next packet may be
///     better.
AVF_API avf_status avf_decoder_put(avf_decoder *decoder, const void *bytes, size_t size);

/// Say that there are no more packets: avf_decoder_next() gives what is left. [control]
///
/// @return AVF_OK.
AVF_API avf_status avf_decoder_finish(avf_decoder *decoder);

/// Take frames, at the rate and with the channels that the decoder was made for. [control]
///
/// @param output  One pointer for each channel, each with room for `frame_capacity` frames.
/// @param frames_made  0 if a packet is needed, or at the end of the stream.
/// @return AVF_OK, AVF_ERROR_BAD_ARGUMENT for another channel count than the decoder's, or
///     AVF_ERROR_FILE_DAMAGED.
AVF_API avf_status avf_decoder_next(avf_decoder *decoder, float *const *output, uint32_t channel_count,
                                    uint32_t frame_capacity, uint32_t *frames_made);

/// Go back to the beginning of a stream. [control]
///
/// @return AVF_OK, or AVF_ERROR_OTHER if the decoder cannot be made anew.
AVF_API avf_status avf_decoder_reset(avf_decoder *decoder);

AVF_END

#endif
