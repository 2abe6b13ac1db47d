// Tells Swift that no pointer may be NULL unless marked.
#ifndef AVF_DSP_NONNULL_H
#define AVF_DSP_NONNULL_H

#if defined(__clang__)
#define AVF_DSP_NONNULL _Nonnull
#define AVF_DSP_NULLABLE _Nullable
#define AVF_DSP_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define AVF_DSP_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#else
#define AVF_DSP_NONNULL
#define AVF_DSP_NULLABLE
#define AVF_DSP_ASSUME_NONNULL_BEGIN
#define AVF_DSP_ASSUME_NONNULL_END
#endif

#endif
