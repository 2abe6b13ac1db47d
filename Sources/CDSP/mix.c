#include "CAVFDSP.h"
