#include "references.h"

#include <dlfcn.h>
#include <stdlib.h>

// What soxr.h declares of its streaming interface; the library is used where it is installed.
typedef struct {
    double precision, phase_response, passband_end, stopband_begin;
    void *e;
    unsigned long flags;
} quality_spec;

typedef quality_spec (*quality_spec_function)(unsigned long recipe, unsigned long flags);
typedef void *(*create_function)(double inputRate, double outputRate, unsigned channels, const char **error,
                                 const void *io, const quality_spec *quality, const void *runtime);
typedef const char *(*process_function)(void *resampler, const void *input, size_t inputCount, size_t *taken,
                                        void *output, size_t outputCapacity, size_t *made);
typedef void (*delete_function)(void *resampler);

struct reference_resampler {
    void *library, *resampler;
    process_function process;
    delete_function destroy;
};

reference_resampler *reference_resampler_create(double inputRate, double outputRate, bool isBest) {
    reference_resampler *made = calloc(1, sizeof *made);
    made->library = dlopen("libsoxr.so.0", RTLD_NOW | RTLD_LOCAL);
    if (made->library) {
        const quality_spec_function spec = (quality_spec_function)dlsym(made->library, "soxr_quality_spec");
        const create_function create = (create_function)dlsym(made->library, "soxr_create");
        made->process = (process_function)dlsym(made->library, "soxr_process");
        made->destroy = (delete_function)dlsym(made->library, "soxr_delete");
        if (spec && create && made->process && made->destroy) {
            // SOXR_VHQ and SOXR_HQ.
            const quality_spec quality = spec(isBest ? 6 : 4, 0);
            made->resampler = create(inputRate, outputRate, 2, NULL, NULL, &quality, NULL);
        }
    }
    if (made->resampler)
        return made;
    reference_resampler_destroy(made);
    return NULL;
}

size_t reference_resampler_run(reference_resampler *resampler, const float *input, size_t inputCount,
                               float *output, size_t outputCapacity) {
    size_t taken = 0, made = 0;
    resampler->process(resampler->resampler, input, inputCount, &taken, output, outputCapacity, &made);
    return made;
}

void reference_resampler_destroy(reference_resampler *resampler) {
    if (resampler->resampler)
        resampler->destroy(resampler->resampler);
    if (resampler->library)
        dlclose(resampler->library);
    free(resampler);
}
