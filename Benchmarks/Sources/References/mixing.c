#include "references.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

INLINE void add(const float *restrict source, float *restrict left, float *restrict right, float leftGain,
                float rightGain, size_t frameCount) {
    for (size_t k = 0; k < frameCount; k++) {
        left[k] += leftGain * source[k];
        right[k] += rightGain * source[k];
    }
}

INLINE void mix(reference_player *players, size_t count, float *left, float *right, size_t frameCount) {
    memset(left, 0, frameCount * sizeof(float));
    memset(right, 0, frameCount * sizeof(float));
    for (size_t i = 0; i < count; i++) {
        reference_player *player = &players[i];
        for (size_t done = 0; done < frameCount;) {
            size_t part = player->frameCount - player->position;
            if (part > frameCount - done)
                part = frameCount - done;
            add(player->samples + player->position, left + done, right + done, player->leftGain,
                player->rightGain, part);
            player->position = (player->position + part) % player->frameCount;
            done += part;
        }
    }
}

#if defined(__x86_64__)
bool reference_has_avx512(void) {
    return __builtin_cpu_supports("x86-64-v4");
}

__attribute__((target("arch=x86-64-v3"))) void
reference_mix_avx2(reference_player *players, size_t count, float *left, float *right, size_t frameCount) {
    mix(players, count, left, right, frameCount);
}

__attribute__((target("arch=x86-64-v4"), min_vector_width(512))) void
reference_mix_avx512(reference_player *players, size_t count, float *left, float *right, size_t frameCount) {
    mix(players, count, left, right, frameCount);
}
#else
bool reference_has_avx512(void) {
    return false;
}

void reference_mix_avx2(reference_player *players, size_t count, float *left, float *right,
                        size_t frameCount) {
    mix(players, count, left, right, frameCount);
}

void reference_mix_avx512(reference_player *players, size_t count, float *left, float *right,
                          size_t frameCount) {
    mix(players, count, left, right, frameCount);
}
#endif
