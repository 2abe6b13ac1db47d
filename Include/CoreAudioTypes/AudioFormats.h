// What the bytes of a stream mean.
#ifndef CORE_AUDIO_FORMATS_H
#define CORE_AUDIO_FORMATS_H

#include "AudioChannelLayoutTags.h"
#include "CoreAudioBase.h"

/// The coding of a stream: linear PCM or a codec, as four characters.
typedef UInt32 AudioFormatID;

/// Details of a coding; what the bits mean depends on the AudioFormatID.
typedef UInt32 AudioFormatFlags;

/// The sizes and rates of a stream.
///
/// For linear PCM a packet is one frame. In non-interleaved streams each channel has a buffer of its own and
/// `mBytesPerFrame` counts one channel; in interleaved ones it counts all. Zero means unknown or variable.
typedef struct AudioStreamBasicDescription {
    Float64 mSampleRate;
    AudioFormatID mFormatID;
    AudioFormatFlags mFormatFlags;
    UInt32 mBytesPerPacket;
    UInt32 mFramesPerPacket;
    UInt32 mBytesPerFrame;
    UInt32 mChannelsPerFrame;
    UInt32 mBitsPerChannel;
    UInt32 mReserved;
} AudioStreamBasicDescription;

/// Where one packet of a stream with packets of varying size lies.
typedef struct AudioStreamPacketDescription {
    SInt64 mStartOffset;
    UInt32 mVariableFramesInPacket;
    UInt32 mDataByteSize;
} AudioStreamPacketDescription;

/// A format together with the arrangement of its channels.
typedef struct AudioFormatListItem {
    AudioStreamBasicDescription mASBD;
    AudioChannelLayoutTag mChannelLayoutTag;
} AudioFormatListItem;

/// A codec or another component, by type, subtype and maker.
typedef struct AudioClassDescription {
    OSType mType;
    OSType mSubType;
    OSType mManufacturer;
} AudioClassDescription;

/// A sample rate that stands for any.
CORE_AUDIO_CONSTANT(Float64, kAudioStreamAnyRate, 0.0);

CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormat60958AC3, CORE_AUDIO_FOUR_CHARS('c', 'a', 'c', '3'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatAC3, CORE_AUDIO_FOUR_CHARS('a', 'c', '-', '3'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatAES3, CORE_AUDIO_FOUR_CHARS('a', 'e', 's', '3'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatALaw, CORE_AUDIO_FOUR_CHARS('a', 'l', 'a', 'w'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatAMR, CORE_AUDIO_FOUR_CHARS('s', 'a', 'm', 'r'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatAMR_WB, CORE_AUDIO_FOUR_CHARS('s', 'a', 'w', 'b'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatAPAC, CORE_AUDIO_FOUR_CHARS('a', 'p', 'a', 'c'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatAppleIMA4, CORE_AUDIO_FOUR_CHARS('i', 'm', 'a', '4'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatAppleLossless, CORE_AUDIO_FOUR_CHARS('a', 'l', 'a', 'c'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatAudible, CORE_AUDIO_FOUR_CHARS('A', 'U', 'D', 'B'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatDVIIntelIMA, 0x6D730011U);
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatEnhancedAC3, CORE_AUDIO_FOUR_CHARS('e', 'c', '-', '3'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatFLAC, CORE_AUDIO_FOUR_CHARS('f', 'l', 'a', 'c'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatiLBC, CORE_AUDIO_FOUR_CHARS('i', 'l', 'b', 'c'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatLinearPCM, CORE_AUDIO_FOUR_CHARS('l', 'p', 'c', 'm'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMACE3, CORE_AUDIO_FOUR_CHARS('M', 'A', 'C', '3'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMACE6, CORE_AUDIO_FOUR_CHARS('M', 'A', 'C', '6'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMicrosoftGSM, 0x6D730031U);
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMIDIStream, CORE_AUDIO_FOUR_CHARS('m', 'i', 'd', 'i'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEG4AAC, CORE_AUDIO_FOUR_CHARS('a', 'a', 'c', ' '));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEG4AAC_ELD, CORE_AUDIO_FOUR_CHARS('a', 'a', 'c', 'e'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEG4AAC_ELD_SBR, CORE_AUDIO_FOUR_CHARS('a', 'a', 'c', 'f'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEG4AAC_ELD_V2, CORE_AUDIO_FOUR_CHARS('a', 'a', 'c', 'g'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEG4AAC_HE, CORE_AUDIO_FOUR_CHARS('a', 'a', 'c', 'h'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEG4AAC_HE_V2, CORE_AUDIO_FOUR_CHARS('a', 'a', 'c', 'p'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEG4AAC_LD, CORE_AUDIO_FOUR_CHARS('a', 'a', 'c', 'l'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEG4AAC_Spatial, CORE_AUDIO_FOUR_CHARS('a', 'a', 'c', 's'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEG4CELP, CORE_AUDIO_FOUR_CHARS('c', 'e', 'l', 'p'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEG4HVXC, CORE_AUDIO_FOUR_CHARS('h', 'v', 'x', 'c'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEG4TwinVQ, CORE_AUDIO_FOUR_CHARS('t', 'w', 'v', 'q'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEGD_USAC, CORE_AUDIO_FOUR_CHARS('u', 's', 'a', 'c'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEGLayer1, CORE_AUDIO_FOUR_CHARS('.', 'm', 'p', '1'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEGLayer2, CORE_AUDIO_FOUR_CHARS('.', 'm', 'p', '2'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatMPEGLayer3, CORE_AUDIO_FOUR_CHARS('.', 'm', 'p', '3'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatOpus, CORE_AUDIO_FOUR_CHARS('o', 'p', 'u', 's'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatParameterValueStream,
                    CORE_AUDIO_FOUR_CHARS('a', 'p', 'v', 's'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatQDesign, CORE_AUDIO_FOUR_CHARS('Q', 'D', 'M', 'C'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatQDesign2, CORE_AUDIO_FOUR_CHARS('Q', 'D', 'M', '2'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatQUALCOMM, CORE_AUDIO_FOUR_CHARS('Q', 'c', 'l', 'p'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatTimeCode, CORE_AUDIO_FOUR_CHARS('t', 'i', 'm', 'e'));
CORE_AUDIO_CONSTANT(AudioFormatID, kAudioFormatULaw, CORE_AUDIO_FOUR_CHARS('u', 'l', 'a', 'w'));

CORE_AUDIO_CONSTANT(AudioFormatFlags, kAudioFormatFlagIsFloat, 0x1U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kAudioFormatFlagIsBigEndian, 0x2U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kAudioFormatFlagIsSignedInteger, 0x4U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kAudioFormatFlagIsPacked, 0x8U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kAudioFormatFlagIsAlignedHigh, 0x10U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kAudioFormatFlagIsNonInterleaved, 0x20U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kAudioFormatFlagIsNonMixable, 0x40U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kAudioFormatFlagsAreAllClear, 0x80000000U);

CORE_AUDIO_CONSTANT(AudioFormatFlags, kLinearPCMFormatFlagIsFloat, 0x1U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kLinearPCMFormatFlagIsBigEndian, 0x2U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kLinearPCMFormatFlagIsSignedInteger, 0x4U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kLinearPCMFormatFlagIsPacked, 0x8U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kLinearPCMFormatFlagIsAlignedHigh, 0x10U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kLinearPCMFormatFlagIsNonInterleaved, 0x20U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kLinearPCMFormatFlagIsNonMixable, 0x40U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kLinearPCMFormatFlagsAreAllClear, 0x80000000U);

CORE_AUDIO_CONSTANT(AudioFormatFlags, kAudioFormatFlagsNativeEndian, 0x0U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kAudioFormatFlagsNativeFloatPacked, 0x9U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kLinearPCMFormatFlagsSampleFractionMask, 0x1F80U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kLinearPCMFormatFlagsSampleFractionShift, 0x7U);

CORE_AUDIO_CONSTANT(AudioFormatFlags, kAppleLosslessFormatFlag_16BitSourceData, 0x1U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kAppleLosslessFormatFlag_20BitSourceData, 0x2U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kAppleLosslessFormatFlag_24BitSourceData, 0x3U);
CORE_AUDIO_CONSTANT(AudioFormatFlags, kAppleLosslessFormatFlag_32BitSourceData, 0x4U);

/// The tools of MPEG-4 audio, numbered as in ISO/IEC 14496-3.
CORE_AUDIO_ENUM(long, MPEG4ObjectID){
    kMPEG4Object_AAC_Main = 1, kMPEG4Object_AAC_LC = 2,  kMPEG4Object_AAC_SSR = 3,
    kMPEG4Object_AAC_LTP = 4,  kMPEG4Object_AAC_SBR = 5, kMPEG4Object_AAC_Scalable = 6,
    kMPEG4Object_TwinVQ = 7,   kMPEG4Object_CELP = 8,    kMPEG4Object_HVXC = 9};

#endif
