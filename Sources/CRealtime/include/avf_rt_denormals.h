// The floating-point modes of real-time code, in which denormals are zero; CAVFRealtime.h includes this.
#ifndef CAVF_RT_DENORMALS_H
#define CAVF_RT_DENORMALS_H

/// The floating-point control state of the calling thread.
typedef struct {
    uint64_t value;
} avf_rt_fpu_state;

// Inline, because around a cheap plugin a call costs as much as the instruction in it.
#if defined(__x86_64__)
/// Reads the floating-point control state: MXCSR and, above it, the x87 control word. Plugins change the
/// rounding of both; libc reads the old one's when it parses numbers.
static inline avf_rt_fpu_state avf_rt_fpu_read(void) AVF_REALTIME {
    unsigned short x87;
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    return (avf_rt_fpu_state){__builtin_ia32_stmxcsr() | (uint64_t)x87 << 32};
}

/// Writes the floating-point control state.
static inline void avf_rt_fpu_write(avf_rt_fpu_state state) AVF_REALTIME {
    const unsigned short x87 = (unsigned short)(state.value >> 32);
    unsigned short present;
    __builtin_ia32_ldmxcsr((unsigned int)state.value);
    // Loading the old unit's word is expensive, and it hardly ever differs.
    __asm__ volatile("fnstcw %0" : "=m"(present));
    if (present != x87)
        __asm__ volatile("fldcw %0" : : "m"(x87));
}

/// The modes in the real-time context: all traps masked, flush-to-zero (bit 15) and denormals-are-zero (bit
/// 6); the x87 unit as Linux starts it. Intel SDM vol. 1, 8.1.5 and 10.2.3.
#define AVF_RT_FPU_MODES UINT64_C(0x037f00009fc0)

/// Brings back the modes that foreign code in the real-time context may have changed; writes only if it has,
/// which is expensive. The old x87 unit's word, which no code of ours uses, waits until the context is left.
static inline void avf_rt_fpu_restore(void) AVF_REALTIME {
    // The lowest bits tell which exceptions have ever occurred: no modes.
    if ((__builtin_ia32_stmxcsr() & ~UINT32_C(0x3f)) != (uint32_t)AVF_RT_FPU_MODES)
        __builtin_ia32_ldmxcsr((uint32_t)AVF_RT_FPU_MODES);
}
#elif defined(__aarch64__)
/// Reads the floating-point control state (FPCR).
static inline avf_rt_fpu_state avf_rt_fpu_read(void) AVF_REALTIME {
    uint64_t value;
    __asm__ volatile("mrs %0, fpcr" : "=r"(value));
    return (avf_rt_fpu_state){value};
}

/// Writes the floating-point control state.
static inline void avf_rt_fpu_write(avf_rt_fpu_state state) AVF_REALTIME {
    __asm__ volatile("msr fpcr, %0" : : "r"(state.value));
}

/// The modes in the real-time context: flush-to-zero (bit 24). Arm ARM, FPCR.
#define AVF_RT_FPU_MODES UINT64_C(0x1000000)

/// Brings back the modes that foreign code in the real-time context may have changed; writes only if it has,
/// which is expensive.
static inline void avf_rt_fpu_restore(void) AVF_REALTIME {
    if (avf_rt_fpu_read().value != AVF_RT_FPU_MODES)
        avf_rt_fpu_write((avf_rt_fpu_state){AVF_RT_FPU_MODES});
}
#else
#error "The real-time entry knows x86-64 and arm64."
#endif

#endif
