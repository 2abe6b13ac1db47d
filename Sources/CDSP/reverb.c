#include "avf_dsp_reverb.h"
#include "ring.h"

AVF_DSP_INLINE float pass(float *restrict ring, float gain, size_t k, float x) AVF_DSP_NONBLOCKING {
    const float late = ring[k], v = x - gain * late;
    ring[k] = v;
    return late + gain * v;
}

// The rings have names of their own, so that the compiler sees that they do not overlap.
AVF_DSP_CLONES
static void diffuse(float *restrict a, float *restrict b, float *restrict c, float *restrict d, const float *gains,
                    float *destination, const float *source, size_t frameCount) AVF_DSP_NONBLOCKING {
    const float gain[] = {gains[0], gains[1], gains[2], gains[3]};
    AVF_DSP_FRAME_BY_FRAME
    for (size_t k = 0; k < frameCount; k++) {
        const float x = pass(b, gain[1], k, pass(a, gain[0], k, source[k]));
        destination[k] = pass(d, gain[3], k, pass(c, gain[2], k, x));
    }
}

void avf_dsp_diffuse(avf_dsp_delay_ring *rings, const float *gains, float *destination, const float *source,
                     size_t frameCount) AVF_REALTIME {
    float *stretches[AVF_DSP_DIFFUSER_STAGES];
    for (size_t stage = 0; stage < AVF_DSP_DIFFUSER_STAGES; stage++)
        stretches[stage] = open_ring(&rings[stage], frameCount);
    diffuse(stretches[0], stretches[1], stretches[2], stretches[3], gains, destination, source, frameCount);
    for (size_t stage = 0; stage < AVF_DSP_DIFFUSER_STAGES; stage++)
        close_ring(&rings[stage], frameCount);
}

void avf_dsp_ring_push(avf_dsp_delay_ring *ring, const float *source, size_t frameCount) AVF_REALTIME {
    const size_t tail = ring->length - ring->position, first = frameCount < tail ? frameCount : tail;
    memcpy(ring->samples + ring->position, source, first * sizeof(float));
    memcpy(ring->samples, source + first, (frameCount - first) * sizeof(float));
    ring->position = (uint32_t)(first == tail ? frameCount - first : ring->position + frameCount);
}

// A tile of sums stays in registers while the taps come and go.
AVF_DSP_CLONES
static void add_taps(float *restrict destination, const float *const *sources, const avf_dsp_tap *taps,
                     size_t tapCount, size_t frameCount) AVF_DSP_NONBLOCKING {
    enum { TILE = 32 };
    size_t done = 0;
    for (; done + TILE <= frameCount; done += TILE) {
        float sums[TILE] = {0};
        for (size_t t = 0; t < tapCount; t++)
            for (size_t k = 0; k < TILE; k++)
                sums[k] += taps[t].gain * sources[t][done + k];
        memcpy(destination + done, sums, sizeof sums);
    }
    for (; done < frameCount; done++) {
        float sum = 0;
        for (size_t t = 0; t < tapCount; t++)
            sum += taps[t].gain * sources[t][done];
        destination[done] = sum;
    }
}

void avf_dsp_taps_run(const avf_dsp_delay_ring *ring, const avf_dsp_tap *taps, size_t tapCount,
                      float *destination, size_t frameCount) AVF_REALTIME {
    const size_t length = ring->length;
    size_t places[AVF_DSP_MOST_TAPS];
    const float *sources[AVF_DSP_MOST_TAPS];
    for (size_t t = 0; t < tapCount; t++) {
        const size_t place = ring->position + 2 * length - frameCount - taps[t].delay;
        places[t] = place < length ? place : place < 2 * length ? place - length : place - 2 * length;
    }
    // Cut where a tap comes to the ring's end.
    for (size_t done = 0; done < frameCount;) {
        size_t count = frameCount - done;
        for (size_t t = 0; t < tapCount; t++) {
            sources[t] = ring->samples + places[t];
            count = count < length - places[t] ? count : length - places[t];
        }
        add_taps(destination + done, sources, taps, tapCount, count);
        for (size_t t = 0; t < tapCount; t++)
            places[t] = places[t] + count == length ? 0 : places[t] + count;
        done += count;
    }
}
