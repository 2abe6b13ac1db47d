// Loops worth vectorising: stateless, planar float32, proved real time.
#ifndef CAVF_DSP_H
#define CAVF_DSP_H
#include "CAVFRealtime.h"
#endif
