// Sample-rate converters, fed with blocks of 512 frames:
//   rates soxr QQ|LQ|MQ|HQ|VHQ FROM TO SECONDS
//   rates samplerate linear|fastest|medium|best FROM TO SECONDS
//   rates speexdsp 0…10 FROM TO SECONDS
//   rates swresample default|long FROM TO SECONDS
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_SOXR
#include <soxr.h>
#endif
#ifdef HAVE_SAMPLERATE
#include <samplerate.h>
#endif
#ifdef HAVE_SPEEXDSP
#include <speex/speex_resampler.h>
#endif
#ifdef HAVE_SWRESAMPLE
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>
#endif

enum { BLOCK = 512, CAPACITY = 8 * BLOCK };

typedef struct {
    double from, to;
    long blockCount;
    void *state;
    /// Takes a block, or with none gives what is left; the frames that came out.
    size_t (*run)(void *state, const float *input, size_t frameCount, float *output, size_t capacity);
    double ratio;
} rates;

#ifdef HAVE_SOXR
static size_t runSoxr(void *state, const float *input, size_t frameCount, float *output, size_t capacity) {
    size_t taken = 0, made = 0;
    soxr_process(state, input, frameCount, &taken, output, capacity, &made);
    return made;
}

static void makeSoxr(rates *self, const char *quality) {
    static const struct {
        const char *name;
        unsigned long recipe;
    } recipes[] = {{"QQ", SOXR_QQ}, {"LQ", SOXR_LQ}, {"MQ", SOXR_MQ}, {"HQ", SOXR_HQ}, {"VHQ", SOXR_VHQ}};
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        if (strcmp(quality, recipes[i].name))
            continue;
        const soxr_quality_spec_t spec = soxr_quality_spec(recipes[i].recipe, 0);
        self->state = soxr_create(self->from, self->to, PEER_CHANNELS, NULL, NULL, &spec, NULL);
        self->run = runSoxr;
    }
}
#endif

#ifdef HAVE_SAMPLERATE
static double samplerateRatio;

static size_t runSamplerate(void *state, const float *input, size_t frameCount, float *output,
                            size_t capacity) {
    SRC_DATA data = {.data_in = input,
                     .data_out = output,
                     .input_frames = (long)frameCount,
                     .output_frames = (long)capacity,
                     .end_of_input = !input,
                     .src_ratio = samplerateRatio};
    static float none[PEER_CHANNELS];
    if (!input)
        data.data_in = none;
    src_process(state, &data);
    return (size_t)data.output_frames_gen;
}

static void makeSamplerate(rates *self, const char *quality) {
    const int kind = !strcmp(quality, "best")      ? SRC_SINC_BEST_QUALITY
                     : !strcmp(quality, "medium")  ? SRC_SINC_MEDIUM_QUALITY
                     : !strcmp(quality, "fastest") ? SRC_SINC_FASTEST
                                                   : SRC_LINEAR;
    int error = 0;
    samplerateRatio = self->ratio;
    self->state = src_new(kind, PEER_CHANNELS, &error);
    self->run = runSamplerate;
}
#endif

#ifdef HAVE_SPEEXDSP
static size_t runSpeex(void *state, const float *input, size_t frameCount, float *output, size_t capacity) {
    static const float silence[BLOCK * PEER_CHANNELS];
    size_t total = 0;
    // What is left inside comes out behind silence.
    if (!input)
        frameCount = BLOCK;
    for (size_t done = 0; done < frameCount;) {
        spx_uint32_t taken = (spx_uint32_t)(frameCount - done), made = (spx_uint32_t)(capacity - total);
        const float *at = input ? input + done * PEER_CHANNELS : silence;
        speex_resampler_process_interleaved_float(state, at, &taken, output + total * PEER_CHANNELS, &made);
        done += taken;
        total += made;
        if (!taken && !made)
            break;
    }
    return total;
}

static void makeSpeex(rates *self, const char *quality) {
    int error = 0;
    self->state = speex_resampler_init(PEER_CHANNELS, (spx_uint32_t)self->from, (spx_uint32_t)self->to,
                                       atoi(quality), &error);
    self->run = runSpeex;
}
#endif

#ifdef HAVE_SWRESAMPLE
static size_t runSwresample(void *state, const float *input, size_t frameCount, float *output,
                            size_t capacity) {
    const uint8_t *from = (const uint8_t *)input;
    uint8_t *to = (uint8_t *)output;
    const int made = swr_convert(state, &to, (int)capacity, input ? &from : NULL, (int)frameCount);
    return made > 0 ? (size_t)made : 0;
}

static void makeSwresample(rates *self, const char *quality) {
    SwrContext *context = swr_alloc();
    av_opt_set_int(context, "in_channel_layout", AV_CH_LAYOUT_STEREO, 0);
    av_opt_set_int(context, "out_channel_layout", AV_CH_LAYOUT_STEREO, 0);
    av_opt_set_int(context, "in_sample_rate", (int)self->from, 0);
    av_opt_set_int(context, "out_sample_rate", (int)self->to, 0);
    av_opt_set_sample_fmt(context, "in_sample_fmt", AV_SAMPLE_FMT_FLT, 0);
    av_opt_set_sample_fmt(context, "out_sample_fmt", AV_SAMPLE_FMT_FLT, 0);
    if (!strcmp(quality, "long")) {
        av_opt_set_int(context, "filter_size", 256, 0);
        av_opt_set_double(context, "cutoff", 0.99, 0);
        av_opt_set_int(context, "exact_rational", 1, 0);
    }
    self->state = swr_init(context) < 0 ? NULL : context;
    self->run = runSwresample;
}
#endif

static void run(void *context) {
    rates *self = context;
    static float output[CAPACITY * PEER_CHANNELS];
    const float *noise = peer_stereo_noise();
    size_t position = 0;
    for (long k = 0; k < self->blockCount; k++) {
        if (position + BLOCK > PEER_NOISE_FRAMES)
            position = 0;
        self->run(self->state, noise + position * PEER_CHANNELS, BLOCK, output, CAPACITY);
        position += BLOCK;
    }
}

static size_t convert(void *context, const float *input, size_t frameCount, float *output, size_t capacity) {
    rates *self = context;
    size_t made = 0;
    for (size_t done = 0; done + BLOCK <= frameCount && made + CAPACITY <= capacity; done += BLOCK)
        made += self->run(self->state, input + done * PEER_CHANNELS, BLOCK, output + made * PEER_CHANNELS,
                          CAPACITY);
    return made;
}

int main(int count, char **arguments) {
    static rates self;
    const char *library = peer_text(count, arguments, 1, "soxr");
    const char *quality = peer_text(count, arguments, 2, "HQ");
    self.from = peer_number(count, arguments, 3, 44100);
    self.to = peer_number(count, arguments, 4, 48000);
    self.ratio = self.to / self.from;
    self.blockCount = (long)(peer_number(count, arguments, 5, 10) * self.from / BLOCK);
#ifdef HAVE_SOXR
    if (!strcmp(library, "soxr"))
        makeSoxr(&self, quality);
#endif
#ifdef HAVE_SAMPLERATE
    if (!strcmp(library, "samplerate"))
        makeSamplerate(&self, quality);
#endif
#ifdef HAVE_SPEEXDSP
    if (!strcmp(library, "speexdsp"))
        makeSpeex(&self, quality);
#endif
#ifdef HAVE_SWRESAMPLE
    if (!strcmp(library, "swresample"))
        makeSwresample(&self, quality);
#endif
    if (!self.state)
        peer_absent("the library is not installed");
    peer_serve(run, convert, &self);
}
