// How a peer talks to the benchmark: it makes everything ready, says so, and does one round for each line
// "round" that it reads, which it answers with the CPU seconds of the work alone. README.md has the whole of
// it.
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER_RATE = 48000, PEER_CHANNELS = 2 };

/// One round of the work.
typedef void (*peer_round)(void *context);

/// Works on interleaved stereo; the frames that were written, at most `capacity`.
typedef size_t (*peer_convert)(void *context, const float *input, size_t frameCount, float *output,
                               size_t capacity);

/// Answers until there are no more lines, and ends the process; with PEER_ONCE in the environment it does a
/// round and ends. `convert` may be NULL.
void peer_serve(peer_round round, peer_convert convert, void *context);

/// Says why the work cannot be done here, and ends the process.
void peer_absent(const char *reason);

/// The same noise as everybody's, at about -20 dB; the state begins with the seed, usually 1.
void peer_noise(float *samples, size_t frameCount, uint32_t *state);

/// Ten seconds of interleaved stereo noise at 48 kHz, made once.
const float *peer_stereo_noise(void);

/// Frames of `peer_stereo_noise`.
enum { PEER_NOISE_FRAMES = 10 * PEER_RATE };

/// CPU seconds of the whole process.
double peer_cpu_seconds(void);

/// An argument, or what is taken where it is left out.
const char *peer_text(int count, char **arguments, int index, const char *otherwise);
double peer_number(int count, char **arguments, int index, double otherwise);

#ifdef __cplusplus
}
#endif

#endif
