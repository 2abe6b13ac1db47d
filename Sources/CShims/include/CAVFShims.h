#ifndef CAVF_SHIMS_H
#define CAVF_SHIMS_H
#endif
