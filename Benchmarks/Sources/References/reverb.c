#include "references.h"

#include <stdlib.h>

// Schroeder's reverberator as Jezar built it for stereo: eight combs and four all-passes a channel.
enum { COMBS = 8, ALLPASSES = 4, SPREAD = 23 };
static const size_t combLengths[COMBS] = {1214, 1293, 1389, 1475, 1547, 1622, 1694, 1760};
static const size_t allpassLengths[ALLPASSES] = {605, 480, 371, 244};

typedef struct {
    float *samples;
    size_t length, position;
    float low;
} line;

struct reference_reverb {
    line combs[2][COMBS];
    line allpasses[2][ALLPASSES];
};

static line make(size_t length) {
    return (line){.samples = calloc(length, sizeof(float)), .length = length};
}

reference_reverb *reference_reverb_create(void) {
    reference_reverb *reverb = calloc(1, sizeof *reverb);
    for (size_t channel = 0; channel < 2; channel++) {
        for (size_t i = 0; i < COMBS; i++)
            reverb->combs[channel][i] = make(combLengths[i] + SPREAD * channel);
        for (size_t i = 0; i < ALLPASSES; i++)
            reverb->allpasses[channel][i] = make(allpassLengths[i] + SPREAD * channel);
    }
    return reverb;
}

void reference_reverb_destroy(reference_reverb *reverb) {
    for (size_t channel = 0; channel < 2; channel++) {
        for (size_t i = 0; i < COMBS; i++)
            free(reverb->combs[channel][i].samples);
        for (size_t i = 0; i < ALLPASSES; i++)
            free(reverb->allpasses[channel][i].samples);
    }
    free(reverb);
}

static void reverberate(line *combs, line *allpasses, const float *left, const float *right, float *output,
                        size_t frameCount) {
    for (size_t k = 0; k < frameCount; k++) {
        const float input = 0.015f * (left[k] + right[k]);
        float sum = 0;
        for (size_t i = 0; i < COMBS; i++) {
            line *comb = &combs[i];
            const float late = comb->samples[comb->position];
            comb->low = 0.8f * late + 0.2f * comb->low;
            comb->samples[comb->position] = input + 0.84f * comb->low;
            comb->position = comb->position + 1 == comb->length ? 0 : comb->position + 1;
            sum += late;
        }
        for (size_t i = 0; i < ALLPASSES; i++) {
            line *allpass = &allpasses[i];
            const float late = allpass->samples[allpass->position];
            allpass->samples[allpass->position] = sum + 0.5f * late;
            allpass->position = allpass->position + 1 == allpass->length ? 0 : allpass->position + 1;
            sum = late - sum;
        }
        output[k] = sum;
    }
}

void reference_reverb_run(reference_reverb *reverb, const float *left, const float *right, float *leftOutput,
                          float *rightOutput, size_t frameCount) {
    reverberate(reverb->combs[0], reverb->allpasses[0], left, right, leftOutput, frameCount);
    reverberate(reverb->combs[1], reverb->allpasses[1], left, right, rightOutput, frameCount);
}
