// Packets of coded sound, without files: decoders and encoders by way of FFmpeg, which is looked for when it
// is first needed (CAVFShimsMedia.h).
#ifndef CAVF_SHIMS_PACKETS_H
#define CAVF_SHIMS_PACKETS_H

#include "CAVFShimsMedia.h"

#pragma GCC visibility push(hidden)

/// What a decoder or encoder is to be made for, and what it says of itself once it is open.
typedef struct {
    /// FFmpeg's name of the decoder or encoder: "aac", "libopus".
    char codec[32];
    int sampleRateHz;
    int channelCount;
    /// Bits of the material of lossless codings, else 0.
    int bitCount;
    /// Wanted bits in each second; 0 for the encoder's choice.
    int64_t bitRate;
    /// How the rate may vary: 0 constant, 1 in the long run, 2 within limits, 3 free; -1 for the default.
    int rateVariation;
    /// Quality of rates that vary freely, 0 best … 9.
    int quality;
    /// Frames of each packet; 0 for the encoder's choice, and where a packet may have any number.
    int framesPerPacket;
    /// Frames that the encoder puts before the sound.
    int delayFrameCount;
    /// The speakers in channel order as bits of WAVE's mask; 0 if unknown.
    uint64_t speakers;
    /// What decoders must know beforehand, in FFmpeg's form; it belongs to the caller or to the encoder.
    const uint8_t *header;
    int headerSize;
} avf_packet_format;

/// Samples in memory as FFmpeg lays them out: full scale is that of their type.
typedef struct {
    /// One for each channel, or one for all where channels alternate.
    uint8_t *const *blocks;
    int frameCount;
    int channelCount;
    int sampleRateHz;
    int bytesPerSample;
    int isFloat, isInterleaved;
    /// Bits that count, from the highest down.
    int bitCount;
    uint64_t speakers;
} avf_packet_samples;

/// Whether FFmpeg is there and has a decoder, or an encoder, of this name. [any]
int avf_packet_codec_exists(const char *name, int isEncoder);

/// The sample rates of an encoder, 0 behind the last; NULL if it takes all, or does not exist. [any]
const int *avf_packet_encoder_rates(const char *name);

/// A decoder of packets.
typedef struct avf_packet_decoder avf_packet_decoder;

/// Makes a decoder; NULL with a reason if there is none.
avf_packet_decoder *avf_packet_decoder_open(const avf_packet_format *format, char reason[AVF_MEDIA_REASON_SIZE]);

/// Takes a packet, whose samples must be fetched before the next; NULL ends the stream. 0 if it is damaged.
int avf_packet_decoder_put(avf_packet_decoder *decoder, const uint8_t *packet, int size);

/// The next samples, valid until the next call: 1, 0 if a packet is needed or all is over, -1 if damaged.
int avf_packet_decoder_next(avf_packet_decoder *decoder, avf_packet_samples *samples);

/// Frees a decoder; NULL is fine.
void avf_packet_decoder_close(avf_packet_decoder *decoder);

/// An encoder of packets.
typedef struct avf_packet_encoder avf_packet_encoder;

/// Makes an encoder and completes `format`; NULL with a reason if there is none for it.
avf_packet_encoder *avf_packet_encoder_open(avf_packet_format *format, char reason[AVF_MEDIA_REASON_SIZE]);

/// Room for the samples of the next packet; `frameCount` of it is the most that may be put at once.
void avf_packet_encoder_room(avf_packet_encoder *encoder, avf_packet_samples *samples);

/// Encodes what the room holds; only the last may be short, and none ends the stream. 0 if that fails.
int avf_packet_encoder_put(avf_packet_encoder *encoder, int frameCount);

/// The next packet, valid until the next call: 1, 0 if samples are needed or all is over, -1 if that fails.
int avf_packet_encoder_next(avf_packet_encoder *encoder, const uint8_t **packet, int *size);

/// What decoders must know, which is final only at the end of the stream; it belongs to the encoder.
const uint8_t *avf_packet_encoder_header(const avf_packet_encoder *encoder, int *size);

/// Frees an encoder; NULL is fine.
void avf_packet_encoder_close(avf_packet_encoder *encoder);

#pragma GCC visibility pop

#endif
