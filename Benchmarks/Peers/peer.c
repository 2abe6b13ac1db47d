#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double peer_cpu_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void peer_noise(float *samples, size_t frameCount, uint32_t *state) {
    for (size_t k = 0; k < frameCount; k++) {
        *state = *state * 1664525u + 1013904223u;
        samples[k] = (float)(int32_t)*state * 1e-10f;
    }
}

const float *peer_stereo_noise(void) {
    static float *noise;
    if (noise)
        return noise;
    noise = malloc(PEER_NOISE_FRAMES * PEER_CHANNELS * sizeof(float));
    float *channel = malloc(PEER_NOISE_FRAMES * sizeof(float));
    uint32_t state = 1;
    for (size_t c = 0; c < PEER_CHANNELS; c++) {
        peer_noise(channel, PEER_NOISE_FRAMES, &state);
        for (size_t k = 0; k < PEER_NOISE_FRAMES; k++)
            noise[k * PEER_CHANNELS + c] = channel[k];
    }
    free(channel);
    return noise;
}

const char *peer_text(int count, char **arguments, int index, const char *otherwise) {
    return index < count ? arguments[index] : otherwise;
}

double peer_number(int count, char **arguments, int index, double otherwise) {
    return index < count ? atof(arguments[index]) : otherwise;
}

void peer_absent(const char *reason) {
    printf("absent %s\n", reason);
    fflush(stdout);
    exit(0);
}

static float *slurp(const char *path, size_t *frameCount) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    float *samples = malloc((size_t)size + 1);
    *frameCount =
        fread(samples, PEER_CHANNELS * sizeof(float), (size_t)size / sizeof(float) / PEER_CHANNELS, file);
    fclose(file);
    return samples;
}

// The line is "file INPUT OUTPUT", both of raw interleaved floats.
static bool convertFile(peer_convert convert, void *context, char *line) {
    const char *from = strtok(line + strlen("file "), " \n"), *to = strtok(NULL, " \n");
    size_t frameCount = 0;
    float *input = convert && from && to ? slurp(from, &frameCount) : NULL;
    if (!input)
        return false;
    const size_t capacity = 4 * frameCount + PEER_RATE;
    float *output = calloc(capacity * PEER_CHANNELS, sizeof(float));
    const size_t made = convert(context, input, frameCount, output, capacity);
    FILE *file = fopen(to, "wb");
    const bool isWritten = file && fwrite(output, PEER_CHANNELS * sizeof(float), made, file) == made;
    if (file)
        fclose(file);
    free(input);
    free(output);
    return isWritten;
}

void peer_serve(peer_round round, peer_convert convert, void *context) {
    static char line[8192];
    // Whoever only wants to know what it takes asks for nothing and gets one round.
    if (getenv("PEER_ONCE")) {
        round(context);
        _Exit(0);
    }
    puts("ready");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        if (!strcmp(line, "round\n")) {
            const double start = peer_cpu_seconds();
            round(context);
            printf("cpu %.9f\n", peer_cpu_seconds() - start);
        } else if (!strncmp(line, "file ", 5)) {
            puts(convertFile(convert, context, line) ? "done" : "failed");
        } else {
            puts("failed");
        }
        fflush(stdout);
    }
    // Without the libraries' own good-byes, which nobody measures.
    _Exit(0);
}
