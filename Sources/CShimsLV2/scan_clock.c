// How long the scanner child may be at a bundle or one of its plugins: bundles of hundreds of plugins exist.
#include "scan_internal.h"

#include <unistd.h>

static unsigned limit_seconds;

void scan_limit_time(unsigned seconds) {
    limit_seconds = seconds;
    scan_go_on();
}

void scan_go_on(void) {
    alarm(limit_seconds);
}
