// Transforms of real blocks, there and back:
//   transforms fftw-estimate|fftw-measure|kissfft|libavutil SIZE COUNT
#include "peer.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_FFTW
#include <fftw3.h>
#endif
#ifdef HAVE_KISSFFT
#include <kissfft/kiss_fftr.h>
#endif
#ifdef HAVE_AVUTIL
#include <libavutil/mem.h>
#include <libavutil/tx.h>
#endif

typedef struct {
    size_t size;
    long count;
    float *time, *spectrum;
    void *forward, *inverse;
    void (*pair)(void *self);
} transforms;

#ifdef HAVE_FFTW
static void pairFFTW(void *context) {
    transforms *self = context;
    fftwf_execute(self->forward);
    fftwf_execute(self->inverse);
}

static void makeFFTW(transforms *self, unsigned effort) {
    self->time = fftwf_malloc(self->size * sizeof(float));
    self->spectrum = fftwf_malloc((self->size + 2) * sizeof(float));
    fftwf_complex *bins = (fftwf_complex *)self->spectrum;
    self->forward = fftwf_plan_dft_r2c_1d((int)self->size, self->time, bins, effort);
    self->inverse = fftwf_plan_dft_c2r_1d((int)self->size, bins, self->time, effort);
    self->pair = pairFFTW;
}
#endif

#ifdef HAVE_KISSFFT
static void pairKiss(void *context) {
    transforms *self = context;
    kiss_fftr(self->forward, self->time, (kiss_fft_cpx *)self->spectrum);
    kiss_fftri(self->inverse, (kiss_fft_cpx *)self->spectrum, self->time);
}

static void makeKiss(transforms *self) {
    self->time = malloc(self->size * sizeof(float));
    self->spectrum = malloc((self->size + 2) * sizeof(float));
    self->forward = kiss_fftr_alloc((int)self->size, 0, NULL, NULL);
    self->inverse = kiss_fftr_alloc((int)self->size, 1, NULL, NULL);
    self->pair = pairKiss;
}
#endif

#ifdef HAVE_AVUTIL
static av_tx_fn forwardAVUtil, inverseAVUtil;

// A transform may write over its input.
static void pairAVUtil(void *context) {
    transforms *self = context;
    forwardAVUtil(self->forward, self->spectrum, self->time, sizeof(float));
    inverseAVUtil(self->inverse, self->time, self->spectrum, sizeof(AVComplexFloat));
}

static void makeAVUtil(transforms *self) {
    const float scale = 1;
    AVTXContext *forward, *inverse;
    self->time = av_malloc(self->size * sizeof(float));
    self->spectrum = av_malloc((self->size + 2) * sizeof(float));
    if (av_tx_init(&forward, &forwardAVUtil, AV_TX_FLOAT_RDFT, 0, (int)self->size, &scale, 0) < 0 ||
        av_tx_init(&inverse, &inverseAVUtil, AV_TX_FLOAT_RDFT, 1, (int)self->size, &scale, 0) < 0)
        peer_absent("libavutil has no transform of that size");
    self->forward = forward;
    self->inverse = inverse;
    self->pair = pairAVUtil;
}
#endif

static void run(void *context) {
    transforms *self = context;
    uint32_t state = 1;
    peer_noise(self->time, self->size, &state);
    // Neither library divides by the size on the way back: without that the numbers would grow for ever.
    for (long k = 0; k < self->count; k++) {
        self->pair(self);
        for (size_t i = 0; i < self->size; i++)
            self->time[i] *= 1 / (float)self->size;
    }
}

int main(int count, char **arguments) {
    static transforms self;
    const char *library = peer_text(count, arguments, 1, "kissfft");
    self.size = (size_t)peer_number(count, arguments, 2, 1024);
    self.count = (long)peer_number(count, arguments, 3, 1000);
#ifdef HAVE_FFTW
    if (!strncmp(library, "fftw", 4))
        makeFFTW(&self, strstr(library, "measure") ? FFTW_MEASURE : FFTW_ESTIMATE);
#endif
#ifdef HAVE_KISSFFT
    if (!strcmp(library, "kissfft"))
        makeKiss(&self);
#endif
#ifdef HAVE_AVUTIL
    if (!strcmp(library, "libavutil"))
        makeAVUtil(&self);
#endif
    if (!self.pair)
        peer_absent("the library is not installed");
    peer_serve(run, NULL, &self);
}
