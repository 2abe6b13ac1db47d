// A library that crashes before it has said anything: when it is loaded, or when it is asked for its plugins.
#include <stddef.h>
#include <lv2/core/lv2.h>

#ifdef CRASH_WHEN_LOADED
__attribute__((constructor)) static void crash(void) {
    *(volatile int *)8 = 1;
}
#endif

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
    *(volatile int *)(size_t)(8 + index) = 1;
    return NULL;
}
