// The same program once more, as a child for work that may end the process.
#define _GNU_SOURCE
#include "CAVFShimsProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void reset_signals(void) {
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// Only what is allowed between fork and exec of a program with threads.
static _Noreturn void become(char *const *arguments, int output, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have ended before the line above.
    if (getppid() != parent)
        _exit(1);
    setsid();
    reset_signals();
    // Where memory lies shall be no matter of chance: what a plugin does with it is the same in each run.
    personality(ADDR_NO_RANDOMIZE);
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    const int null = open("/dev/null", O_RDWR);
    dup2(output, STDOUT_FILENO);
    dup2(null, STDIN_FILENO);
    dup2(null, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0u, 0);
    execv("/proc/self/exe", arguments);
    _exit(127);
}

int avf_shim_program_start(char *const *arguments, avf_shim_process *process, int *output) {
    *process = (avf_shim_process){-1, -1};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    // Above the three that the child has, which a program may have closed.
    const int high = fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const pid_t parent = getpid();
    const pid_t id = high < 0 ? -1 : fork();
    if (id == 0)
        become(arguments, high, parent);
    const int failure = errno;
    close(ends[1]);
    if (high >= 0)
        close(high);
    if (id < 0) {
        close(ends[0]);
        return failure;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *process = (avf_shim_process){id, (int)syscall(SYS_pidfd_open, id, 0)};
    *output = ends[0];
    return 0;
}

const char *avf_shim_environment_entry(size_t index) {
    return environ ? environ[index] : NULL;
}

const char *avf_shim_signal_name(int number) {
    return sigabbrev_np(number);
}
