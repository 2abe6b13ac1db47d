#include "avf_dsp_reverb.h"
#include "clones.h"

#include <string.h>

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

enum { LINES = AVF_DSP_NETWORK_LINES, FRAMES = AVF_DSP_NETWORK_FRAMES, TILE = 16 };
typedef float lanes __attribute__((vector_size(64)));

AVF_DSP_INLINE lanes load(const float *source) AVF_DSP_NONBLOCKING {
    lanes value;
    memcpy(&value, source, sizeof value);
    return value;
}

AVF_DSP_INLINE void store(float *destination, lanes value) AVF_DSP_NONBLOCKING {
    memcpy(destination, &value, sizeof value);
}

// Reads the oldest samples, in one piece or two.
AVF_DSP_INLINE void peek(const avf_dsp_delay_ring *ring, float *destination, size_t count) AVF_DSP_NONBLOCKING {
    const size_t tail = ring->length - ring->position, first = count < tail ? count : tail;
    memcpy(destination, ring->samples + ring->position, first * sizeof(float));
    memcpy(destination + first, ring->samples, (count - first) * sizeof(float));
}

// Replaces the oldest samples by new ones.
AVF_DSP_INLINE void push(avf_dsp_delay_ring *ring, const float *source, size_t count) AVF_DSP_NONBLOCKING {
    const size_t tail = ring->length - ring->position, first = count < tail ? count : tail;
    memcpy(ring->samples + ring->position, source, first * sizeof(float));
    memcpy(ring->samples, source + first, (count - first) * sizeof(float));
    ring->position = (uint32_t)(first == tail ? count - first : ring->position + count);
}

AVF_DSP_CLONES
static void allpass(float gain, const float *restrict late, float *restrict fed, float *restrict block,
                    size_t frameCount) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < frameCount; k++) {
        const float v = block[k] - gain * late[k];
        fed[k] = v;
        block[k] = late[k] + gain * v;
    }
}

void avf_dsp_allpass_run(avf_dsp_delay_ring *ring, float gain, float *block, size_t frameCount) AVF_REALTIME {
    float late[FRAMES], fed[FRAMES];
    for (size_t done = 0; done < frameCount;) {
        const size_t rest = frameCount - done, count = rest < FRAMES ? rest : FRAMES;
        peek(ring, late, count);
        allpass(gain, late, fed, block + done, count);
        push(ring, fed, count);
        done += count;
    }
}

