// Points in time, told by several clocks at once.
#ifndef CORE_AUDIO_TIME_H
#define CORE_AUDIO_TIME_H

#include "CoreAudioBase.h"

/// The frame rate of a SMPTE time code.
CORE_AUDIO_ENUM(UInt32, SMPTETimeType){
    kSMPTETimeType24 = 0,     kSMPTETimeType25 = 1,       kSMPTETimeType30Drop = 2, kSMPTETimeType30 = 3,
    kSMPTETimeType2997 = 4,   kSMPTETimeType2997Drop = 5, kSMPTETimeType60 = 6,     kSMPTETimeType5994 = 7,
    kSMPTETimeType60Drop = 8, kSMPTETimeType5994Drop = 9, kSMPTETimeType50 = 10,    kSMPTETimeType2398 = 11};

/// Whether a SMPTE time can be read, and whether it runs.
CORE_AUDIO_OPTIONS(UInt32, SMPTETimeFlags){kSMPTETimeUnknown = 0, kSMPTETimeValid = 1, kSMPTETimeRunning = 2};

/// A SMPTE time code.
typedef struct SMPTETime {
    SInt16 mSubframes;
    SInt16 mSubframeDivisor;
    UInt32 mCounter;
    SMPTETimeType mType;
    SMPTETimeFlags mFlags;
    SInt16 mHours;
    SInt16 mMinutes;
    SInt16 mSeconds;
    SInt16 mFrames;
} SMPTETime;

/// Which fields of an AudioTimeStamp can be read.
CORE_AUDIO_OPTIONS(UInt32, AudioTimeStampFlags){
    kAudioTimeStampNothingValid = 0,       kAudioTimeStampSampleTimeValid = 1,
    kAudioTimeStampHostTimeValid = 2,      kAudioTimeStampRateScalarValid = 4,
    kAudioTimeStampWordClockTimeValid = 8, kAudioTimeStampSMPTETimeValid = 16,
    kAudioTimeStampSampleHostTimeValid = 3};

/// One moment by every clock that is known.
///
/// `mSampleTime` counts frames, `mHostTime` nanoseconds of CLOCK_MONOTONIC, `mRateScalar` is the ratio of
/// actual to nominal ticks of the host clock in a sample.
typedef struct AudioTimeStamp {
    Float64 mSampleTime;
    UInt64 mHostTime;
    Float64 mRateScalar;
    UInt64 mWordClockTime;
    SMPTETime mSMPTETime;
    AudioTimeStampFlags mFlags;
    UInt32 mReserved;
} AudioTimeStamp;

#endif
