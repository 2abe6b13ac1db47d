#ifndef SOFA_H
#define SOFA_H

#include "CAVFShimsSOFA.h"

/// Reads a file in this process; 0, or libmysofa's code of the error. What it allocates is not freed: the
/// process ends.
int avf_shim_sofa_load(const char *path, avf_shim_sofa_file *file);

#endif
