#include "ffmpeg.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char reason[256];

#ifdef AVF_HAS_FFMPEG

enum { WINDOW_SIZE = 32 * 1024 };

static avf_ffmpeg functions;

#define AVF_TEXT(number) AVF_TEXT_OF(number)
#define AVF_TEXT_OF(number) #number

static void *open_library(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library && !reason[0])
        snprintf(reason, sizeof reason, "%s of FFmpeg is not installed (Debian: apt install libavformat59)", name);
    return library;
}

static void *find(void *library, const char *name) {
    void *function = library ? dlsym(library, name) : NULL;
    if (!function && !reason[0])
        snprintf(reason, sizeof reason, "the installed FFmpeg lacks the function %s", name);
    return function;
}

// Libraries of the same soname have the same major version; the check guards against a soname that lies.
static void check_version(void *library, const char *function, unsigned expected) {
    unsigned (*version)(void) = (unsigned (*)(void))find(library, function);
    if (version && version() >> 16 != expected >> 16 && !reason[0])
        snprintf(reason, sizeof reason, "the installed FFmpeg has another version than this was built for");
}

static void load(void) {
    void *const util = open_library("libavutil.so." AVF_TEXT(LIBAVUTIL_VERSION_MAJOR));
    void *const codec = open_library("libavcodec.so." AVF_TEXT(LIBAVCODEC_VERSION_MAJOR));
    void *const format = open_library("libavformat.so." AVF_TEXT(LIBAVFORMAT_VERSION_MAJOR));
    check_version(util, "avutil_version", LIBAVUTIL_VERSION_INT);
    check_version(codec, "avcodec_version", LIBAVCODEC_VERSION_INT);
    check_version(format, "avformat_version", LIBAVFORMAT_VERSION_INT);
#define AVF_FFMPEG_FIND(library, name) functions.name = (__typeof__(name) *)find(library, #name);
    AVF_FFMPEG_FUNCTIONS(AVF_FFMPEG_FIND)
#undef AVF_FFMPEG_FIND
    // What goes wrong is told by return values; FFmpeg would print it.
    if (!reason[0])
        functions.av_log_set_level(AV_LOG_QUIET);
}

const avf_ffmpeg *avf_ffmpeg_functions(void) {
    return avf_media_unavailable() ? NULL : &functions;
}

static int read_bytes(void *context, uint8_t *target, int count) {
    const avf_media_bytes *bytes = context;
    const int got = bytes->read(bytes->context, target, count);
    return got > 0 ? got : got == 0 ? AVERROR_EOF : AVERROR(EIO);
}

static int write_bytes(void *context, uint8_t *source, int count) {
    const avf_media_bytes *bytes = context;
    return bytes->write(bytes->context, source, count) == count ? count : AVERROR(EIO);
}

static int64_t seek_bytes(void *context, int64_t offset, int whence) {
    const avf_media_bytes *bytes = context;
    if (whence & AVSEEK_SIZE)
        return bytes->length(bytes->context);
    const int64_t place = bytes->seek(bytes->context, offset, whence & ~AVSEEK_FORCE);
    return place < 0 ? AVERROR(EINVAL) : place;
}

AVIOContext *avf_ffmpeg_open_bytes(const avf_ffmpeg *ffmpeg, const avf_media_bytes *bytes, int isWriting) {
    uint8_t *window = ffmpeg->av_malloc(WINDOW_SIZE);
    if (!window)
        return NULL;
    AVIOContext *result = ffmpeg->avio_alloc_context(window, WINDOW_SIZE, isWriting, (void *)(uintptr_t)bytes,
                                                     read_bytes, write_bytes, seek_bytes);
    if (!result)
        ffmpeg->av_free(window);
    return result;
}

void avf_ffmpeg_close_bytes(const avf_ffmpeg *ffmpeg, AVIOContext **window) {
    if (!*window)
        return;
    ffmpeg->av_free((*window)->buffer);
    ffmpeg->avio_context_free(window);
}

void avf_ffmpeg_explain(const avf_ffmpeg *ffmpeg, int code, char text[AVF_MEDIA_REASON_SIZE]) {
    if (ffmpeg->av_strerror(code, text, AVF_MEDIA_REASON_SIZE) < 0)
        snprintf(text, AVF_MEDIA_REASON_SIZE, "error %d", code);
}

#else

static void load(void) {
    snprintf(reason, sizeof reason, "this was built without FFmpeg's headers (Debian: apt install libavformat-dev)");
}

#endif

const char *avf_media_unavailable(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return reason[0] ? reason : NULL;
}
