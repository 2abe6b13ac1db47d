// Starts an engine while the system has no memory for another thread's stack, and again when it has.
#include "check.h"
#include <sys/resource.h>
#include <unistd.h>

enum { SPARE_BYTES = 1 << 20 };

/// The bytes of address space that the program has taken.
static rlim_t taken(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file && fscanf(file, "%lu", &pages) == 1);
    if (file)
        fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

int main(void) {
    const avf_format stereo = {48000, 2};
    avf_engine *engine;
    struct rlimit usual, tight;
    WORKS(avf_engine_create(&engine));
    WORKS(avf_engine_enable_manual_rendering(engine, AVF_RENDERING_OFFLINE, &stereo, 512));
    CHECK(getrlimit(RLIMIT_AS, &usual) == 0);
    tight = usual;
    tight.rlim_cur = taken() + SPARE_BYTES;
    CHECK(setrlimit(RLIMIT_AS, &tight) == 0);
    const avf_status status = avf_engine_start(engine);
    CHECK(setrlimit(RLIMIT_AS, &usual) == 0);
    CHECK(status == AVF_ERROR_NO_THREAD);
    CHECK(strstr(avf_last_error_detail(), "cannot start the thread avf-"));
    WORKS(avf_engine_start(engine));
    WORKS(avf_engine_release(engine));
    return failures != 0;
}
