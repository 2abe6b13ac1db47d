// Stands in for CDSP's clones.h: one build of each loop, for the oldest CPU. With the vectorisers switched
// off it is the scalar form; what is written with vector types stays two or four numbers wide.
#define AVF_DSP_CLONES_H
#define AVF_DSP_CLONES
#define AVF_DSP_NONBLOCKING __attribute__((nonblocking))
#define AVF_DSP_FRAME_BY_FRAME
#define AVF_DSP_INLINE static inline __attribute__((always_inline))
#define AVF_DSP_SHARED AVF_DSP_INLINE
