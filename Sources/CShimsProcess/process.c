// Helper processes: memory that is shared with them, their start, their end.
#define _GNU_SOURCE
#include "CAVFShimsProcess.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { child_socket = 3, child_memory = 4, first_closed = 5 };

int avf_shim_memory_new(size_t size) {
    const int memory = memfd_create("avf-plugin", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0)
        return -1;
    // Without the seals a plugin could shrink it, and the next block would end this process.
    if (ftruncate(memory, (off_t)size) == 0 &&
        fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return memory;
    const int failure = errno;
    close(memory);
    errno = failure;
    return -1;
}

int avf_shim_socket_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
}

// A message of one byte with room for a descriptor, which must be aligned as its head is.
typedef struct {
    char byte;
    struct iovec part;
    struct msghdr header;
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
} descriptor_message;

static void prepare_message(descriptor_message *message) {
    *message = (descriptor_message){.byte = 0};
    message->part = (struct iovec){&message->byte, 1};
    message->header = (struct msghdr){.msg_iov = &message->part,
                                      .msg_iovlen = 1,
                                      .msg_control = message->control,
                                      .msg_controllen = sizeof message->control};
}

int avf_shim_descriptor_send(int socket, int descriptor) {
    descriptor_message message;
    prepare_message(&message);
    struct cmsghdr *head = CMSG_FIRSTHDR(&message.header);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    while (sendmsg(socket, &message.header, MSG_NOSIGNAL) < 0)
        if (errno != EINTR)
            return errno;
    return 0;
}

int avf_shim_descriptor_receive(int socket) {
    descriptor_message message;
    prepare_message(&message);
    ssize_t count;
    do {
        count = recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    const struct cmsghdr *head = count == 1 ? CMSG_FIRSTHDR(&message.header) : NULL;
    if (!head || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
        return -1;
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
    return descriptor;
}

int avf_shim_bell_new(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void avf_shim_bell_ring(int bell) {
    const uint64_t one = 1;
    // A full counter is readable too.
    (void)!write(bell, &one, sizeof one);
}

void avf_shim_bell_hush(int bell) {
    uint64_t count;
    (void)!read(bell, &count, sizeof count);
}

static int prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, int socket,
                   int memory) {
    int status = 0;
    for (int descriptor = 0; descriptor < child_socket && status == 0; descriptor++)
        status = posix_spawn_file_actions_addopen(actions, descriptor, "/dev/null", O_RDWR, 0);
    if (status == 0)
        status = posix_spawn_file_actions_adddup2(actions, socket, child_socket);
    if (status == 0)
        status = posix_spawn_file_actions_adddup2(actions, memory, child_memory);
    if (status == 0)
        status = posix_spawn_file_actions_addclosefrom_np(actions, first_closed);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    if (status == 0)
        status = posix_spawnattr_setsigdefault(attributes, &all);
    if (status == 0)
        status = posix_spawnattr_setsigmask(attributes, &none);
    if (status == 0)
        status = posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    return status;
}

// A thread that calls setenv() meanwhile may have freed the list of variables: then there is a new one.
static int spawn_with_variables(pid_t *id, const char *path, const posix_spawn_file_actions_t *actions,
                                const posix_spawnattr_t *attributes, char *const *arguments) {
    enum { attempts = 100 };
    int status = EFAULT;
    for (int attempt = 0; status == EFAULT && attempt < attempts; attempt++)
        status = posix_spawn(id, path, actions, attributes, arguments, environ);
    return status;
}

static int spawn(const char *path, char *const *arguments, int socket, int memory, pid_t *id) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    int status = prepare(&actions, &attributes, socket, memory);
    if (status == 0)
        status = spawn_with_variables(id, path, &actions, &attributes, arguments);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

// Out of the way of what the child gets. The system calls it an invalid argument where no number is left.
static int duplicate_above(int descriptor) {
    const int high = fcntl(descriptor, F_DUPFD_CLOEXEC, first_closed);
    if (high < 0 && errno == EINVAL)
        errno = EMFILE;
    return high;
}

int avf_shim_process_start(const char *path, char *const *arguments, int socket, int memory,
                           avf_shim_process *process) {
    *process = (avf_shim_process){-1, -1};
    const int high_socket = duplicate_above(socket);
    const int high_memory = high_socket < 0 ? -1 : duplicate_above(memory);
    int status = high_socket < 0 || high_memory < 0 ? errno : 0;
    pid_t id = -1;
    if (status == 0)
        status = spawn(path, arguments, high_socket, high_memory, &id);
    if (high_socket >= 0)
        close(high_socket);
    if (high_memory >= 0)
        close(high_memory);
    if (status != 0)
        return status;
    *process = (avf_shim_process){id, (int)syscall(SYS_pidfd_open, id, 0)};
    if (process->descriptor >= 0)
        return 0;
    status = errno;
    avf_shim_process_kill(process);
    waitpid(id, NULL, 0);
    return status;
}

void avf_shim_process_kill(const avf_shim_process *process) {
    // The child has not been reaped, so its number is not used again.
    if (kill(-process->id, SIGKILL) != 0)
        kill(process->id, SIGKILL);
}

avf_shim_ending avf_shim_process_reap(avf_shim_process *process) {
    // What the plugin has started goes too; while the leader is unreaped, the group cannot be another's.
    kill(-process->id, SIGKILL);
    siginfo_t info = {0};
    int status;
    do {
        status = waitid(P_PID, (id_t)process->id, &info, WEXITED);
    } while (status != 0 && errno == EINTR);
    close(process->descriptor);
    *process = (avf_shim_process){-1, -1};
    if (status != 0 || info.si_pid == 0)
        return (avf_shim_ending){0, -1};
    return info.si_code == CLD_EXITED ? (avf_shim_ending){0, info.si_status}
                                      : (avf_shim_ending){info.si_status, 0};
}

uint64_t avf_shim_process_mapped(pid_t id) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)id);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    unsigned long pages = 0;
    const int found = fscanf(file, "%lu", &pages);
    fclose(file);
    return found == 1 ? (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

char *avf_shim_own_file(void) {
    Dl_info info;
    if (dladdr((const void *)avf_shim_own_file, &info) == 0 || !info.dli_fname)
        return NULL;
    return realpath(info.dli_fname, NULL);
}

const char *avf_shim_environment(const char *name) {
    return secure_getenv(name);
}
