// How the channels of a stream are arranged.
#ifndef CORE_AUDIO_CHANNEL_LAYOUTS_H
#define CORE_AUDIO_CHANNEL_LAYOUTS_H

#include "AudioChannelLabels.h"
#include "AudioChannelLayoutTags.h"

/// A set of loudspeakers; the channels are in the order of the bits.
CORE_AUDIO_OPTIONS(UInt32, AudioChannelBitmap){kAudioChannelBit_Left = 1 << 0,
                                               kAudioChannelBit_Right = 1 << 1,
                                               kAudioChannelBit_Center = 1 << 2,
                                               kAudioChannelBit_LFEScreen = 1 << 3,
                                               kAudioChannelBit_LeftSurround = 1 << 4,
                                               kAudioChannelBit_RightSurround = 1 << 5,
                                               kAudioChannelBit_LeftCenter = 1 << 6,
                                               kAudioChannelBit_RightCenter = 1 << 7,
                                               kAudioChannelBit_CenterSurround = 1 << 8,
                                               kAudioChannelBit_LeftSurroundDirect = 1 << 9,
                                               kAudioChannelBit_RightSurroundDirect = 1 << 10,
                                               kAudioChannelBit_TopCenterSurround = 1 << 11,
                                               kAudioChannelBit_VerticalHeightLeft = 1 << 12,
                                               kAudioChannelBit_VerticalHeightCenter = 1 << 13,
                                               kAudioChannelBit_VerticalHeightRight = 1 << 14,
                                               kAudioChannelBit_TopBackLeft = 1 << 15,
                                               kAudioChannelBit_TopBackCenter = 1 << 16,
                                               kAudioChannelBit_TopBackRight = 1 << 17,
                                               kAudioChannelBit_LeftTopFront = 1 << 12,
                                               kAudioChannelBit_CenterTopFront = 1 << 13,
                                               kAudioChannelBit_RightTopFront = 1 << 14,
                                               kAudioChannelBit_LeftTopMiddle = 1 << 21,
                                               kAudioChannelBit_CenterTopMiddle = 1 << 11,
                                               kAudioChannelBit_RightTopMiddle = 1 << 23,
                                               kAudioChannelBit_LeftTopRear = 1 << 24,
                                               kAudioChannelBit_CenterTopRear = 1 << 25,
                                               kAudioChannelBit_RightTopRear = 1 << 26};

/// How `mCoordinates` is to be read.
CORE_AUDIO_OPTIONS(UInt32, AudioChannelFlags){
    kAudioChannelFlags_AllOff = 0, kAudioChannelFlags_RectangularCoordinates = 1,
    kAudioChannelFlags_SphericalCoordinates = 2, kAudioChannelFlags_Meters = 4};

/// The places of the numbers in `mCoordinates`: rectangular in parts of a unit cube or metres, spherical in
/// degrees and distance.
CORE_AUDIO_ENUM(UInt32, AudioChannelCoordinateIndex){
    kAudioChannelCoordinates_LeftRight = 0, kAudioChannelCoordinates_BackFront = 1,
    kAudioChannelCoordinates_DownUp = 2,    kAudioChannelCoordinates_Azimuth = 0,
    kAudioChannelCoordinates_Elevation = 1, kAudioChannelCoordinates_Distance = 2};

/// One channel: its label, or its place in the room.
typedef struct AudioChannelDescription {
    AudioChannelLabel mChannelLabel;
    AudioChannelFlags mChannelFlags;
    Float32 mCoordinates[3];
} AudioChannelDescription;

/// An arrangement: by tag, by bitmap, or by descriptions, of which `mNumberChannelDescriptions` follow.
typedef struct AudioChannelLayout {
    AudioChannelLayoutTag mChannelLayoutTag;
    AudioChannelBitmap mChannelBitmap;
    UInt32 mNumberChannelDescriptions;
    AudioChannelDescription mChannelDescriptions[1];
} AudioChannelLayout;

#endif
