#include "counted.h"

__attribute__((noinline)) void counted_call(void (*body)(void *), void *context) {
    body(context);
    // Behind the call, so that it is none that the compiler could turn into a jump.
    __asm__ volatile("");
}

__attribute__((noinline)) void counted_end(void) {
    __asm__ volatile("");
}
