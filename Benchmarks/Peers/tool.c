// A program of the command line, started anew for each round and measured from outside, its children too:
//   tool PROGRAM [ARGUMENT …]
#include "peer.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// What the last child took.
static struct rusage usage;

static double seconds(struct timeval time) {
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

// false if it cannot be started or fails.
static bool runOnce(char **arguments) {
    const pid_t child = fork();
    if (child == 0) {
        const int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
        execvp(arguments[0], arguments);
        _exit(127);
    }
    int status = 0;
    return child > 0 && wait4(child, &status, 0, &usage) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

int main(int count, char **arguments) {
    if (count < 2 || !runOnce(arguments + 1))
        peer_absent("the program is not installed, or refuses");
    puts("ready");
    fflush(stdout);
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        if (!strcmp(line, "round\n") && runOnce(arguments + 1))
            printf("cpu %.9f peak_mb=%.2f\n", seconds(usage.ru_utime) + seconds(usage.ru_stime),
                   (double)usage.ru_maxrss / 1024);
        else
            puts("failed");
        fflush(stdout);
    }
    return 0;
}
