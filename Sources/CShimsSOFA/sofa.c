#include "sofa.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// libmysofa 1.3 (BSD-3-Clause). Of its functions only the one that loads tables is used: looking up,
// resampling and minimum phase are done elsewhere. What follows are the beginnings of its structures.

typedef struct attribute {
    struct attribute *next;
    char *name, *value;
} attribute;

typedef struct {
    float *values;
    unsigned elements;
    attribute *attributes;
} array;

typedef struct {
    unsigned I, C, R, E, N, M;
    array listenerPosition, receiverPosition, sourcePosition, emitterPosition, listenerUp, listenerView;
    array dataIR, samplingRate, dataDelay;
    attribute *attributes;
} hrtf;

static hrtf *(*load)(const char *, int *);
static char reason[128];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    void *const library = dlopen("libmysofa.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(reason, sizeof reason, "libmysofa is not installed (Debian: apt install libmysofa1)");
        return;
    }
    load = (hrtf * (*)(const char *, int *)) dlsym(library, "mysofa_load");
    if (!load)
        snprintf(reason, sizeof reason, "the installed libmysofa lacks a function");
}

const char *avf_shim_sofa_unavailable(void) {
    pthread_once(&once, open_library);
    return reason[0] ? reason : NULL;
}

static const char *find(const attribute *list, const char *name) {
    for (; list; list = list->next)
        if (list->name && list->value && !strcmp(list->name, name))
            return list->value;
    return "";
}

int avf_shim_sofa_load(const char *path, avf_shim_sofa_file *file) {
    memset(file, 0, sizeof *file);
    if (avf_shim_sofa_unavailable())
        return -1;
    int error = 0;
    const hrtf *const set = load(path, &error);
    if (!set)
        return error ? error : -1;
    file->measurementCount = set->M;
    file->receiverCount = set->R;
    file->sampleCount = set->N;
    file->positions = set->sourcePosition.values;
    file->positionCount = set->sourcePosition.elements;
    file->positionsAreSpherical = !strncmp(find(set->sourcePosition.attributes, "Type"), "spherical", 9);
    file->responses = set->dataIR.values;
    file->responseCount = set->dataIR.elements;
    file->delays = set->dataDelay.values;
    file->delayCount = set->dataDelay.elements;
    if (set->samplingRate.values && set->samplingRate.elements > 0)
        file->sampleRate = set->samplingRate.values[0];
    snprintf(file->convention, sizeof file->convention, "%s", find(set->attributes, "SOFAConventions"));
    return 0;
}
