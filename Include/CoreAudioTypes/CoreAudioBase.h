// The words that every other header of this module uses.
#ifndef CORE_AUDIO_BASE_H
#define CORE_AUDIO_BASE_H

#include <stdint.h>

typedef uint8_t UInt8;
typedef int8_t SInt8;
typedef uint16_t UInt16;
typedef int16_t SInt16;
typedef uint32_t UInt32;
typedef int32_t SInt32;
typedef uint64_t UInt64;
typedef int64_t SInt64;
typedef float Float32;
typedef double Float64;

/// The result of a call: 0 is success.
typedef SInt32 OSStatus;

/// Four characters in one number, the first in the highest byte.
typedef UInt32 FourCharCode;

/// Four characters that name a type.
typedef FourCharCode OSType;

#if defined(__GNUC__)
#define CORE_AUDIO_MAYBE_UNUSED __attribute__((unused))
#else
#define CORE_AUDIO_MAYBE_UNUSED
#endif

// Swift shows a constant with its type only if it is a typed constant; C++ and C accept the same words.
#define CORE_AUDIO_CONSTANT(type, name, value) static const type name CORE_AUDIO_MAYBE_UNUSED = value

#define CORE_AUDIO_FOUR_CHARS(a, b, c, d)                                                                    \
    (((UInt32)(a) << 24) | ((UInt32)(b) << 16) | ((UInt32)(c) << 8) | (UInt32)(d))

// Swift sees enums, option sets and nullability; C sees integers of the same size, without extensions.
#if defined(__swift__)
#define CORE_AUDIO_ENUM(type, name)                                                                          \
    enum __attribute__((enum_extensibility(open))) name : type;                                              \
    typedef enum name name;                                                                                  \
    enum name : type
#define CORE_AUDIO_OPTIONS(type, name)                                                                       \
    enum __attribute__((flag_enum, enum_extensibility(open))) name : type;                                   \
    typedef enum name name;                                                                                  \
    enum name : type
#define CORE_AUDIO_NULLABLE _Nullable
#define CORE_AUDIO_NONNULL _Nonnull
#else
#define CORE_AUDIO_ENUM(type, name)                                                                          \
    typedef type name;                                                                                       \
    enum
#define CORE_AUDIO_OPTIONS(type, name)                                                                       \
    typedef type name;                                                                                       \
    enum
#define CORE_AUDIO_NULLABLE
#define CORE_AUDIO_NONNULL
#endif

CORE_AUDIO_CONSTANT(OSStatus, noErr, 0);

CORE_AUDIO_CONSTANT(OSStatus, kAudio_BadFilePathError, (OSStatus)CORE_AUDIO_FOUR_CHARS('!', 'p', 't', 'h'));
CORE_AUDIO_CONSTANT(OSStatus, kAudio_FileNotFoundError, -43);
CORE_AUDIO_CONSTANT(OSStatus, kAudio_FilePermissionError, -54);
CORE_AUDIO_CONSTANT(OSStatus, kAudio_MemFullError, -108);
CORE_AUDIO_CONSTANT(OSStatus, kAudio_NoError, 0);
CORE_AUDIO_CONSTANT(OSStatus, kAudio_ParamError, -50);
CORE_AUDIO_CONSTANT(OSStatus, kAudio_TooManyFilesOpenError, -42);
CORE_AUDIO_CONSTANT(OSStatus, kAudio_UnimplementedError, -4);

/// A range of numbers, both ends included.
typedef struct AudioValueRange {
    Float64 mMinimum;
    Float64 mMaximum;
} AudioValueRange;

/// The input and the output of a translation from one kind of value to another.
typedef struct AudioValueTranslation {
    void *CORE_AUDIO_NONNULL mInputData;
    UInt32 mInputDataSize;
    void *CORE_AUDIO_NONNULL mOutputData;
    UInt32 mOutputDataSize;
} AudioValueTranslation;

#endif
