// What the kernel keeps a plugin's process from doing to others, without privileges: signals and the like.
#define _GNU_SOURCE
#include "CAVFShimsProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
// The numbers of the x32 interface begin here; they would go past the rules.
#define FIRST_FOREIGN_CALL 0x40000000u
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#define FIRST_FOREIGN_CALL 0xffffffffu
#endif

#ifdef NATIVE_ARCHITECTURE

#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define JUMP(condition, value, yes, no) BPF_JUMP(BPF_JMP | (condition) | BPF_K, (value), (yes), (no))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
// The low half: both processors are little-endian, and a process's number has 32 bits.
#define ARGUMENT(index) (offsetof(struct seccomp_data, args) + 8 * (index))

// A call whose argument must be the process itself, or the group that it leads; 0 is either.
#define ONLY_ITSELF(call, index, itself)                                                                     \
    JUMP(BPF_JEQ, (call), 0, 6), LOAD(ARGUMENT(index)), JUMP(BPF_JEQ, (itself), 2, 0),                       \
        JUMP(BPF_JEQ, 0u - (itself), 1, 0), JUMP(BPF_JEQ, 0, 0, 1), ALLOW, REFUSE
#define NEVER(call) JUMP(BPF_JEQ, (call), 0, 1), REFUSE
// fcntl() that makes the kernel send signals to another process.
#define NO_OWNER(command) JUMP(BPF_JEQ, (command), 0, 1), REFUSE

bool avf_shim_child_keep_to_itself(void) {
    const unsigned itself = (unsigned)getpid();
    struct sock_filter rules[] = {
        LOAD(offsetof(struct seccomp_data, arch)),
        JUMP(BPF_JEQ, NATIVE_ARCHITECTURE, 1, 0),
        REFUSE,
        LOAD(offsetof(struct seccomp_data, nr)),
        JUMP(BPF_JGE, FIRST_FOREIGN_CALL, 0, 1),
        REFUSE,
        ONLY_ITSELF(SYS_kill, 0, itself),
        ONLY_ITSELF(SYS_tgkill, 0, itself),
        ONLY_ITSELF(SYS_tkill, 0, itself),
        ONLY_ITSELF(SYS_rt_sigqueueinfo, 0, itself),
        ONLY_ITSELF(SYS_rt_tgsigqueueinfo, 0, itself),
        ONLY_ITSELF(SYS_prlimit64, 0, itself),
        NEVER(SYS_pidfd_send_signal),
        NEVER(SYS_process_vm_writev),
#if !AVF_HAS_SANITIZER
        // A leak sanitizer looks at its own process by it.
        NEVER(SYS_ptrace),
#endif
        JUMP(BPF_JEQ, SYS_fcntl, 1, 0),
        ALLOW,
        LOAD(ARGUMENT(1)),
        NO_OWNER(F_SETOWN),
        NO_OWNER(F_SETOWN_EX),
        ALLOW,
    };
    const struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
    // Older kernels would slow the whole process down to shield it from others; nothing in it is secret.
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) == 0;
}

#else

bool avf_shim_child_keep_to_itself(void) {
    return false;
}

#endif
