#include "machine_limits.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Chains that are in flight at once: latency times units, and some to spare.
enum { CHAINS = 12, ROUNDS = 7 };
#define INLINE static inline __attribute__((always_inline))

static volatile float sink;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#define MULTIPLY_ADDS(NAME, WIDTH, ATTRIBUTES)                                                               \
    typedef float NAME##_vector __attribute__((vector_size(4 * WIDTH)));                                     \
    ATTRIBUTES static double NAME(size_t count) {                                                            \
        NAME##_vector sums[CHAINS], factor, term;                                                            \
        for (int lane = 0; lane < WIDTH; lane++) {                                                           \
            factor[lane] = 0.9999f;                                                                          \
            term[lane] = 0.0001f;                                                                            \
        }                                                                                                    \
        for (int chain = 0; chain < CHAINS; chain++)                                                         \
            sums[chain] = term * (float)chain;                                                               \
        const double start = now();                                                                          \
        for (size_t k = 0; k < count; k++) {                                                                 \
            _Pragma("clang loop unroll(full)") for (int chain = 0; chain < CHAINS; chain++) sums[chain] =    \
                sums[chain] * factor + term;                                                                 \
        }                                                                                                    \
        const double seconds = now() - start;                                                                \
        for (int chain = 0; chain < CHAINS; chain++)                                                         \
            sink = sums[chain][0];                                                                           \
        return 2.0 * WIDTH * CHAINS * (double)count / seconds;                                               \
    }

MULTIPLY_ADDS(baseline, 4, )
#if defined(__x86_64__)
MULTIPLY_ADDS(avx2, 8, __attribute__((target("arch=x86-64-v3"))))
MULTIPLY_ADDS(avx512, 16, __attribute__((target("arch=x86-64-v4"), min_vector_width(512))))
#endif

static double bestMultiplyAdds(size_t count) {
    double best = baseline(count);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("x86-64-v3")) {
        const double wide = avx2(count);
        best = wide > best ? wide : best;
    }
    if (__builtin_cpu_supports("x86-64-v4")) {
        const double wide = avx512(count);
        best = wide > best ? wide : best;
    }
#endif
    return best;
}

double limit_multiply_adds(void) {
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double found = bestMultiplyAdds(2000000);
        best = found > best ? found : best;
    }
    return best;
}

#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3")))
#endif
static float
oneChain(size_t count, float start) {
    float sum = start;
    for (size_t k = 0; k < count; k++)
        sum = sum * 0.9999f + 0.0001f;
    return sum;
}

double limit_latency_seconds(void) {
    enum { COUNT = 5000000 };
    double best = 1;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        sink = oneChain(COUNT, sink);
        const double each = (now() - start) / COUNT;
        best = each < best ? each : best;
    }
    return best;
}

INLINE void copy(float *restrict to, const float *restrict from, size_t count) {
    for (size_t k = 0; k < count; k++)
        to[k] = from[k] + 1.0f;
}

INLINE void triad(float *restrict a, const float *restrict b, const float *restrict c, size_t count) {
    for (size_t k = 0; k < count; k++)
        a[k] = b[k] + 0.5f * c[k];
}

// Integers, because their sum may be taken in any order.
INLINE void sum(const uint32_t *memory, size_t count) {
    uint32_t total = 0;
    for (size_t k = 0; k < count; k++)
        total ^= memory[k];
    sink = (float)total;
}

INLINE void pass(float *memory, size_t count, int parts) {
    const size_t part = count / (size_t)parts / 64 * 64;
    if (parts == 1)
        sum((const uint32_t *)memory, count);
    else if (parts == 2)
        copy(memory + part, memory, part);
    else
        triad(memory, memory + part, memory + 2 * part, part);
    __asm__ volatile("" : : : "memory");
}

static void passBaseline(float *memory, size_t count, int parts, size_t passes) {
    for (size_t k = 0; k < passes; k++)
        pass(memory, count, parts);
}

#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3"))) static void passAVX2(float *memory, size_t count, int parts,
                                                               size_t passes) {
    for (size_t k = 0; k < passes; k++)
        pass(memory, count, parts);
}

__attribute__((target("arch=x86-64-v4"), min_vector_width(512))) static void
passAVX512(float *memory, size_t count, int parts, size_t passes) {
    for (size_t k = 0; k < passes; k++)
        pass(memory, count, parts);
}
#endif

typedef void (*passes_function)(float *memory, size_t count, int parts, size_t passes);

static double bestOf(passes_function passes, float *memory, size_t byteCount, int parts) {
    const size_t count = byteCount / sizeof(float);
    // About 20 ms at 10 GB/s.
    const size_t repeats = byteCount > 200000000 ? 1 : 200000000 / byteCount + 1;
    double best = 0;
    for (int round = 0; round < 4; round++) {
        const double start = now();
        passes(memory, count, parts, repeats);
        const double rate = (double)(byteCount * repeats) / (now() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

static double bandwidth(size_t byteCount, int parts) {
    float *memory = aligned_alloc(64, (byteCount + 63) / 64 * 64);
    if (!memory)
        return 0;
    memset(memory, 0, byteCount);
    double best = bestOf(passBaseline, memory, byteCount, parts);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("x86-64-v3")) {
        const double wide = bestOf(passAVX2, memory, byteCount, parts);
        best = wide > best ? wide : best;
    }
    if (__builtin_cpu_supports("x86-64-v4")) {
        const double wide = bestOf(passAVX512, memory, byteCount, parts);
        best = wide > best ? wide : best;
    }
#endif
    free(memory);
    return best;
}

double limit_read(size_t byteCount) {
    return bandwidth(byteCount, 1);
}

double limit_copy(size_t byteCount) {
    return bandwidth(byteCount, 2);
}

double limit_triad(size_t byteCount) {
    return bandwidth(byteCount, 3);
}

size_t limit_cache_bytes(int level) {
    const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
    if (level < 1 || level > 3)
        return 0;
    const long size = sysconf(names[level - 1]);
    return size > 0 ? (size_t)size : 0;
}