// Rows become columns: four rounds in which row i and row i + 8 are shuffled like cards.
AVF_DSP_INLINE void transpose(lanes *rows) AVF_DSP_NONBLOCKING {
    for (int round = 0; round < 4; round++) {
        lanes next[TILE];
        for (int i = 0; i < 8; i++) {
            next[2 * i] = __builtin_shufflevector(rows[i], rows[i + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5,
                                                  21, 6, 22, 7, 23);
            next[2 * i + 1] = __builtin_shufflevector(rows[i], rows[i + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12,
                                                      28, 13, 29, 14, 30, 15, 31);
        }
        memcpy(rows, next, sizeof next);
    }
}

// Dampens `count` frames, at most a tile, of all lines, which lie in the rows of `block`.
AVF_DSP_INLINE void dampen(const avf_dsp_network *network, lanes *damped, float (*block)[FRAMES],
                           size_t first, size_t count) AVF_DSP_NONBLOCKING {
    const uint32_t moved = network->movedFrames + (uint32_t)first;
    const lanes gain = load(network->gains), pole = load(network->poles);
    const lanes gainStep = load(network->gainSteps), poleStep = load(network->poleSteps);
    lanes rows[TILE], y = *damped;
    for (int line = 0; line < LINES; line++)
        rows[line] = load(block[line] + first);
    transpose(rows);
    for (size_t k = 0; k < count; k++) {
        const float frame = (float)(int32_t)(moved + (uint32_t)k);
        y = (gain + gainStep * frame) * rows[k] + (pole + poleStep * frame) * y;
        rows[k] = y;
    }
    *damped = y;
    transpose(rows);
    for (int line = 0; line < LINES; line++)
        store(block[line] + first, rows[line]);
}

// The Hadamard matrix, scaled to be orthogonal: four rounds of sums and differences.
AVF_DSP_INLINE void mix(float (*block)[FRAMES], size_t first) AVF_DSP_NONBLOCKING {
    typedef float half __attribute__((vector_size(32)));
    for (size_t k = first; k < first + TILE; k += 8) {
        half v[LINES];
        for (int line = 0; line < LINES; line++)
            memcpy(&v[line], block[line] + k, sizeof v[line]);
        for (int distance = 1; distance < LINES; distance *= 2)
            for (int line = 0; line < LINES; line++)
                if (!(line & distance)) {
                    const half a = v[line], b = v[line + distance];
                    v[line] = a + b;
                    v[line + distance] = a - b;
                }
        for (int line = 0; line < LINES; line++) {
            v[line] *= 0.25f;
            memcpy(block[line] + k, &v[line], sizeof v[line]);
        }
    }
}

AVF_DSP_INLINE void damp_and_mix(avf_dsp_network *network, float (*block)[FRAMES],
                                 size_t frameCount) AVF_DSP_NONBLOCKING {
    lanes damped = load(network->damped);
    for (size_t first = 0; first < frameCount; first += TILE) {
        const size_t rest = frameCount - first;
        dampen(network, &damped, block, first, rest < TILE ? rest : TILE);
        mix(block, first);
    }
    store(network->damped, damped);
}

AVF_DSP_CLONES
static void run(avf_dsp_network *network, float (*block)[FRAMES], const float *left, const float *right,
                float *leftOutput, float *rightOutput, size_t frameCount) AVF_DSP_NONBLOCKING {
    float outputs[2][FRAMES];
    damp_and_mix(network, block, frameCount);
    // Rows 5 and 10 of the matrix differ in half of their signs.
    memcpy(outputs[0], block[5], sizeof outputs[0]);
    memcpy(outputs[1], block[10], sizeof outputs[1]);
    for (int line = 0; line < LINES; line += 2)
        for (size_t k = 0; k < frameCount; k++) {
            block[line][k] += line & 4 ? -left[k] : left[k];
            block[line + 1][k] += line & 8 ? -right[k] : right[k];
        }
    memcpy(leftOutput, outputs[0], frameCount * sizeof(float));
    memcpy(rightOutput, outputs[1], frameCount * sizeof(float));
}

void avf_dsp_network_run(avf_dsp_network *network, const float *left, const float *right, float *leftOutput,
                         float *rightOutput, size_t frameCount) AVF_REALTIME {
    float block[LINES][FRAMES];
    for (int line = 0; line < LINES; line++) {
        peek(&network->lines[line], block[line], frameCount);
        memset(block[line] + frameCount, 0, (FRAMES - frameCount) * sizeof(float));
    }
    run(network, block, left, right, leftOutput, rightOutput, frameCount);
    for (int line = 0; line < LINES; line++)
        push(&network->lines[line], block[line], frameCount);
}

AVF_DSP_CLONES
static void add(float *restrict destination, const float *restrict source, float gain,
                size_t frameCount) AVF_DSP_NONBLOCKING {
    for (size_t k = 0; k < frameCount; k++)
        destination[k] += gain * source[k];
}

void avf_dsp_ring_push(avf_dsp_delay_ring *ring, const float *source, size_t frameCount) AVF_REALTIME {
    push(ring, source, frameCount);
}

void avf_dsp_taps_run(const avf_dsp_delay_ring *ring, const avf_dsp_tap *taps, size_t tapCount,
                      float *destination, size_t frameCount) AVF_REALTIME {
    const size_t length = ring->length;
    memset(destination, 0, frameCount * sizeof(float));
    for (size_t t = 0; t < tapCount; t++) {
        const size_t from = (ring->position + 2 * length - frameCount - taps[t].delay) % length;
        const size_t tail = length - from, first = frameCount < tail ? frameCount : tail;
        add(destination, ring->samples + from, taps[t].gain, first);
        add(destination + first, ring->samples, taps[t].gain, frameCount - first);
    }
}
