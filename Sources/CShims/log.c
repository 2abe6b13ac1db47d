#include "CAVFShims.h"
