// What the test programs share: claims that are counted and told when they do not hold.
#ifndef CHECK_H
#define CHECK_H

#include <avfaudio.h>
#include <stdio.h>
#include <string.h>

static int failures;

#define CHECK(claim)                                                                                         \
    do {                                                                                                     \
        if (!(claim)) {                                                                                      \
            failures++;                                                                                      \
            printf("%s:%d: %s (%s)\n", __FILE__, __LINE__, #claim, avf_last_error_detail());                 \
        }                                                                                                    \
    } while (0)

#define GIVES(status, call) CHECK((call) == (status))
#define WORKS(call) GIVES(AVF_OK, call)

#endif
