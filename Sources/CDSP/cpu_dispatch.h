// How a loop is built once per CPU level and chosen when the program starts.
#ifndef AVF_DSP_CPU_DISPATCH_H
#define AVF_DSP_CPU_DISPATCH_H

// The target is compiled with -ffp-contract=off, so every clone gives the same bits.
// Who wants a small binary has two: the widest vectors gain the least.
// For a file that is not in a hurry, it says -DAVF_DSP_CLONES= and has one.
#if defined(AVF_DSP_CLONES)
#elif defined(__x86_64__) && defined(AVF_DSP_FEW_CLONES)
#define AVF_DSP_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#elif defined(__x86_64__)
#define AVF_DSP_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define AVF_DSP_CLONES
#endif

// For the file's own functions: clang refuses target_clones beside Swift's half of AVF_REALTIME on a first
// declaration, and Swift cannot see these anyway.
#if defined(__clang__)
#define AVF_DSP_NONBLOCKING __attribute__((nonblocking))
#else
#define AVF_DSP_NONBLOCKING
#endif

// Before a loop whose destination may be one of its sources, frame for frame: without it the compiler must
// fear that they are shifted against each other, and such a block takes the scalar path.
// Who measures the scalar form says -DAVF_DSP_FRAME_BY_FRAME=, because the word would bring vectors back.
#if defined(AVF_DSP_FRAME_BY_FRAME)
#elif defined(__clang__)
#define AVF_DSP_FRAME_BY_FRAME _Pragma("clang loop vectorize(assume_safety)")
#else
#define AVF_DSP_FRAME_BY_FRAME _Pragma("GCC ivdep")
#endif

#define AVF_DSP_INLINE static inline __attribute__((always_inline))

// Pieces that several loops have in common, and what is made of nothing but pieces: the pieces are inlined
// into clones of the whole, or cloned themselves where the binary is to be small.
#ifdef AVF_DSP_FEW_CLONES
#define AVF_DSP_SHARED AVF_DSP_CLONES static
#define AVF_DSP_WHOLE
#else
#define AVF_DSP_SHARED AVF_DSP_INLINE
#define AVF_DSP_WHOLE AVF_DSP_CLONES
#endif

#endif
