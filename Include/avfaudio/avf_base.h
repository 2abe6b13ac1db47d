// What every other header of libavfaudio uses: status codes, versions, and the rules that hold for all
// functions.
//
// Handles.  An avf_engine *, avf_node *, ... is a name for an object, not its address: every call looks
//   it up in a table. NULL, garbage, released handles and handles of another type give
//   AVF_ERROR_BAD_HANDLE and do no harm. Handles are counted: what a function returns in an out-parameter
//   is yours until you release it once; avf_..._retain() asks for one more release. Releasing NULL does
//   nothing.
// Status.   0 is success, errors are negative. After a failure, nothing has changed unless the function
//   says so, every out-parameter is zero or NULL, and avf_last_error_detail() has a sentence. Any
//   function with a handle may return AVF_ERROR_BAD_HANDLE, and any function with a pointer that is not
//   marked AVF_NULLABLE returns AVF_ERROR_BAD_ARGUMENT when that is NULL; other errors are listed with
//   each function.
// Threads.  [control] any thread but a render thread; may allocate, lock and wait. [any] any thread, a
//   render thread too; never waits for a lock that is held for long. [render] made for a render thread:
//   never allocates, locks or waits. One handle may be used by several threads at once.
// Callbacks run on a thread of the library, or on the thread of the call that caused them. They may call
//   every [control] function but those that render. `destroy`, where it is not NULL, is called exactly
//   once with `userdata` when the library will not use it again, also when the function fails. Callbacks
//   must return: no exception, no longjmp.
// Strings are UTF-8. Those that the library gives stay valid until the program ends, unless a function
//   says otherwise.
#ifndef AVF_BASE_H
#define AVF_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The version of these headers.
#define AVF_VERSION_MAJOR 1
#define AVF_VERSION_MINOR 0
#define AVF_VERSION_PATCH 0

/// Grows when a program must be compiled anew; part of the library's SONAME.
#define AVF_ABI_VERSION 1

#if defined(__GNUC__)
#define AVF_API __attribute__((visibility("default")))
#else
#define AVF_API
#endif

// Inside AVF_BEGIN ... AVF_END a pointer must not be NULL unless it is marked AVF_NULLABLE.
#if defined(__clang__) && !defined(__swift__)
#define AVF_NULLABLE _Nullable
#define AVF_ASSUME_NONNULL_BEGIN                                                                             \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wnullability-extension\"")         \
        _Pragma("clang diagnostic ignored \"-Wnullability-completeness\"")                                   \
            _Pragma("clang assume_nonnull begin")
#define AVF_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end") _Pragma("clang diagnostic pop")
#else
#define AVF_NULLABLE
#define AVF_ASSUME_NONNULL_BEGIN
#define AVF_ASSUME_NONNULL_END
#endif

#ifdef __cplusplus
#define AVF_BEGIN                                                                                            \
    extern "C" {                                                                                             \
    AVF_ASSUME_NONNULL_BEGIN
#define AVF_END                                                                                              \
    AVF_ASSUME_NONNULL_END                                                                                   \
    }
#else
#define AVF_BEGIN AVF_ASSUME_NONNULL_BEGIN
#define AVF_END AVF_ASSUME_NONNULL_END
#endif

AVF_BEGIN

/// What became of a call: 0 is success, errors are negative.
typedef int32_t avf_status;

enum {
    /// It was done.
    AVF_OK = 0,
    /// The handle is NULL, was released, was never one, or names an object of another type.
    AVF_ERROR_BAD_HANDLE = -1,
    /// An argument is NULL, not a number, not UTF-8 or out of its range.
    AVF_ERROR_BAD_ARGUMENT = -2,
    /// Memory ran out.
    AVF_ERROR_OUT_OF_MEMORY = -3,
    /// There are too many handles, or too many references to one.
    AVF_ERROR_TOO_MANY = -4,
    /// The system has no thread left.
    AVF_ERROR_NO_THREAD = -5,
    /// The node cannot do that, now or ever; the detail says why.
    AVF_ERROR_NOT_SUPPORTED = -6,

    /// The engine must be running, or stopped, or in another rendering mode.
    AVF_ERROR_WRONG_STATE = -20,
    /// Another thread is rendering with this engine.
    AVF_ERROR_BUSY = -21,
    /// The node is not attached to this engine.
    AVF_ERROR_NOT_ATTACHED = -22,
    /// The node is attached to another engine.
    AVF_ERROR_OTHER_ENGINE = -23,
    /// The node has no such bus.
    AVF_ERROR_NO_SUCH_BUS = -24,
    /// Nothing is connected there.
    AVF_ERROR_NOT_CONNECTED = -25,
    /// The connection would lead a signal back to where it came from.
    AVF_ERROR_CYCLE = -26,
    /// No audio has this format, the unit cannot work with it, or the two ends of a connection disagree.
    AVF_ERROR_BAD_FORMAT = -27,
    /// There is one already.
    AVF_ERROR_EXISTS = -28,

    /// No unit has that symbol, URI or component description.
    AVF_ERROR_NO_SUCH_UNIT = -40,
    /// The plugin was found and cannot be used.
    AVF_ERROR_BROKEN_UNIT = -41,
    /// The unit has no such parameter, named value or preset.
    AVF_ERROR_NO_SUCH_PARAMETER = -42,
    /// The bytes are no state, not a whole one, or that of another unit.
    AVF_ERROR_BAD_STATE = -43,

    /// There is no such file.
    AVF_ERROR_FILE_NOT_FOUND = -60,
    /// The file may not be opened, or is not a file.
    AVF_ERROR_FILE_ACCESS = -61,
    /// The file holds no audio that can be read, or none that could be written so.
    AVF_ERROR_FILE_FORMAT = -62,
    /// The file is damaged, or ends too early.
    AVF_ERROR_FILE_DAMAGED = -63,
    /// The disk is full, or refuses to write; what was written before stays readable.
    AVF_ERROR_FILE_WRITE = -64,
    /// The file was closed before.
    AVF_ERROR_FILE_CLOSED = -65,

    /// The device cannot be opened, or does not do what is asked for.
    AVF_ERROR_DEVICE = -80,
    /// The device went away.
    AVF_ERROR_DEVICE_LOST = -81,

    /// Something that has no code of its own; the detail says what.
    AVF_ERROR_OTHER = -1000
};

/// What a status means, as one sentence. [any]
///
/// @return A string that lives as long as the program; for an unknown status too, never NULL.
AVF_API const char *avf_status_string(avf_status status);

/// The newest failure of this thread, as a sentence that names what was refused and why. [any]
///
/// A call that succeeds leaves it as it is, and so does a [render] function.
/// @return A string that belongs to the library and lives until the next failure on this thread; ""
///     before the first one, never NULL.
AVF_API const char *avf_last_error_detail(void);

/// The version of the library that is loaded: major << 16 | minor << 8 | patch. [any]
AVF_API uint32_t avf_version(void);

/// The version of the library that is loaded, such as "1.0.0". [any]
///
/// @return A string that lives as long as the program.
AVF_API const char *avf_version_string(void);

/// The ABI version of the library that is loaded; a program works with it if this equals AVF_ABI_VERSION.
/// [any]
AVF_API uint32_t avf_abi_version(void);

/// Tells the owner of `userdata` that the library will not use it again.
typedef void (*avf_destroy)(void *AVF_NULLABLE userdata);

AVF_END

#endif
