// The scanner child: fork, shed what it does not need, read bundles one by one.
// A child rather than a helper program: any program that links the library can scan, wherever it is
// installed.
#define _GNU_SOURCE
#include "CAVFShimsLV2.h"
#include "scan_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { pipe_descriptor = 3, megabyte = 1 << 20 };

static void set_limit(int resource, rlim_t value) {
    const struct rlimit limit = {value, value};
    setrlimit(resource, &limit);
}

// The limit counts what the parent had mapped, so it is set on top of that.
static rlim_t mapped_bytes(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file)
        return 0;
    const int found = fscanf(file, "%lu", &pages);
    fclose(file);
    return found == 1 ? (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) : 0;
}

static void limit_resources(void) {
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_CPU, 120);
    const rlim_t mapped = mapped_bytes();
    if (mapped > 0)
        set_limit(RLIMIT_AS, mapped + (rlim_t)512 * megabyte);
}

// Handlers are the parent's code and may be Swift, so none may run here.
static void reset_signals(void) {
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void keep_only_pipe(int pipe) {
    const int null = open("/dev/null", O_RDWR);
    // Out of the way first: the pipe or /dev/null may sit on 0...3 in a program that closed its own.
    const int high = fcntl(pipe, F_DUPFD, pipe_descriptor + 1);
    const int highNull = fcntl(null, F_DUPFD, pipe_descriptor + 1);
    for (int descriptor = 0; descriptor < 3; descriptor++)
        dup2(highNull, descriptor);
    dup2(high, pipe_descriptor);
    close_range(pipe_descriptor + 1, ~0u, 0);
}

// Names must not depend on the user's language: the cache outlives it. Assigned, not setenv(): another thread
// of the parent may have held that lock at the fork.
static void use_plain_environment(void) {
    static char language[] = "LANG=C";
    static char *plain[] = {language, NULL};
    environ = plain;
}

static _Noreturn void scan(const char *const *bundles, size_t count, unsigned secondsPerBundle) {
    FILE *out = fdopen(pipe_descriptor, "w");
    if (!out)
        _exit(1);
    scan_limit_time(secondsPerBundle + 1);
    for (size_t index = 0; index < count; index++) {
        scan_go_on();
        scan_put_text(out, 'B', bundles[index]);
        // The parent must know the faulting bundle before the bundle is touched.
        fflush(out);
        scan_bundle(out, bundles[index]);
        fputs("E\n", out);
        fflush(out);
    }
    _exit(0);
}

int avf_shim_scan_start(const char *const *bundles, size_t count, unsigned secondsPerBundle,
                        avf_shim_scanner *scanner) {
    *scanner = (avf_shim_scanner){-1, -1};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) {
        const int failure = errno;
        close(ends[0]);
        close(ends[1]);
        return failure;
    }
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        prctl(PR_SET_NAME, "avf-scan");
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        reset_signals();
        keep_only_pipe(ends[1]);
        use_plain_environment();
        limit_resources();
        scan(bundles, count, secondsPerBundle);
    }
    close(ends[1]);
    *scanner = (avf_shim_scanner){child, ends[0]};
    return 0;
}

int avf_shim_scan_stop(avf_shim_scanner *scanner) {
    if (scanner->process <= 0)
        return -1;
    close(scanner->pipe);
    kill(scanner->process, SIGKILL);
    int status = 0;
    pid_t reaped;
    do {
        reaped = waitpid(scanner->process, &status, 0);
    } while (reaped < 0 && errno == EINTR);
    *scanner = (avf_shim_scanner){-1, -1};
    return reaped < 0 ? -1 : status;
}
