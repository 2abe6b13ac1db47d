// What Swift cannot import or may not do: one header per library.
#ifndef CAVF_SHIMS_H
#define CAVF_SHIMS_H
#include "CAVFShimsGuards.h"
#include "CAVFShimsLV2.h"
#include "CAVFShimsMedia.h"
#include "CAVFShimsPackets.h"
#include "CAVFShimsProcess.h"
#endif
