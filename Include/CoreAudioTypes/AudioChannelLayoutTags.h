// Names for the usual arrangements of channels.
#ifndef CORE_AUDIO_CHANNEL_LAYOUT_TAGS_H
#define CORE_AUDIO_CHANNEL_LAYOUT_TAGS_H

#include "CoreAudioBase.h"

/// A well-known arrangement: its number in the upper 16 bits, its count of channels in the lower 16.
/// `Unknown`, `DiscreteInOrder` and the `HOA_ACN` tags are to be or-ed with the count of channels.
typedef UInt32 AudioChannelLayoutTag;

/// The number of channels that a tag names, 0 for the tags without one.
CORE_AUDIO_MAYBE_UNUSED static inline UInt32
AudioChannelLayoutTag_GetNumberOfChannels(AudioChannelLayoutTag inLayoutTag) {
    return inLayoutTag & 0x0000FFFFU;
}

// The remarks give the channels in order: L R left and right, C centre, LFE low frequency
// effects, s surround, sd surround direct, c between front
// and centre, w wide, rs rear surround, Vh vertical height (front top),
// tm and tr top middle and rear, t a matrix-encoded total.

#define CORE_AUDIO_LAYOUT_TAG(name, number, channelCount)                                                    \
    CORE_AUDIO_CONSTANT(AudioChannelLayoutTag, name, ((UInt32)(number) << 16) | (channelCount))

CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_UseChannelDescriptions, 0, 0);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_UseChannelBitmap, 1, 0);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_1, 100, 1);             // C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_0, 100, 1);              // C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_ITU_1_0, 100, 1);            // C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_Mono, 100, 1);         // C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_1_0, 100, 1);           // C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Mono, 100, 1);               // M
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_2, 101, 2);             // L R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_1, 101, 2);              // L R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_ITU_2_0, 101, 2);            // L R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_Stereo, 101, 2);       // L R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_2_0, 101, 2);           // L R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Stereo, 101, 2);             // L R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_StereoHeadphones, 102, 2);   // L R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MatrixStereo, 103, 2);       // Lt Rt
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MidSide, 104, 2);            // mid side
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_XY, 105, 2);                 // X Y (coincident pair)
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Binaural, 106, 2);           // L R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Ambisonic_B_Format, 107, 4); // W X Y Z
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_Quadraphonic, 108, 4);   // L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_4, 108, 4);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_Quadraphonic, 108, 4); // L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Quadraphonic, 108, 4);       // L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_5, 109, 5);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Pentagonal, 109, 5); // L R Ls Rs C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_6, 110, 6);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Hexagonal, 110, 6); // L R Ls Rs C Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_8, 111, 8);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Octagonal, 111, 8);     // L R Ls Rs C Cs Lw Rw
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Cube, 112, 8);          // L R Ls Rs, then the same at height
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_3, 113, 3);        // L R C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_7, 113, 3);         // L R C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_ITU_3_0, 113, 3);       // L R C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_3_0_A, 113, 3);    // L R C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_WAVE_3_0, 113, 3);      // L R C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_3_0, 114, 3);       // C L R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_3_0_B, 114, 3);    // C L R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_4, 115, 4);        // L R C Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_13, 115, 4);        // L R C Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_8, 115, 4);         // L R C Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_ITU_3_1, 115, 4);       // L R C Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_4_0_A, 115, 4);   // L R C Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_4_0_A, 115, 4);    // L R C Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_4_0, 116, 4);       // C L R Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_4_0_B, 116, 4);   // C L R Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_4_0_B, 116, 4);    // C L R Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_5, 117, 5);        // L R C Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_14, 117, 5);        // L R C Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_9, 117, 5);         // L R C Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_ITU_3_2, 117, 5);       // L R C Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_5_0_A, 117, 5);   // L R C Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_5_0_A, 117, 5);    // L R C Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_WAVE_5_0_A, 117, 5);    // L R C Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_5_0, 118, 5); // L R Ls Rs C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_19, 118, 5);        // L R Ls Rs C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_5_0_B, 118, 5);   // L R Ls Rs C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_5_0_B, 118, 5);    // L R Ls Rs C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_5_0_C, 119, 5);   // L C R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_5_0_C, 119, 5);    // L C R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_5_0, 120, 5);       // C L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_5_0_D, 120, 5);   // C L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_5_0_D, 120, 5);    // C L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_5_1, 121, 6); // L R C LFE Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_6, 121, 6);        // L R C LFE Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_12, 121, 6);        // L R C LFE Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_17, 121, 6);        // L R C LFE Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_ITU_3_2_1, 121, 6);     // L R C LFE Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_5_1_A, 121, 6);   // L R C LFE Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_5_1_A, 121, 6);    // L R C LFE Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_WAVE_5_1_A, 121, 6);    // L R C LFE Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_20, 122, 6);        // L R Ls Rs C LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_5_1_B, 122, 6);   // L R Ls Rs C LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_5_1_B, 122, 6);    // L R Ls Rs C LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_5_1_C, 123, 6);   // L C R Ls Rs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_5_1_C, 123, 6);    // L C R Ls Rs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_5_1, 124, 6);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_5_1_D, 124, 6);         // C L R Ls Rs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_5_1_D, 124, 6);          // C L R Ls Rs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_6_1, 125, 7);       // L R C LFE Ls Rs Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_11, 125, 7);             // L R C LFE Ls Rs Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_6_1_C, 125, 7);         // L R C LFE Ls Rs Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_6_1_A, 125, 7);          // L R C LFE Ls Rs Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_7_1_Front, 126, 8); // L R C LFE Ls Rs Lc Rc
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_7_1_SDDS_A, 126, 8);    // L R C LFE Ls Rs Lc Rc
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_7_1_A, 126, 8);          // L R C LFE Ls Rs Lc Rc
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_7_1, 127, 8);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_7, 127, 8);             // L R C LFE Ls Rs Lc Rc
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_7_1_SDDS_B, 127, 8);   // C Lc Rc L R Ls Rs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_7_1_B, 127, 8);         // C Lc Rc L R Ls Rs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_7_1, 128, 8);      // L R C LFE Ls Rs Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_12, 128, 8);            // L R C LFE Ls Rs Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_ITU_3_4_1, 128, 8);          // L R C LFE Ls Rs Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_7_1_A, 128, 8);        // L R C LFE Ls Rs Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_7_1_C, 128, 8);        // L R C LFE Ls Rs Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_7_1_C, 128, 8);         // L R C LFE Ls Rs Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Emagic_Default_7_1, 129, 8); // L R Ls Rs C LFE Lc Rc
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_7_1_SDDS_C, 129, 8);   // L R Ls Rs C LFE Lc Rc
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_SMPTE_DTV, 130, 8);          // L R C LFE Ls Rs Lt Rt
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_9, 131, 3);             // L R Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_2, 131, 3);              // L R Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_ITU_2_1, 131, 3);            // L R Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_10, 132, 4);            // L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_3, 132, 4);              // L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_ITU_2_2, 132, 4);            // L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_WAVE_4_0_A, 132, 4);         // L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_4, 133, 3);              // L R LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_WAVE_2_1, 133, 3);           // L R LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_5, 134, 4);              // L R LFE Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_6, 135, 5);              // L R LFE Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_10, 136, 4);             // L R C LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_15, 136, 4);             // L R C LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_11, 137, 5);             // L R C LFE Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_16, 137, 5);             // L R C LFE Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DVD_18, 138, 5);             // L R Ls Rs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_6_0, 139, 6);      // L R Ls Rs C Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_6_0_C, 139, 6);        // L R Ls Rs C Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_7_0, 140, 7);      // L R Ls Rs C Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_6_0, 141, 6);            // C L R Ls Rs Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_6_0_A, 141, 6);        // C L R Ls Rs Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_6_1, 142, 7);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_6_1_A, 142, 7);   // C L R Ls Rs Cs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_7_0, 143, 7);       // C L R Ls Rs Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_Octagonal, 144, 8); // C L R Ls Rs Rls Rrs Cs
// L R C Vhc Lsd Rsd Ls Rs Vhl Vhr Lw Rw Csd Cs LFE1 LFE2:
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_TMH_10_2_std, 145, 16);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_TMH_10_2_full, 146, 21);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DiscreteInOrder, 147, 0);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AudioUnit_7_0_Front, 148, 7); // L R Ls Rs C Lc Rc
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AC3_1_0_1, 149, 2);           // C LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AC3_3_0, 150, 3);             // L C R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Ogg_3_0, 150, 3);             // L C R
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AC3_3_1, 151, 4);             // L C R Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AC3_3_0_1, 152, 4);           // L C R LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AC3_2_1_1, 153, 4);           // L R Cs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AC3_3_1_1, 154, 5);           // L C R Cs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC_6_0_A, 155, 6);           // L C R Ls Rs Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC_7_0_A, 156, 7);           // L C R Ls Rs Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC3_6_1_A, 157, 7);          // L C R Ls Rs LFE Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC3_6_1_B, 158, 7);          // L C R Ls Rs LFE Ts
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC3_6_1_C, 159, 7);          // L C R Ls Rs LFE Vhc
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC3_7_1_A, 160, 8);          // L C R Ls Rs LFE Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC3_7_1_B, 161, 8);          // L C R Ls Rs LFE Lc Rc
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC3_7_1_C, 162, 8);          // L C R Ls Rs LFE Lsd Rsd
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC3_7_1_D, 163, 8);          // L C R Ls Rs LFE Lw Rw
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC3_7_1_E, 164, 8);          // L C R Ls Rs LFE Vhl Vhr
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC3_7_1_F, 165, 8);          // L C R Ls Rs LFE Cs Ts
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC3_7_1_G, 166, 8);          // L C R Ls Rs LFE Cs Vhc
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EAC3_7_1_H, 167, 8);          // L C R Ls Rs LFE Ts Vhc
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_3_1, 168, 4);             // C L R LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_4_1, 169, 5);             // C L R Cs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_6_0_A, 170, 6);           // Lc Rc L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_6_0_B, 171, 6);           // C L R Rls Rrs Ts
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_6_0_C, 172, 6);           // C Cs L R Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_6_1_A, 173, 7);           // Lc Rc L R Ls Rs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_6_1_B, 174, 7);           // C L R Rls Rrs Ts LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_6_1_C, 175, 7);           // C Cs L R Rls Rrs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_7_0, 176, 7);             // Lc C Rc L R Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_7_1, 177, 8);             // Lc C Rc L R Ls Rs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_8_0_A, 178, 8);           // Lc Rc L R Ls Rs Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_8_0_B, 179, 8);           // Lc C Rc L R Ls Cs Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_8_1_A, 180, 9);           // Lc Rc L R Ls Rs Rls Rrs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_8_1_B, 181, 9);           // Lc C Rc L R Ls Cs Rs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_DTS_6_1_D, 182, 7);           // C L R Ls Rs LFE Cs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_7_1_B, 183, 8);           // C L R Ls Rs Rls Rrs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_AAC_7_1_C, 184, 8);           // C L R Ls Rs LFE Vhl Vhr
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Ogg_4_0, 185, 4);             // L R Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_WAVE_4_0_B, 185, 4);          // L R Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_WAVE_5_0_B, 186, 5);          // L R C Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_WAVE_5_1_B, 187, 6);          // L R C LFE Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_WAVE_6_1, 188, 7);            // L R C LFE Cs Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_WAVE_7_1, 189, 8);            // L R C LFE Rls Rrs Ls Rs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_HOA_ACN_SN3D, 190, 0);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_HOA_ACN_N3D, 191, 0);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Atmos_7_1_4, 192, 12); // L R C LFE Ls Rs Rls Rrs Vhl Vhr Ltr Rtr
// L R C LFE Ls Rs Rls Rrs Vhl Vhr Ltr Rtr:
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_Atmos_7_1_4_A, 192, 12);
// L R C LFE Ls Rs Rls Rrs Lw Rw Vhl Vhr Ltm Rtm Ltr Rtr:
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Atmos_9_1_6, 193, 16);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Atmos_5_1_2, 194, 8);        // L R C LFE Ls Rs Ltm Rtm
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_Atmos_5_1_2, 194, 8);  // L R C LFE Ls Rs Ltm Rtm
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Atmos_5_1_4, 195, 10);       // L R C LFE Ls Rs Vhl Vhr Ltr Rtr
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_Atmos_5_1_4, 195, 10); // L R C LFE Ls Rs Vhl Vhr Ltr Rtr
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Atmos_7_1_2, 196, 10);       // L R C LFE Ls Rs Rls Rrs Ltm Rtm
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_Atmos_7_1_2, 196, 10); // L R C LFE Ls Rs Rls Rrs Ltm Rtm
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_4_0_C, 197, 4);        // L R Cs C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_6_0_B, 198, 6);        // L R Ls Rs Cs C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_6_1_B, 199, 7);        // L R Ls Rs Cs C LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_6_1_D, 200, 7);        // L C R Ls Cs Rs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_7_1_B, 201, 8);        // L R Ls Rs Rls Rrs C LFE
// L R Rls Rrs Ls Rs C LFE Vhl Vhr Ltr Rtr:
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_Atmos_7_1_4_B, 202, 12);
// L R Rls Rrs Ls Rs C LFE Vhl Vhr Ltm Rtm Ltr Rtr:
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Logic_Atmos_7_1_6, 203, 14);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_13, 204, 24);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_14, 205, 8); // L R C LFE Ls Rs Vhl Vhr
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_15, 206, 12);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_16, 207, 10); // L R C LFE Ls Rs Vhl Vhr Lts Rts
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_17, 208, 12); // L R C LFE Ls Rs Vhl Vhr Vhc Lts Rts Ts
// L R C LFE Ls Rs Lbs Rbs Vhl Vhr Vhc Lts Rts Ts:
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_18, 209, 14);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_19, 210, 12); // L R C LFE Rls Rrs Lss Rss Vhl Vhr Ltr Rtr
// L R C LFE Rls Rrs Lss Rss Vhl Vhr Ltr Rtr Leos Reos:
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_CICP_20, 211, 14);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Ogg_5_0, 212, 5);    // L C R Rls Rrs
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Ogg_5_1, 213, 6);    // L C R Rls Rrs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Ogg_6_1, 214, 7);    // L C R Ls Rs Cs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Ogg_7_1, 215, 8);    // L C R Ls Rs Rls Rrs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_5_0_E, 216, 5); // L R Rls Rrs C
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_5_1_E, 217, 6); // L R Rls Rrs C LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_6_1_B, 218, 7); // L R Ls Rs C Cs LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_MPEG_7_1_D, 219, 8); // L R Rls Rrs Ls Rs C LFE
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_BeginReserved, 61440, 0);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_EndReserved, 65534, 65535);
CORE_AUDIO_LAYOUT_TAG(kAudioChannelLayoutTag_Unknown, 0xFFFF, 0);

#endif
