// What Media asks FFmpeg for, whose libraries are opened at run time.
#ifndef CAVFSHIMSFFMPEG_H
#define CAVFSHIMSFFMPEG_H

#include "CAVFShimsMedia.h"
#include "CAVFShimsPackets.h"

#endif
