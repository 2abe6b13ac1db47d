#include "avf_dsp_reverb.h"
#include "ring.h"

// The vectors' calling convention differs from CPU to CPU, but every function that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

// A tile is eight frames of every line: what the transposition of 8 × 8 makes of one half of the lines is a
// vector of lines for each frame.
enum { LINES = AVF_DSP_NETWORK_LINES, TILE = 8, HALVES = LINES / TILE };
typedef float lanes __attribute__((vector_size(32)));

AVF_DSP_INLINE lanes load(const float *source) AVF_DSP_NONBLOCKING {
    lanes value;
    memcpy(&value, source, sizeof value);
    return value;
}

AVF_DSP_INLINE void store(float *destination, lanes value) AVF_DSP_NONBLOCKING {
    memcpy(destination, &value, sizeof value);
}

// Rows become columns: first within each half of a vector, as the CPU's shuffles do it, then the halves.
AVF_DSP_INLINE void transpose(lanes *rows) AVF_DSP_NONBLOCKING {
    lanes pairs[TILE], quads[TILE];
    for (int i = 0; i < TILE; i += 2) {
        pairs[i] = __builtin_shufflevector(rows[i], rows[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        pairs[i + 1] = __builtin_shufflevector(rows[i], rows[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int i = 0; i < TILE; i += 4)
        for (int k = 0; k < 2; k++) {
            const lanes a = pairs[i + k], b = pairs[i + k + 2];
            quads[i + 2 * k] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
            quads[i + 2 * k + 1] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (int i = 0; i < TILE / 2; i++) {
        rows[i] = __builtin_shufflevector(quads[i], quads[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        rows[i + 4] = __builtin_shufflevector(quads[i], quads[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

// Gains, poles and the last outputs of eight lines.
typedef struct {
    lanes gain, pole, gainStep, poleStep, y;
} damper;

// Eight lines, which come and go as rows of frames. Without a move no product by a frame's number is made.
AVF_DSP_INLINE void dampen(damper *damper, lanes *rows, uint32_t moved, int count, bool moves) AVF_DSP_NONBLOCKING {
    lanes y = damper->y;
    transpose(rows);
    for (int k = 0; k < count; k++) {
        lanes gain = damper->gain, pole = damper->pole;
        if (moves) {
            const float frame = (float)(int32_t)(moved + (uint32_t)k);
            gain += damper->gainStep * frame;
            pole += damper->poleStep * frame;
        }
        y = gain * rows[k] + pole * y;
        rows[k] = y;
    }
    damper->y = y;
    transpose(rows);
}

// The Hadamard matrix without a scale: four rounds of sums and differences.
AVF_DSP_INLINE void mix(lanes *rows) AVF_DSP_NONBLOCKING {
    for (int distance = 1; distance < LINES; distance *= 2)
        for (int line = 0; line < LINES; line++)
            if (!(line & distance)) {
                const lanes a = rows[line], b = rows[line + distance];
                rows[line] = a + b;
                rows[line + distance] = a - b;
            }
}

// Rows 5 and 10 of the matrix differ in half of their signs.
enum { LEFT_OUTPUT = 5, RIGHT_OUTPUT = 10 };

AVF_DSP_INLINE void feed(lanes *rows, lanes left, lanes right) AVF_DSP_NONBLOCKING {
    for (int line = 0; line < LINES; line += 2) {
        rows[line] = line & 4 ? rows[line] - left : rows[line] + left;
        rows[line + 1] = line & 8 ? rows[line + 1] - right : rows[line + 1] + right;
    }
}

// `count` frames of a tile of lines in place.
AVF_DSP_INLINE void run_tile(damper *dampers, float *const *stretches, size_t first, float *left, float *right,
                             uint32_t moved, int count, bool moves) AVF_DSP_NONBLOCKING {
    lanes rows[LINES];
    for (int line = 0; line < LINES; line++)
        rows[line] = load(stretches[line] + first);
    for (int half = 0; half < HALVES; half++)
        dampen(&dampers[half], rows + TILE * half, moved, count, moves);
    mix(rows);
    const lanes leftInput = load(left), rightInput = load(right);
    store(left, rows[LEFT_OUTPUT]);
    store(right, rows[RIGHT_OUTPUT]);
    feed(rows, leftInput, rightInput);
    for (int line = 0; line < LINES; line++)
        store(stretches[line] + first, rows[line]);
}

// The last frames, where there are less than a tile of them: what lies behind them must stay as it is.
//
// A function of its own, and a small one: most blocks are whole tiles.
__attribute__((noinline, cold)) static void run_rest(damper *dampers, float *const *stretches, size_t first,
                                                     float *left, float *right, uint32_t moved, int count,
                                                     bool moves) AVF_DSP_NONBLOCKING {
    float block[LINES + 2][TILE] = {{0}};
    float *rows[LINES];
    const size_t size = (size_t)count * sizeof(float);
    for (int line = 0; line < LINES; line++)
        rows[line] = memcpy(block[line], stretches[line] + first, size);
    memcpy(block[LINES], left, size);
    memcpy(block[LINES + 1], right, size);
    run_tile(dampers, rows, 0, block[LINES], block[LINES + 1], moved, count, moves);
    for (int line = 0; line < LINES; line++)
        memcpy(stretches[line] + first, block[line], size);
    memcpy(left, block[LINES], size);
    memcpy(right, block[LINES + 1], size);
}

AVF_DSP_INLINE void run_all(const avf_dsp_network *network, float *const *stretches, float *left, float *right,
                            size_t frameCount, bool moves) AVF_DSP_NONBLOCKING {
    damper dampers[HALVES];
    for (int half = 0; half < HALVES; half++)
        dampers[half] = (damper){load(network->gains + TILE * half), load(network->poles + TILE * half),
                                 load(network->gainSteps + TILE * half),
                                 load(network->poleSteps + TILE * half), load(network->damped + TILE * half)};
    uint32_t moved = network->movedFrames;
    size_t done = 0;
    for (; done + TILE <= frameCount; done += TILE, moved += TILE)
        run_tile(dampers, stretches, done, left + done, right + done, moved, TILE, moves);
    // Copies, so that the dampers themselves may stay in registers.
    damper last[HALVES];
    for (int half = 0; half < HALVES; half++)
        last[half] = dampers[half];
    if (done < frameCount)
        run_rest(last, stretches, done, left + done, right + done, moved, (int)(frameCount - done), moves);
    for (int half = 0; half < HALVES; half++)
        store(network->damped + TILE * half, last[half].y);
}

AVF_DSP_CLONES
static void run_still(const avf_dsp_network *network, float *const *stretches, float *left, float *right,
                      size_t frameCount) AVF_DSP_NONBLOCKING {
    run_all(network, stretches, left, right, frameCount, false);
}

AVF_DSP_CLONES
static void run_moving(const avf_dsp_network *network, float *const *stretches, float *left, float *right,
                       size_t frameCount) AVF_DSP_NONBLOCKING {
    run_all(network, stretches, left, right, frameCount, true);
}

void avf_dsp_network_run(const avf_dsp_network *network, float *left, float *right,
                         size_t frameCount) AVF_REALTIME {
    float *stretches[LINES];
    for (int line = 0; line < LINES; line++)
        stretches[line] = open_ring(&network->lines[line], frameCount);
    (network->moves ? run_moving : run_still)(network, stretches, left, right, frameCount);
    for (int line = 0; line < LINES; line++)
        close_ring(&network->lines[line], frameCount);
}
