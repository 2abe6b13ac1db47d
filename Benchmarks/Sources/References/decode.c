#include "references.h"

#include <sndfile.h>

size_t reference_decode(const char *path, float *block, size_t frameCapacity) {
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    if (!file)
        return 0;
    size_t total = 0;
    for (;;) {
        const sf_count_t got = sf_readf_float(file, block, (sf_count_t)frameCapacity);
        if (got <= 0)
            break;
        total += (size_t)got;
    }
    sf_close(file);
    return total;
}
